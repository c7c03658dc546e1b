import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { type Statement, statementCount } from '../src/kernel/db/statement'
import { newPart } from './counter'
import { runSql } from './database'
import { post } from './desk'
import { delivers, type Ground, lists, ordersAndDelivers, ordersAndReceives, reads, receives } from './gestures'
import { looked, type PlanNode } from './plan'
import { openShop, type Shop } from './shop'

const others = 100
const documents = 40
const linesPerDocument = 10

let shop: Shop
let ground: Ground
let receiptId: number
beforeAll(async () => {
  shop = await openShop()
  const client = await shop.signIn('owner')
  const parts = await Promise.all(Array.from({ length: linesPerDocument }, () => newPart(shop)))
  ground = { ...shop, client, parts }
  await post(client, goodsReceipt.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, partnerId: shop.supplierId },
    lines: parts.map((partId) => ({ partId, qty: '1000', price: '10' })),
  })
  for (let i = 0; i < documents; i += 1) receiptId = (await receives(ground)).id
  await runSql(shop.ownerUrl, copiedGroups(shop.groupId))
})
afterAll(() => shop.close())

/** Every table of the groups holds as much again for each of the others. Nobody works in them, so that they need no login. */
const copiedGroups = (groupId: number) => `
  set session_replication_role = replica;
  do $$ declare t record; begin
    for t in
      select c.oid::regclass as name, string_agg(quote_ident(a.attname), ', ') filter (where a.attname <> 'group_id') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relrowsecurity
      group by c.oid
    loop
      execute format('insert into %s (group_id, %s) overriding system value select ${groupId} + n, %s from %s, generate_series(1, ${others}) n
        where group_id = ${groupId}', t.name, t.columns, t.columns, t.name);
    end loop;
  end $$;
  analyze`

const gestures: [name: string, gesture: () => Promise<unknown>][] = [
  ['list of documents', () => lists(ground)],
  ['detail of 10 lines', () => reads(ground, receiptId)],
  ['receipt, drafted and posted', () => receives(ground)],
  ['delivery, drafted and posted', () => delivers(ground)],
  ['purchase order, approved, received, posted', () => ordersAndReceives(ground)],
  ['sales order, confirmed, delivered, posted', () => ordersAndDelivers(ground)],
]

// A cluster plans each group's statements for the rows of its own shards.
it.skipIf(inject('citusNodes').length > 0).each(gestures)(
  '%s: no statement reads the whole group for each of its rows, however many groups there are',
  async (_, gesture) => {
    const asked: Statement[] = []
    statementCount.heard = (statement) => {
      if (/^\s*select/.test(statement.text)) asked.push(statement)
    }
    try {
      await gesture()
    } finally {
      statementCount.heard = undefined
    }
    const rows = await Promise.all(asked.map(rowsLookedAt))
    const far = asked.flatMap(({ text }, i) =>
      (rows[i] ?? 0) > documents * linesPerDocument * 20 ? [`${rows[i]}: ${text}`] : [],
    )
    expect(asked.length).toBeGreaterThan(1)
    expect(far).toEqual([])
  },
)

/** How many rows the program's role looks at for a statement. */
async function rowsLookedAt({ text, values = [] }: Statement): Promise<number> {
  return shop.db.tenant(shop.groupId, async (tx) => {
    const [row = {}] = await tx.query<Record<string, [{ Plan: PlanNode }]>>({
      text: `explain (analyze, timing off, format json) ${text}`,
      values,
    })
    const [[plan] = []] = Object.values(row)
    return plan ? looked(plan.Plan) : Infinity
  })
}
