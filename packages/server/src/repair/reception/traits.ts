import { compare, trimZeros } from '@chepu/contract/kernel/decimal'
import type { StateOf } from '@chepu/contract/kernel/document'
import { reception } from '@chepu/contract/repair/reception'
import { vehicleOf } from '../../customers/public'
import { assertArrival } from '../arrival'
import { isMoved } from '../work-order/hangs'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { endLinksOf } from '../../kernel/links/desk'
import type { Columns, RepairDocument, RepairTraits } from '../../kernel/repair/types'

export type Reception = RepairDocument<StateOf<typeof reception>>

/** 接车单 on the server. */
export const receptionTraits: RepairTraits<typeof reception> = {
  def: reception,
  sells: true,
  async prepare(tx, request, _lines, before) {
    const { header } = request
    await assertArrival(tx, request, before)
    await assertMileage(tx, header.vehicleId, header['mileage'] as string | null)
    return { exterior: JSON.stringify(header['exterior']) }
  },
  async saved(tx, id, request, before) {
    if (isMoved(request, before)) await endLinksOf(tx, { kind: reception.kind, id })
  },
}

/** The meter never falls; what it showed is noted with the car when the reception ends (business/arrivals 2.2). */
async function assertMileage(tx: CallerTx, vehicleId: number | null, mileage: string | null): Promise<void> {
  if (mileage === null || vehicleId === null) return
  const { mileage: last, mileageOn } = await vehicleOf(tx, vehicleId)
  if (compare(mileage, last) >= 0) return
  const words = `里程 ${trimZeros(mileage)} 小于${mileageOn ? ` ${mileageOn} 的` : ''}读数 ${trimZeros(last)} 公里；换过里程表的请先在车辆资料登记换表`
  invalid([{ path: 'header.mileage', message: words }])
}

/** The kind, whose next document is noted as made of others. */
export const madeOf = <Traits extends RepairTraits>(kind: Traits, formers: Columns): Traits => ({
  ...kind,
  prepare: async (...given: Parameters<NonNullable<RepairTraits['prepare']>>) => ({
    ...(await kind.prepare?.(...given)),
    ...formers,
  }),
})
