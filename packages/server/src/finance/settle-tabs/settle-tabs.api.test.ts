// The settlement tabs hold what is open, all of it and once, whatever opened it.
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { accountRoutes } from '@chepu/contract/finance/accounts'
import { collection } from '@chepu/contract/finance/collection'
import { settleQueries } from '@chepu/contract/finance/settle-queries'
import { movingKinds, settleTabs } from '@chepu/contract/finance/settle-tabs'
import { writeOff } from '@chepu/contract/finance/write-off'
import { add, type Decimal, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { type ItemTab, itemTabs } from '@chepu/contract/kernel/item-tabs'
import { type AccountSide, accountSides } from '@chepu/contract/kernel/money-document'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, reverse, save } from '../../../test/desk'
import { fillBooks } from '../../../test/filled-books'
import { newPartner, openItem, today } from '../../../test/finance'
import { withdraw, worker } from '../../../test/people'
import { settlingAt, stockParts } from '../../../test/settling'
import type { Client, Shop } from '../../../test/shop'
import { openCard } from '../../../test/spent-cards'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { addDays } from '../../kernel/base/calendar'
import { documentKinds } from '../../kernel/document/registry'
import { openTransfers } from '../../warehouse/transfers/transfers.fixture'

let places: Awaited<ReturnType<typeof openTransfers>>
let shop: Shop
let owner: Client
let workshop: Workshop

beforeAll(async () => {
  places = await openTransfers({ goodsReturnDays: 365 })
  ;({ shop } = places)
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  await fillBooks(shop)
  await sendToSister()
  await repairForAll()
}, 120_000)
afterAll(() => shop.close())

/** Goods that the sister buys. */
async function sendToSister() {
  const { main, sister } = places
  await places.receive(
    sister,
    await places.ship(main, sister, [{ partId: shop.parts.filter, qty: '4', price: '12.5' }]),
  )
}

/** A repair that customer, insurer, manufacturer and sister owe, with work by an outsourcer and a card of the sister; some of it goes back. */
async function repairForAll() {
  await stockParts(shop, owner)
  const desk = settlingAt(shop, owner, workshop)
  const makerId = await newPartner(shop, '制造厂', 4)
  const { partnerId, insurerId } = workshop
  const card = await openCard(shop, places.sister.client, { partnerId, principal: '50' }, false)
  await openCard(shop, owner, { partnerId, principal: '70' }, false)
  const { header } = desk.plainBody()
  const body = {
    header,
    labour: [
      desk.labour('保养', '120'),
      desk.labour('钣金', '600', { payer: 'insurance', payerPartnerId: insurerId }),
      desk.labour('三包', '95', { payer: 'warranty', payerPartnerId: makerId }),
      desk.labour('内饰', '55.55', { payer: 'internal', payerPartnerId: await sisterPartner() }),
    ],
    outsourced: [{ name: '喷漆', supplierId: shop.supplierId, price: '119.37', purchaseAmount: '57.91' }],
  }
  const draft = await desk.drafted(await desk.finished(body as never))
  const settled = await desk.settle(draft, { cards: [{ cardId: card.id, amount: '50' }] })
  // What a bill claims of the manufacturer is not taken back beneath it.
  const [bill] = (await owner.call(warrantyBill.routes.list, { query: {} })).rows
  await act(owner, warrantyBill.routes, bill as { id: number; version: number }, 'void')
  const { labour } = await owner.call(repairSettlement.routes.read, { params: { id: settled.id } })
  const paidByOthers = labour.filter(({ payer }) => payer === 'insurance' || payer === 'warranty')
  await desk.refund(
    settled.id,
    paidByOthers.map(({ id }) => ({ sourceLineId: id, qty: '1' })),
  )
}

const sisterPartner = async () => {
  const [row] = await shop.sql<{ id: number }>(
    `select id from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2`,
    places.sister.orgId,
  )
  return row?.id as number
}

const tabsOf = (side: AccountSide) => itemTabs.filter((tab) => settleTabs[tab].sides.includes(side))
const openOf = async (side: AccountSide, tab: ItemTab, query: object = {}, by = owner) =>
  (await by.call(settleQueries[side].items.list, { query: { tab, settled: 'open', rows: 1000, ...query } })).rows
const sumsOf = async (side: AccountSide, tab: ItemTab, query: object = {}, by = owner) =>
  (await by.call(settleQueries[side].items.totals, { query: { tab, settled: 'open', ...query } })).sums
type Row = Awaited<ReturnType<typeof openOf>>[number]
const sum = (rows: readonly Row[], key: 'original' | 'settled' | 'discounted' | 'balance' | 'overdue') =>
  money(sumOf(rows, (row) => row[key] as Decimal))
const everything = async (side: AccountSide, by: Client, query: object = {}) =>
  (await Promise.all(tabsOf(side).map((tab) => openOf(side, tab, query, by)))).flat()

describe('the tabs', () => {
  it('are decided for every kind of document that is bound', () => {
    const openers = new Set(Object.values(settleTabs).flatMap(({ sources }) => sources))
    const opening = (kind: string) => openers.has(kind) || movingKinds.includes(kind)
    // A kind that opens open items has a tab in `settleTabs`; one that opens none is named here.
    const others = documentKinds().flatMap(({ def: { kind } }) => (opening(kind) ? [] : [kind]))
    expect(others.toSorted()).toEqual([
      'collection',
      'cost_adjustment',
      'count_gain',
      'count_loss',
      'direct_trade',
      'insurance_case',
      'invoice_issued',
      'invoice_received',
      'location_move',
      'other_in',
      'other_out',
      'part_merge',
      'payment',
      'picking',
      'picking_return',
      'price_adjustment',
      'purchase_order',
      'reception',
      'reservation',
      'sales_order',
      'sales_quotation',
      'stock_count',
      'transfer_order',
      'transfer_request',
      'work_order',
    ])
    expect([...openers].filter((kind) => !documentKinds().some(({ def }) => def.kind === kind))).toEqual([])
  })

  it('hold every open item once, and are the accounts of ageing and books', async () => {
    const found = new Set<string>()
    for (const { orgId, client } of [places.main, places.sister]) {
      for (const side of accountSides) {
        const rows = await everything(side, client)
        for (const tab of tabsOf(side))
          if ((await openOf(side, tab, { settled: undefined }, client)).length > 0) found.add(`${tab} ${side}`)
        const books = await shop.sql<{ id: number }>(
          'select id from open_item where group_id = $1 and org_id = $2 and side = $3 and balance <> 0 order by id',
          orgId,
          side,
        )
        expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(books.map(({ id }) => id))
        const [ledger] = await shop.sql<{ open: string }>(
          'select coalesce(sum(amount), 0.00) as open from partner_ledger where group_id = $1 and org_id = $2 and account = $3',
          orgId,
          side,
        )
        expect(sum(rows, 'balance')).toBe(ledger?.open)
        const ageing = await client.call(accountRoutes(side).ageingTotals)
        expect([sum(rows, 'balance'), sum(rows, 'overdue')]).toEqual([ageing.sums['total'], ageing.sums['overdue']])
      }
    }
    const all = accountSides.flatMap((side) => tabsOf(side).map((tab) => `${tab} ${side}`))
    expect(all.filter((each) => !found.has(each))).toEqual([])
    const pairs = await shop.sql<{ kind: string; tab: ItemTab }>(
      'select distinct source_kind as kind, tab from open_item where group_id = $1',
    )
    const stray = pairs.filter(
      ({ kind, tab }) => !settleTabs[tab].sources.includes(kind) && !movingKinds.includes(kind),
    )
    expect(stray).toEqual([])
  })

  it('sum over all pages what their rows say, and every row comes out', async () => {
    for (const side of accountSides)
      for (const tab of tabsOf(side)) {
        const rows = await openOf(side, tab, { settled: undefined })
        const figures = ['original', 'settled', 'discounted', 'balance', 'overdue'] as const
        const sums = await sumsOf(side, tab, { settled: undefined })
        expect(sums).toEqual(Object.fromEntries(figures.map((key) => [key, sum(rows, key)])))
        for (const { original, settled, discounted, balance } of rows)
          expect(original).toBe(money(add(settled ?? '', discounted ?? '', balance ?? '')))
      }
    const rows = await openOf('AR', 'other', { settled: undefined })
    const pages = await Promise.all(
      [1, 2].map((page) => openOf('AR', 'other', { settled: undefined, page, rows: Math.ceil(rows.length / 2) })),
    )
    expect(pages.flat().map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  })

  it('are of one partner what his statement ends with', async () => {
    for (const [side, partnerId] of [
      ['AR', shop.customerId],
      ['AR', workshop.partnerId],
      ['AP', shop.supplierId],
    ] as const) {
      const query = { partnerId, from: '2026-01-01', to: addDays(today, 60) }
      const { closing, overdue } = await owner.call(accountRoutes(side).statement, { query })
      const rows = await everything(side, owner, { partnerId })
      expect([sum(rows, 'balance'), sum(rows, 'overdue')]).toEqual([closing, overdue])
      const [row] = (await owner.call(accountRoutes(side).list, { query })).rows
      const { opening = '', increased = '', returned = '', settled = '', discounted = '', adjusted = '' } = row ?? {}
      expect(row?.closing).toBe(money(sub(add(opening, increased, adjusted), add(returned, settled, discounted))))
    }
  })
})

describe('an item', () => {
  it('keeps its tab when it is owed by another partner, also when that is taken back', async () => {
    const taker = await newPartner(shop, '接手单位')
    const [sold] = (await openOf('AR', 'sale', { partnerId: shop.customerId })).filter(
      ({ balance }) => balance?.startsWith('-') === false,
    )
    const item = sold as Row
    const moved = await save(owner, writeOff.routes, {
      header: { bizDate: today, partnerId: shop.customerId, purpose: 'transfer', payerId: taker, remark: '三方协议' },
      items: [{ openItemId: item.id, amount: item.balance as string }],
    })
    const done = await act(owner, writeOff.routes, moved, 'approve')
    expect(await openOf('AR', 'sale', { partnerId: taker })).toMatchObject([{ balance: item.balance }])
    await reverse(owner, writeOff.routes, done)
    expect(await everything('AR', owner, { partnerId: taker })).toEqual([])
    const tabs = await shop.sql<{ tab: string }>(
      'select distinct tab from open_item where group_id = $1 and partner_id = $2',
      taker,
    )
    expect(tabs).toEqual([{ tab: 'sale' }])
  })

  it('is found by its days, number, what is overdue and whether it is settled; a slip for it clears it', async () => {
    const partnerId = await newPartner(shop, '筛选单位')
    const due = addDays(today, -3)
    const late = await openItem(shop, owner, { partnerId, side: 'AR', total: '300', dueOn: due })
    const coming = await openItem(shop, owner, { partnerId, side: 'AR', total: '200', dueOn: addDays(today, 9) })
    const ids = async (query: object) => (await openOf('AR', 'other', { partnerId, ...query })).map(({ id }) => id)
    expect(await ids({})).toEqual([late.id, coming.id])
    expect(await ids({ overdue: 'true' })).toEqual([late.id])
    expect(await ids({ dueFrom: today })).toEqual([coming.id])
    expect(await ids({ dueTo: due })).toEqual([late.id])
    expect(await ids({ from: addDays(today, 1) })).toEqual([])
    expect(await ids({ billNo: coming.billNo })).toEqual([coming.id])
    expect(await sumsOf('AR', 'other', { partnerId })).toMatchObject({ balance: '500.00', overdue: '300.00' })
    const slip = await save(owner, collection.routes, {
      header: { bizDate: today, partnerId, purpose: 'trade' },
      tenders: [{ storeAccountId: shop.cashId, amount: '290' }],
      items: [{ openItemId: late.id, amount: '290', discount: '10' }],
    })
    await act(owner, collection.routes, slip, 'approve')
    expect(await ids({})).toEqual([coming.id])
    expect(await openOf('AR', 'other', { partnerId, settled: 'settled' })).toMatchObject([
      { id: late.id, original: '300.00', settled: '290.00', discounted: '10.00', balance: '0.00', overdueDays: 0 },
    ])
  })
})

describe('办卡结算', () => {
  it('shows on both sides what a card has paid in another shop', async () => {
    const across = async (side: AccountSide, by: Client) =>
      (await openOf(side, 'card', {}, by))
        .filter(({ sourceKind }) => sourceKind === 'write_off')
        .map(({ billNo, balance }) => ({ billNo, balance }))
    const ours = await across('AR', owner)
    expect(ours).toEqual([{ billNo: expect.any(String), balance: '50.00' }])
    expect(await across('AP', places.sister.client)).toEqual(ours)
    expect([await across('AP', owner), await across('AR', places.sister.client)]).toEqual([[], []])
  })
})

describe('预收预付', () => {
  it('is the account, a row for each partner and order', async () => {
    for (const [side, account] of [
      ['AR', 'ADV_IN'],
      ['AP', 'ADV_OUT'],
    ] as const) {
      const { list, totals } = settleQueries[side].advances
      const { rows } = await owner.call(list, { query: { rows: 1000 } })
      const [books] = await shop.sql<{ left: string }>(
        'select sum(balance) as left from partner_balance where group_id = $1 and org_id = $2 and account = $3',
        shop.orgId,
        account,
      )
      const { sums } = await owner.call(totals, { query: {} })
      expect(sums['balance']).toBe(books?.left)
      expect(money(sumOf(rows, ({ balance }) => balance as string))).toBe(books?.left)
      for (const { received, used, refunded, balance } of rows)
        expect(received).toBe(money(add(used ?? '', refunded ?? '', balance ?? '')))
      const open = await owner.call(list, { query: { rows: 1000, settled: 'open' } })
      expect(open.rows).toEqual(rows.filter(({ balance }) => balance !== '0.00'))
    }
  })

  it('tells the order that a deposit is for', async () => {
    const { rows } = await owner.call(settleQueries.AP.advances.list, { query: { rows: 1000 } })
    const deposits = rows.filter(({ tied }) => tied === 'deposit')
    expect(deposits.length).toBeGreaterThan(0)
    for (const row of deposits)
      expect(row).toMatchObject({ sourceKind: 'purchase_order', sourceNo: expect.any(String) })
  })
})

describe('rights', () => {
  const calls = accountSides.flatMap((side) => Object.values(settleQueries[side]))
  it('are the page and its export', async () => {
    const other = await worker(shop, 'cashier_accountant')
    const tab = 'other'
    const ask = (query: (typeof calls)[number]) => [
      other.client.ask(query.list, { query: { tab } as never }),
      other.client.ask(query.totals, { query: { tab } as never }),
    ]
    const filters = { tab } as never
    await withdraw(shop, other, { buttons: [button('settle_tabs', 'export')] })
    const exporting = () => other.client.ask(settleQueries.AR.items.export, { body: { filters, columns: [] } })
    expect((await exporting()).status).toBe(403)
    expect((await other.client.ask(settleQueries.AR.items.list, { query: { tab } })).status).toBe(200)
    await withdraw(shop, other, { buttons: [pageOf('settle_tabs')] })
    const answers = await Promise.all(calls.flatMap(ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  })

  it('leave out amounts that somebody may not see', async () => {
    const blind = await worker(shop, 'cashier_accountant')
    await withdraw(shop, blind, { fields: ['ar_balance'] })
    const owed = await openOf('AR', 'sale', {}, blind.client)
    expect(owed.length).toBeGreaterThan(0)
    for (const key of ['original', 'settled', 'discounted', 'balance', 'overdue'])
      expect(owed[0]).not.toHaveProperty(key)
    expect(await sumsOf('AR', 'sale', {}, blind.client)).toEqual({})
    expect((await openOf('AP', 'purchase', {}, blind.client))[0]).toHaveProperty('balance')
    const ahead = await blind.client.call(settleQueries.AR.advances.list, { query: {} })
    expect(ahead.rows.length).toBeGreaterThan(0)
    expect(ahead.rows[0]).not.toHaveProperty('balance')
  })

  it('end at the organisation', async () => {
    const own = await everything('AR', places.sister.client)
    const ours = await everything('AR', owner)
    expect(own.filter(({ id }) => ours.some((row) => row.id === id))).toEqual([])
  })
})
