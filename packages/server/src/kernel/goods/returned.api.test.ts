// What goods that come back are credited.
import { chargedFreight } from '@chepu/contract/kernel/amounts'
import { type ChargedLine, chargedShare } from '@chepu/contract/kernel/charged-share'
import { add, sub } from '@chepu/contract/kernel/decimal'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GoodsKind } from './types'
import { boundKinds } from './registry'
import { type Conversion, type Header, kindOf, openConversion } from './conversion.fixture'

let shop: Conversion['shop']
let fullHeader: Conversion['fullHeader']
let saved: Conversion['saved']
let approved: Conversion['approved']
let read: Conversion['read']
let stockUp: Conversion['stockUp']
let draw: Conversion['draw']
let made: Conversion['made']
let converted: Conversion['converted']
let goods: Conversion['goods']
beforeAll(async () => {
  ;({ shop, fullHeader, saved, approved, read, stockUp, draw, made, converted, goods } = await openConversion())
})
afterAll(() => shop.close())

describe('returns of what was charged', () => {
  const back = (target: DocumentDef, drawn: { header: Header; lines: object[] }, change = {}) =>
    converted(target, drawn, change)

  it('of a discounted sale credit what the customer paid, and nothing is owed afterwards', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const before = await shop.books.balance(shop.customerId, 'AR')
    const sale = await made(salesDelivery, [goods('2', '100')], {
      orderDiscount: '40',
      freight: '12',
      freightPayer: 'partner',
    })
    const drawn = await draw('sales_return', 'sales_delivery', sale.id)
    expect(drawn.lines).toMatchObject([{ price: '80.0000', discountRate: '1', netAmount: '160.00' }])
    expect(drawn.header).not.toHaveProperty('orderDiscount')
    expect((await back(salesReturn, drawn)).header).toMatchObject({ totalTaxed: '160.00', orderDiscount: '0.00' })
    // The freight that he was charged stays.
    expect(sub(await shop.books.balance(shop.customerId, 'AR'), before)).toBe('12')
  })

  it('bear the freight of the way back beside the goods, whatever the way there was charged', async () => {
    await stockUp()
    const returns = boundKinds().filter(({ def, source }) => source?.counts === 'returned_qty' && def.freightRule)
    expect(returns.map(({ def }) => def.kind).sort()).toEqual(['purchase_return', 'sales_return'])
    for (const target of returns) {
      const source = boundKinds().find(({ def }) => def.kind === target.source?.kinds[0]) as GoodsKind
      for (const charged of ['0', '12']) {
        const former = await saved(source, { ...fullHeader(source), carrierId: null, freight: charged }, [
          goods('2', '100'),
        ])
        await approved(source, former)
        const drawn = await draw(target.def.kind, source.def.kind, former.id)
        expect([target.def.kind, drawn.header]).toEqual([
          target.def.kind,
          expect.not.objectContaining({ freight: charged }),
        ])
        for (const freightPayer of ['us', 'partner']) {
          const way = { freight: '30', freightPayer }
          const line = (each: object) => ({
            ...each,
            qty: '1',
            netAmount: chargedShare((each as { charged: ChargedLine }).charged, '1'),
          })
          const { header } = await back(target.def, await draw(target.def.kind, source.def.kind, former.id), {
            header: way,
            line,
          })
          const credited = chargedFreight(target.def.freightRule, { freight: '30', freightPayer })
          expect([target.def.kind, header]).toMatchObject([target.def.kind, { chargedFreight: `${credited}.00` }])
        }
      }
    }
  })

  it('of a discounted purchase bring the supplier’s bill to nothing and book no variance', async () => {
    const before = await shop.books.balance(shop.supplierId, 'AP')
    const receipt = await made(goodsReceipt, [{ ...goods('2', '100'), partId: await shop.stocked('0') }], {
      orderDiscount: '40',
    })
    const returned = await back(purchaseReturn, await draw('purchase_return', 'goods_receipt', receipt.id))
    expect(returned.header).toMatchObject({ totalTaxed: '160.00' })
    expect(await shop.books.balance(shop.supplierId, 'AP')).toBe(before)
    expect(await shop.books.pnl('purchase_return', returned.id)).toEqual({})
  })

  it('give 3 for 100.00 back to the fen in three single returns', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const sale = await made(salesDelivery, [goods('3', '0', { netAmount: '100' })])
    const credits: unknown[] = []
    for (const qty of ['1', '1', '1']) {
      const drawn = await draw('sales_return', 'sales_delivery', sale.id)
      const line = (each: object) => ({
        ...each,
        qty,
        netAmount: chargedShare((each as { charged: ChargedLine }).charged, qty),
      })
      credits.push((await back(salesReturn, drawn, { line })).header.totalTaxed)
    }
    expect(credits).toEqual(['33.33', '33.34', '33.33'])
  })

  it('never credit more than was charged, at saving and at posting; less is allowed', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const sale = await made(salesDelivery, [goods('2', '100')], { orderDiscount: '40' })
    const drawn = await draw('sales_return', 'sales_delivery', sale.id)
    const kind = kindOf(salesReturn)
    const returning = (netAmount: string, qty = '1') =>
      saved(kind, drawn.header, [{ ...drawn.lines[0], qty, netAmount }])
    await expect(returning('80.01')).rejects.toThrow('第1行 [04152-YZZA1] 最多可退 80.00 元，本次 80.01')
    const early = await returning('80')
    const later = await returning('80')
    const whole = await returning('160', '2')
    await approved(kind, early)
    await expect(approved(kind, whole)).rejects.toThrow('剩余数量 1，本次 2')
    await shop.act(salesReturn.routes, later, 'void')
    await approved(kind, await returning('10'))
  })

  it('go back at the tax rate of the former line, since another one would credit more', async () => {
    await made(goodsReceipt, [goods('5', '8')])
    const sale = await made(salesDelivery, [goods('1', '100', { taxRate: '0' })], { taxIncluded: false })
    const drawn = await draw('sales_return', 'sales_delivery', sale.id)
    const line = (taxRate: string) => [{ ...drawn.lines[0], taxRate }]
    await expect(saved(kindOf(salesReturn), drawn.header, line('0.13'))).rejects.toThrow(
      /^POST .*第1行 \[04152-YZZA1\] 税率须与来源单据 CK\w+ 相同，为0%/,
    )
    await saved(kindOf(salesReturn), drawn.header, line('0.0000'))
  })
})

describe('tax of what comes back', () => {
  /** A posted sale of 3 pieces at 0.33, of which each piece alone would be taxed 0.04. */
  const sold = async (taxIncluded: boolean) => {
    await made(goodsReceipt, [goods('5', '8')])
    return made(salesDelivery, [goods('3', '0.33')], { taxIncluded })
  }
  const drawnOf = (sale: { id: number }) => draw('sales_return', 'sales_delivery', sale.id)
  /** One piece of a drawn line, credited as the editor proposes it. */
  const piece = (line: object) => ({
    ...line,
    qty: '1',
    netAmount: chargedShare((line as { charged: ChargedLine }).charged, '1'),
  })
  const onePiece = async (sale: { id: number }) => converted(salesReturn, await drawnOf(sale), { line: piece })
  const owed = () => shop.books.balance(shop.customerId, 'AR')
  const revenueOf = async (id: number, kind: string) => (await shop.books.pnl(kind, id)).revenue_part as string

  it('adds up to the tax that was charged, piece by piece and in either tax mode', async () => {
    for (const [taxIncluded, tax, taxed] of [
      [false, ['0.04', '0.05', '0.04'], ['0.37', '0.38', '0.37']],
      [true, ['0.04', '0.03', '0.04'], ['0.33', '0.33', '0.33']],
    ] as const) {
      const before = await owed()
      const sale = await sold(taxIncluded)
      const returns = [await onePiece(sale), await onePiece(sale), await onePiece(sale)]
      expect(returns.map(({ header }) => header.totalTax)).toEqual(tax)
      expect(returns.map(({ header }) => header.totalTaxed)).toEqual(taxed)
      expect(await owed()).toBe(before)
      const back = await Promise.all(returns.map(({ id }) => revenueOf(id, 'sales_return')))
      expect(add(await revenueOf(sale.id, 'sales_delivery'), ...back)).toBe('0')
    }
  })

  it('adds up over several lines of one return on one former line', async () => {
    const before = await owed()
    const drawn = await drawnOf(await sold(false))
    const [line] = drawn.lines as [object]
    const { header } = await converted(salesReturn, { ...drawn, lines: [piece(line), piece(line), piece(line)] })
    expect(header).toMatchObject({ totalUntaxed: '0.99', totalTax: '0.13', totalTaxed: '1.12' })
    expect(await owed()).toBe(before)
  })

  it('follows what was posted since, when the return posts and again after 反审核', async () => {
    const before = await owed()
    const sale = await sold(false)
    const kind = kindOf(salesReturn)
    const drawn = await drawnOf(sale)
    const drafts = await Promise.all([1, 2, 3].map(() => saved(kind, drawn.header, drawn.lines.map(piece))))
    for (const draft of drafts) await approved(kind, draft)
    const taxes = async () =>
      Promise.all(drafts.map(async ({ id }) => (await read(kind, id)).header.totalTax as string))
    expect(await taxes()).toEqual(['0.04', '0.05', '0.04'])
    expect(await owed()).toBe(before)
    const [second, third] = drafts.slice(1) as [(typeof drafts)[0], (typeof drafts)[0]]
    for (const { id } of [third, second]) {
      const { header } = await read(kind, id)
      expect(await shop.act(salesReturn.routes, { id, version: header.version }, 'unapprove')).toMatchObject({
        status: 200,
      })
    }
    for (const { id } of [third, second]) await approved(kind, { id, version: (await read(kind, id)).header.version })
    expect(add(...(await taxes()))).toBe('0.13')
    expect(await owed()).toBe(before)
    const red = await shop.act(
      salesReturn.routes,
      { id: second.id, version: (await read(kind, second.id)).header.version },
      'reverse',
    )
    expect(red).toMatchObject({ status: 200 })
    await onePiece(sale)
    expect(await owed()).toBe(before)
  })

  it('follows a smaller credit, and the rest goes back with what is credited later', async () => {
    const before = await owed()
    const sale = await sold(false)
    const less = await converted(salesReturn, await drawnOf(sale), {
      line: (line) => ({ ...line, qty: '2', netAmount: '0.10' }),
    })
    expect(less.header).toMatchObject({ totalTax: '0.01', totalTaxed: '0.11' })
    const rest = await onePiece(sale)
    expect(rest.header).toMatchObject({ totalTax: '0.12', totalTaxed: '1.01' })
    expect(await owed()).toBe(before)
  })

  it('is that of the credit when the return has an order discount of its own', async () => {
    const before = await owed()
    const sale = await sold(false)
    const withheld = await converted(salesReturn, await drawnOf(sale), { header: { orderDiscount: '0.12' } })
    expect(withheld.header).toMatchObject({ totalTaxed: '1.00', totalTax: '0.12', totalUntaxed: '0.88' })
    expect(sub(await owed(), before)).toBe('0.12')
  })
})
