import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type businessTypeRoutes, type BusinessTypeRow } from '@chepu/contract/repair/business-type'
import { dictionaryButtons } from '@chepu/contract/access/document-rights'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invalid, refuse } from '../../kernel/base/errors'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { enableMaster, lockMaster, type MasterRow, removeMaster } from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { type NamedMaster, saveNamed } from '../../kernel/master/named'
import { assertReferences } from '../../kernel/master/references'

type Body = BodyOf<typeof businessTypeRoutes.save>
type Filters = QueryOf<typeof businessTypeRoutes.totals>

const businessType: NamedMaster = { table: 'business_type', title: '业务类型' }

interface BusinessType extends MasterRow {
  name: string
  defaultPayer: Body['defaultPayer']
  qualityRuleId: number | null
  isSystem: boolean
}

/** 业务类型 with their rule of quality and how many items have each (business/repair-masters 1.2). */
export async function listBusinessTypes(tx: CallerTx, filters: Filters & Paging) {
  const order = sortedBy({ name: 'b.name', defaultPayer: 'b.default_payer', sortNo: 'b.sort_no' }, filters.sort)
  return pageOf(
    tx,
    sql<BusinessTypeRow>`select b.id, b.code, b.name, b.default_payer, b.counts_output, b.counts_commission, b.quality_rule_id,
      q.name as quality_rule_name, b.sort_no, b.is_system, b.is_active, b.remark, b.version,
      (select count(*) from service_item i where i.group_id = b.group_id and i.business_type_id = b.id) as item_count
    from business_type b
    left join quality_rule q on q.group_id = b.group_id and q.id = b.quality_rule_id
    where ${where(tx, filters)} order by ${order ?? sql`b.sort_no`}, b.id`,
    filters,
  )
}

export async function businessTypeTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from business_type b where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, payer, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`b.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`lower(b.name) like ${containing(q.toLowerCase())}`] : []),
    ...(payer ? [sql<SqlBool>`b.default_payer = ${payer}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`b.is_active = ${active}`]),
  ])
}

/** Saves a type of business. Of those that the program knows by their code who pays stands, since settlements go by it. */
export const saveBusinessType = (tx: CallerTx, body: Body) =>
  saveNamed<BusinessType>(tx, businessType, dictionaryButtons, body, async (before) => {
    const rule = { to: 'qualityRule', id: body.qualityRuleId, path: 'qualityRuleId', title: '质保规则' } as const
    await assertReferences(tx, [rule], before ? [{ to: 'qualityRule', id: before.qualityRuleId }] : [])
    if (!before) return { code: `type_${crypto.randomUUID().slice(0, 8)}` }
    if (before.isSystem && before.defaultPayer !== body.defaultPayer)
      invalid([{ path: 'defaultPayer', message: `“${before.name}”是系统自带的业务类型，不能改默认付费方` }])
    return {}
  })

export const enableBusinessType = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, businessType, id, change)

/** Deletes a type of the group's own that nothing has. */
export async function removeBusinessType(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockMaster<BusinessType>(tx, businessType, id)
  if (row.isSystem) refuse(`“${row.name}”是系统自带的业务类型，不能删除，可改为停用`)
  return removeMaster(tx, businessType, row)
}
