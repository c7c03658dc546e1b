import { chargedFreight, countedAmounts, documentAmounts, type HeaderMoney } from '@chepu/contract/kernel/amounts'
import { type Decimal, equals, isPositive, sub } from '@chepu/contract/kernel/decimal'
import type { StateOf } from '@chepu/contract/kernel/document'
import type { ConfirmedLines, salesOrder, Substitution, WarehouseChange } from '@chepu/contract/sales/sales-order'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, refuse } from '../../kernel/base/errors'
import type { GoodsActions, GoodsDocument, GoodsKind, GoodsLine } from '../../kernel/goods/types'
import { setClosed } from '../../kernel/goods/closed'
import { namedLines } from '../../kernel/goods/counted'
import { assertNoSuccessors, countAtSources, lockSources } from '../../kernel/goods/sources'
import { assertOpenPeriod } from '../../kernel/document/period'
import { assertDiscount } from '../../kernel/goods/save'
import { assertCredit } from '../credit'
import { assertConvertible } from '../purchase-to-sale/convertible'
import { assertNotBelowCost, assertPriceFloor } from '../price-floor'
import { moveLines, replacePart, substituteOf } from './repo'
import { releaseOrder, remainingOf, reserveElsewhere, reserveRemaining } from './reserving'
import { assertMoveable, assertNoDeposit, assertNothingWaiting } from './rules'
import { traits } from './traits'

const actions: GoodsActions<typeof salesOrder> = {
  async submit(_tx, _order, { note }) {
    note({ confirmState: 'pending' })
    return 'submitted'
  },

  async withdraw(_tx, _order, { note }) {
    note({ confirmState: null })
    return 'draft'
  },

  async reject(_tx, _order, { note }) {
    note({ confirmState: 'rejected' })
    return 'draft'
  },

  async void(tx, order) {
    await assertNoDeposit(tx, order)
    return 'voided'
  },

  approve: (tx, order, { note }) => confirmOrder(tx, order, { note }),

  confirm: (tx, order, { input, note }) =>
    confirmOrder(tx, order, { confirmed: input as ConfirmedLines | undefined, note }),

  passCredit: (tx, order, { note }) => confirmOrder(tx, order, { passCredit: true, note }),

  /** Only while nothing refers to it: deliveries execute the order as it was confirmed. */
  async unapprove(tx, order, { note }) {
    await assertNoSuccessors(tx, order)
    countAtSources(tx, traits, order, -1)
    await releaseOrder(tx, order)
    closeLines(tx, order, () => '0')
    note({ confirmState: null })
    return 'draft'
  },

  /** 关闭剩余: the customer will not get the rest, and nothing is held for him. */
  async close(tx, order) {
    await assertNothingWaiting(tx, order)
    closeLines(tx, order, (line) => sub(line.qty, line.executedQty))
    await releaseOrder(tx, order)
    return 'closed'
  },

  async reopen(tx, order, { note }) {
    await assertOpenPeriod(tx, shanghaiDay())
    closeLines(tx, order, () => '0')
    const lines = order.lines.map((line) => ({ ...line, closedQty: '0' }))
    await reserveRemaining(tx, order, lines)
    note({ confirmState: 'confirmed' })
    return isPositive(order.executedQty) ? 'partial' : 'approved'
  },

  async changeWarehouse(tx, order, { input, note }) {
    const { warehouseId, lineIds } = input as WarehouseChange
    await assertMoveable(tx, order, { warehouseId, lineIds })
    await assertNothingWaiting(tx, order)
    const moved = new Set(lineIds ?? order.lines.map((line) => line.id))
    moveLines(tx, order, warehouseId, [...moved])
    if (moved.size === order.lines.length) note({ warehouseId })
    const lines = order.lines.map((line) => (moved.has(line.id) ? { ...line, warehouseId } : line))
    if (order.state !== 'submitted') await reserveElsewhere(tx, order, lines)
    return order.state
  },

  async substitute(tx, order, { input, note }) {
    const { lineId, partId } = input as Substitution
    const line = order.lines.find((each) => each.id === lineId)
    if (!line) invalid([{ path: 'input.lineId', message: '所选明细不属于本单' }])
    const part = await substituteOf(tx, order, line.partId, partId)
    if (!part) refuse(`第${line.lineNo}行 [${line.partCode}] 所选配件不是它的替换件`)
    const price = part.price ?? line.price
    const lines = order.lines.map((each) => (each === line ? { ...each, price, netAmount: null } : typedOf(each)))
    const amounts = documentAmounts(lines, moneyOf(order))
    assertDiscount(tx, traits, order, amounts)
    replacePart(tx, order, line, part, amounts.lines)
    const { totalAmount, totalUntaxed, totalTax, totalTaxed } = amounts
    note({ totalAmount, totalUntaxed, totalTax, totalTaxed })
    return 'submitted'
  },
}

interface Confirmation {
  /** What is promised of each line, where it is less than ordered. */
  confirmed?: ConfirmedLines | undefined
  /** The credit rule was let pass. */
  passCredit?: boolean
  note(columns: { confirmState: 'confirmed' | 'part' }): void
}

/**
 * Promises the goods: floor, stock, credit; then they are held for the customer (business/sales 1.2). Of a quotation that it executes the
 * order has taken the whole of its lines, whatever is promised of them.
 */
async function confirmOrder(
  tx: CallerTx,
  order: GoodsDocument,
  { confirmed, passCredit = false, note }: Confirmation,
): Promise<StateOf<typeof salesOrder>> {
  await assertConvertible(tx, { ...order, delivers: false }, order.lines)
  await assertPriceFloor(tx, order)
  await assertNotBelowCost(tx, order)
  await lockSources(tx, traits, order)
  const lines = await promisedLines(tx, order, confirmed)
  closeLines(tx, order, (_, i) => lines[i]?.closedQty ?? '0')
  await reserveRemaining(tx, order, lines)
  const isWhole = lines.every((line) => !isPositive(line.closedQty))
  const promised = countedAmounts(
    lines.map((line) => ({ ...typedOf(line), countedQty: remainingOf(line) })),
    moneyOf(order),
  )
  await assertCredit(tx, order, isWhole ? order.totalTaxed : promised.totalTaxed, passCredit)
  countAtSources(tx, traits, order, 1)
  note({ confirmState: isWhole ? 'confirmed' : 'part' })
  return 'approved'
}

/** The lines with what is not promised of them as closed quantity. */
async function promisedLines(
  tx: CallerTx,
  order: GoodsDocument,
  confirmed: ConfirmedLines | undefined,
): Promise<GoodsLine[]> {
  const asked = await namedLines(tx, order, confirmed?.lines ?? [], '确认数量不能大于订单数量')
  const lines = order.lines.map((line) => ({ ...line, closedQty: sub(line.qty, asked.get(line.id)?.qty ?? line.qty) }))
  if (!lines.some((line) => isPositive(remainingOf(line)))) {
    invalid([{ path: 'input.lines', message: '确认数量全部为0，请改用驳回' }])
  }
  return lines
}

/** Notes what of each line will not be delivered, where that is not what the line says already. */
function closeLines(tx: CallerTx, order: GoodsDocument, closedOf: (line: GoodsLine, i: number) => Decimal): void {
  const changed = order.lines.flatMap((line, i) => {
    const qty = closedOf(line, i)
    return equals(qty, line.closedQty) ? [] : [{ id: line.id, qty }]
  })
  if (changed.length > 0) setClosed(tx, order.id, changed)
}

/** A line with its net amount only where that was typed. */
const typedOf = (line: GoodsLine) => ({ ...line, netAmount: line.isNetTyped ? line.netAmount : null })

const moneyOf = (order: GoodsDocument): HeaderMoney => ({
  taxIncluded: order.taxIncluded,
  orderDiscount: order.orderDiscount,
  chargedFreight: chargedFreight(traits.def.freightRule, order),
})

export const salesOrderKind = { ...traits, actions } satisfies GoodsKind
