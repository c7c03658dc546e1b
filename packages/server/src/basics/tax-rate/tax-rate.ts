import { taxButtons, type taxRateRoutes, type TaxRateRow } from '@chepu/contract/basics/tax-rate'
import { compare } from '@chepu/contract/kernel/decimal'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { allOf, containing } from '../../kernel/caller/scope'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'

type Body = BodyOf<typeof taxRateRoutes.save>

interface Filters {
  q?: string | undefined
  kind?: Body['kind'] | undefined
  active?: boolean | undefined
}

interface TaxRate extends MasterRow {
  name: string
  rate: string
  kind: Body['kind']
  isGoodsDefault: boolean
  isLabourDefault: boolean
}

const taxRate: Master = { table: 'tax_rate', title: '税率' }

/** What a rate may be the default of, with the words for it. */
const defaults = { isGoodsDefault: '货物', isLabourDefault: '劳务' } as const
type Default = keyof typeof defaults
const defaultColumns: Record<Default, string> = {
  isGoodsDefault: 'is_goods_default',
  isLabourDefault: 'is_labour_default',
}

/** Tax rates with the number of parts that have each (business/basics 7.3). */
export async function listTaxRates(
  tx: CallerTx,
  filters: Filters & Paging,
): Promise<{ rows: TaxRateRow[]; more: boolean }> {
  const order = sortedBy({ name: 't.name', rate: 't.rate', kind: 't.kind', validFrom: 't.valid_from' }, filters.sort)
  return pageOf(
    tx,
    sql<TaxRateRow>`select t.id, t.name, t.rate, t.kind, t.tax_class_code, t.is_goods_default, t.is_labour_default, t.valid_from,
      t.is_active, t.remark, t.version,
      (select count(*) from part p where p.group_id = t.group_id and p.tax_rate_id = t.id) as part_count
    from tax_rate t where ${where(tx, filters)}
    order by ${order ?? sql`t.rate desc, t.id`}`,
    filters,
  )
}

export async function taxRateTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from tax_rate t where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, kind, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`t.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`lower(t.name) like ${containing(q.toLowerCase())}`] : []),
    ...(kind ? [sql<SqlBool>`t.kind = ${kind}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`t.is_active = ${active}`]),
  ])
}

/**
 * Saves a tax rate. One is the default of goods and one of labour; a rate that parts or organisations have keeps its figure: another
 * one by law is another row, from its day on (business/basics 7.3).
 */
export async function saveTaxRate(tx: CallerTx, body: Body): Promise<SavedRow> {
  const { id, version, ...row } = body
  if (!mayPress(tx.caller, id === undefined ? taxButtons.add : taxButtons.update)) forbidden()
  const before = id === undefined ? undefined : await lockMaster<TaxRate>(tx, taxRate, id, version ?? 0)
  assertDefaults(row, before)
  if (before) await assertFigure(tx, before, row)
  return onViolation({ tax_rate_group_id_name_key: `税率“${row.name}”已存在` }, async () => {
    const saved = before ? await changeMaster(tx, taxRate, before, row) : await addMaster(tx, taxRate, row)
    for (const key of Object.keys(defaults) as Default[]) if (row[key]) await takeDefault(tx, saved.id, key)
    return saved
  })
}

function assertDefaults(row: Omit<Body, 'id' | 'version'>, before: TaxRate | undefined): void {
  for (const [key, of] of Object.entries(defaults) as [Default, string][]) {
    if (before?.[key] && !row[key]) invalid([{ path: key, message: `请到另一个税率上设为${of}默认，它会代替本税率` }])
    if (!row[key]) continue
    if (before && !before.isActive) invalid([{ path: key, message: `已停用的税率不能设为${of}默认` }])
    if (row.validFrom > shanghaiDay())
      invalid([{ path: key, message: `${row.validFrom} 起才生效，现在不能设为${of}默认` }])
  }
}

const takeDefault = (tx: CallerTx, id: number, key: Default): Promise<unknown> =>
  tx.query({
    text: `update tax_rate set ${defaultColumns[key]} = false, version = version + 1
      where group_id = $1 and id <> $2 and ${defaultColumns[key]}`,
    values: [tx.groupId, id],
  })

/** Who uses a rate: 个配件, or an organisation by name; undefined when nobody does. */
async function userOf(tx: CallerTx, id: number): Promise<string | undefined> {
  const found = await tx.one<{ parts: number; org: string | null }>({
    text: `select (select count(*) from part where group_id = $1 and tax_rate_id = $2) as parts,
      (select min(name) from org where group_id = $1 and default_tax_rate_id = $2) as org`,
    values: [tx.groupId, id],
  })
  if (found?.org) return `企业“${found.org}”`
  return found && found.parts > 0 ? `${found.parts}个配件` : undefined
}

async function assertFigure(tx: CallerTx, before: TaxRate, row: Pick<Body, 'rate' | 'kind'>): Promise<void> {
  const isSame = compare(before.rate, row.rate) === 0 && before.kind === row.kind
  const user = isSame ? undefined : await userOf(tx, before.id)
  if (!user) return
  const message = `税率已被${user}使用，不能修改；税率调整请新增一个税率`
  invalid([{ path: before.kind === row.kind ? 'rate' : 'kind', message }])
}

/** 启用 or 停用. What is a default, of the group or of an organisation, stays. */
export const enableTaxRate = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster<TaxRate>(tx, taxRate, id, change, async (row) => {
    if (change.isActive) return
    assertNoDefault(row, '停用')
    const org = await tx.one<{ name: string }>({
      text: 'select name from org where group_id = $1 and default_tax_rate_id = $2 order by id limit 1',
      values: [tx.groupId, id],
    })
    if (org) refuse(`税率“${row.name}”是企业“${org.name}”的默认税率，不能停用`)
  })

function assertNoDefault(row: TaxRate, what: string): void {
  for (const [key, of] of Object.entries(defaults) as [Default, string][])
    if (row[key]) refuse(`税率“${row.name}”是${of}的默认税率，不能${what}`)
}

/** Deletes a rate that no part and no organisation has. */
export async function removeTaxRate(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockMaster<TaxRate>(tx, taxRate, id)
  assertNoDefault(row, '删除')
  return removeMaster(tx, taxRate, row)
}
