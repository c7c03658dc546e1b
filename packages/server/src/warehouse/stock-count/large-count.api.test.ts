import { otherIn } from '@chepu/contract/warehouse/other-in'
import { enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { afterAll, beforeAll, expect, it, inject } from 'vitest'
import { act, post, save } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { statementCount } from '../../kernel/db/statement'

const { routes } = stockCount

let shop: Shop
let owner: Client
let another: Client
let parts: number[]
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  another = await shop.signIn('owner')
  const made = await shop.sql<{ id: number }>(
    `insert into part (group_id, code, name, brand_id, category_id, unit_id, tax_rate_id, search_text)
      select p.group_id, 'L' || n, '大盘点' || n, p.brand_id, p.category_id, p.unit_id, p.tax_rate_id, 'l' || n
      from part p cross join generate_series(1, 2000) n where p.group_id = $1 and p.id = $2 returning id`,
    shop.parts.filter,
  )
  parts = made.map(({ id }) => id)
  await post(owner, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: parts.map((partId) => ({ partId, qty: '5', price: '10' })),
  } as never)
}, 120_000)
afterAll(() => shop.close())

/** Statements of each step of a count of the first parts, half of which have one less and the others one more. */
async function statementsOf(many: number) {
  const counted = parts.slice(0, many)
  const used: Record<string, number> = {}
  const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = statementCount.total
    const result = await work()
    used[name] = statementCount.total - before
    return result
  }
  const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, scope: 'parts', isFreezing: true }
  const draft = { header, lines: counted.map((partId) => ({ partId })) }
  const saved = await step('save', () => save(another, routes, draft as never))
  const begun = await step('begin', () => act(another, routes, saved, 'begin'))
  const lines = counted.map((partId, i) => ({ partId, countedQty: i % 2 === 0 ? '4' : '6' }))
  await step('enter', () => another.call(enterCount, { params: { id: begun.id }, body: { lines } as never }))
  const sent = await act(another, routes, begun, 'submit')
  const done = await step('approve', () => act(owner, routes, sent, 'approve'))
  await step('unapprove', () => act(owner, routes, done, 'unapprove'))
  return used
}

it('asks the database as much for two thousand lines as for two', { timeout: 240_000 }, async () => {
  // The first of each warms session and rights.
  await statementsOf(2)
  const few = await statementsOf(2)
  const many = await statementsOf(2000)
  // Inserts that travel together part where their parameters are too many for one statement, and what is told besides comes when it comes.
  const more = Object.entries(many).map(([step, count]) => [step, Math.abs(count - (few[step] ?? 0)) <= 2])
  expect(more).toEqual(Object.keys(few).map((step) => [step, true]))
  // On a cluster every call asks for its session besides.
  expect(few['approve']).toBeLessThan(inject('citusNodes').length > 0 ? 50 : 45)
})

it(
  'takes as many figures in one sheet as a count may have places, all of them or none',
  { timeout: 240_000 },
  async () => {
    const bins = await shop.sql<{ id: number }>(
      `insert into location (group_id, warehouse_id, code) values ($1, $2, 'Y-1'), ($1, $2, 'Y-2') returning id`,
      shop.warehouseId,
    )
    const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, scope: 'parts' }
    const draft = { header, lines: parts.map((partId) => ({ partId })) }
    const begun = await act(another, routes, await save(another, routes, draft as never), 'begin')
    const sheet = [null, ...bins.map(({ id }) => id)].flatMap((locationId) =>
      parts.map((partId) => ({ partId, locationId, countedQty: '2' })),
    )
    const enter = (lines: readonly object[]) =>
      another.ask(enterCount, { params: { id: begun.id }, body: { lines } as never })
    expect((await enter([...sheet, sheet[0] as object])).msg).toBe('一次最多录入6000行')
    const spoilt = await enter(sheet.with(5999, { partId: 999_999, locationId: null, countedQty: '2' }))
    expect(spoilt.msg).toBe('第6000行 配件不存在')
    expect(await enter(sheet)).toMatchObject({ status: 200, data: { lineCount: 6000, countedCount: 6000 } })
    const more = { partId: shop.parts.filter, locationId: null, countedQty: '2' }
    expect((await enter([more])).msg).toBe('第1行 一张盘点单最多6000个位置，请另开一张盘点单')
  },
)
