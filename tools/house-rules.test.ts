import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bareIndexings } from './bare-indexing'
import { checkSource, checkSqlFile, tenantTablesOf } from './house-rules'

const tables = new Set(['part', 'stock_ledger', 'goods_document', 'goods_document_line'])
const check = (source: string, path = 'packages/server/src/sales/order/repo.ts') =>
  checkSource(path, source, tables).map(({ line, message }) => `${line} ${message.split(' ').slice(0, 4).join(' ')}`)

describe('SQL that also runs distributed', () => {
  test.each([
    ["await tx.query(`select set_config('app.group_id', '1', true)`)", '1 set_config never reaches the'],
    ['\nawait tx.query(`merge into part using x on true`)', '2 MERGE does not run'],
    ['const a = `insert into part (group_id, id) select group_id, 1 from x`', '1 INSERT … SELECT under'],
    ['const a = `insert into part\n  with x as (select 1) select group_id from x`', '1 INSERT … SELECT under'],
    ['if (error.constraint === "part_code") return', '1 the field constraint of'],
    ['if (e?.constraint) return', '1 the field constraint of'],
    ['const a = `, approved_at = coalesce(approved_at, now()), poster_id = $6`', '1 now() within CASE or'],
    ['const a = `update part set x = case when a then now() end where group_id = $1`', '1 now() within CASE or'],
    ['const a = `on conflict (id) do update set name = $1, at = now()`', '1 now() in DO UPDATE'],
    ['const a = `select 1 from part where group_id = $1 and posted_at = now()`', '1 now() of two statements'],
    ['const a = `update part set name = $2, group_id = $1 where group_id = $1`', '1 group_id is never SET:'],
    ['const a = `set sent_at = s.sent_at - $2::interval where id = $1`', '1 a column of time'],
  ])('refuses %s', (source, finding) => {
    expect(check(source)).toEqual([finding])
  })

  test.each([
    ["await tx.query(`set local app.group_id = '1'`)"],
    ['const a = `insert into part (group_id, id) select group_id, 1 from x returning id`'],
    ['const a = `insert into part (group_id, id) select group_id, 1 from x on conflict do nothing`'],
    ['const a = `insert into part (group_id, id) values ($1, (select max(id) from x))`'],
    ['const a = `, approved_at = least(approved_at, now()), posted_at = now()`'],
    ["const a = `update part set x = now() + case when a then interval '0' end where group_id = $1 and b <= now()`"],
    ['const a = `on conflict (id) do update set at = excluded.at where part.group_id = $1 returning now()`'],
    [
      'const a = `select coalesce(until > now(), false), case when a <= now() then 1 end from part where group_id = $1`',
    ],
    ['// set_config and merge into are forbidden, so is err.constraint'],
    ['/* select set_config() */ const mergeIntoOne = table.constraint'],
    ["const pattern = /['`]merge into/; const text = 'Zusammen'"],
  ])('accepts %s', (source) => {
    expect(check(source)).toEqual([])
  })

  test('looks into migrations and invariants, but not into their comments', () => {
    const migration = "create table part (id int); -- no set_config(\nselect set_config('a', 'b', true);"
    expect(checkSqlFile('db/migrations/0090_x.sql', migration, tables)).toEqual([
      { line: 2, message: expect.stringContaining('set_config') },
    ])
    expect(checkSqlFile('i90-x.sql', 'select 1 from stock_ledger s\njoin part p on p.id = s.part_id', tables)).toEqual([
      { line: 2, message: 'the join does not equate group_id' },
    ])
  })
})

describe('a migration that also runs distributed', () => {
  const migration = 'db/migrations/0090_x.sql'
  const telling = (name: string) =>
    `create function ${name}() returns trigger language plpgsql as $$\nbegin perform pg_notify('a', ''); return null; end $$;`
  const on = (table: string) =>
    `create trigger t after delete on ${table} for each row execute function shared.tell_end();`

  test.each([
    [telling('tell_end'), 'a trigger that notifies'],
    [on('part'), 'a trigger that notifies'],
    ['update part set code = code || id where code = $1;', 'concat() and ||'],
    ["update part set code = concat(code, '-', name);", 'concat() and ||'],
  ])('refuses %s', (sql, message) => {
    expect(checkSqlFile(migration, sql, tables)).toEqual([{ line: 1, message: expect.stringContaining(message) }])
  })

  test.each([
    [telling('shared.tell_end')],
    [on('shared.session')],
    ["update part set code = code || id::text; select concat('a', 'b');"],
  ])('accepts %s', (sql) => {
    expect(checkSqlFile(migration, sql, tables)).toEqual([])
  })
})

describe('names of callers', () => {
  const given = `
    interface Handler { run(): void }
    declare const actions: Record<string, Handler>
    declare const columns: { code: string; name: string }
    declare const row: Record<string, unknown>
    declare const rows: Handler[]
    declare const text: string
    declare const sort: string | undefined
    declare const known: keyof typeof columns
    declare const own: <Entry>(table: Readonly<Record<string, Entry>>, name: string) => Entry | undefined
  `
  const read = [
    'actions[text]',
    'actions[sort?.replace(/^-/, "") ?? ""]',
    'columns[text as keyof typeof columns]',
    '(columns as Record<string, string>)[text]',
    '(actions[text] ??= rows[0] as Handler)',
    'Object.entries(row).map(([key]) => actions[key])',
    // These are no tables that a caller's name reaches.
    'own(actions, text)',
    'actions.approve ?? actions["approve"]',
    'columns[known]',
    'row[text]',
    'rows[text.length]',
    '(actions[text] = rows[0] as Handler)',
  ]
  const refused = 6

  test('are looked up as own keys, whatever the table', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'names-'))
    const config = join(folder, 'tsconfig.json')
    await writeFile(config, '{ "compilerOptions": { "strict": true, "lib": ["es2023"], "types": [] } }')
    const source = read.map((expression, i) => `export const read${i} = ${expression}`)
    await writeFile(join(folder, 'names.ts'), [...source, given].join('\n'))
    await writeFile(join(folder, 'left-out.ts'), `${given}; export const handler = actions[text]`)
    const found = bareIndexings(config, (path) => path === 'names.ts')
    await rm(folder, { recursive: true })
    expect(found).toEqual(read.slice(0, refused).map((_, i) => ({ path: 'names.ts', line: i + 1 })))
  })
})

describe('tenancy in every statement', () => {
  test.each([
    ['const a = `select id from part where id = $1`'],
    ["const a = 'update part set name = $1'"],
    ['const a = `delete from goods_document where id = ${id}`'],
    ['const a = `with x as (select 1) select * from x join part on true, lateral (select 1) y`'],
    ['const a = tx.query(sql`select id from part where ${conditions}`)'],
  ])('refuses %s', (source) => {
    expect(check(source)).toContain('1 the statement reads or')
  })

  test.each([
    ['const a = `select id from part where group_id = $1 and id = $2`'],
    ['const a = `select name from region`'],
    ['const a = `select /* every group */ id from goods_document where biz_date < $1`'],
    ["const title = 'select a part from the list'"],
    ['const a = sql`p.group_id = ${g}`, b = sql`select count(*) from part p where ${allOf([a])}`'],
    ['const hint = `update: ${part}`'],
  ])('accepts %s', (source) => {
    expect(check(source)).toEqual([])
  })

  test('names the join that forgets it', () => {
    const source = `const a = \`select 1 from goods_document d
      join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
      left join part p on p.id = l.part_id
     where d.group_id = $1\``
    expect(check(source)).toEqual(['3 the join does not'])
  })

  test('knows the tables of tenants from the generated types', () => {
    const schema =
      'export interface GoodsDocument {\n  groupId: number\n}\n\nexport interface Region {\n  name: string\n}\n'
    expect(tenantTablesOf(schema)).toEqual(new Set(['goods_document']))
  })
})

describe('money never through binary floating point', () => {
  test.each([
    ['const a = Number(line.qty)', 'Number()'],
    ['const a = parseFloat(unitPrice)', 'parseFloat()'],
    ['const a = Number.parseFloat(row.taxAmount)', 'Number.parseFloat()'],
    ['const a = lines.reduce((sum, line) => add(sum, Number(pick(line).costPrice)), 0)', 'Number()'],
    ['const a = +line.amount', 'a unary plus'],
    ['return +total', 'a unary plus'],
    ['const a = `${+discountRate}`', 'a unary plus'],
    ['const a = [1, +row.freight]', 'a unary plus'],
  ])('refuses %s', (source, by) => {
    const [finding] = checkSource('packages/web/src/sales/editor.tsx', source, tables)
    expect(finding?.message).toMatch(/^money and quantities are decimal strings/)
    expect(finding?.message.endsWith(by)).toBe(true)
  })

  test.each([
    ['const a = Number(params.id)'],
    ['const a = Number(row.totalRows) + Number(priceId) + Number(costIndex)'],
    ['const a = Number(value)'],
    ['const a = price + amount'],
    ['const a = qty + +params.id'],
    ['total += 1; price++'],
    ["const a = 'Number(price)' // Number(price)"],
    ['const a = toNumber(price)'],
  ])('accepts %s', (source) => {
    expect(check(source)).toEqual([])
  })
})
