/**
 * Rules of this house that a general linter does not know: walls between rooms (walls.ts), SQL that also runs distributed, tenancy in every
 * statement, names of callers looked up as own keys, money never through binary floating point, citations that lead somewhere, one name a statement, nothing too
 * long to read or exported for nobody. Prints `file:line message`; exit code 1 when one is broken.
 */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adrList } from './adr-index'
import { checkArrivals } from './arrivals'
import { bareIndexings } from './bare-indexing'
import { citationFaults, pathsOf } from './citations'
import { longFileExceptions, longFunctionExceptions, notExcepted, type Place } from './exceptions'
import { longFile, longFunctions } from './lengths'
import { type Hit, matches, undistributable, undistributableFile } from './distributed-sql'
import { lineAt, readSource, withoutSqlComments, type SourceText } from './source-text'
import { statementNameFaults } from './statement-names'
import { unusedExports } from './unused-exports'
import { wallFindings } from './walls'

interface Finding {
  line: number
  message: string
}

/** A statement that means all tenants, such as a nightly job, says so by this SQL comment. */
const everyTenant = '/* every group */'

const messages = {
  insertSelect: 'INSERT … SELECT under row-level security needs RETURNING or ON CONFLICT',
  constraint: 'the field constraint of an error is empty on a distributed database: use the mapping of kernel/errors',
  group: `the statement reads or writes a table of a tenant without group_id (or the comment ${everyTenant})`,
  join: 'the join does not equate group_id',
  own: 'any text may be a name that every object inherits: look it up with own() of kernel/own',
  float: 'money and quantities are decimal strings: calculate with @chepu/contract/kernel/decimal, not with',
}

/** Checks one TypeScript source; `tenantTables` are the names of the tables that carry group_id. */
export function checkSource(path: string, source: string, tenantTables: ReadonlySet<string>): Finding[] {
  const text = readSource(source)
  const findings = [...floatFindings(text), ...wallFindings(path, source)]
  if (path.startsWith('packages/server/') || path.startsWith('db/')) {
    findings.push(...constraintFindings(text))
    const fragmentsCarryGroup = text.strings.some((part) => isFragment(part.text) && /\bgroup_id\b/.test(part.text))
    for (const { text: sql, offset } of text.strings) {
      for (const found of checkStatement(sql, tenantTables, fragmentsCarryGroup)) {
        findings.push({ ...found, offset: offset + found.offset })
      }
    }
  }
  return locate(source, findings)
}

/** Checks a file of SQL, a migration or an invariant. */
export function checkSqlFile(path: string, source: string, tenantTables: ReadonlySet<string>): Finding[] {
  const sql = withoutSqlComments(source)
  return locate(source, [...undistributableFile(path, sql), ...joinFindings(sql, tenantTables)])
}

function locate(source: string, hits: Hit[]): Finding[] {
  return hits
    .map(({ offset, message }) => ({ line: lineAt(source, offset), message }))
    .toSorted((a, b) => a.line - b.line)
}

const isStatement = (sql: string) => /^\s*(select|insert|update|delete|with)\b/i.test(sql)
const isFragment = (sql: string) => !isStatement(sql)

/**
 * Checks one string. `fragmentsCarryGroup` says that a condition written elsewhere in the file has group_id; then a
 * statement whose WHERE is put together from such conditions passes.
 */
function checkStatement(text: string, tenantTables: ReadonlySet<string>, fragmentsCarryGroup: boolean): Hit[] {
  const sql = withoutSqlComments(text)
  const hits = [...undistributable(sql), ...joinFindings(sql, tenantTables)]
  const insert = /\binsert\s+into\s+\S+\s*(\([^)]*\)\s*)?(overriding\s+\w+\s+value\s+)?(select|with)\b/i.exec(sql)
  if (insert && !/\breturning\b|\bon\s+conflict\b/i.test(sql)) {
    hits.push({ offset: insert.index, message: messages.insertSelect })
  }
  const isComposed = fragmentsCarryGroup && /\b(where|and)\s+\$\{\}/i.test(sql)
  const isExempt = isComposed || /\bgroup_id\b/.test(sql) || text.includes(everyTenant)
  if (isStatement(sql) && touches(sql, tenantTables) && !isExempt) {
    hits.push({ offset: sql.search(/\S/), message: messages.group })
  }
  return hits
}

/** Every join to a table of a tenant equates group_id; one that is composed by an expression is left to its author. */
function joinFindings(sql: string, tenantTables: ReadonlySet<string>): Hit[] {
  const joins = sql.matchAll(
    /\bjoin\s+(\w+)\b([\s\S]*?)(?=\b(?:join|where|group\s+by|order\s+by|limit|union|returning)\b|$)/gi,
  )
  return [...joins]
    .filter(([, table, rest]) => tenantTables.has(table ?? '') && !/\bgroup_id\b|\$\{\}/.test(rest ?? ''))
    .map((join) => ({ offset: join.index, message: messages.join }))
}

function touches(sql: string, tables: ReadonlySet<string>): boolean {
  const named = sql.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?(?:public\.)?"?(\w+)/gi)
  return [...named].some(([, table]) => tables.has(table ?? ''))
}

const constraintFindings = ({ code }: SourceText) => [
  ...matches(code, /\b(?:err|error|e|cause|reason|failure|exception)\??\.constraint\b/g, messages.constraint),
]

const moneyWords = new Set(
  (
    'qty quantity price amount value total cost tax balance rate discount freight fee profit margin ' +
    'payable receivable commission money sum'
  )
    .split(' ')
    .flatMap((word) => [word, `${word}s`]),
)

/** A name that ends so counts or numbers something, whatever stands before: totalRows, priceId, costIndex. */
const countingEnds = new Set([
  'id',
  'ids',
  'no',
  'count',
  'rows',
  'pages',
  'page',
  'index',
  'length',
  'days',
  'version',
])

/** A bare `value` is the parameter of a general function, not money. */
function namesMoney(expression: string): boolean {
  return (expression.match(/[A-Za-z_$][\w$]*/g) ?? []).some((name) => {
    const words = name.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase())
    if (name === 'value' || countingEnds.has(words.at(-1) ?? '')) return false
    return words.some((word) => moneyWords.has(word))
  })
}

function floatFindings({ code }: SourceText): Hit[] {
  const hits: Hit[] = []
  for (const call of code.matchAll(/(?<![\w$.])(Number|parseFloat|Number\.parseFloat|parseInt|Number\.parseInt)\(/g)) {
    const argument = insideParentheses(code, call.index + call[0].length)
    if (namesMoney(argument)) hits.push({ offset: call.index, message: `${messages.float} ${call[1]}()` })
  }
  const unaryPlus = /(?:[=(,:?[{&|;<>*/%]|\breturn|=>)\s*\+(?![+=])\s*([A-Za-z_$][\w$.?![\]]*)/g
  for (const plus of code.matchAll(unaryPlus)) {
    const offset = plus.index + plus[0].indexOf('+')
    if (namesMoney(plus[1] ?? '')) hits.push({ offset, message: `${messages.float} a unary plus` })
  }
  return hits
}

function insideParentheses(code: string, start: number): string {
  let depth = 1
  let end = start
  for (; end < code.length && depth > 0; end += 1) {
    if (code[end] === '(') depth += 1
    if (code[end] === ')') depth -= 1
  }
  return code.slice(start, end - 1)
}

/** Reads the tables that carry group_id out of the generated table types. */
export function tenantTablesOf(schema: string): Set<string> {
  const interfaces = schema.matchAll(/export interface (\w+) \{\n([^}]*)\}/g)
  const names = [...interfaces].filter(([, , body]) => /^ {2}groupId:/m.test(body ?? '')).map(([, name]) => name ?? '')
  return new Set(names.map((name) => name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()))
}

async function main() {
  const root = join(import.meta.dirname, '..')
  const tenantTables = tenantTablesOf(await readFile(join(root, 'packages/server/src/kernel/db/schema.ts'), 'utf8'))
  let broken = 0
  const paths = await pathsOf(root)
  for (const path of paths.filter(isRunning)) {
    const source = await readFile(join(root, path), 'utf8')
    const findings = path.endsWith('.sql')
      ? checkSqlFile(path, source, tenantTables)
      : checkSource(path, source, tenantTables)
    for (const { line, message } of findings) console.error(`${path}:${line} ${message}`)
    broken += findings.length
  }
  for (const { path, line } of bareIndexings(join(root, 'packages/server/tsconfig.json'), mayMeetCallers)) {
    console.error(`packages/server/${path}:${line} ${messages.own}`)
    broken += 1
  }
  for (const message of await migrationFaults(root)) {
    console.error(`${arrivals}:1 ${message}`)
    broken += 1
  }
  const code = paths.filter(isCode).map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)
  const sources = new Map(await Promise.all(code))
  const running = new Map([...sources].filter(([path]) => path.startsWith('packages/server/src/') && isRunning(path)))
  for (const message of [...(await citationFaults(root)), ...shapeFaults(sources), ...statementNameFaults(running)]) {
    console.error(message)
    broken += 1
  }
  const decisions = await adrList()
  if (decisions.found !== decisions.wanted) {
    console.error('docs/adr/README.md:1 does not list the decisions: npm run format writes it anew')
    broken += 1
  }
  if (broken > 0) process.exitCode = 1
}

/** Sources of the server that run; `own` itself is the one place that looks up any text. */
const mayMeetCallers = (path: string): boolean =>
  /^src\/.*(?<!\.(test|fixture))\.ts$/.test(path) && path !== 'src/kernel/base/own.ts'

/** What runs as the program, or on its database. */
const isRunning = (path: string): boolean =>
  /^(?:packages\/(?:contract|server|web)\/src|db)\/.*(?<!\.(?:test|fixture))\.(?:tsx?|sql)$/.test(path)

const isCode = (path: string): boolean => /\.(?:tsx?|mjs)$/.test(path)

/** What is too long, and what is exported for nobody. Generated files have no readers, and the sample client is taken by others. */
function shapeFaults(code: ReadonlyMap<string, string>): string[] {
  const written = new Map([...code].filter(([, source]) => !/^\/\/ Written by .*; do not edit/.test(source)))
  const each = (rule: (path: string, source: string) => Place[]) => [...written].flatMap((entry) => rule(...entry))
  return [
    ...notExcepted(each(longFile), longFileExceptions),
    ...notExcepted(each(longFunctions), longFunctionExceptions),
    ...notExcepted(
      unusedExports(written).filter(({ path }) => !path.startsWith('packages/sample-client/')),
      {},
    ),
  ]
}

const arrivals = 'db/migrations/arrivals.txt'

async function migrationFaults(root: string): Promise<string[]> {
  const folder = join(root, 'db/migrations')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const entries = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
  return checkArrivals(Object.fromEntries(await Promise.all(entries)), await readFile(join(root, arrivals), 'utf8'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
