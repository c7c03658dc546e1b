// What was bought and sold under a part that was merged away since: it goes back as the part that has its goods now (ADR 0167).
import { listSourceLines } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post, reverse, save, tryAct, trySave, undo } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
// Closing the shop checks every invariant of the books.
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false, goodsReturnDays: 365 } })
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const bizDate = shanghaiDay()
const headerOf = (partnerId: number) => ({ bizDate, partnerId, warehouseId: shop.warehouseId })
const buy = (partId: number, qty: string, price: string) =>
  post(owner, goodsReceipt.routes, { header: headerOf(shop.supplierId), lines: [{ partId, qty, price }] })
const sell = (partId: number, qty: string) =>
  post(owner, salesDelivery.routes, { header: headerOf(shop.customerId), lines: [{ partId, qty, price: '30' }] })
const draw = (target: string, source: string, documentId: number) =>
  owner.call(drawSource, { params: { target }, body: { source, documentId } })
const merge = (id: number, sourceId: number) => owner.call(partRoutes.merge, { params: { id }, body: { sourceId } })

/** Two parts for one thing, of which the doubled one was bought (10 for 12) and sold (4), and then merged away. */
async function mergedTrade(name: string) {
  const { brandId, categoryId, unitId, taxRateId } = await owner.call(partRoutes.read, {
    params: { id: shop.parts.filter },
  })
  const add = (called: string) =>
    owner.call(partRoutes.save, { body: { name: called, brandId, categoryId, unitId, taxRateId } })
  const [kept, doubled] = [await add(name), await add(`${name}重复`)]
  const bought = await buy(doubled.id, '10', '12')
  const sold = await sell(doubled.id, '4')
  await merge(kept.id, doubled.id)
  return { kept, doubled, bought, sold }
}

it('a customer brings back what was sold under the doubled part, at what that cost', async () => {
  const { kept, doubled, sold } = await mergedTrade('退货件')
  const drawn = await draw(salesReturn.kind, salesDelivery.kind, sold.id)
  expect(drawn.lines).toMatchObject([{ partId: kept.id, partCode: kept.code, partName: '退货件', qty: '4.0000' }])
  const [line] = drawn.lines
  const back = (partId: number) => ({
    header: headerOf(shop.customerId),
    lines: [{ partId, qty: '1', price: '30', sourceLineId: line?.sourceLineId as number }],
  })
  // Under its former name there is nothing to bring back to.
  expect(await trySave(owner, salesReturn.routes, back(doubled.id))).toMatchObject({
    status: 400,
    msg: `第1行 [${doubled.code}] 已停用`,
  })
  const returned = await post(owner, salesReturn.routes, back(kept.id))
  // 6 pieces for 72.00 went over; one of those that were sold for 12.00 comes back.
  expect(await shop.books.pool(kept.id)).toBe('7.0000 / 84.00')
  expect(await shop.books.pnl('sales_return', returned.id)).toMatchObject({
    cogs_part: '-12.00',
    revenue_part: '-30.00',
  })
  // The delivery keeps its words, and counts what came back.
  const { lines } = await owner.call(salesDelivery.routes.read, { params: { id: sold.id } })
  expect(lines).toMatchObject([{ partCode: doubled.code, returnedQty: '1.0000' }])
  await undo(owner, salesReturn.routes, returned)
  expect(await shop.books.pool(kept.id)).toBe('6.0000 / 72.00')
})

it('a supplier takes back what was bought under the doubled part, at what that cost', async () => {
  const { kept, bought } = await mergedTrade('退厂件')
  await buy(kept.id, '6', '20')
  const drawn = await draw(purchaseReturn.kind, goodsReceipt.kind, bought.id)
  const lines = drawn.lines.map(({ partId, price, sourceLineId }) => ({ partId, price, sourceLineId, qty: '2' }))
  expect(lines).toMatchObject([{ partId: kept.id }])
  await post(owner, purchaseReturn.routes, {
    header: { ...headerOf(shop.supplierId), reason: '质量问题' },
    lines,
  } as never)
  // 6 for 72.00 and 6 for 120.00; the two leave at the 12.00 that each was bought at.
  expect(await shop.books.pool(kept.id)).toBe('10.0000 / 168.00')
})

it('lines to refer to are found by the name of either', async () => {
  const { kept, doubled, sold } = await mergedTrade('查找件')
  const found = async (part: string) => {
    const query = { source: salesDelivery.kind, part }
    return (await owner.call(listSourceLines, { params: { target: salesReturn.kind }, query })).rows.map(
      (row) => row.documentId,
    )
  }
  expect(await found(kept.code)).toEqual([sold.id])
  expect(await found(doubled.code)).toEqual([sold.id])
})

it('what a merge made of a chain leads to the last', async () => {
  const { kept, sold } = await mergedTrade('链件')
  const { brandId, categoryId, unitId, taxRateId } = await owner.call(partRoutes.read, { params: { id: kept.id } })
  const last = await owner.call(partRoutes.save, { body: { name: '链件末', brandId, categoryId, unitId, taxRateId } })
  const drawn = await draw(salesReturn.kind, salesDelivery.kind, sold.id)
  const [line] = drawn.lines
  const back = (partId: number, qty: string) => ({
    header: headerOf(shop.customerId),
    lines: [{ partId, qty, price: '30', sourceLineId: line?.sourceLineId as number }],
  })
  await post(owner, salesReturn.routes, back(kept.id, '1'))
  await merge(last.id, kept.id)
  await post(owner, salesReturn.routes, back(last.id, '3'))
  expect(await shop.books.pool(last.id)).toBe('10.0000 / 120.00')
})

it('an undo writes under the name that was posted: goods that left come back under it, goods that came in are no longer there', async () => {
  const { kept, doubled, bought, sold } = await mergedTrade('撤销件')
  await reverse(owner, salesDelivery.routes, sold)
  expect(await shop.books.pool(doubled.id)).toBe('4.0000 / 48.00')
  // Merging the two again hands over what has come back.
  await merge(kept.id, doubled.id)
  expect(await shop.books.pool(kept.id)).toBe('10.0000 / 120.00')
  // All ten are there again, as the other part: the receipt is not undone, they go back by a return.
  expect(await tryAct(owner, goodsReceipt.routes, bought, 'reverse')).toMatchObject({
    status: 400,
    msg: `第1行 [${doubled.code}] 库存已被使用，请改用退货单`,
  })
})

it('a draft that an undo left behind is not posted under the doubled part', async () => {
  const { doubled, sold } = await mergedTrade('草稿件')
  const draft = await undo(owner, salesDelivery.routes, sold)
  expect(await tryAct(owner, salesDelivery.routes, draft, 'approve')).toMatchObject({
    status: 400,
    msg: `第1行 [${doubled.code}] 已停用`,
  })
  await save(owner, salesDelivery.routes, {
    id: draft.id,
    version: draft.version,
    header: headerOf(shop.customerId),
    lines: [{ partId: shop.parts.filter, qty: '1', price: '30' }],
  })
})
