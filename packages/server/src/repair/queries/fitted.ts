import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { ofCar } from './car-offers'
import { stands } from './guarantee'

/** When a part was fitted to a car here the last time. */
interface FittedPart {
  partId: number
  partName: string
  orderId: number
  billNo: string
  /** The day of completion. */
  fittedOn: string
  /** What the meter showed; null where nobody read it. */
  mileage: string | null
}

/** At most so many parts of a car are told of, those that were fitted last. */
const most = 100

/**
 * Parts that we have fitted to a car by a day and that were not refunded, each as it was fitted last. `partIds` names those that are
 * asked for; the order that they are asked for does not count itself (business/three-guarantees 1.4).
 */
export function fittedParts(
  tx: CallerTx,
  asked: {
    vehicleId: number
    day: string
    partIds?: readonly number[] | undefined
    exceptOrderId?: number | undefined
  },
): Promise<FittedPart[]> {
  const { vehicleId, day, partIds, exceptOrderId } = asked
  const conditions: RawBuilder<unknown>[] = [
    ...(partIds ? [sql`and l.part_id = any (${[...partIds]}::bigint[])`] : []),
    ...(exceptOrderId === undefined ? [] : [sql`and d.id <> ${exceptOrderId}`]),
  ]
  return tx.select(
    sql<FittedPart>`select f.* from (
      select distinct on (l.part_id) l.part_id, p.name as part_name, d.id as order_id, d.bill_no,
        (d.completed_at at time zone 'Asia/Shanghai')::date as fitted_on, d.mileage
      from repair_document d
      join repair_line l on l.group_id = d.group_id and l.document_id = d.id
      join part p on p.group_id = l.group_id and p.id = l.part_id
      where ${ofCar(tx, vehicleId)} and d.state in ('settled', 'delivered') and l.section = 'materials' and l.agreement = 'agreed'
        and not l.is_customer_supplied and (d.completed_at at time zone 'Asia/Shanghai')::date <= ${day}::date and ${stands}
        ${sql.join(conditions, sql` `)}
      order by l.part_id, d.completed_at desc) f
    order by f.fitted_on desc, f.part_id limit ${most}`,
  )
}
