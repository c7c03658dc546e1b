import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { PolicyRow, policyRoutes } from '@chepu/contract/warranty/policy'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import { allOf, containing, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { objectName, objectTables, termsOn } from './tables'

type Filters = QueryOf<typeof policyRoutes.totals>

const sortable = { code: 'm.code', name: 'm.name', manufacturerName: 'f.name' }

/** 厂家三包政策 with the terms of today (business/three-guarantees 1). */
export async function listPolicies(tx: CallerTx, filters: Filters & Paging) {
  const isPriced = sees(tx.caller, 'doc_price')
  const rate = isPriced ? sql`t.labour_rate,` : sql``
  const sorts = { ...sortable, ...(isPriced && { labourRate: 't.labour_rate' }) }
  return pageOf(
    tx,
    sql<PolicyRow>`select m.id, m.code, m.name, f.name as manufacturer_name, m.scope, ${objectName} as object_name, t.months, t.km,
      ${rate} t.claim_days, t.returns_old_parts, m.is_active, m.remark, m.version
    from manufacturer_policy m ${objectTables} left join ${termsOn(tx, shanghaiDay())}
    where ${where(tx, filters)} order by ${sortedBy(sorts, filters.sort) ?? sql`m.code`}, m.id`,
    filters,
  )
}

/** How many policies a list has. */
export async function policyTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(
    tx,
    sql`select count(*) as count from manufacturer_policy m
      join partner f on f.group_id = m.group_id and f.id = m.manufacturer_id where ${where(tx, filters)}`,
  )
}

function where(tx: CallerTx, { q, manufacturerId, scope, active }: Filters): RawBuilder<SqlBool> {
  const text = q?.toLowerCase()
  return allOf([
    sql<SqlBool>`m.group_id = ${tx.groupId}`,
    ...(text
      ? [
          sql<SqlBool>`(m.code_key like ${startingWith(text)} or lower(m.name) like ${containing(text)}
            or lower(f.name) like ${containing(text)})`,
        ]
      : []),
    ...(manufacturerId ? [sql<SqlBool>`m.manufacturer_id = ${manufacturerId}`] : []),
    ...(scope ? [sql<SqlBool>`m.scope = ${scope}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`m.is_active = ${active}`]),
  ])
}
