import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlainValue } from '@chepu/contract/kernel/shown'
import { countedStates, runningStates } from '@chepu/contract/kernel/states'
import type { Tx } from '../db/tx'
import { documentKinds } from '../document/registry'

export interface Invariant {
  /** File name, such as 'i01-bins'. */
  name: string
  /** What must hold, in Chinese. */
  title: string
  /** A query over one group ($1) that returns the rows that break it; whole, so that it can be run by itself. */
  text: string
}

interface Finding extends Pick<Invariant, 'name' | 'title'> {
  /** The first rows that break it; empty when it holds. */
  violations: Record<string, PlainValue>[]
  milliseconds: number
}

// The bundle keeps the queries in a folder beside it; in the sources they lie here.
const folder = [join(import.meta.dirname, '../invariants'), import.meta.dirname].find((path) =>
  existsSync(join(path, 'i01-bins.sql')),
)

/**
 * What the kinds say of each of their states: `is_open` holds good, and others have not executed the whole of it; `is_counted` has taken
 * what it executes of others, since it is posted or is an approved order.
 */
const declaredStates = () =>
  documentKinds().flatMap(({ def }) => {
    const [running, counted] = [runningStates(def), countedStates(def)]
    return Object.entries(def.states).map(([state, { stage, executed = null }]) => {
      const isOpen = stage === 'agreed' && running.includes(state)
      return { kind: def.kind, state, stage, executed, is_open: isOpen, is_counted: counted.includes(state) }
    })
  })

/**
 * What every query sees besides the tables: `document`, the headers of all families that are bound, each with its table and with what
 * its kind declares of its state (ADR 0137). The stage is 'unknown' where the kind, or the state of the kind, is not declared.
 */
function documents(): string {
  const tables = [...new Set(documentKinds().map(({ family }) => family.table))]
  if (tables.length === 0) throw new Error('no kind of document is bound')
  const headers = tables.map(
    (
      table,
    ) => `select '${table}' as in_table, org_id, kind, id, bill_no, biz_date, period, department_id, partner_id, state, is_red,
      red_of, posted_at from ${table} where group_id = $1`,
  )
  const states = JSON.stringify(declaredStates()).replaceAll("'", "''")
  return `document as (
    select d.*, coalesce(s.stage, 'unknown') as stage, s.executed, coalesce(s.is_open, false) as is_open,
      coalesce(s.is_counted, false) as is_counted
    from (${headers.join(' union all ')}) d
    left join json_to_recordset('${states}') as s (kind text, state text, stage text, executed text, is_open boolean,
      is_counted boolean)
      on s.kind = d.kind and s.state = d.state
  )`
}

/** All invariants that the present tables can express (business/ledgers 6), in their order. */
export async function invariants(): Promise<Invariant[]> {
  if (!folder) throw new Error('the invariant queries are missing')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const common = documents()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const title = text.slice(3, text.indexOf('\n')).trim()
      return { name: file.replace(/\.sql$/, ''), title, text: `with ${common} select * from (${text}) broken` }
    }),
  )
}

/** Runs every invariant over the group, or over some of its orgs, and reports the first rows that break each. */
export async function checkInvariants(tx: Tx, orgIds?: readonly number[]): Promise<Finding[]> {
  const findings: Finding[] = []
  // Without statistics, as after a restore, the planner takes every table for small and would compare each line with each
  // other line. A check reads its tables whole anyway, and a hash or a merge is never a product; nor does it jump about in them.
  await tx.query({ text: 'set local enable_nestloop = off' })
  await tx.query({ text: 'set local random_page_cost = 4' })
  for (const { name, title, text } of await invariants()) {
    const started = performance.now()
    const violations = await tx.query<Record<string, PlainValue>>({
      text: `select * from (${text}) found ${orgIds ? 'where org_id = any ($2::bigint[])' : ''} limit 20`,
      values: orgIds ? [tx.groupId, [...orgIds]] : [tx.groupId],
    })
    findings.push({ name, title, violations, milliseconds: Math.round(performance.now() - started) })
  }
  await tx.query({ text: 'set local enable_nestloop = on' })
  await tx.query({ text: 'set local random_page_cost to default' })
  return findings
}
