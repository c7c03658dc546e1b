import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, tryAct } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
let cashier: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
  const header = { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId }
  await post(owner, goodsReceipt.routes, {
    header,
    lines: [
      { partId: shop.parts.filter, qty: '1000', price: '10' },
      { partId: shop.parts.pad, qty: '1000', price: '20' },
    ],
  })
})
afterAll(() => shop.close())

const sell = (partnerId: number, filters: string, pads = '0') =>
  post(owner, salesDelivery.routes, {
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId },
    lines: [
      { partId: shop.parts.filter, qty: filters, price: '113', taxRate: '0.13' },
      ...(pads === '0' ? [] : [{ partId: shop.parts.pad, qty: pads, price: '226', taxRate: '0.13' }]),
    ],
  })

const pendingOf = async (partnerId: number) => {
  const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
  return rows
}
const billsOf = async (partnerId: number) =>
  (await pendingOf(partnerId)).map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
const read = (id: number) => cashier.call(invoiceIssued.routes.read, { params: { id } })
const number = (last: number) => String(last).padStart(20, '2')

describe('开票', () => {
  it('makes three sheets of two deliveries to the fen, of which one is taken back by a red invoice', async () => {
    const partnerId = await newPartner(shop, '三张票')
    const first = await sell(partnerId, '10')
    await sell(partnerId, '5', '2')
    // 10 x 113 + 5 x 113 + 2 x 226 = 2 147.00; without tax 1 000 + 500 + 400 = 1 900.00.
    const body = { bills: await billsOf(partnerId), sheetKind: 'e_normal', limit: '800' } as const
    const { drafts } = await cashier.call(draftIssued, { body })
    expect(drafts.map(({ taxed }) => taxed)).toEqual(['904.00', '904.00', '339.00'])
    const sheets = await Promise.all(drafts.map(({ id }) => read(id)))
    expect(sheets.map(({ header }) => [header.untaxed, header.tax])).toEqual([
      ['800.00', '104.00'],
      ['800.00', '104.00'],
      ['300.00', '39.00'],
    ])
    expect(await pendingOf(partnerId)).toEqual([])
    expect((await tryAct(owner, salesDelivery.routes, first, 'unapprove')).msg).toContain('已有发票关联')
    const issued = []
    for (const [i, { header }] of sheets.entries())
      issued.push(await act(cashier, invoiceIssued.routes, header, 'issue', { input: { invoiceNo: number(i + 1) } }))
    const gone = await act(cashier, invoiceIssued.routes, issued[1] as never, 'red', {
      input: { invoiceNo: number(9) },
    })
    expect(gone.state).toBe('reversed')
    const [related] = (await cashier.call(invoiceIssued.routes.related, { params: { id: gone.id } })).filter(
      ({ relation }) => relation === 'red',
    )
    const { header: redHeader, can } = await read(related?.id as number)
    expect(redHeader).toMatchObject({
      isRed: true,
      taxed: '-904.00',
      tax: '-104.00',
      invoiceNo: number(9),
      state: 'issued',
    })
    expect(can).toEqual([])
    const waiting = await pendingOf(partnerId)
    expect(waiting.map(({ rest }) => rest).toSorted()).toEqual(['113.00', '791.00'])
    const { sums } = await cashier.call(invoiceIssued.routes.totals, { query: { partnerId } })
    expect(sums).toMatchObject({ untaxed: '1100.00', tax: '143.00', taxed: '1243.00' })
  })
})
