import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: pg.Client
beforeAll(async () => {
  shop = await openShop()
  owner = new pg.Client({ connectionString: shop.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await shop.close()
})

const ledgers = [
  'stock_ledger',
  'wip_ledger',
  'partner_ledger',
  'write_off_line',
  'account_ledger',
  'pnl_ledger',
  'commission_entry',
  'audit_log',
  'price_history',
]

async function tables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely_%' order by 1`,
  )
  return rows.map((row) => row.name)
}

describe('every table of the schema', () => {
  it('belongs to a group: group_id is not null and leads every key', async () => {
    for (const table of await tables()) {
      const column = await owner.query(
        `select is_nullable from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name = 'group_id'`,
        [table],
      )
      expect(column.rows, table).toEqual([{ is_nullable: 'NO' }])
      const keys = await owner.query<{ name: string; first: string; kind: string }>(
        `select c.conname as name, c.contype as kind, a.attname as first from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
          where c.conrelid = $1::regclass and c.contype in ('p', 'u', 'f')`,
        [`public.${table}`],
      )
      expect(
        keys.rows.some((key) => key.kind === 'p'),
        table,
      ).toBe(true)
      for (const key of keys.rows) expect(`${key.name}: ${key.first}`).toBe(`${key.name}: group_id`)
    }
  })

  it('is guarded by row-level security with the policy on the group', async () => {
    const { rows } = await owner.query<{ name: string; guarded: boolean; policy: string | null }>(
      `select c.relname as name, c.relrowsecurity as guarded, pg_get_expr(p.polqual, p.polrelid) as policy
        from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_policy p on p.polrelid = c.oid
        where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely_%'`,
    )
    for (const row of rows)
      expect(row).toMatchObject({
        guarded: true,
        policy: expect.stringMatching(/app\.group_id|shared\.group_in_hand\(\)/) as string,
      })
  })
})

describe('the application role', () => {
  it('owns nothing, bypasses nothing and changes no ledger', async () => {
    const app = new pg.Client({ connectionString: shop.appUrl })
    await app.connect()
    try {
      const role = await app.query(
        `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
          (select count(*)::int from pg_class where relowner = r.oid) as owned from pg_roles r where rolname = current_user`,
      )
      expect(role.rows[0]).toEqual({
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        owned: 0,
      })
      await app.query(`set app.group_id = '1'`)
      for (const table of ledgers) {
        await expect(app.query(`delete from ${table}`), table).rejects.toMatchObject({ code: '42501' })
        await expect(app.query(`update ${table} set org_id = 1`), table).rejects.toMatchObject({ code: '42501' })
      }
      await expect(app.query('select * from shared.secret')).rejects.toMatchObject({ code: '42501' })
    } finally {
      await app.end()
    }
  })

  it('sees only the group of its transaction, whatever the statement asks for', async () => {
    const other = shop.groupId + 1000
    const rows = await shop.db.tenant(other, (tx) =>
      tx.query({ text: 'select id from partner where group_id = $1', values: [shop.groupId] }),
    )
    expect(rows).toEqual([])
    const foreign = shop.db.tenant(other, (tx) =>
      tx.query({
        text: `insert into unit (group_id, name) values ($1, '偷来的单位') returning id`,
        values: [shop.groupId],
      }),
    )
    await expect(foreign).rejects.toMatchObject({ code: '42501' })
  })

  it('reads nothing outside a transaction of a group', async () => {
    await expect(shop.db.shared({ text: 'select * from partner' })).rejects.toThrow(/app\.group_id|bigint/)
  })
})

describe('a ledger row', () => {
  it('is refused any change even to the owner of the table', async () => {
    await owner.query(`insert into pnl_ledger (group_id, org_id, biz_date, period, kind, doc_kind, doc_id, amount)
      values (99, 1, '2026-01-01', 202601, 'discount', 'x', 1, 1)`)
    await expect(owner.query('delete from pnl_ledger where group_id = 99')).rejects.toThrow(
      'ledger rows are never changed',
    )
  })
})
