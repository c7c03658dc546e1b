import { partnerHeadings } from '@chepu/contract/imports/import-headings'
import {
  type partnerRoutes,
  partnerKindLabels,
  type PartnerRow,
  priceLevelLabels,
  roleLabels,
  sisterRole,
} from '@chepu/contract/customers/partner'
import { listedTitle } from '@chepu/contract/kernel/headings'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { regionPrefix } from '../../basics/public'
import type { QueryOf } from '../../kernel/http/bind'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden } from '../../kernel/base/errors'
import type { ExportSource } from '../../kernel/export/registry'
import { mobileColumn } from '../../kernel/caller/mobile'
import { allOf, isAnyOf, startingWith } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { yesNo } from '../../kernel/query/in-words'
import { readableRoles } from './access'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { balancesOf, lastOn } from '../figures'
import { namesPartner } from './search'
import { ownsCarNamed } from '../vehicle/rows'
import { pageOf } from '../../kernel/query/page'

type PartnerFilters = QueryOf<typeof partnerRoutes.totals>

/** One row of balances a partner; absent accounts are zero. */
const tables = (tx: CallerTx) => sql`from partner p
  left join partner_org own on own.group_id = p.group_id and own.org_id = ${tx.caller.orgId} and own.partner_id = p.id
  left join employee s on s.group_id = own.group_id and s.id = own.salesperson_id
  left join employee by on by.group_id = own.group_id and by.id = own.buyer_id
  left join settlement_method m on m.group_id = p.group_id and m.id = p.settlement_method_id
  ${balancesOf(tx)}`

function selectRows(tx: CallerTx, filters: PartnerFilters): RawBuilder<PartnerRow> {
  const columns = [
    sql`p.id, p.code, p.name, p.kind, p.cus_flag, p.level, p.category, ${mobileColumn(tx.caller, 'p.mobile')} as mobile, p.tel, p.region, p.address, p.price_level, p.discount_rate,
      m.name as settlement_method_name, p.credit_days, s.name as salesperson_name, by.name as buyer_name, p.source,
      p.is_blacklisted, p.system_kind is not null as is_system, p.is_active, p.tax_no, p.bank_name, p.bank_account, p.remark, p.version, ${lastOn(tx)} as last_on,
      (select c.name from partner_contact c where c.group_id = p.group_id and c.partner_id = p.id
        order by c.is_default desc, c.id limit 1) as contact_name,
      (select count(*) from vehicle v where v.group_id = p.group_id and v.partner_id = p.id and v.is_active) as vehicle_count`,
  ]
  if (sees(tx.caller, 'credit_limit')) columns.push(sql`own.credit_limit`)
  for (const { key } of balancesSeen(tx)) columns.push(sql`bal.${sql.ref(key)}`)
  return sql<PartnerRow>`select ${sql.join(columns)} ${tables(tx)} where ${where(tx, filters)}`
}

const sortable = {
  code: 'p.code',
  name: 'p.name',
  level: 'p.level',
  category: 'p.category',
  creditDays: 'p.credit_days',
}
const balances = [
  { key: 'receivable', column: 'bal.receivable', account: 'AR', title: '当前应收', kind: 'number' },
  { key: 'advanceIn', column: 'bal.advance_in', account: 'ADV_IN', title: '预收余额', kind: 'number' },
  { key: 'payable', column: 'bal.payable', account: 'AP', title: '当前应付', kind: 'number' },
  { key: 'advanceOut', column: 'bal.advance_out', account: 'ADV_OUT', title: '预付余额', kind: 'number' },
] as const

/** Balances of partners that the caller may see. */
const balancesSeen = ({ caller }: CallerTx) => balances.filter(({ account }) => seesBalance(caller, account))

/** Partners in the asked roles within the caller's scope; hidden figures are neither selected nor sorted by. */
export async function listPartners(tx: CallerTx, filters: QueryOf<typeof partnerRoutes.list>) {
  const columns = { ...sortable, ...Object.fromEntries(balancesSeen(tx).map(({ key, column }) => [key, column])) }
  return pageOf(
    tx,
    sql<PartnerRow>`${selectRows(tx, filters)}
    order by ${sortedBy(columns, filters.sort) ?? sql`p.code`}, p.id`,
    filters,
  )
}

export async function partnerTotals(tx: CallerTx, filters: PartnerFilters): Promise<Totals> {
  const sums = balancesSeen(tx).map(({ key, column }) => sql`sum(${sql.ref(column)}) as ${sql.ref(key)}`)
  const [row] = await tx.select<Record<string, string | null> & { count: number }>(
    sql`select ${sql.join([sql`count(*) as count`, ...sums])} ${tables(tx)} where ${where(tx, filters)}`,
  )
  const { count, ...figures } = row ?? { count: 0 }
  return { count, sums: Object.fromEntries(Object.entries(figures).map(([key, sum]) => [key, String(sum ?? '0')])) }
}

function where(tx: CallerTx, filters: PartnerFilters): RawBuilder<SqlBool> {
  const { q, category, level, kind, source, regionCode, salespersonId, owing, quietDays, active, ids } = filters
  const roles = filters.role & readableRoles(tx.caller)
  if (roles === 0) forbidden()
  const owed = balancesSeen(tx).flatMap(({ account, column }) =>
    account === 'AR' || account === 'AP' ? [sql`${sql.ref(column)} <> 0`] : [],
  )
  if (owing !== undefined && owed.length === 0) forbidden('您没有查看往来余额的权限')
  return allOf([
    partnerScope(tx.caller, roles),
    ...(q ? [sql<SqlBool>`(${sql.join([namesPartner(tx.caller, q), ...ownsCarNamed(tx.caller, q)], sql` or `)})`] : []),
    ...(category ? [sql<SqlBool>`p.category = ${category}`] : []),
    ...(level ? [sql<SqlBool>`p.level = ${level}`] : []),
    ...(regionCode ? [sql<SqlBool>`p.region_code like ${startingWith(regionPrefix(regionCode))}`] : []),
    ...(kind ? [sql<SqlBool>`p.kind = ${kind}`] : []),
    ...(source ? [sql<SqlBool>`p.source = ${source}`] : []),
    ...(salespersonId ? [sql<SqlBool>`own.salesperson_id = ${salespersonId}`] : []),
    ...(owing === undefined ? [] : [sql<SqlBool>`(${sql.join(owed, sql` or `)}) = ${owing}`]),
    ...(quietDays
      ? [sql<SqlBool>`coalesce(${lastOn(tx)}, '1970-01-01') <= ${addDays(shanghaiDay(), -quietDays)}`]
      : []),
    ...(active === undefined ? [] : [sql<SqlBool>`p.is_active = ${active}`]),
    ...(ids ? [isAnyOf('p.id', ids)] : []),
  ])
}

const labelled = (column: string, labels: Readonly<Record<string, string>>) =>
  sql`case ${sql.raw(column)} ${sql.join(
    Object.entries(labels).map(([code, label]) => sql`when ${code} then ${label}`),
    sql` `,
  )} end`

/** The roles of a partner, each in its word. */
const roles = Object.entries({ ...roleLabels, ...sisterRole }).map(
  ([bit, label]) => sql`case when r.cus_flag & ${bit}::int <> 0 then ${label} end`,
)

/** 导出 of the customer list. */
export const partnerExport: ExportSource = {
  title: '客户资料',
  columns: (tx) => [
    { key: 'code', title: '编码', kind: 'text' },
    { key: 'name', title: '名称', kind: 'text', width: 30 },
    { key: 'kind', title: '性质', kind: 'text' },
    { key: 'cusFlag', title: '角色', kind: 'text', always: true },
    { key: 'category', title: listedTitle(partnerHeadings.category), kind: 'text' },
    { key: 'level', title: listedTitle(partnerHeadings.level), kind: 'text' },
    { key: 'mobile', title: '手机', kind: 'text', width: 14 },
    { key: 'tel', title: '电话', kind: 'text', width: 16 },
    { key: 'contactName', title: '联系人', kind: 'text' },
    { key: 'vehicleCount', title: '车辆数', kind: 'number' },
    { key: 'region', title: '地区', kind: 'text', width: 24 },
    { key: 'address', title: '地址', kind: 'text', width: 30 },
    { key: 'priceLevel', title: '价格级别', kind: 'text' },
    { key: 'discountRate', title: '折扣', kind: 'number' },
    { key: 'settlementMethodName', title: '结算方式', kind: 'text' },
    { key: 'creditDays', title: listedTitle(partnerHeadings.creditDays), kind: 'number' },
    ...(sees(tx.caller, 'credit_limit') ? [{ key: 'creditLimit', title: '信用额度', kind: 'number' } as const] : []),
    ...balancesSeen(tx).map(({ key, title, kind }) => ({ key, title, kind })),
    { key: 'lastOn', title: '最近往来', kind: 'date' },
    { key: 'salespersonName', title: listedTitle(partnerHeadings.salesperson), kind: 'text' },
    { key: 'buyerName', title: '采购员', kind: 'text' },
    { key: 'source', title: '来源', kind: 'text' },
    { key: 'isBlacklisted', title: '黑名单', kind: 'text' },
    { key: 'isActive', title: '状态', kind: 'text' },
    { key: 'taxNo', title: listedTitle(partnerHeadings.taxNo), kind: 'text', width: 22 },
    { key: 'bankName', title: listedTitle(partnerHeadings.bankName), kind: 'text', width: 24 },
    { key: 'bankAccount', title: listedTitle(partnerHeadings.bankAccount), kind: 'text', width: 22 },
    { key: 'remark', title: listedTitle(partnerHeadings.remark), kind: 'text' },
  ],
  frame: async (tx, filters) => ({ totals: await partnerTotals(tx, filters as PartnerFilters) }),
  rows: (tx, filters) => sql`select r.*, ${labelled('r.kind', partnerKindLabels)} as kind,
      ${labelled('r.price_level', priceLevelLabels)} as price_level,
      concat_ws('、', ${sql.join(roles)}) as cus_flag, ${yesNo('r.is_blacklisted')} as is_blacklisted,
      case when r.is_active then '启用' else '停用' end as is_active
    from (${selectRows(tx, filters as PartnerFilters)}) r order by r.code`,
}
