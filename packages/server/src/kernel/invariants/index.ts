import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlainValue } from '@chepu/contract/kernel/shown'
import type { Tx } from '../db/db'

export interface Invariant {
  /** File name, such as 'i01-bins'. */
  name: string
  /** What must hold, in Chinese. */
  title: string
  /** A query over one group ($1) that returns the rows that break it. */
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

/** All invariants that the present tables can express (business/ledgers 6), in their order. */
export async function invariants(): Promise<Invariant[]> {
  if (!folder) throw new Error('the invariant queries are missing')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      return { name: file.replace(/\.sql$/, ''), title: text.slice(3, text.indexOf('\n')).trim(), text }
    }),
  )
}

/** Runs every invariant over the group, or over some of its orgs, and reports the first rows that break each. */
export async function checkInvariants(tx: Tx, orgIds?: readonly number[]): Promise<Finding[]> {
  const findings: Finding[] = []
  // Without statistics, as after a restore, the planner takes every table for small and would compare each line with each
  // other line. A check reads its tables whole anyway, and a hash or a merge is never a product.
  await tx.query({ text: 'set local enable_nestloop = off' })
  for (const { name, title, text } of await invariants()) {
    const started = performance.now()
    const violations = await tx.query<Record<string, PlainValue>>({
      text: `select * from (${text}) found ${orgIds ? 'where org_id = any ($2::bigint[])' : ''} limit 20`,
      values: orgIds ? [tx.groupId, [...orgIds]] : [tx.groupId],
    })
    findings.push({ name, title, violations, milliseconds: Math.round(performance.now() - started) })
  }
  await tx.query({ text: 'set local enable_nestloop = on' })
  return findings
}
