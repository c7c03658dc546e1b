import type { packageProfit, packageUses, PackageFilters, PackageUsesFilters } from '@chepu/contract/cards/card-report'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, sees } from '../../kernel/caller/caller'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { allDocuments } from '../../kernel/document/references'
import type { QuerySource } from '../../kernel/query/query'
import { isOwedBy, isStanding, moveOfEntry, slipOfEntry } from './entries'

/** What of a line's cost and commission belongs to the entry `l`: several packages may cover one line. */
const shareOfLine = sql`abs(l.times) / (select sum(abs(x.times)) from card_item_ledger x where x.group_id = l.group_id and x.doc_kind = l.doc_kind
  and x.doc_id = l.doc_id and x.doc_line_id = l.doc_line_id and ${isStanding('x')})`
/** What was issued for what is used, and came back for what is refunded. */
const materialCost = sql`coalesce(-sign(l.times) * r.cost_amount * ${shareOfLine}, 0)`
/** What was earned by the line, less what a refund has taken back of it. */
const commission = sql`coalesce((select sum(a.amount) from commission_entry a where a.group_id = l.group_id and a.doc_kind = l.doc_kind
  and a.doc_id = l.doc_id and a.line_id = l.doc_line_id and a.role = 'technician') * ${shareOfLine}, 0)`

/** Entries of packages that stand, with the sale that each goes back to. What was sold and taken back is not there. */
const entriesOf = (tx: CallerTx, filters: PackageFilters) => sql`
  select l.id, l.org_id as place_id, i.org_id, i.card_id, i.slip_id, i.card_package_id, coalesce(p.name, i.package_name) as package_name, i.service_item_id,
    i.part_id, sale.biz_date as sold_on, to_char(sale.biz_date, 'YYYY-MM') as month, l.biz_date, l.posted_at, l.doc_kind, l.doc_id,
    ${moveOfEntry} as move, l.times, l.value, ${materialCost} as cost, ${commission} as commission
  from card_item_ledger sale
  join card_item i on i.group_id = sale.group_id and i.id = sale.card_item_id and i.slip_id = sale.doc_id
  join card_item_ledger l on l.group_id = i.group_id and l.card_item_id = i.id and ${isStanding('l')}
  left join card_package p on p.group_id = i.group_id and p.id = i.card_package_id
  left join repair_line r on r.group_id = l.group_id and r.id = l.doc_line_id
  ${slipOfEntry}
  where sale.group_id = ${tx.groupId} and sale.doc_kind = 'card_voucher' and ${isStanding('sale')} and ${soldAs(tx, filters)}`

function soldAs(tx: CallerTx, { orgs, from, to, package: name }: PackageFilters): RawBuilder<SqlBool> {
  const conditions = [isOwedBy(tx, 'i.org_id', orgs)]
  if (from) conditions.push(sql`sale.biz_date >= ${from}`)
  if (to) conditions.push(sql`sale.biz_date <= ${to}`)
  if (name) conditions.push(sql`coalesce(p.name, i.package_name) like ${containing(name)}`)
  return allOf(conditions)
}

const isSale = sql`f.move in ('added', 'opening')`
const sumOf = (figure: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${figure}) filter (where ${condition}), 0.00)`
const value = sql.ref('f.value')
/** Used, less what refunds gave back of it. */
const isUse = sql`f.move in ('used', 'returned')`
const usedValue = sql`-${sumOf(value, isUse)}`
const expiredValue = sql`-${sumOf(value, sql`f.move = 'expired'`)}`
const wholeCost = sql`round(sum(f.cost), 2)`
const wholeCommission = sql`round(sum(f.commission), 2)`
const profit = sql`${usedValue} + ${expiredValue} - ${wholeCost}`

/** 套餐盈利 by package and month of sale, as far as packages were used by now (business/cards 9.2). */
export const profits: QuerySource<typeof packageProfit> = {
  select: ({ caller }) => ({
    key: sql`concat_ws(':', f.org_id, f.month, f.card_package_id, f.package_name)`,
    from: sql`(f.month || '-01')::date`,
    to: sql`((f.month || '-01')::date + interval '1 month' - interval '1 day')::date`,
    orgName: sql`o.name`,
    packageName: sql`f.package_name`,
    month: sql`f.month`,
    sold: sql`count(distinct f.slip_id) filter (where f.move = 'added')`,
    soldValue: sumOf(value, sql`f.move = 'added'`),
    broughtValue: sumOf(value, sql`f.move = 'opening'`),
    usedTimes: sql`-coalesce(sum(f.times) filter (where ${isUse}), 0.0000)`,
    usedValue,
    expiredValue,
    refundedValue: sql`-${sumOf(value, sql`f.move = 'refunded'`)}`,
    leftValue: sql`sum(f.value)`,
    materialCost: wholeCost,
    commission: wholeCommission,
    profit: profit,
    profitAfterCommission: afterCommission(caller),
  }),
  from: (tx, filters) => sql`from (${entriesOf(tx, filters)}) f
    join org o on o.group_id = ${tx.groupId} and o.id = f.org_id
    group by f.org_id, o.name, f.month, f.card_package_id, f.package_name`,
  order: sql`f.month desc, o.name, f.package_name, f.org_id, f.card_package_id`,
}

/** Beside the profit it would tell what technicians earn. */
const afterCommission = (caller: Caller) =>
  sees(caller, 'commission') ? sql`${profit} - ${wholeCommission}` : undefined

/** 套餐使用, the newest first: what the figures of 套餐盈利 are made of. */
export const uses: QuerySource<typeof packageUses> = {
  select: () => ({
    id: sql`f.id`,
    docKind: sql`f.doc_kind`,
    docId: sql`f.doc_id`,
    bizDate: sql`f.biz_date`,
    billNo: sql`coalesce(d.bill_no, '')`,
    move: sql`f.move`,
    packageName: sql`f.package_name`,
    itemName: sql`coalesce(s.name, part.name)`,
    times: sql`-f.times`,
    value: sql`-f.value`,
    materialCost: sql`round(f.cost, 2)`,
    commission: sql`round(f.commission, 2)`,
    cardNo: sql`c.card_no`,
    partnerName: sql`holder.name`,
    plate: sql`nullif(v.plate, '')`,
    soldOn: sql`f.sold_on`,
    orgName: sql`o.name`,
    placeName: sql`place.name`,
  }),
  from: (tx, filters) => sql`from (${entriesOf(tx, filters)}) f
    join card c on c.group_id = ${tx.groupId} and c.id = f.card_id
    join partner holder on holder.group_id = ${tx.groupId} and holder.id = c.partner_id
    join org o on o.group_id = ${tx.groupId} and o.id = f.org_id
    join org place on place.group_id = ${tx.groupId} and place.id = f.place_id
    left join service_item s on s.group_id = ${tx.groupId} and s.id = f.service_item_id
    left join part on part.group_id = ${tx.groupId} and part.id = f.part_id
    left join ${allDocuments()} d on d.group_id = ${tx.groupId} and d.kind = f.doc_kind and d.id = f.doc_id
    left join repair_document car on car.group_id = ${tx.groupId} and car.kind = f.doc_kind and car.id = f.doc_id
    left join vehicle v on v.group_id = ${tx.groupId} and v.id = car.vehicle_id
    where not ${isSale} ${moved(filters)}`,
  order: sql`f.biz_date desc, f.posted_at desc, f.id desc`,
  ties: sql`f.posted_at desc, f.id desc`,
}

const moved = ({ move }: PackageUsesFilters) => (move ? sql`and f.move = ${move}` : sql``)
