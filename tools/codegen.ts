/**
 * Writes packages/server/src/kernel/db/schema.ts, the Kysely table types of the migrated database.
 *
 *   npx tsx tools/codegen.ts                 migrates an empty embedded database and writes the file
 *   npx tsx tools/codegen.ts --check         fails when the file does not match the migrations
 *   npx tsx tools/codegen.ts --url postgres  reads an already migrated database instead
 */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../packages/server/src/app/embedded-postgres'

const root = join(import.meta.dirname, '..')
const target = join(root, 'packages/server/src/kernel/db/schema.ts')

interface Column {
  table: string
  name: string
  type: string
  labels: string[]
  isArray: boolean
  isNullable: boolean
  hasDefault: boolean
  isComputed: boolean
}

const typescriptTypes: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  bool: 'boolean',
  json: 'unknown',
  jsonb: 'unknown',
  bytea: 'Buffer',
  ...Object.fromEntries(
    ['numeric', 'date', 'time', 'timestamp', 'timestamptz', 'interval', 'text', 'varchar', 'bpchar', 'name'].map(
      (name) => [name, 'string'],
    ),
  ),
  ...Object.fromEntries(['uuid', 'citext', 'tsvector', 'inet', 'cidr'].map((name) => [name, 'string'])),
}

const columnsQuery = `
  select c.relname as "table", a.attname as name, coalesce(e.typname, b.typname, t.typname) as type,
         array(select l.enumlabel::text from pg_enum l
               where l.enumtypid = coalesce(e.oid, b.oid, t.oid) order by l.enumsortorder) as labels,
         t.typelem <> 0 and t.typlen = -1 and t.typcategory = 'A' as "isArray",
         not (a.attnotnull or t.typnotnull) as "isNullable",
         (a.atthasdef or a.attidentity <> '') as "hasDefault",
         a.attgenerated <> '' as "isComputed"
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_type t on t.oid = a.atttypid
    left join pg_type e on t.typcategory = 'A' and e.oid = t.typelem
    left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
   where a.attnum > 0 and not a.attisdropped
     and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   order by c.relname, a.attname`

/** Applies the numbered files of `directory` in order, each as one simple query. */
async function applyMigrations(client: pg.Client, directory: string): Promise<void> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const file of files) {
    try {
      await client.query(await readFile(join(directory, file), 'utf8'))
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
    }
  }
}

/** Returns the TypeScript source that describes every table and view of schema `public`, sorted by name. */
async function describeSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Column>(columnsQuery)
  const names = [...new Set(rows.map((column) => column.table))].toSorted()
  const declarations = names.map((name) =>
    describeTable(
      name,
      rows.filter((column) => column.table === name),
    ),
  )
  const database = names.map((name) => `  ${camelCase(name)}: ${pascalCase(name)}`)
  const source = [...declarations, `export interface Database {\n${database.join('\n')}\n}\n`].join('\n')
  const helpers = ['Generated', 'GeneratedAlways'].filter((helper) => source.includes(`${helper}<`))
  const imports = helpers.length > 0 ? `import type { ${helpers.join(', ')} } from 'kysely'\n\n` : ''
  return `// Written by tools/codegen.ts from db/migrations; do not edit.\n${imports}${source}`
}

function describeTable(name: string, columns: Column[]): string {
  const lines = columns.map((column) => `  ${camelCase(column.name)}: ${columnType(column)}`)
  return `export interface ${pascalCase(name)} {\n${lines.join('\n')}\n}\n`
}

function columnType(column: Column): string {
  const labels = column.labels.map((label) => `'${label}'`).join(' | ')
  const base = labels === '' ? typescriptTypes[column.type] : labels
  if (base === undefined) throw new Error(`${column.table}.${column.name} has the unmapped type ${column.type}`)
  const element = column.isArray ? (labels.includes('|') ? `(${base})[]` : `${base}[]`) : base
  const type = column.isNullable && element !== 'unknown' ? `${element} | null` : element
  if (column.isComputed) return `GeneratedAlways<${type}>`
  return column.hasDefault ? `Generated<${type}>` : type
}

function camelCase(name: string): string {
  // CamelCasePlugin could not find the way back from `phone2` to `phone_2`.
  if (/_\d/.test(name)) throw new Error(`The name ${name} has an underscore before a digit`)
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const pascalCase = (name: string) => camelCase(name).replace(/^./, (letter) => letter.toUpperCase())

async function main() {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, url: { type: 'string' } } })
  const source = values.url ? await withClient(values.url, describeSchema) : await describeMigrations()
  if (!values.check) {
    await writeFile(target, source)
    return
  }
  const current = await readFile(target, 'utf8').catch(() => '')
  if (current !== source) {
    console.error('packages/server/src/kernel/db/schema.ts does not match db/migrations; run: npx tsx tools/codegen.ts')
    process.exitCode = 1
  }
}

async function describeMigrations(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chepu-codegen-'))
  const log = { debug() {}, error: console.error }
  try {
    const server = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
    try {
      return await withClient(server.url, async (client) => {
        await applyMigrations(client, join(root, 'db/migrations'))
        return describeSchema(client)
      })
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
