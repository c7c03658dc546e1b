// What lists and pages tell of a case `d` beside its own header: what its order says of it, and what its insurer owes (business/repair-insurance).
import { type RawBuilder, sql } from 'kysely'
import { nameBeside } from '../../kernel/document/own-columns'

const ofOrder = (column: string): RawBuilder<string | null> =>
  sql`(select o.${sql.ref(column)} from repair_document o where o.group_id = d.group_id and o.id = d.work_order_id)`

/** Receivables of the insurer by the settlement of the order. */
const ofItems = (figure: string): RawBuilder<string> =>
  sql`coalesce((select sum(i.${sql.ref(figure)}) from repair_document o
    join open_item i on i.group_id = o.group_id and i.source_kind = 'repair_settlement' and i.source_id = o.settlement_id
    where o.group_id = d.group_id and o.id = d.work_order_id and i.payer_type = 'insurance' and i.partner_id = d.insurer_id), 0.00)`

const isSettled = sql`${ofOrder('state')} in ('settled', 'delivered')`
const lacksPapers = sql`jsonb_path_exists(d.papers, '$[*] ? (@.isHeld == false)')`

/** What a case waits for (business/repair-insurance 2). */
const awaits = sql<string>`case
  when d.state = 'reported' then 'assessment'
  when d.state in ('assessed', 'in_repair') and d.work_order_id is null then 'order'
  when d.state in ('assessed', 'in_repair') and ${isSettled} and ${lacksPapers} then 'papers'
  when d.state in ('assessed', 'in_repair') and ${isSettled} then 'submission'
  when d.state in ('assessed', 'in_repair') and ${ofOrder('state')} = 'completed' then 'settlement'
  when d.state in ('assessed', 'in_repair') then 'repair'
  when d.state = 'submitted' then 'verdict'
  when d.state = 'agreed' then 'payment'
  else 'nothing' end`

/** SQL of the columns of a case that are none of its header. */
export const caseColumns = {
  insurerName: nameBeside('partner', 'insurer_id'),
  awaits,
  workOrderNo: ofOrder('bill_no'),
  assessedTotal: sql`d.assessed_labour + d.assessed_material`,
  insurerDue: ofItems('original'),
  insurerOpen: ofItems('balance'),
}

/** What the lines of its order come to that its insurer pays, after their discounts. */
export const chargedAmount = sql`coalesce((select sum(l.net_amount) from repair_line l
  where l.group_id = d.group_id and l.document_id = d.work_order_id and l.payer = 'insurance' and l.payer_partner_id = d.insurer_id
    and l.agreement <> 'declined' and not l.is_consumable), 0.00)`
