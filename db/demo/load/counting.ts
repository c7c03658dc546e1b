import { add, isPositive } from '@chepu/contract/kernel/decimal'
import { type CountLine, enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import { createRandom, type Random } from '../random'
import type { Saved } from './desk'
import type { DemoShop } from './shop'

/** The days on which an org counts, spread over its months. */
export function countDays(counts: number, firstDay: string, today: string): Set<string> {
  const days = Array.from({ length: counts }, (_, i) => addDays(firstDay, 27 * (i + 1)))
  return new Set(days.filter((day) => day < today))
}

/** Counts the main warehouse: the keeper finds a few places that are not as the books say, the owner posts what he found. */
export async function countStock(shop: DemoShop, day: string): Promise<void> {
  const { keeper, boss } = shop.desks
  const random = createRandom(`count ${shop.orgCode} ${day}`)
  const begun = await begin(shop, day, { isFreezing: random.chance(0.5) })
  const lines = await linesOf(shop, begun)
  await enter(shop, begun, lines, random)
  await boss.act(stockCount.routes, await keeper.act(stockCount.routes, begun, 'submit'), 'approve')
}

/** A count that is under way: half of its places are counted. */
export async function leaveCounting(shop: DemoShop, today: string): Promise<void> {
  const begun = await begin(shop, today, { remark: '月末盘点' })
  const lines = await linesOf(shop, begun)
  await enter(shop, begun, lines.slice(0, Math.ceil(lines.length / 2)), createRandom(`counting ${shop.orgCode}`))
}

async function begin({ book, orgCode, desks }: DemoShop, bizDate: string, more: object): Promise<Saved> {
  const header = { bizDate, warehouseId: book.id('warehouse', `${orgCode}/ZC`), scope: 'full', ...more }
  return desks.keeper.act(stockCount.routes, await desks.keeper.save(stockCount.routes, { header }), 'begin')
}

async function linesOf({ desks }: DemoShop, { id }: Saved): Promise<CountLine[]> {
  return (await desks.boss.call(stockCount.routes.read, { params: { id } })).lines
}

/** Enters what lies there: one place in twenty-five has one more or one less than the books say. */
async function enter({ desks }: DemoShop, { id }: Saved, lines: readonly CountLine[], random: Random): Promise<void> {
  const entries = lines.map(({ partId, locationId, batchNo, bookQty = '0' }) => {
    const found = add(bookQty, random.pick(['-1', '-1', '1']))
    const countedQty = random.chance(0.04) && !found.startsWith('-') ? found : bookQty
    return { partId, locationId, batchNo, countedQty, add: false }
  })
  const counted = entries.filter(({ countedQty }) => isPositive(countedQty) || countedQty === '0')
  await desks.keeper.call(enterCount, { params: { id }, body: { lines: counted } })
}
