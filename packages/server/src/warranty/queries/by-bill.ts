import type { QueryFilters } from '@chepu/contract/kernel/query'
import type { warrantyByBill as query } from '@chepu/contract/warranty/searches'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import { allOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { namesPart } from '../../kernel/query/part-filter'
import { totalsOf } from '../../kernel/query/page'
import type { QuerySource } from '../../kernel/query/query'
import { namesItem } from './by-item'
import {
  awaiting,
  claimedOn,
  confirmedOn,
  countedBills,
  ofClaim,
  shareOfBill,
  sharesOf,
  unpaid,
  unpaidOfShares,
} from './counted-bills'

const collected = shareOfBill('collected')
const deducted = shareOfBill('deducted')
const waived = shareOfBill('waived')
const settledOn = shareOfBill('settled_on')
const collectedOn = shareOfBill('collected_on')
const open = sql`(${awaiting} + ${unpaid(shareOfBill)})`

/** 三包查询-按单据, the latest first (business/three-guarantees 8.2). */
export const warrantyByBill: QuerySource<typeof query> = {
  select: () => ({
    id: sql`d.id`,
    claimId: ofClaim('s.id'),
    billNo: sql`d.bill_no`,
    orgName: sql`o.name`,
    manufacturerName: sql`m.name`,
    plate: sql`v.plate`,
    vin: sql`v.vin`,
    state: sql`d.state`,
    bizDate: sql`d.biz_date`,
    claimed: sql`d.total_amount`,
    confirmed: sql`d.confirmed_amount`,
    rejected: sql`d.rejected_amount`,
    deducted: sql`coalesce(${deducted}, 0.00)`,
    settled: sql`d.settled_amount`,
    collected: sql`coalesce(${collected}, 0.00)`,
    waived: sql`coalesce(${waived}, 0.00)`,
    open,
    age: sql`case when ${open} <> 0 then greatest(${shanghaiDay()}::date - d.biz_date, 0) end`,
    repairedOn: sql`d.repaired_on`,
    claimedOn,
    confirmedOn,
    settledOn,
    collectedOn,
    daysToClaim: sql`${claimedOn} - d.repaired_on`,
    daysToConfirm: sql`case when ${confirmedOn} >= ${claimedOn} then ${confirmedOn} - ${claimedOn} end`,
    daysToSettle: sql`${settledOn} - ${confirmedOn}`,
    daysToCollect: sql`${collectedOn} - ${settledOn}`,
  }),
  from: async (tx, filters, ids) => sql`from repair_document d
    join org o on o.group_id = d.group_id and o.id = d.org_id
    join partner m on m.group_id = d.group_id and m.id = d.manufacturer_id
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    where ${await askedBills(tx, filters)} ${ids ? sql`and d.id = any (${[...ids]}::bigint[])` : sql``}`,
  foundBy: 'id',
  order: sql`biz_date desc, id desc`,
  totals: async (tx, filters) => {
    const bills = await askedBills(tx, filters)
    return totalsOf(
      tx,
      sees(tx.caller, 'doc_price')
        ? sql`select count(*) as count, coalesce(sum(d.total_amount), 0.00) as claimed, coalesce(sum(d.confirmed_amount), 0.00) as confirmed,
            coalesce(sum(d.rejected_amount), 0.00) as rejected, coalesce(sum(h.deducted), 0.00) as deducted, coalesce(sum(d.settled_amount), 0.00) as settled,
            coalesce(sum(h.collected), 0.00) as collected, coalesce(sum(h.waived), 0.00) as waived,
            coalesce(sum(${awaiting} + ${unpaidOfShares}), 0.00) as open
          from repair_document d left join ${sharesOf(tx, bills)} h on h.bill_id = d.id where ${bills}`
        : sql`select count(*) as count from repair_document d where ${bills}`,
    )
  },
}

/** Bills `d` as they are asked for, with such work or fee and such a part where that is named. */
async function askedBills(
  tx: CallerTx,
  { item, part, ...filters }: QueryFilters<typeof query>,
): Promise<RawBuilder<SqlBool>> {
  const conditions = [countedBills(tx, filters)]
  if (item)
    conditions.push(sql`exists (select from repair_line l left join service_item i on i.group_id = l.group_id and i.id = l.service_item_id
      where l.group_id = d.group_id and l.document_id = d.id and l.section in ('labour', 'extras') and ${namesItem(item, sql`l.name`)})`)
  if (part)
    conditions.push(sql`exists (select from repair_line l join part p on p.group_id = l.group_id and p.id = l.part_id
      where l.group_id = d.group_id and l.document_id = d.id and l.section = 'materials' and ${await namesPart(tx, part)})`)
  return allOf(conditions)
}
