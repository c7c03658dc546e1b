// Whose bills somebody settles and invoices who sees his own documents alone (business/access 7).
import { currentReceive, depositOrders } from '@chepu/contract/finance/lookups'
import { collection } from '@chepu/contract/finance/collection'
import { settleQueries } from '@chepu/contract/finance/settle-queries'
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { writeOff } from '@chepu/contract/finance/write-off'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, approve, post, save, trySave } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { worker, type Worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
/** Sells and collects; sees what is his own. */
let seller: Worker
/** 零散客户, whom nobody looks after. */
let walkIn: number
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
  seller = await worker(shop, ['salesperson', 'cashier_accountant'])
  await shop.sql(
    `insert into user_scope (group_id, user_id, org_id, area, scope)
      select $1, $2, $3, a, 1 from unnest(array['customer', 'sales', 'finance']) as a returning user_id`,
    seller.userId,
    shop.orgId,
  )
  await shop.sql(
    'update shared.login set access_version = access_version + 1 where group_id = $1 and id = $2',
    seller.userId,
  )
  const [row] = await shop.sql<{ id: number }>(
    `select id from partner where group_id = $1 and system_kind = 'walk_in' and system_org_id = $2`,
    shop.orgId,
  )
  walkIn = row?.id as number
  await post(owner, goodsReceipt.routes, {
    header: { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
    lines: [{ partId: shop.parts.filter, qty: '100', price: '10' }],
  })
})
afterAll(() => shop.close())

interface Sold {
  sourceKind: string
  sourceId: number
  openItemId: number
  billNo: string
}

/** Sold on account; what is open of it. */
async function sell(client: Client, price: string, partnerId = walkIn): Promise<Sold> {
  const { id: sourceId, billNo } = await post(client, salesDelivery.routes, {
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId },
    lines: [{ partId: shop.parts.filter, qty: '1', price, taxRate: '0.13' }],
  })
  const [item] = await shop.books.openItems(salesDelivery.kind, sourceId)
  return { sourceKind: salesDelivery.kind, sourceId, openItemId: item?.id as number, billNo }
}
const slip = ({ openItemId }: Sold, amount: string, header: object = {}) => ({
  header: { bizDate: today, partnerId: walkIn, purpose: 'trade' as const, ...header },
  tenders: [{ storeAccountId: shop.cashId, amount }],
  items: [{ openItemId, amount }],
})
const billOf = ({ billNo: _billNo, ...named }: Sold) => named
const offered = async ({ client }: Worker, partnerId = walkIn) => {
  const { rows, advances } = await client.call(currentReceive, { query: { partnerId, side: 'AR' } })
  return { bills: rows.map(({ billNo }) => billNo), advances: advances.length }
}
const pending = async ({ client }: Worker) =>
  (await client.call(pendingIssued.list, { query: { partnerId: walkIn } })).rows.map(({ billNo }) => billNo)
const unknown = '第1行 核销明细不存在，或不属于所选单位'

it('of 散客 are his own: a colleague’s are neither offered nor taken by a slip', async () => {
  const [own, other] = [await sell(seller.client, '113'), await sell(owner, '226')]
  expect(await offered(seller)).toEqual({ bills: [own.billNo], advances: 0 })
  const refusal = { status: 400, msg: unknown }
  expect(await trySave(seller.client, collection.routes, slip(other, '226'))).toMatchObject(refusal)
  const { header, items } = slip(other, '226')
  const used = { header: { ...header, purpose: 'advance_ar' as const }, items }
  expect(await trySave(seller.client, writeOff.routes, used)).toMatchObject(refusal)
  await post(seller.client, collection.routes, slip(own, '113'))
  expect(await offered(seller)).toEqual({ bills: [], advances: 0 })
  // Who sees what all have made settles it; a draft that names it already is saved again by whoever handles it.
  const draft = await save(owner, collection.routes, slip(other, '226'))
  await shop.sql('update money_slip set creator_id = $2 where group_id = $1 and id = $3', seller.userId, draft.id)
  const { id, version } = draft
  const again = await save(seller.client, collection.routes, { id, version, ...slip(other, '200') })
  await act(owner, collection.routes, again, 'approve')
})

it('stand in the settlement tabs by the same rule, with their sums', async () => {
  const [own, other] = [await sell(seller.client, '7'), await sell(owner, '9')]
  const { list, totals } = settleQueries.AR.items
  const query = { tab: 'sale' as const, settled: 'open' as const, partnerId: walkIn, rows: 1000 }
  const shown = async (client: Client) => (await client.call(list, { query })).rows
  const bills = (await shown(seller.client)).map(({ billNo }) => billNo)
  expect(bills).toEqual((await offered(seller)).bills)
  expect(bills).toContain(own.billNo)
  expect(bills).not.toContain(other.billNo)
  expect((await shown(owner)).map(({ billNo }) => billNo)).toEqual(expect.arrayContaining([own.billNo, other.billNo]))
  const { sums } = await seller.client.call(totals, { query: { tab: 'sale', settled: 'open', billNo: own.billNo } })
  expect(sums['balance']).toBe('7.00')
  const none = await seller.client.call(totals, { query: { tab: 'sale', settled: 'open', billNo: other.billNo } })
  expect(none).toMatchObject({ count: 0 })
})

it('are invoiced by the same rule', async () => {
  const [own, other] = [await sell(seller.client, '113'), await sell(owner, '226')]
  expect(await pending(seller)).toContain(own.billNo)
  expect(await pending(seller)).not.toContain(other.billNo)
  const draft = (bill: Sold) =>
    seller.client.ask(draftIssued, { body: { bills: [billOf(bill)], sheetKind: 'e_normal' } })
  expect(await draft(other)).toMatchObject({ status: 400, msg: '第1行 单据不存在，或不能开收票' })
  const written = (bill: Sold, amount: string) =>
    trySave(seller.client, invoiceIssued.routes, {
      header: { bizDate: today, partnerId: walkIn, sheetKind: 'e_normal' },
      lines: [{ name: '配件', untaxed: '100', taxRate: '0.13', tax: '13' }],
      links: [{ ...billOf(bill), amount }],
    })
  expect(await written(other, '113')).toMatchObject({ status: 400, msg: '第1行 关联单据不存在，或不能开收票' })
  expect(await written(own, '13')).toMatchObject({ status: 200 })
  expect((await draft(own)).data.drafts).toMatchObject([{ taxed: '100.00' }])
})

it('of a customer whom he looks after are all of them, whoever made them', async () => {
  const partnerId = await newPartner(shop, '自己的客户')
  const other = await sell(owner, '50', partnerId)
  expect((await offered(seller, partnerId)).bills).toEqual([])
  await shop.sql(
    `insert into partner_org (group_id, org_id, partner_id, salesperson_id)
      select $1, $2, $3, id from employee where group_id = $1 and user_id = $4 returning partner_id`,
    shop.orgId,
    partnerId,
    seller.userId,
  )
  expect(await offered(seller, partnerId)).toEqual({ bills: [other.billNo], advances: 1 })
  await post(seller.client, collection.routes, slip(other, '50', { partnerId }))
})

it('take a deposit on his own orders alone', async () => {
  const order = async (client: Client) => {
    const saved = await save(client, salesOrder.routes, {
      header: { bizDate: today, partnerId: walkIn, warehouseId: shop.warehouseId },
      lines: [{ partId: shop.parts.filter, qty: '1', price: '50' }],
    })
    return approve(owner, salesOrder, saved)
  }
  const [own, other] = [await order(seller.client), await order(owner)]
  const { rows } = await seller.client.call(depositOrders, { query: { partnerId: walkIn, side: 'AR' } })
  expect(rows.map(({ billNo }) => billNo)).toEqual([own.billNo])
  const deposit = (sourceId: number) =>
    trySave(seller.client, collection.routes, {
      header: { bizDate: today, partnerId: walkIn, purpose: 'deposit', sourceId },
      tenders: [{ storeAccountId: shop.cashId, amount: '10' }],
    })
  expect(await deposit(other.id)).toMatchObject({ status: 400, msg: '订单不存在、未审核，或不属于所选单位' })
  expect(await deposit(own.id)).toMatchObject({ status: 200 })
})
