// Filters in words, for people who look for the file they asked for yesterday (business/finance 7.5).
import { stateLabels } from '@chepu/contract/kernel/states'
import { orgReaches } from '@chepu/contract/kernel/list-query'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { partnerScope } from '../../kernel/caller/partner-scope'
import type { CallerTx } from '../../kernel/db/tx'
import { own } from '../../kernel/base/own'

type Filters = Record<string, unknown>

/** Filters whose text says enough by itself. */
const texts: Readonly<Record<string, string>> = {
  billNo: '单号',
  q: '关键字',
  part: '配件',
  creator: '制单人',
  remark: '备注',
  reason: '原因',
  waybill: '运单号',
  fitment: '适用车型',
  spec: '规格',
}

interface Named {
  title: string
  table: string
  column: string
  /** Rows `p` whose names the caller may see; all of the group's where it does not say. */
  seen?: (tx: CallerTx) => RawBuilder<SqlBool>
}

/** Filters that are ids: their title and the table with the name. */
const named: Readonly<Record<string, Named>> = {
  partnerId: {
    title: '往来单位',
    table: 'partner',
    column: 'name',
    seen: ({ caller }) => partnerScope(caller, anyRole),
  },
  warehouseId: { title: '仓库', table: 'warehouse', column: 'name' },
  brandId: { title: '品牌', table: 'brand', column: 'name' },
  categoryId: { title: '分类', table: 'part_category', column: 'name' },
  partId: { title: '配件', table: 'part', column: 'name' },
  accountId: {
    title: '账户',
    table: 'store_account',
    column: 'name',
    seen: ({ caller }) => sql<SqlBool>`p.org_id = ${caller.orgId}`,
  },
  salespersonId: { title: '业务员', table: 'employee', column: 'name' },
  creatorId: { title: '制单人', table: 'app_user', column: 'real_name' },
}

/** What each set of filters says, in the order given. */
export async function summariesOf(tx: CallerTx, filters: readonly Filters[]): Promise<string[]> {
  const names = await namesOf(tx, filters)
  return filters.map((each) => summaryOf(each, names))
}

function summaryOf(filters: Filters, names: ReadonlyMap<string, string>): string {
  const { from, to, orgs, state, ids } = filters
  const parts = [
    ...(orgs === 'group' ? [orgReaches.group] : []),
    ...(from || to ? [`日期 ${textOf(from)}至${textOf(to)}`] : []),
    ...(Array.isArray(ids) ? [`选中${ids.length}行`] : []),
    ...(state ? [`状态 ${stateWords(textOf(state))}`] : []),
    ...Object.entries(named).flatMap(([key, { title }]) => {
      const named = own(filters, key)
      const name = named ? names.get(`${key}/${textOf(named)}`) : undefined
      return name === undefined ? [] : [`${title} ${name}`]
    }),
    ...Object.entries(texts).flatMap(([key, title]) => {
      const text = own(filters, key)
      return text ? [`${title} ${textOf(text)}`] : []
    }),
  ]
  return parts.join('，') || '全部'
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const stateWords = (states: string) =>
  states
    .split(',')
    .map((state) => own<string>(stateLabels, state) ?? state)
    .join('、')

/** Names of what the filters refer to, as far as the caller may see it, by 'key/id': one question a table. */
async function namesOf(tx: CallerTx, filters: readonly Filters[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [key, { table, column, seen }] of Object.entries(named)) {
    const ids = filters.map((each) => each[key]).filter((id): id is number => typeof id === 'number')
    if (ids.length === 0) continue
    const rows = await tx.select<{ id: number; name: string }>(sql`
      select p.id, p.${sql.ref(column)} as name from ${sql.table(table)} p
      where p.group_id = ${tx.groupId} and p.id = any (${ids}::bigint[]) and ${seen?.(tx) ?? sql<SqlBool>`true`}`)
    for (const { id, name } of rows) names.set(`${key}/${id}`, name)
  }
  return names
}
