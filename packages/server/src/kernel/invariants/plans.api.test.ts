import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCounter } from '../../../test/counter'
import { runSql } from '../../../test/database'
import { looked, type PlanNode } from '../../../test/plan'
import type { Statement } from '../db/statement'
import type { Tx } from '../db/tx'
import { checkInvariants } from '.'

let counter: Awaited<ReturnType<typeof openCounter>>
beforeAll(async () => {
  counter = await openCounter()
})
afterAll(() => counter.close())

it('look at every row a few times, also where a restore brought no statistics', async () => {
  await runSql(
    counter.ownerUrl,
    `do $$ declare t text; begin
      for t in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop execute format('alter table %I set (autovacuum_enabled = false)', t); end loop;
    end $$`,
  )
  const { filter } = counter.parts
  await counter.buy(filter, '1000', '10')
  const lines = Array.from({ length: 100 }, () => ({ partId: filter, qty: '1', price: '12' }))
  for (let i = 0; i < 5; i += 1) {
    const order = await counter.confirmed(lines)
    const sources = (await counter.read(salesOrder.routes, order.id)).lines
    await counter.done(
      salesDelivery.routes,
      sources.map(({ id }) => ({ partId: filter, qty: '1', price: '12', sourceLineId: id })),
    )
  }
  const plans: Record<string, number> = {}
  await counter.db.tenant(counter.groupId, async (tx) => {
    const explaining = Object.assign(Object.create(tx) as Tx, {
      async query({ text, values }: Statement) {
        if (text.startsWith('set ')) return tx.query({ text })
        const [row = {}] = await tx.query<Record<string, [{ Plan: PlanNode }]>>({
          text: `explain (analyze, timing off, format json) ${text}`,
          ...(values && { values }),
        })
        const [[plan] = []] = Object.values(row)
        plans[/from \(-- (.*)/.exec(text)?.[1] ?? text] = plan ? looked(plan.Plan) : Infinity
        return []
      },
    })
    await checkInvariants(explaining)
  })
  const [{ rows } = { rows: 0 }] = await counter.sql<{ rows: number }>(
    `select (select count(*) from goods_document_line where group_id = $1) + (select count(*) from stock_ledger where group_id = $1) as rows`,
  )
  // A document's lines may be compared among themselves, never all lines with all lines.
  expect(Object.entries(plans).filter(([, count]) => count > 100 * rows)).toEqual([])
  expect(Object.keys(plans).length).toBeGreaterThan(20)
})
