/** Writes docs/adr/README.md, the list of decisions, from their files; `npm run format` runs it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(import.meta.dirname, '../docs/adr')
const target = join(folder, 'README.md')

/** The list of the decisions whose files have these texts, and of the numbers between them that none has. */
export function adrIndex(files: Readonly<Record<string, string>>): string {
  const names = Object.keys(files).toSorted()
  const lines = names.map((name) => `- [${name.slice(0, 4)}](${name}) ${titleOf(files[name] as string)}`)
  const taken = new Set(names.map((name) => Number(name.slice(0, 4))))
  const gaps = Array.from({ length: Math.max(0, ...taken) }, (_, i) => i + 1).filter((number) => !taken.has(number))
  return `# Decisions

One page each: what was decided where more than one way was open, or otherwise than the papers we were given say, and why.
The newest that speaks of a thing counts. This list is written by \`npm run format\`.

${lines.join('\n')}

Numbers are given out before a page is written. Where the decision came to nothing, or to a sentence of another page, its number
stays unused: ${gaps.map((number) => String(number).padStart(4, '0')).join(' ')}.
`
}

const titleOf = (text: string) => text.slice(2, text.indexOf('\n')).replace(/^\d{4} /, '')

/** What the list should be, and what it is. */
export async function adrList(): Promise<{ wanted: string; found: string }> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.md$/.test(name))
  const entries = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
  const found = await readFile(target, 'utf8').catch(() => '')
  return { wanted: adrIndex(Object.fromEntries(await Promise.all(entries))), found }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(target, (await adrList()).wanted)
