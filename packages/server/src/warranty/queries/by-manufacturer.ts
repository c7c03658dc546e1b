import type { warrantyByManufacturer as query } from '@chepu/contract/warranty/searches'
import { sql } from 'kysely'
import type { QuerySource } from '../../kernel/query/query'
import { awaiting, claimedOn, confirmedOn, countedBills, sharesOf, unpaidOfShares } from './counted-bills'

/** What every manufacturer was asked for and has paid; with a row a month where that is asked for (business/three-guarantees 8.4). */
export const warrantyByManufacturer: QuerySource<typeof query> = {
  select: () => ({
    key: sql`concat_ws(':', t.manufacturer_id, nullif(t.month, ''))`,
    manufacturerId: sql`t.manufacturer_id`,
    manufacturerName: sql`m.name`,
    month: sql`t.month`,
    count: sql`t.count`,
    claimed: sql`t.claimed`,
    confirmed: sql`t.confirmed`,
    rejected: sql`t.rejected`,
    deducted: sql`t.deducted`,
    settled: sql`t.settled`,
    collected: sql`t.collected`,
    waived: sql`t.waived`,
    awaiting: sql`t.awaiting`,
    unpaid: sql`t.unpaid`,
    open: sql`t.awaiting + t.unpaid`,
    confirmDays: sql`round(t.confirm_days, 1)`,
  }),
  from: (tx, { monthly, ...filters }) => sql`from (
      select d.group_id, d.manufacturer_id, d.month, count(*)::int as count, sum(d.total_amount) as claimed,
        coalesce(sum(d.confirmed_amount), 0.00) as confirmed, sum(d.rejected_amount) as rejected, sum(d.deducted) as deducted, sum(d.settled_amount) as settled,
        sum(d.collected) as collected, sum(d.waived) as waived, sum(d.awaiting) as awaiting, sum(d.unpaid) as unpaid, avg(d.confirmed_on - d.claimed_on) filter (where d.confirmed_on >= d.claimed_on) as confirm_days
      from (
        select d.group_id, d.manufacturer_id, ${monthly ? sql`to_char(d.biz_date, 'YYYY-MM')` : sql`''`} as month, d.total_amount, d.confirmed_amount, d.rejected_amount, d.settled_amount,
          coalesce(h.deducted, 0.00) as deducted, coalesce(h.collected, 0.00) as collected, coalesce(h.waived, 0.00) as waived, ${awaiting} as awaiting,
          ${unpaidOfShares} as unpaid, ${confirmedOn} as confirmed_on, ${claimedOn} as claimed_on
        from repair_document d left join ${sharesOf(tx, countedBills(tx, filters))} h on h.bill_id = d.id
        where ${countedBills(tx, filters)}
      ) d group by d.group_id, d.manufacturer_id, d.month
    ) t
    join partner m on m.group_id = t.group_id and m.id = t.manufacturer_id`,
  order: sql`month desc, claimed desc, manufacturer_id`,
  ties: sql`month desc, manufacturer_id`,
}
