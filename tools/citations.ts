/**
 * The house rule about what is cited: a comment or page that names a section of docs/business, a decision or a file names one that is
 * there, and nothing cites papers that stand outside the repository (ADR 0124). The page of the books tells every invariant.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { lineAt } from './source-text'

interface Finding {
  line: number
  message: string
}

/** What may be cited: the numbers of the sections of each page of docs/business, and those of the decisions. */
interface Citable {
  pages: ReadonlyMap<string, ReadonlySet<string>>
  decisions: ReadonlySet<string>
}

/** Numbers of the headings of a page: `## 4 Moving average`, `### 4.2 Purchase returns`. */
export const sectionsOf = (page: string): Set<string> =>
  new Set([...page.matchAll(/^#{2,4} (\d+(?:\.\d+)*) /gm)].map(([, number]) => number ?? ''))

const numbers = String.raw`\d+(?:\.\d+)*(?:(?:, | and |-)\d+(?:\.\d+)*)*`
const section = new RegExp(
  String.raw`(?<![\w./-])business/([a-z]+(?:-[a-z]+)*)(?!\w|\.md|[/-])(?: +(${numbers}))?`,
  'g',
)
const decision = /\bADRs? (\d{4}(?:(?:, | and )\d{4})*)|\bdocs\/adr\/(\d{4})-/g
const outside = /\b(?:SPEC|DOMAIN|DESIGN)(?:'s)?,? +(?:sections? +)?\d/g

/** What is wrong with the citations of a file, whatever its language. A citation may go on in the next line of its comment. */
export function checkCitations(text: string, { pages, decisions }: Citable): Finding[] {
  const flat = unwrapped(text)
  const findings: Finding[] = []
  const add = (offset: number, message: string) => findings.push({ line: lineAt(text, offset), message })
  for (const { index, 1: page = '', 2: cited } of flat.matchAll(section)) {
    const sections = pages.get(page)
    if (!sections) add(index, `docs/business has no page ${page}.md`)
    else missing(cited, sections).forEach((number) => add(index, `business/${page} has no section ${number}`))
  }
  for (const { index, 1: list, 2: path } of flat.matchAll(decision)) {
    missing(list ?? path, decisions).forEach((number) => add(index, `docs/adr has no decision ${number}`))
  }
  for (const { index, 0: cited } of flat.matchAll(outside)) {
    add(index, `${cited} stands outside the repository: cite a section of docs/business or a decision`)
  }
  return findings.toSorted((a, b) => a.line - b.line)
}

const missing = (cited: string | undefined, known: ReadonlySet<string>): string[] =>
  (cited?.match(/\d+(?:\.\d+)*/g) ?? []).filter((number) => !known.has(number))

/** The text with each line break, and the sign of a comment behind it, as blanks; offsets stay. */
const unwrapped = (text: string) =>
  text.replaceAll(/\r?\n[ \t]*(?:\*(?!\/)|\/\/|--)?/g, (found) => ' '.repeat(found.length))

/** Anchors of the headings of a page, as they are made where it is read. */
export const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...withoutCode(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

/** Pages hold examples, whose links are not ours. */
const withoutCode = (page: string) =>
  page.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, (found) => found.replaceAll(/[^\n]/g, ' '))

/** Links of a page that lead to no file of the repository or to no heading; `files` are paths, with the anchors of pages. */
export function checkLinks(
  path: string,
  page: string,
  files: ReadonlyMap<string, ReadonlySet<string> | undefined>,
): Finding[] {
  return [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ index, 1: target = '' }) => {
    if (/^[a-z]+:/.test(target)) return []
    const [file = '', anchor] = target.split('#')
    const goal = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, '')
    const line = lineAt(page, index)
    if (!files.has(goal)) return [{ line, message: `no ${goal}` }]
    if (anchor === undefined || files.get(goal)?.has(anchor)) return []
    return [{ line, message: `${goal} has no heading #${anchor}` }]
  })
}

/** Invariants, by file, that the page of the books does not tell; `paths` are those of the repository. */
export const untoldInvariants = (paths: readonly string[], page: string): string[] =>
  paths.flatMap((path) => {
    const number = /\/invariants\/i(\d+)-[^/]+\.sql$/.exec(path)?.[1]
    return number === undefined || page.includes(`\n| I${number} |`)
      ? []
      : [`${path}:1 is not told in business/ledgers 6: add a row I${number}`]
  })

/** What databases have run is frozen, with what it cited then. */
const isFrozen = (path: string) => /^db\/migrations\/\d+.*\.sql$/.test(path)
const isRead = (path: string) => /\.(?:md|tsx?|mts|mjs|sql|css|html|sh|json)$/.test(path) && !isFrozen(path)

/** All that is wrong with the citations and links of the repository, as `file:line message`. */
export async function citationFaults(root: string): Promise<string[]> {
  const paths = await pathsOf(root)
  const texts = new Map<string, string>()
  for (const path of paths.filter(isRead)) texts.set(path, await readFile(join(root, path), 'utf8'))
  const known = citable(texts)
  const files = new Map(
    paths.map((path) => [path, path.endsWith('.md') ? anchorsOf(texts.get(path) ?? '') : undefined] as const),
  )
  const cited = [...texts].flatMap(([path, text]) =>
    [...checkCitations(text, known), ...(path.endsWith('.md') ? checkLinks(path, text, files) : [])].map(
      ({ line, message }) => `${path}:${line} ${message}`,
    ),
  )
  return [...cited, ...untoldInvariants(paths, texts.get('docs/business/ledgers.md') ?? '')]
}

function citable(texts: ReadonlyMap<string, string>): Citable {
  const named = (pattern: RegExp) =>
    [...texts].flatMap(([path, text]) => {
      const name = pattern.exec(path)?.[1]
      return name === undefined ? [] : [[name, text] as const]
    })
  return {
    pages: new Map(named(/^docs\/business\/(.+)\.md$/).map(([name, page]) => [name, sectionsOf(page)])),
    decisions: new Set(named(/^docs\/adr\/(\d{4})-.+\.md$/).map(([name]) => name)),
  }
}

const folders = ['bench', 'db', 'deploy', 'docs', 'e2e', 'packages', 'tools']
const isOurs = (path: string) => !/(?:^|\/)(?:node_modules|dist|\.[^/]+)(?:\/|$)/.test(path)

/** Files and folders of the repository that are ours, with `/` between names. */
export async function pathsOf(root: string): Promise<string[]> {
  const top = (await readdir(root)).filter((name) => !folders.includes(name))
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(root, folder), { recursive: true })
      return [folder, ...names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`)]
    }),
  )
  return [...top, ...lists.flat()].filter(isOurs).toSorted()
}
