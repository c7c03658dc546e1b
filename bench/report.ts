import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'

type Aim = { most: number } | { least: number }

/** What each measurement should reach, by section and name. */
const budgets = JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')) as Record<
  string,
  Record<string, Aim>
>

const missed: string[] = []
const invalid: string[] = []

/** Others may use so much of the machine while something is measured; beyond it the figure tells of them, too. */
const mostOfOthers = 0.05

/** Prints the title of a section and how busy the machine is, since a busy machine measures slowly. */
export function section(title: string): void {
  console.log(`\n${title}  (load ${loadavg()[0]?.toFixed(1)})`)
}

/** Prints a figure without an aim. */
export function note(name: string, figure: string): void {
  console.log(`  ${name.padEnd(76)} ${figure}`)
}

function aimOf(group: string, name: string): Aim {
  const aim = budgets[group]?.[name]
  if (!aim) throw new Error(`budgets.json has no aim ${group} / ${name}`)
  return aim
}

/** What a measurement may not exceed. Throws where `budgets.json` does not say. */
export function mostOf(group: string, name: string): number {
  const aim = aimOf(group, name)
  if (!('most' in aim))
    throw new Error(`budgets.json says what ${group} / ${name} must reach, not what it may not exceed`)
  return aim.most
}

/** Why a run tells nothing of the program, or '' where it does. */
export const invalidOf = (othersShare: number): string =>
  othersShare > mostOfOthers ? `INVALID, others used ${Math.round(othersShare * 100)} %` : ''

/**
 * Prints a figure beside its aim in `budgets.json`. A run during which others used more than 5 % of the machine is invalid:
 * its figure is printed and not judged.
 */
export function figure(group: string, name: string, measured: number, unit = '', othersShare = 0): void {
  const aim = aimOf(group, name)
  const isMet = 'most' in aim ? measured <= aim.most : measured >= aim.least
  const invalidity = invalidOf(othersShare)
  const wanted = 'most' in aim ? `<= ${aim.most}` : `>= ${aim.least}`
  if (invalidity) invalid.push(`${group} / ${name}`)
  else if (!isMet) missed.push(`${group} / ${name}`)
  const verdict = invalidity || (isMet ? 'ok' : 'MISSED')
  note(name, `aim ${wanted}${unit}, measured ${rounded(measured)}${unit}: ${verdict}`)
}

/** The last lines of a run. */
export function conclude(): void {
  const listed = (names: readonly string[]) => names.map((name) => `  ${name}`).join('\n')
  if (invalid.length > 0) console.log(`\nNot judged, since others used the machine:\n${listed(invalid)}`)
  if (missed.length > 0) console.log(`\nMissed:\n${listed(missed)}`)
  if (invalid.length + missed.length === 0) console.log('\nEvery aim is met.')
}

export const rounded = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)

/** The value that `share` of all values do not exceed, for example 0.95. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
