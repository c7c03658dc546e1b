import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { sub } from '@chepu/contract/kernel/decimal'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter, type Saved } from '../../../test/counter'
import { act, post, reverse, save, tryAct, undo } from '../../../test/desk'
import { newPartner, openItem, today } from '../../../test/finance'
import type { Client } from '../../../test/shop'

const { routes } = collection

let shop: Counter
let cashier: Client
let part: number
let other: number
beforeAll(async () => {
  shop = await openCounter()
  cashier = await shop.signIn('cashier_accountant')
  part = await shop.stocked('100')
  other = await newPartner(shop, '另一客户')
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

const sent = (price: string, codAmount: string, partnerId = shop.customerId): Promise<Saved> =>
  shop.sell([{ partId: part, qty: '1', price }], { partnerId, carrierId: shop.carrierId, codAmount })
const itemOf = async ({ id }: Saved) => (await shop.books.openItems('sales_delivery', id))[0]?.id as number
const owed = async (client = cashier) =>
  (await client.call(currentReceive, { query: { partnerId: shop.carrierId, side: 'AR', cod: 'true' } })).rows
const body = (items: { openItemId: number; amount: string; discount?: string }[], amount: string, fee = '0') => ({
  header: { bizDate: today, partnerId: shop.carrierId, purpose: 'cod' as const },
  tenders: [{ storeAccountId: shop.cashId, amount, fee }],
  items,
})

describe('代收货款', () => {
  it('is brought by the carrier for several customers at once, less his fee', async () => {
    const first = await sent('300', '300')
    const second = await sent('200', '150', other)
    // Money that nobody collects, and what another carrier does, is not the carrier's.
    await shop.sell([{ partId: part, qty: '1', price: '80' }], { carrierId: shop.carrierId })
    const rows = await owed()
    expect(rows.map((row) => [row.partnerName, row.billNo, row.original, row.settled, row.balance])).toEqual([
      ['测试修理厂', first.billNo, '300.00', '0.00', '300.00'],
      ['另一客户', second.billNo, '150.00', '0.00', '150.00'],
    ])
    const items = [
      { openItemId: await itemOf(first), amount: '300' },
      { openItemId: await itemOf(second), amount: '100' },
    ]
    const cash = await shop.books.account(shop.cashId)
    const slip = await act(cashier, routes, await save(cashier, routes, body(items, '400', '12')), 'approve')
    expect(Number.parseFloat(await shop.books.account(shop.cashId)) - Number.parseFloat(cash)).toBe(388)
    expect(await shop.books.pnl('collection', slip.id)).toEqual({ other_expense: '12.00' })
    expect(await shop.books.openItems('sales_delivery', first.id)).toMatchObject([{ balance: '0.00' }])
    expect(await shop.books.openItems('sales_delivery', second.id)).toMatchObject([{ balance: '100.00' }])
    expect((await owed()).map((row) => [row.billNo, row.settled, row.balance])).toEqual([
      [second.billNo, '100.00', '50.00'],
    ])
    // What was delivered is not undone under the money that was brought for it.
    for (const action of ['unapprove', 'reverse'])
      expect((await shop.act(salesDelivery.routes, first, action)).msg).toContain(slip.billNo)
    const view = await cashier.call(routes.read, { params: { id: slip.id } })
    expect(view.items.map((item) => item.partnerName)).toEqual(['测试修理厂', '另一客户'])
    const undone = await undo(cashier, routes, slip)
    expect((await owed()).map((row) => row.balance)).toEqual(['300.00', '150.00'])
    const again = await act(cashier, routes, undone, 'approve')
    await reverse(cashier, routes, again)
    expect((await owed()).map((row) => row.balance)).toEqual(['300.00', '150.00'])
  })

  it('settles deliveries of the carrier alone, to the fen, and no more than he was to collect', async () => {
    const delivery = await sent('200', '150')
    const openItemId = await itemOf(delivery)
    const ask = async (of: ReturnType<typeof body>) => (await cashier.ask(routes.save, { body: of })).msg
    expect(await ask(body([{ openItemId, amount: '150.01' }], '150.01'))).toBe(
      `第1行 单据 ${delivery.billNo} 待交代收 150.00，本次 150.01`,
    )
    expect(await ask(body([{ openItemId, amount: '100' }], '120'))).toBe('代收货款 120.00 与核销合计 100.00 不一致')
    expect(await ask(body([{ openItemId, amount: '100', discount: '5' }], '100'))).toContain('不能给优惠')
    expect(await ask(body([], '100'))).toContain('不一致')
    const free = await shop.sell([{ partId: part, qty: '1', price: '80' }])
    expect(await ask(body([{ openItemId: await itemOf(free), amount: '80' }], '80'))).toBe(
      '第1行 所选单据不是该物流公司代收的',
    )
    const own = { ...body([{ openItemId, amount: '100' }], '100') }
    const trade = { ...own, header: { ...own.header, purpose: 'trade' as const } }
    expect((await cashier.ask(routes.save, { body: trade })).msg).toContain('不属于所选单位')
  })

  it('is brought less the freight that he is owed, and less his fee', async () => {
    const bills = [await sent('1000', '1000'), await sent('560', '560', other), await sent('240', '240')]
    const freight = await openItem(shop, shop.owner, { partnerId: shop.carrierId, side: 'AP', total: '45' })
    const foreign = await openItem(shop, shop.owner, { partnerId: shop.supplierId, side: 'AP', total: '45' })
    const found = (await cashier.call(currentReceive, { query: { partnerId: shop.carrierId, cod: 'true' } })).rows
    expect(found.filter(({ side }) => side === 'AP').map((row) => [row.billNo, row.balance])).toEqual([
      [freight.billNo, '45.00'],
    ])
    const amounts = ['1000', '560', '240']
    const items = await Promise.all(
      bills.map(async (bill, i) => ({ openItemId: await itemOf(bill), amount: amounts[i] as string })),
    )
    const ask = async (of: ReturnType<typeof body>) => (await cashier.ask(routes.save, { body: of })).msg
    expect(await ask(body([...items, { openItemId: foreign.id, amount: '45' }], '1755'))).toContain('不属于所选单位')
    expect(await ask(body([{ openItemId: freight.id, amount: '45' }], '45'))).toBe(
      '抵扣的运费大于代收货款，核销合计 -45.00',
    )
    expect(await ask(body([...items, { openItemId: freight.id, amount: '45' }], '1800'))).toBe(
      '代收货款 1800.00 与核销合计 1755.00 不一致',
    )
    const [cash, owing] = [await shop.books.account(shop.cashId), await shop.books.balance(shop.carrierId, 'AP')]
    const whole = body([...items, { openItemId: freight.id, amount: '45' }], '1755', '18')
    const slip = await post(cashier, routes, whole)
    expect(sub(await shop.books.account(shop.cashId), cash)).toBe('1737')
    expect(sub(owing, await shop.books.balance(shop.carrierId, 'AP'))).toBe('45')
    expect(await shop.books.pnl('collection', slip.id)).toEqual({ other_expense: '18.00' })
    const { header } = await cashier.call(routes.read, { params: { id: slip.id } })
    expect([header.total, header.writtenOff, header.advance]).toEqual(['1755.00', '1755.00', '0.00'])
    for (const bill of bills)
      expect(await shop.books.openItems('sales_delivery', bill.id)).toMatchObject([{ balance: '0.00' }])
    const effects = await cashier.call(routes.preview, { params: { id: slip.id, action: 'reverse' } })
    expect(effects.refusals).toEqual([])
    await reverse(cashier, routes, slip)
    expect(await shop.books.account(shop.cashId)).toBe(cash)
    expect(await shop.books.balance(shop.carrierId, 'AP')).toBe(owing)
    expect(await shop.books.openItems('sales_delivery', bills[0]?.id as number)).toMatchObject([{ balance: '1000.00' }])
  })

  it('is brought without money where he keeps back all of it', async () => {
    const bill = await sent('200', '200')
    const freight = await openItem(shop, shop.owner, { partnerId: shop.carrierId, side: 'AP', total: '444.40' })
    const items = [
      { openItemId: await itemOf(bill), amount: '200' },
      { openItemId: freight.id, amount: '200' },
    ]
    const slip = await post(cashier, routes, { ...body(items, '0'), tenders: [] })
    const { header } = await cashier.call(routes.read, { params: { id: slip.id } })
    expect([header.total, header.writtenOff]).toEqual(['0.00', '0.00'])
    expect(await shop.books.openItems('sales_delivery', bill.id)).toMatchObject([{ balance: '0.00' }])
    const { rows } = await cashier.call(currentReceive, { query: { partnerId: shop.carrierId, cod: 'true' } })
    expect(rows.find(({ billNo }) => billNo === freight.billNo)).toMatchObject({ balance: '244.40' })
    await reverse(cashier, routes, slip)
    expect(await shop.books.openItems('sales_delivery', bill.id)).toMatchObject([{ balance: '200.00' }])
    expect((await cashier.ask(routes.save, { body: { ...body([], '0'), tenders: [] } })).msg).toBe('请录入收付金额')
  })

  it('takes the money of a delivery once from two who enter it at once', async () => {
    const delivery = await sent('500', '100')
    const openItemId = await itemOf(delivery)
    const drafts = await Promise.all(
      [1, 2].map(() => save(cashier, routes, body([{ openItemId, amount: '100' }], '100'))),
    )
    const answers = await Promise.all(drafts.map((draft) => tryAct(cashier, routes, draft, 'approve')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.msg).toContain('待交代收 0.00')
  })

  it('tells nothing to who has no page of money, nor amounts to who may not see balances', async () => {
    await sent('90', '90')
    const keeper = await shop.signIn('warehouse_keeper')
    expect((await keeper.ask(currentReceive, { query: { partnerId: shop.carrierId, cod: 'true' } })).status).toBe(403)
    const buyer = await shop.signIn('buyer')
    expect(await owed(buyer)).toEqual([])
  })
})
