import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { dictionaryButtons } from '@chepu/contract/access/document-rights'
import type { qualityRuleRoutes, QualityRuleRow } from '@chepu/contract/repair/business-type'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { enableMaster, lockMaster, removeMaster } from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { type NamedMaster, saveNamed } from '../../kernel/master/named'

type Filters = QueryOf<typeof qualityRuleRoutes.totals>

const qualityRule: NamedMaster = { table: 'quality_rule', title: '质保规则' }

/** 质保规则 with how many types of business have each (business/repair-masters 1.3). */
export async function listQualityRules(tx: CallerTx, filters: Filters & Paging) {
  const order = sortedBy({ name: 'q.name', km: 'q.km', days: 'q.days' }, filters.sort)
  return pageOf(
    tx,
    sql<QualityRuleRow>`select q.id, q.name, q.km, q.days, q.is_active, q.remark, q.version,
      (select count(*) from business_type b where b.group_id = q.group_id and b.quality_rule_id = q.id) as type_count
    from quality_rule q where ${where(tx, filters)} order by ${order ?? sql`q.km desc nulls last`}, q.id`,
    filters,
  )
}

export async function qualityRuleTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from quality_rule q where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`q.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`lower(q.name) like ${containing(q.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`q.is_active = ${active}`]),
  ])
}

export const saveQualityRule = (tx: CallerTx, body: BodyOf<typeof qualityRuleRoutes.save>) =>
  saveNamed(tx, qualityRule, dictionaryButtons, body)

export const enableQualityRule = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, qualityRule, id, change)

/** Deletes a rule that no type of business has. */
export const removeQualityRule = async (tx: CallerTx, id: number) =>
  removeMaster(tx, qualityRule, await lockMaster(tx, qualityRule, id))
