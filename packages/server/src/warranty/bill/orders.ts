import type { DataOf } from '@chepu/contract/kernel/route'
import { type ordersToBill as route, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { namesOrder } from '../../kernel/repair/list'
import { repairScope } from '../../kernel/repair/scope'
import { isOpenLine, openAmount } from './claimed'

/** So many are offered at once. */
const most = 50

/**
 * Settlements of which a manufacturer owes something. What no bill claims is among it, since claims are paid by their settlement alone (ADR 0316); orders of all
 * years are not read for it (ADR 0313).
 */
const owedOf = ({ groupId, caller }: CallerTx) => sql`array(select i.source_id from open_item i
  where i.group_id = ${groupId} and i.org_id = ${caller.orgId} and i.tab = 'warranty' and i.side = 'AR' and i.source_kind = 'repair_settlement'
    and not i.is_settled and i.original <> 0)`

/** 选工单: settled orders in the caller's scope with lines of a manufacturer that no bill claims, the latest first, one row a manufacturer (business/three-guarantees 3.3). */
export async function ordersToBill(tx: CallerTx, { q }: QueryOf<typeof route>): Promise<DataOf<typeof route>> {
  const amount = sees(tx.caller, 'doc_price') ? sql`, sum(${sql.raw(openAmount)}) as amount` : sql``
  const named = q ? sql`and ${namesOrder(q, 'o')}` : sql``
  const rows = await tx.select(sql<DataOf<typeof route>['rows'][number]>`
    select d.id as settlement_id, d.bill_no as settlement_no, d.biz_date as settled_on, o.bill_no as work_order_no, d.partner_id,
      c.name as partner_name, d.vehicle_id, v.plate, m.id as manufacturer_id, m.name as manufacturer_name ${amount}
    from repair_document d
    join repair_line r on r.group_id = d.group_id and r.document_id = d.id
    join repair_document o on o.group_id = d.group_id and o.id = d.work_order_id
    join partner c on c.group_id = d.group_id and c.id = d.partner_id
    join partner p on p.group_id = r.group_id and p.id = r.payer_partner_id
    join partner m on m.group_id = p.group_id and m.id = coalesce(p.merged_into_id, p.id)
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.kind = 'repair_settlement' and d.state = 'done'
      and d.id = any (${owedOf(tx)})
      and ${repairScope(tx.caller, warrantyBill.area)} and ${sql.raw(isOpenLine)} ${named}
    group by d.id, d.bill_no, d.biz_date, o.bill_no, d.partner_id, c.name, d.vehicle_id, v.plate, m.id, m.name
    order by d.biz_date desc, d.id desc, m.id limit ${most + 1}`)
  return { rows: rows.slice(0, most), more: rows.length > most }
}
