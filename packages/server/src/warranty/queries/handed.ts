import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { fittedParts } from '../../repair/public'

/** A part that the customer had of us: fitted to his car, or sold over the counter. */
export interface HandedPart {
  partId: number
  partName: string
  isFitted: boolean
  /** The day on which the order was completed, or of the delivery. */
  on: string
  /** What the meter showed; null where nobody read it, and of what was sold. */
  mileage: string | null
}

interface Question {
  /** A car, or a customer who has brought none. */
  of: { vehicleId: number } | { partnerId: number }
  day: string
  /** Parts that are asked for; without them all that were fitted to the car. */
  partIds?: readonly number[] | undefined
  /** What this order fits does not count. */
  exceptOrderId?: number | undefined
}

/**
 * Parts by how the car has them of us: as they were fitted to it last, else as they were sold to its owner last (business/three-guarantees 1.4). A customer
 * without a car has what was sold to him.
 */
export async function handedParts(tx: CallerTx, asked: Question): Promise<Map<number, HandedPart>> {
  const { of, partIds } = asked
  if (partIds?.length === 0) return new Map()
  const [fitted, sold] = await Promise.all([
    'vehicleId' in of ? fittedParts(tx, { ...asked, ...of }) : [],
    partIds ? soldParts(tx, { ...asked, partIds }) : [],
  ])
  return new Map<number, HandedPart>([
    ...sold.map((part) => [part.partId, { ...part, isFitted: false, mileage: null }] as const),
    ...fitted.map(
      ({ partId, partName, fittedOn, mileage }) =>
        [partId, { partId, partName, isFitted: true, on: fittedOn, mileage }] as const,
    ),
  ])
}

/** Parts that were sold to the customer, or the owner of the car, by a day and did not come back, each as it was sold last; what has replaced one was not sold. */
const soldParts = (
  tx: CallerTx,
  { of, day, partIds }: Question & { partIds: readonly number[] },
): Promise<Pick<HandedPart, 'partId' | 'partName' | 'on'>[]> =>
  tx.select(
    sql<Pick<HandedPart, 'partId' | 'partName' | 'on'>>`
      select distinct on (l.part_id) l.part_id, l.part_name, d.biz_date as on
      from goods_document d
      join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
      where d.group_id = ${tx.groupId} and d.partner_id = ${ownerOf(tx, of)} and d.org_id = ${tx.caller.orgId} and d.kind = 'sales_delivery'
        and d.state = 'done' and not d.is_red and d.warranty_bill_id is null and d.biz_date <= ${day}::date and l.qty > l.returned_qty
        and l.part_id = any (${[...partIds]}::bigint[])
      order by l.part_id, d.biz_date desc`,
  )

const ownerOf = (tx: CallerTx, of: Question['of']) =>
  'partnerId' in of
    ? sql`${of.partnerId}`
    : sql`(select v.partner_id from vehicle v where v.group_id = ${tx.groupId} and v.id = ${of.vehicleId})`
