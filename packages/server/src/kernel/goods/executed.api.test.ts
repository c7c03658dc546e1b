// What the parts of an order bear of it.
import { borneBy } from '@chepu/contract/kernel/charged-share'
import { add } from '@chepu/contract/kernel/decimal'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Saved } from '../../../test/counter'
import { statementCount } from '../db/statement'
import type { GoodsKind } from './types'
import { boundKinds } from './registry'
import { type Conversion, type Header, kindOf, openConversion } from './conversion.fixture'

let shop: Conversion['shop']
let saved: Conversion['saved']
let approved: Conversion['approved']
let read: Conversion['read']
let draw: Conversion['draw']
let made: Conversion['made']
let converted: Conversion['converted']
let lineIdsOf: Conversion['lineIdsOf']
let drawLines: Conversion['drawLines']
let goods: Conversion['goods']
let withoutSight: Conversion['withoutSight']
beforeAll(async () => {
  ;({ shop, saved, approved, read, draw, made, converted, lineIdsOf, drawLines, goods, withoutSight } =
    await openConversion())
})
afterAll(() => shop.close())

describe('an order that is executed in parts', () => {
  it('passes its discount on by the goods drawn, the last one taking the rest, and its freight with the first', async () => {
    const lines = [goods('3', '33.33'), goods('1', '33.33'), goods('1', '33.34')]
    const order = await made(purchaseOrder, lines, { orderDiscount: '10', freight: '5', freightPayer: 'partner' })
    const [first, second, third] = await lineIdsOf(purchaseOrder, order.id)
    const headers: Header[] = []
    const steps: [number[], (line: object) => object][] = [
      // One piece of three: the editor counts the discount by the quantity.
      [[first as number], (line) => ({ ...line, qty: '1' })],
      [[first as number, second as number], (line) => line],
      [[third as number], (line) => line],
    ]
    for (const [ids, line] of steps) {
      const drawn = await drawLines(goodsReceipt, purchaseOrder, ids)
      const typed =
        headers.length === 0 ? { orderDiscount: borneBy(drawn.header.orderDiscount as string, '1', '3') } : {}
      headers.push((await converted(goodsReceipt, drawn, { line, header: typed })).header)
    }
    expect(headers.map((header) => header.orderDiscount)).toEqual(['2.00', '6.00', '2.00'])
    expect(headers.map((header) => header.freight)).toEqual(['5.00', '0.00', '0.00'])
    expect((await read(kindOf(purchaseOrder), order.id)).header.state).toBe('done')
  })

  it('is executed by two at once, who wait for each other and need not begin again', async () => {
    const heard: string[] = []
    statementCount.heard = ({ text }) => heard.push(text)
    try {
      for (let round = 0; round < 8; round += 1) {
        const order = await made(purchaseOrder, [goods('2', '25')])
        const { header, lines } = await draw('goods_receipt', 'purchase_order', order.id)
        const half = { header, lines: lines.map((line) => ({ ...line, qty: '1' })), action: { name: 'approve' } }
        const both = await Promise.all(
          [1, 2].map(() => shop.owner.ask(goodsReceipt.routes.save, { body: half as never })),
        )
        expect(both).toMatchObject([{ status: 200 }, { status: 200 }])
      }
    } finally {
      statementCount.heard = undefined
    }
    expect(heard).not.toContain('rollback')
  })

  it('gives what an earlier receipt left out of the discount to the next one, and takes it back with 反审核', async () => {
    const order = await made(purchaseOrder, [goods('4', '25')], { orderDiscount: '10' })
    const half = { line: (line: object) => ({ ...line, qty: '2' }), header: { orderDiscount: '1' } }
    const receipt = await converted(goodsReceipt, await draw('goods_receipt', 'purchase_order', order.id), half)
    expect((await draw('goods_receipt', 'purchase_order', order.id)).header).toMatchObject({ orderDiscount: '9.00' })
    await shop.act(goodsReceipt.routes, { id: receipt.id, version: receipt.header.version }, 'unapprove')
    expect((await draw('goods_receipt', 'purchase_order', order.id)).header).toMatchObject({ orderDiscount: '10.00' })
  })

  it('keeps a typed amount over its parts', async () => {
    const order = await made(purchaseOrder, [goods('3', '0', { netAmount: '100' })])
    const amounts: unknown[] = []
    for (const qty of ['1', '2']) {
      const drawn = await draw('goods_receipt', 'purchase_order', order.id)
      const netAmount = borneBy('100', qty, drawn.lines[0]?.qty ?? '0')
      const line = (each: object) => (qty === '1' ? { ...each, qty, netAmount } : each)
      amounts.push((await converted(goodsReceipt, drawn, { line })).header.totalTaxed)
    }
    expect(amounts).toEqual(['33.33', '66.67'])
  })
})

describe('a saved draft of a part', () => {
  const executing = () =>
    boundKinds().flatMap((target) =>
      // Between two places there is no order discount.
      target.source?.counts === 'executed_qty' && !target.def.hasCounterparty
        ? target.source.kinds.map((name) => ({
            target,
            source: boundKinds().find(({ def }) => def.kind === name) as GoodsKind,
          }))
        : [],
    )
  /** The draft of `qty` of each line with the discount that the editor counts, or one that was typed. */
  const draftOf = async (
    { source, target }: { source: GoodsKind; target: GoodsKind },
    id: number,
    qty: string,
    typed?: string,
  ) => {
    const drawn = await draw(target.def.kind, source.def.kind, id)
    const counted = drawn.lines.map((line) => borneBy(line.drawnDiscount ?? '0', qty, line.qty))
    const lines = drawn.lines.map((line) => ({ ...line, qty }))
    return saved(target, { ...drawn.header, orderDiscount: typed ?? add('0', ...counted) }, lines)
  }
  const drawnOf = async (kind: GoodsKind, { id }: { id: number }) =>
    (await read(kind, id)).lines.map((line) => line.drawn)

  it('still knows what its lines may take of the order discount, in every pair that executes', async () => {
    await made(goodsReceipt, [goods('50', '8')])
    expect(executing().map(({ source, target }) => `${source.def.kind} > ${target.def.kind}`)).toEqual(
      expect.arrayContaining(['purchase_order > goods_receipt', 'sales_order > sales_delivery']),
    )
    for (const pair of executing()) {
      const { source, target } = pair
      const ordered = () => made(source.def, [goods('10', '20')], { orderDiscount: '10' })
      const order = await ordered()
      const draft = await draftOf(pair, order.id, '5')
      expect(await drawnOf(target, draft)).toEqual([{ qty: '10.0000', discount: '10.00' }])
      const other = await draftOf(pair, order.id, '3')
      const typed = await draftOf(pair, order.id, '5', '8')
      expect(await drawnOf(target, typed)).toEqual([undefined])
      await approved(target, other)
      expect(await drawnOf(target, draft)).toEqual([{ qty: '7.0000', discount: '7.00' }])
      expect(await drawnOf(target, other)).toEqual([undefined])
      // Who takes all of the discount leaves none to the others, though they had counted on it.
      const greedy = await ordered()
      const late = await draftOf(pair, greedy.id, '10')
      await approved(target, await draftOf(pair, greedy.id, '4', '10'))
      expect(await drawnOf(target, late)).toEqual([{ qty: '6.0000', discount: '0.00' }])
    }
  })

  it('takes the remainder to the fen when the others are posted', async () => {
    const pair = { source: kindOf(purchaseOrder), target: kindOf(goodsReceipt) }
    const order = await made(purchaseOrder, [goods('3', '20')], { orderDiscount: '10' })
    const drafts = [
      await draftOf(pair, order.id, '1'),
      await draftOf(pair, order.id, '1'),
      await draftOf(pair, order.id, '1'),
    ]
    for (const draft of drafts.slice(1)) await approved(pair.target, draft)
    expect(await drawnOf(pair.target, drafts[0] as Saved)).toEqual([{ qty: '1.0000', discount: '3.34' }])
  })

  it('of several lines says it of each that bears some', async () => {
    const pair = { source: kindOf(purchaseOrder), target: kindOf(goodsReceipt) }
    const order = await made(purchaseOrder, [goods('3', '33.33'), goods('3', '0'), goods('1', '33.34')], {
      orderDiscount: '7',
    })
    const draft = await draftOf(pair, order.id, '1')
    const drawn = await draw('goods_receipt', 'purchase_order', order.id)
    expect(await drawnOf(pair.target, draft)).toEqual(
      drawn.lines.map(({ qty, drawnDiscount }) => drawnDiscount && { qty, discount: drawnDiscount }),
    )
  })

  it('says nothing to who may not see prices', async () => {
    const order = await made(salesOrder, [goods('4', '30')], { orderDiscount: '4' })
    const draft = await draftOf({ source: kindOf(salesOrder), target: kindOf(salesDelivery) }, order.id, '2')
    const blind = await withoutSight('doc_price')
    const { lines } = await blind.call(salesDelivery.routes.read, { params: { id: draft.id } })
    expect(lines[0]).not.toHaveProperty('drawn')
  })
})

describe('discounts beyond the caller’s own authority', () => {
  it('pass when the former document grants them, and not beyond', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const manager = await shop.signIn('manager')
    const order = await made(salesOrder, [goods('2', '1000', { discountRate: '0.5' })], { orderDiscount: '250' })
    const drawn = await draw('sales_delivery', 'sales_order', order.id, manager)
    const kind = kindOf(salesDelivery)
    expect(await saved(kind, drawn.header, drawn.lines, manager)).toMatchObject({ state: 'draft' })
    await expect(saved(kind, { ...drawn.header, orderDiscount: '250.01' }, drawn.lines, manager)).rejects.toThrow(
      '最多250元',
    )
    const cheaper = drawn.lines.map((line) => ({ ...line, discountRate: '0.4' }))
    await expect(saved(kind, drawn.header, cheaper, manager)).rejects.toThrow('折扣超出您的权限')
  })
})
