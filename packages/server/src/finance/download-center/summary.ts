// Filters in words, for people who look for the file they asked for yesterday (business/finance 7.5).
import { stateLabels } from '@chepu/contract/kernel/states'
import { orgReaches } from '@chepu/contract/kernel/list-query'
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

/** Filters that are ids: their title and the table with the name. */
const named: Readonly<Record<string, { title: string; table: string; column: string }>> = {
  partnerId: { title: '往来单位', table: 'partner', column: 'name' },
  warehouseId: { title: '仓库', table: 'warehouse', column: 'name' },
  brandId: { title: '品牌', table: 'brand', column: 'name' },
  categoryId: { title: '分类', table: 'part_category', column: 'name' },
  partId: { title: '配件', table: 'part', column: 'name' },
  accountId: { title: '账户', table: 'store_account', column: 'name' },
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
      return named ? [`${title} ${names.get(`${key}/${textOf(named)}`) ?? ''}`] : []
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

/** Names of everything that the filters refer to, by 'key/id': one question a table. */
async function namesOf(tx: CallerTx, filters: readonly Filters[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [key, { table, column }] of Object.entries(named)) {
    const ids = filters.map((each) => each[key]).filter((id): id is number => typeof id === 'number')
    if (ids.length === 0) continue
    const rows = await tx.query<{ id: number; name: string }>({
      text: `select id, ${column} as name from ${table} where group_id = $1 and id = any ($2::bigint[])`,
      values: [tx.groupId, ids],
    })
    for (const { id, name } of rows) names.set(`${key}/${id}`, name)
  }
  return names
}
