import { claimsMoney, type ClaimsTab } from '@chepu/contract/finance/claims-money'
import { writeOff } from '@chepu/contract/finance/write-off'
import { type PartnerRole, partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { settleable } from '@chepu/contract/warranty/warranty-bill'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { allOf, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { bringsIn } from '../../kernel/money/paid'
import type { QuerySource } from '../../kernel/query/query'
import { invoiceStateOf } from '../invoice/bills'
import { liveBill, openAmount } from '../../warranty/public'
import { openItemRows } from '../settle-tabs/items'
import { partnerConditions, partnerJoins } from './figures'

/**
 * 索赔款管理: what manufacturers and insurers owe. The rows are made of the very items of 三包结算 and 保险结算, so that what is open is the same there
 * (business/three-guarantees 7.4). Of a manufacturer those of one bill are a row until a settlement takes them over.
 */
export const claimsMoneySource: QuerySource<typeof claimsMoney> = {
  select: () => ({
    key: sql`f.key`,
    partnerId: sql`f.partner_id`,
    partnerName: sql`f.partner_name`,
    billNo: sql`f.bill_no`,
    sourceKind: sql`f.source_kind`,
    sourceId: sql`f.source_id`,
    billId: sql`f.bill_id`,
    bizDate: sql`f.biz_date`,
    state: sql`f.state`,
    agreed: sql`f.agreed`,
    deducted: sql`f.deducted`,
    original: sql`f.original`,
    settled: sql`f.paid`,
    waived: sql`f.original - f.balance - f.paid`,
    balance: sql`f.balance`,
    days: sql`case when f.balance = 0 then 0 else greatest(${shanghaiDay()}::date - f.biz_date, 0) end`,
    dueOn: sql`f.due_on`,
    invoiceState: sql`f.invoice_state`,
    orderNo: sql`f.order_no`,
    itemIds: sql`coalesce(f.item_ids, '{}')`,
    isOwed: sql`exists (select from partner_balance b where b.group_id = f.group_id and b.org_id = f.org_id and b.partner_id = f.partner_id
      and b.account = 'AP' and b.balance > 0)`,
  }),
  from: (tx, filters) => sql`from (${rowsOf[filters.tab](tx, filters)}) f where ${where(filters)}`,
  order: sql`biz_date desc, bill_no desc, key`,
}

type Filters = QueryFilters<typeof claimsMoney>

function where({ from, to, billNo, state }: Filters): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  if (from) conditions.push(sql<SqlBool>`f.biz_date >= ${from}`)
  if (to) conditions.push(sql<SqlBool>`f.biz_date <= ${to}`)
  if (billNo) conditions.push(sql<SqlBool>`f.bill_no like ${startingWith(billNo.toUpperCase())}`)
  if (state) conditions.push(sql<SqlBool>`f.state = ${state}`)
  return allOf(conditions)
}

/** Items `i` of partners `p` who have this role, as against what others, such as customers, have taken over of theirs. */
const owedBy = (role: PartnerRole) =>
  sql<SqlBool>`(i.source_kind <> ${writeOff.kind} or p.cus_flag & ${partnerRoles[role]} <> 0)`

/** The bill that an item `i` of a manufacturer is of alone. */
const ownBill = sql`case i.source_kind when 'warranty_bill' then i.source_id when 'claim_confirmation' then i.warranty_bill_id end`

/** Bills `b` that share an item `i` that the settlement of an order has opened. */
const sharesItem = sql<SqlBool>`i.source_kind = 'repair_settlement' and b.group_id = i.group_id and b.settlement_id = i.source_id
    and b.manufacturer_id = i.partner_id and ${sql.raw(liveBill)}`

/** What of an item `i` has come in. */
const paid = sql`coalesce((select sum(w.amount) from write_off_line w where w.group_id = i.group_id and w.open_item_id = i.id and ${bringsIn}), 0.00)`

/** An item `i` by bill: of each what the settlement has billed for its lines, open until a settlement of claims takes it over; the rest is of no bill, and so is what came in. */
const byBill = sql`(select coalesce(k.id, ${ownBill}) as bill_id, case when k.id is null then i.original - coalesce(sum(k.part), 0.00) else sum(k.part) end as original,
      case when k.id is null then i.balance - coalesce(sum(k.part) filter (where k.is_open), 0.00) else coalesce(sum(k.part) filter (where k.is_open), 0.00) end as balance,
      case when k.id is null then ${paid} else 0.00 end as paid
    from (select b.id, b.state not in ('settled', 'closed') as is_open, sum(${sql.raw(openAmount)}) as part from repair_document b
      join repair_line c on c.group_id = b.group_id and c.document_id = b.id
      join repair_line r on r.group_id = c.group_id and r.id = c.source_line_id
      where ${sharesItem} group by b.id, b.state) k
    group by grouping sets ((k.id), ()))`

const openIds = sql`array_agg(x.id order by x.id) filter (where x.balance <> 0)`

/** What is open, settlements of claims, and what was paid of a bill of which some is open: the items `i` of the rows, found without reading those of all years. */
const isShown = ({
  groupId,
  caller,
}: CallerTx) => sql<SqlBool>`(not i.is_settled or i.source_kind = ${warrantySettlement.kind} or i.id = any (array(
    select y.id from (select distinct k.id from open_item i
      cross join lateral (select ${ownBill} as id union all select b.id from repair_document b where ${sharesItem}) k
      where i.group_id = ${groupId} and i.org_id = ${caller.orgId} and i.tab = 'warranty' and i.side = 'AR' and i.original <> 0 and not i.is_settled) o
    join repair_document b on b.group_id = ${groupId} and b.id = o.id
    join open_item y on y.group_id = b.group_id and y.is_settled and (y.warranty_bill_id = b.id
      or (y.source_kind, y.source_id) in ((b.kind, b.id), ('repair_settlement', b.settlement_id))))))`

function ofManufacturers(tx: CallerTx, { partnerId }: Filters): RawBuilder<unknown> {
  const items = openItemRows(tx, 'AR', { tab: 'warranty', partnerId })
  return sql`
    select x.*, coalesce(b.bill_no, x.item_no) as bill_no, coalesce(b.kind, x.item_kind) as source_kind, coalesce(b.id, x.item_source) as source_id,
      coalesce(b.biz_date, x.item_date) as biz_date, coalesce(b.confirmed_amount, s.confirmed_amount) as agreed, coalesce(s.deducted_amount, 0.00) as deducted,
      wj.bill_no as order_no,
      case when b.state = any (${[...settleable]}) then 'agreed' when s.id is null and x.is_unconfirmed then 'open' when x.balance = 0 then 'paid' else 'owed' end as state
    from (
      select x.group_id, x.org_id, x.partner_id, x.partner_name, x.bill_id, coalesce('bill:' || x.bill_id, 'item:' || x.id) as key,
        min(x.bill_no) as item_no, min(x.source_kind) as item_kind, min(x.source_id) as item_source, min(x.biz_date) as item_date, max(x.due_on) as due_on,
        sum(x.original) as original, sum(x.balance) as balance, sum(x.paid) as paid, bool_or(x.is_unconfirmed) as is_unconfirmed, min(x.invoice_state) as invoice_state,
        ${openIds} as item_ids
      from (select i.id, i.group_id, i.org_id, i.partner_id, i.bill_no, i.source_kind, i.source_id, i.biz_date, i.due_on, i.is_unconfirmed,
          p.name as partner_name, ${invoiceStateOf} as invoice_state, k.bill_id, k.original, k.balance, k.paid
        from ${items.from} cross join lateral ${byBill} k where ${items.where} and ${owedBy('manufacturer')} and ${isShown(tx)}) x
      group by x.group_id, x.org_id, x.partner_id, x.partner_name, x.bill_id, coalesce('bill:' || x.bill_id, 'item:' || x.id)
      union all
      ${settledToNothing(tx, partnerId)}) x
    left join repair_document b on b.group_id = x.group_id and b.id = x.bill_id
    left join repair_document wj on wj.group_id = b.group_id and wj.id = b.settlement_id
    left join claim_document s on s.group_id = x.group_id and s.kind = ${warrantySettlement.kind} and x.item_kind = s.kind and s.id = x.item_source
    where x.balance <> 0 or s.id is not null`
}

/** Settlements of which nothing is left: they have opened no item, and all that was agreed to was kept back. */
const settledToNothing = (tx: CallerTx, partnerId: number | undefined) => sql`
  select c.group_id, c.org_id, c.partner_id, p.name, null, 'settlement:' || c.id, c.bill_no, c.kind, c.id, c.biz_date, coalesce(c.due_on, c.biz_date),
    0.00, 0.00, 0.00, false, null, null
  from claim_document c
  join partner p on p.group_id = c.group_id and p.id = c.partner_id
  ${partnerJoins(tx, 'AR')}
  where c.group_id = ${tx.groupId} and c.org_id = ${tx.caller.orgId} and c.kind = ${warrantySettlement.kind} and c.state = 'done' and c.net_amount = 0
    and ${partnerConditions(tx, 'AR', { partnerId })}`

/** What verdicts of a case have taken off an insurer's item `i`: borne here, or owed by the customer since. */
const takenOff = sql`coalesce((select sum(w.amount) from write_off_line w
  join money_slip m on m.group_id = w.group_id and m.kind = w.doc_kind and m.id = w.doc_id and m.maker_kind = 'insurance_case' and m.posted_at is not null
  where w.group_id = i.group_id and w.open_item_id = i.id), 0.00)`

function ofInsurers(tx: CallerTx, { partnerId }: Filters): RawBuilder<unknown> {
  const items = openItemRows(tx, 'AR', { tab: 'insurance', partnerId })
  return sql`
    select i.group_id, i.org_id, i.partner_id, p.name as partner_name, null::bigint as bill_id, 'item:' || i.id as key, coalesce(c.bill_no, i.bill_no) as bill_no,
      coalesce(c.kind, i.source_kind) as source_kind, coalesce(c.id, i.source_id) as source_id, i.biz_date, i.due_on,
      i.original - ${takenOff} as original, i.balance, ${paid} as paid, c.agreed_amount as agreed, ${takenOff} as deducted, ${invoiceStateOf} as invoice_state,
      i.bill_no as order_no, case when i.balance <> 0 then array[i.id] end as item_ids,
      case when i.balance = 0 then 'paid' when c.id is not null and c.agreed_amount is null then 'open' else 'owed' end as state
    from ${items.from}
    left join repair_document wj on wj.group_id = i.group_id and wj.id = i.source_id and i.source_kind = 'repair_settlement'
    left join repair_document c on c.group_id = wj.group_id and c.kind = 'insurance_case' and c.work_order_id = wj.work_order_id
      and c.insurer_id = i.partner_id and c.state <> 'voided'
    where ${items.where} and ${owedBy('insurer')}`
}

const rowsOf: Record<ClaimsTab, (tx: CallerTx, filters: Filters) => RawBuilder<unknown>> = {
  warranty: ofManufacturers,
  insurance: ofInsurers,
}
