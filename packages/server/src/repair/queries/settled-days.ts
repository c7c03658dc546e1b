// What repairs bring, day by day: 产值, revenue and profit of what is settled, less what is refunded (business/repair-settlement 3).
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import { within } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { isCounted } from '../../kernel/query/counted'
import { repairScope } from '../../kernel/repair/scope'

/** What the lines of a settlement, or of a refund, `d` count for, yuan with tax (business/repair-settlement 3). */
export const settledOutput = sql<string>`(select coalesce(sum(l.output_amount), 0.00) from repair_line l
  where l.group_id = d.group_id and l.document_id = d.id)`

/** Of rows `p` of profit and loss what a repair earned, without tax and work for own departments (business/repair-settlement 4). */
export const profitOfRows = sql<string>`sum(case when p.kind in ('revenue_part', 'revenue_labour', 'revenue_other', 'warranty_revenue') then p.amount
    when p.kind in ('discount', 'cogs_part', 'cogs_outsource') then -p.amount else 0 end)`

/** Work for own departments brings nothing. */
const revenueOfLines = sql<string>`(select coalesce(sum(l.output_amount), 0.00) from repair_line l
  where l.group_id = d.group_id and l.document_id = d.id and not (l.payer = 'internal' and l.payer_partner_id is null))`

/** Figures of a business day, yuan with 2 decimals. */
export interface SettledDay {
  day: string
  /** With tax: what was settled counts for, and what of it was refunded. */
  output: string
  returned: string
  /** With tax, less what was refunded. */
  revenue: string
  /** Without tax, less what was refunded; absent for who may not see it. */
  profit?: string
}

/** The days from one on that something was settled or refunded on, of the caller's organisation and within his scope. */
export const settledDays = (tx: CallerTx, from: string): Promise<SettledDay[]> =>
  tx.select(sql<SettledDay>`
    select s.biz_date as day, coalesce(sum(s.output) filter (where not s.is_refund), 0.00) as output,
      coalesce(sum(s.output) filter (where s.is_refund), 0.00) as returned,
      sum(case when s.is_refund then -s.revenue else s.revenue end) as revenue
      ${sees(tx.caller, 'gross_profit') ? sql`, coalesce(sum(s.profit), 0.00) as profit` : sql``}
    from (
      select d.biz_date, d.kind = ${repairRefund.kind} as is_refund, ${settledOutput} as output, ${revenueOfLines} as revenue,
        (select ${profitOfRows} from pnl_ledger p where p.group_id = d.group_id and p.doc_kind = d.kind and p.doc_id = d.id) as profit
      from repair_document d
      where ${repairScope(tx.caller, repairSettlement.area)} and ${within(tx.caller, undefined)} and d.biz_date >= ${from}
        and (d.kind = ${repairSettlement.kind} and ${isCounted(repairSettlement)} or d.kind = ${repairRefund.kind} and ${isCounted(repairRefund)})
    ) s group by s.biz_date`)
