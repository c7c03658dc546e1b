// Registering and undoing an invoice: its day, its number, its tax (business/invoices 3, 5).
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { draftIssued, draftReceived, pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { lastDayOfMonth, monthAfter, monthBefore, monthText } from '@chepu/contract/kernel/calendar'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, tryAct } from '../../../test/desk'
import { newPartner, openItem, today } from '../../../test/finance'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { addDays } from '../../kernel/base/calendar'
import { periodOf } from '../../kernel/ledgers/types'

const { routes } = invoiceIssued
let shop: Shop
let owner: Client
let cashier: Client
beforeAll(async () => {
  shop = await openShop({ config: { backdateDays: 3 } })
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
  await post(owner, goodsReceipt.routes, {
    header: { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
    lines: [{ partId: shop.parts.filter, qty: '20', price: '10' }],
  })
})
afterAll(() => shop.close())

const billsOf = async (partnerId: number) => {
  const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
  return rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
}
const drafted = async (name: string, sheetKind: 'e_normal' | 'p_normal' = 'e_normal') => {
  const partnerId = await newPartner(shop, name)
  await openItem(shop, owner, { partnerId, side: 'AR', total: '113' })
  const { drafts } = await cashier.call(draftIssued, { body: { bills: await billsOf(partnerId), sheetKind } })
  return (await cashier.call(routes.read, { params: { id: drafts[0]?.id as number } })).header
}
const number = (last: number) => String(last).padStart(4, '0').padStart(20, '3')

it('registers a sheet of any day of an open month, and none of a closed one', async () => {
  const draft = await drafted('补登')
  const bizDate = addDays(today, -40)
  const issued = await act(cashier, routes, draft, 'issue', { input: { invoiceNo: number(1), bizDate } })
  expect(issued.state).toBe('issued')
  const red = { invoiceNo: number(2), bizDate: addDays(today, -39) }
  expect(await act(cashier, routes, issued, 'red', { input: red })).toMatchObject({ state: 'reversed' })

  const closed = monthBefore(periodOf(today))
  await shop.sql('update org set closed_month = $2 where group_id = $1 and id = $3', closed, shop.orgId)
  const late = await drafted('结账后')
  const input = { invoiceNo: number(3), bizDate: lastDayOfMonth(closed) }
  expect((await tryAct(cashier, routes, late, 'issue', { input })).msg).toBe(
    `该期间已结账：${lastDayOfMonth(closed).slice(0, 7)}`,
  )
  await shop.sql('update org set closed_month = null where group_id = $1 and id = $2', shop.orgId)
})

it('keeps the number of a sheet of paper that is spoilt, and none that was only typed', async () => {
  const numbers = { invoiceCode: '123456789012', invoiceNo: '87654321' }
  const first = await drafted('作废的纸票', 'p_normal')
  const issued = await act(cashier, routes, first, 'issue', { input: { ...numbers, bizDate: today } })
  await act(cashier, routes, issued, 'void')
  const next = await drafted('再开', 'p_normal')
  const again = await tryAct(cashier, routes, next, 'issue', { input: numbers })
  expect(again.errors?.[0]?.message).toBe(`发票号码 87654321 已登记在 ${first.billNo}`)

  const other = { invoiceCode: '123456789012', invoiceNo: '87654322' }
  const typed = await act(
    cashier,
    routes,
    await act(cashier, routes, next, 'issue', { input: { ...other, bizDate: today } }),
    'recall',
  )
  await act(cashier, routes, typed, 'void')
  const last = await drafted('号码没有用', 'p_normal')
  expect(await act(cashier, routes, last, 'issue', { input: other })).toMatchObject({ state: 'issued' })
})

it('writes quantities of a red invoice negative, so that they make its amounts', async () => {
  const partnerId = await newPartner(shop, '红票数量')
  await post(owner, salesDelivery.routes, {
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId },
    lines: [{ partId: shop.parts.filter, qty: '4', price: '113', taxRate: '0.13' }],
  })
  const { drafts } = await cashier.call(draftIssued, {
    body: { bills: await billsOf(partnerId), sheetKind: 'e_normal' },
  })
  const { header } = await cashier.call(routes.read, { params: { id: drafts[0]?.id as number } })
  const issued = await act(cashier, routes, header, 'issue', { input: { invoiceNo: number(11) } })
  await act(cashier, routes, issued, 'red', { input: { invoiceNo: number(12) } })
  const related = await cashier.call(routes.related, { params: { id: issued.id } })
  const red = related.find(({ relation }) => relation === 'red')
  const { lines } = await cashier.call(routes.read, { params: { id: red?.id as number } })
  expect(lines).toMatchObject([{ qty: '-4', price: '100', untaxed: '-400.00', tax: '-52.00', taxed: '-452.00' }])
})

it('counts the sheets before it makes them, and divides no quantities', async () => {
  const partnerId = await newPartner(shop, '拆票')
  await post(owner, salesDelivery.routes, {
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId },
    lines: [{ partId: shop.parts.filter, qty: '10', price: '113', taxRate: '0.13' }],
  })
  const bills = await billsOf(partnerId)
  const make = (limit: string) => cashier.ask(draftIssued, { body: { bills, sheetKind: 'e_normal', limit } })
  // 1 000.00 without tax.
  expect((await make('1')).errors?.[0]?.message).toBe('按此上限要拆成1000张，最多100张')
  expect((await make('9.99')).errors?.[0]?.message).toBe('按此上限要拆成101张，最多100张')
  const { data } = await make('400')
  const sheets = await Promise.all(data.drafts.map(({ id }) => cashier.call(routes.read, { params: { id } })))
  expect(
    sheets.flatMap(({ lines }) => lines.map(({ qty, price, untaxed, tax }) => [qty, price, untaxed, tax])),
  ).toEqual([
    [null, null, '400.00', '52.00'],
    [null, null, '400.00', '52.00'],
    [null, null, '200.00', '26.00'],
  ])
})

it('offers and takes what the tax of a received invoice allows', async () => {
  const { routes: received } = invoiceReceived
  const register = async (name: string, sheetKind: 'e_special' | 'e_normal', last: number) => {
    const partnerId = await newPartner(shop, name, 2)
    await openItem(shop, owner, { partnerId, side: 'AP', total: '113' })
    const { rows } = await cashier.call(pendingReceived.list, { query: { page: 1, rows: 50, partnerId } })
    const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
    const body = { bills, sheetKind, taxNo: '91110000MA00000003' }
    const { drafts } = await cashier.call(draftReceived, { body })
    const { header } = await cashier.call(received.read, { params: { id: drafts[0]?.id as number } })
    return act(cashier, received, header, 'issue', { input: { invoiceNo: number(last) } })
  }
  const canOf = async (id: number) => (await cashier.call(received.read, { params: { id } })).can.toSorted()
  const plain = await register('普票', 'e_normal', 21)
  expect(await canOf(plain.id)).toEqual(['recall', 'red', 'redPart'])
  expect(plain.can.toSorted()).toEqual(['recall', 'red', 'redPart'])
  const issued = await register('专票', 'e_special', 22)
  expect(await canOf(issued.id)).toEqual(['certify', 'recall', 'red', 'redPart'])

  const [month, next] = [periodOf(today), monthAfter(periodOf(today))].map(monthText)
  expect((await tryAct(cashier, received, issued, 'certify', { input: { month: next } })).msg).toBe(
    '抵扣月份不能晚于本月',
  )
  const certified = await act(cashier, received, issued, 'certify', { input: { month } })
  expect(await canOf(issued.id)).toEqual(['certify', 'recall', 'red', 'redPart', 'transfer'])
  expect(certified.can.toSorted()).toEqual(await canOf(issued.id))
  const out = (of: string | null | undefined) => ({ input: { month: of, amount: '5' } })
  expect((await tryAct(cashier, received, certified, 'transfer', out(next))).msg).toBe('转出月份不能晚于本月')
  const transferred = await act(cashier, received, certified, 'transfer', out(month))
  const red = { input: { invoiceNo: number(23) } }
  expect((await tryAct(cashier, received, transferred, 'red', red)).msg).toBe('请先取消进项转出')
  const back = await act(cashier, received, transferred, 'transfer', out(null))
  expect(await act(cashier, received, back, 'red', red)).toMatchObject({ state: 'reversed' })
})
