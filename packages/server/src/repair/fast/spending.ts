// What packages and coupons do for a bill of the counter: named by the places of lines, since these have no ids before the save (business/fast-counter 2, ADR 0275).
import type { PackageUse } from '@chepu/contract/cards/deduction'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import type { FastSettleBody, PlacedUse } from '@chepu/contract/repair/fast-order'
import { keepCoupons } from '../../cards/public'
import { Failure, invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { holdCards } from '../../kernel/ledgers/card'
import { sectionTitles } from '../settlement/rules'
import type { WorkOrder } from '../work-order/traits'

/** Refuses uses of packages for lines that are not in the body. @throws Failure invalid, naming the use */
export function assertPlaces({ packageUses, ...body }: FastSettleBody): void {
  const faults = packageUses.flatMap(({ section, line }, i) =>
    line < body[section].length
      ? []
      : [{ path: `packageUses.${i}.line`, message: `套餐抵扣的${sectionTitles[section]}第${line + 1}行不存在` }],
  )
  if (faults.length > 0) invalid(faults)
}

/** Holds cards and coupons before goods are taken, whichever step uses them (ARCHITECTURE: locks). Asks nothing where there are none. */
export async function holdGiven(tx: CallerTx, { packageUses, couponNos, payment }: FastSettleBody): Promise<void> {
  const cards = payment.cards.map(({ cardId }) => cardId)
  const items = packageUses.map(({ cardItemId }) => cardItemId)
  if (cards.length + items.length > 0) await holdCards(tx, cards, items)
  if (couponNos.length > 0) await keepCoupons(tx, couponNos)
}

/** The uses as the settlement takes them, in their order. */
const usesOf = ({ lines }: Pick<WorkOrder, 'lines'>, placed: readonly PlacedUse[]): PackageUse[] =>
  placed.map(({ section, line, cardItemId, times }) => {
    const written = lines.find((each) => each.section === section && each.lineNo === line + 1)
    if (!written) throw new Error('a line of the counter was not written')
    return { lineId: written.id, cardItemId, times }
  })

const given = repairSettlement.routes.save.body

/** The body of the order's settlement. */
export const settlementRequest = (
  { id: workOrderId, partnerId, vehicleId, bizDate, lines }: WorkOrder,
  { orderDiscount, packageUses, couponNos }: FastSettleBody,
) => {
  const spent = { packageUses: usesOf({ lines }, packageUses), couponNos }
  return given.parse({ header: { bizDate, partnerId, vehicleId, workOrderId, orderDiscount, ...spent } })
}

/** Runs what settles; its faults name the fields of the counter's body: what is paid stands under `payment`, what is given in the body itself. */
export async function atCounterFields<Result>(settling: () => Promise<Result>): Promise<Result> {
  try {
    return await settling()
  } catch (error) {
    if (!(error instanceof Failure) || !error.errors) throw error
    const errors = error.errors.map((fault) => ({ ...fault, path: counterPath(fault.path) }))
    throw new Failure(error.kind, error.message, errors, error.override && { override: error.override })
  }
}

const counterPath = (path: string): string =>
  path
    .replace(/^input\.|^(?=tenders\.)/, 'payment.')
    .replace(/^header\.(?=packageUses|couponNos|orderDiscount)/, '')
    .replace(/^(packageUses\.\d+\.)lineId$/, '$1line')
