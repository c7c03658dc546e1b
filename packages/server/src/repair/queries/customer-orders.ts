import { sql } from 'kysely'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import type { Tx } from '../../kernel/db/tx'
import { collectedOfItems, customerItems } from '../settlement/owed'
import { guaranteedKm, guaranteedUntil, qualityJoins } from './guarantee'

/** An order as it was settled with its customer. Money with 2 decimals, kilometres and quantities with 4. */
interface CustomerOrder {
  billNo: string
  bizDate: string
  plate: string
  mileage: Decimal | null
  customerDue: Decimal
  paid: Decimal
  open: Decimal
  lines: { name: string; qty: Decimal; guaranteedUntil: string | null; guaranteedKm: Decimal | null }[]
}

/**
 * The latest settled orders of a customer in a shop, and of those who were merged into him, with what was done: work and material by their
 * names, and what he has paid and still owes of each.
 */
export async function settledOrdersOf(
  tx: Tx,
  { orgId, partnerId }: { orgId: number; partnerId: number },
  most: number,
): Promise<CustomerOrder[]> {
  const orders = await tx.select(
    sql<
      Omit<CustomerOrder, 'lines'> & { id: number }
    >`select d.id, d.bill_no, d.biz_date, coalesce(v.plate, '') as plate,
        coalesce(o.mileage, d.mileage) as mileage, d.customer_due, ${sumOfItems(collectedOfItems)} as paid, ${sumOfItems('i.balance')} as open
      from repair_document d
      left join repair_document o on o.group_id = d.group_id and o.id = d.work_order_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      where d.group_id = ${tx.groupId} and d.org_id = ${orgId} and d.kind = ${repairSettlement.kind} and d.state = 'done'
        and d.partner_id in (select p.id from partner p where p.group_id = ${tx.groupId} and ${partnerId} in (p.id, p.merged_into_id))
      order by d.biz_date desc, d.id desc limit ${most}`,
  )
  const lines = await linesOf(
    tx,
    orders.map(({ id }) => id),
  )
  return orders.map(({ id, ...order }) => ({
    ...order,
    lines: lines.filter(({ settlementId }) => settlementId === id).map(({ settlementId: _, ...line }) => line),
  }))
}

const sumOfItems = (figure: string) =>
  sql.raw(`coalesce((select sum(${figure}) from open_item i where ${customerItems}), 0.00)`)

/** Lines of settlements `s` as their paper names them; what is used up with the work stands on no paper. The guarantee is that of the order `d`. */
const linesOf = (tx: Tx, settlementIds: readonly number[]) =>
  tx.select(
    sql<
      CustomerOrder['lines'][number] & { settlementId: number }
    >`select s.document_id as settlement_id, coalesce(p.name, s.name) as name,
        s.qty, ${guaranteedUntil} as guaranteed_until, ${guaranteedKm} as guaranteed_km
      from repair_line s
      join repair_line l on l.group_id = s.group_id and l.id = s.source_line_id
      join repair_document d on d.group_id = l.group_id and d.id = l.document_id
      ${qualityJoins}
      left join part p on p.group_id = s.group_id and p.id = s.part_id
      where s.group_id = ${tx.groupId} and s.document_id = any (${[...settlementIds]}::bigint[]) and not s.is_consumable
      order by array_position(array['labour', 'materials', 'extras', 'outsourced'], s.section), s.line_no`,
  )
