import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { receiptRoutes } from '@chepu/contract/finance/receipts'
import { payment } from '@chepu/contract/finance/payment'
import { writeOff } from '@chepu/contract/finance/write-off'
import { withdraw, worker } from '../../../test/people'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { act, save, tryAct } from '../../../test/desk'
import { newAccount, newPartner, openItem, today } from '../../../test/finance'
import { addDays } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let cashier: Client
let wechatId: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
  wechatId = await newAccount(shop, '微信', 'wechat')
})
afterAll(() => shop.close())

const header = <Purpose extends string = 'trade'>(partnerId: number, purpose: Purpose = 'trade' as Purpose) => ({
  bizDate: today,
  partnerId,
  purpose,
})
const cash = (amount: string, storeAccountId = shop.cashId) => ({ storeAccountId, amount })
const settle = (openItemId: number, amount: string, discount = '0') => ({ openItemId, amount, discount })
const itemOf = async (id: number) => {
  const rows = await shop.sql<{ balance: string; writtenOff: string; discounted: string }>(
    'select balance, written_off, discounted from open_item where group_id = $1 and id = $2',
    id,
  )
  return rows[0]
}

describe('收款单', () => {
  it('takes several ways of paying with a fee, settles in part with a discount, and keeps the rest as 预收款', async () => {
    const partnerId = await newPartner(shop, '多方式')
    const first = await openItem(shop, owner, { partnerId, side: 'AR', total: '1000' })
    const second = await openItem(shop, owner, { partnerId, side: 'AR', total: '500' })
    const till = await newAccount(shop, '钱箱', 'cash', '5000')
    const saved = await save(cashier, collection.routes, {
      header: header(partnerId),
      tenders: [cash('800', till), { storeAccountId: wechatId, amount: '600', fee: '3.60', tradeNo: 'WX1' }],
      items: [settle(first.id, '980', '20'), settle(second.id, '300')],
    })
    expect(saved.billNo).toMatch(/^SK01\d{10}$/)
    expect(saved.can).toEqual((await cashier.call(collection.routes.read, { params: { id: saved.id } })).can)
    expect(saved.can).toContain('submit')
    const posted = await act(cashier, collection.routes, saved, 'approve')
    expect(posted.state).toBe('done')
    const view = await cashier.call(collection.routes.read, { params: { id: saved.id } })
    expect(view.header).toMatchObject({
      total: '1400.00',
      fee: '3.60',
      writtenOff: '1280.00',
      discount: '20.00',
      advance: '120.00',
    })
    expect(await itemOf(first.id)).toEqual({ balance: '0.00', writtenOff: '980.00', discounted: '20.00' })
    expect(await itemOf(second.id)).toMatchObject({ balance: '200.00' })
    expect(await shop.books.balance(partnerId, 'AR')).toBe('200.00')
    expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('120.00')
    expect(await shop.books.account(wechatId)).toBe('596.40')
    expect(await shop.books.account(till)).toBe('5800.00')
    expect(await shop.books.pnl('collection', saved.id)).toEqual({ discount: '20.00', other_expense: '3.60' })
    const list = await cashier.call(collection.routes.list, { query: { billNo: saved.billNo, accountId: wechatId } })
    expect(list.rows[0]).toMatchObject({
      total: '1400.00',
      accountNames: expect.stringContaining('微信'),
      state: 'done',
    })
    expect(await cashier.call(collection.routes.totals, { query: { partnerId } })).toEqual({
      count: 1,
      sums: { total: '1400.00', fee: '3.60', writtenOff: '1280.00', discount: '20.00', advance: '120.00' },
    })

    const open = await cashier.call(currentReceive, { query: { partnerId, side: 'AR' } })
    expect(open.rows.map((row) => [row.billNo, row.balance])).toEqual([[second.billNo, '200.00']])
    expect(open.advances).toEqual([
      { account: 'ADV_IN', amount: '120.00', sourceKind: null, sourceId: null, sourceNo: null },
    ])

    const offset = await save(cashier, writeOff.routes, {
      header: header(partnerId, 'advance_ar'),
      items: [settle(second.id, '120')],
    })
    await act(cashier, writeOff.routes, offset, 'approve')
    expect(await itemOf(second.id)).toMatchObject({ balance: '80.00' })
    expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('0.00')
    const refused = await tryAct(cashier, collection.routes, posted, 'reverse', { reason: '客户退票' })
    expect(refused).toMatchObject({ status: 400, msg: '预收款余额不足：可用 0.00，需要 120.00' })

    const undone = await act(cashier, writeOff.routes, { id: offset.id, version: offset.version + 1 }, 'unapprove', {
      reason: '录错',
    })
    expect(undone.state).toBe('draft')
    await act(cashier, collection.routes, posted, 'reverse', { reason: '客户退票' })
    expect(await itemOf(first.id)).toEqual({ balance: '1000.00', writtenOff: '0.00', discounted: '0.00' })
    expect(await shop.books.balance(partnerId, 'AR')).toBe('1500.00')
    expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('0.00')
    expect(await shop.books.account(wechatId)).toBe('0.00')
    expect(await shop.books.account(till)).toBe('5000.00')
    const rows = await cashier.call(collection.routes.list, { query: { partnerId } })
    expect(rows.rows.map((row) => [row.isRed, row.total, row.state])).toEqual([
      [true, '-1400.00', 'done'],
      [false, '1400.00', 'reversed'],
    ])
    const related = await cashier.call(collection.routes.related, { params: { id: saved.id } })
    expect(related.map((row) => row.relation).toSorted()).toEqual(['red', 'source', 'source'])
  })

  it('lets returned goods reduce what is paid, down to a slip of 0', async () => {
    const partnerId = await newPartner(shop, '抵扣')
    const blue = await openItem(shop, owner, { partnerId, side: 'AR', total: '300' })
    const back = await openItem(shop, owner, { partnerId, side: 'AR', total: '-120' })
    const part = await save(cashier, collection.routes, {
      header: header(partnerId),
      tenders: [cash('100')],
      items: [settle(blue.id, '150'), settle(back.id, '-50')],
    })
    await act(cashier, collection.routes, part, 'approve')
    const even = await save(cashier, collection.routes, {
      header: header(partnerId),
      items: [settle(blue.id, '70'), settle(back.id, '-70')],
    })
    await act(cashier, collection.routes, even, 'approve')
    expect(await itemOf(blue.id)).toMatchObject({ balance: '80.00' })
    expect(await itemOf(back.id)).toMatchObject({ balance: '0.00' })
    expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('0.00')
  })

  it('refuses to collect more of an item than is open, and names it', async () => {
    const partnerId = await newPartner(shop, '超收')
    const item = await openItem(shop, owner, { partnerId, side: 'AR', total: '100' })
    const answer = await cashier.ask(collection.routes.save, {
      body: { header: header(partnerId), tenders: [cash('200')], items: [settle(item.id, '100.01')] },
    })
    expect(answer).toMatchObject({
      status: 400,
      errors: [{ path: 'items.0.amount', message: `第1行 单据 ${item.billNo} 未结金额 100.00，本次核销 100.01` }],
    })
    const blind = await worker(shop, 'cashier_accountant')
    await withdraw(shop, blind, { fields: ['ar_balance'] })
    const told = async (amount: string) =>
      (
        await blind.client.ask(collection.routes.save, {
          body: { header: header(partnerId), tenders: [cash('200')], items: [settle(item.id, amount)] },
        })
      ).msg
    expect(await told('100.01')).toBe(`第1行 单据 ${item.billNo} 本次核销 100.01，超过未结金额`)
    expect(await told('-1')).toBe(`第1行 单据 ${item.billNo} 的核销金额应与未结金额同号`)
    const short = await cashier.ask(collection.routes.save, {
      body: { header: header(partnerId), tenders: [cash('99')], items: [settle(item.id, '100')] },
    })
    expect(short.msg).toBe('核销合计 100.00 大于收款金额 99.00')
  })

  it('lets one of two clients settle the same item, and tells the other which document is stale', async () => {
    const partnerId = await newPartner(shop, '抢收')
    const item = await openItem(shop, owner, { partnerId, side: 'AR', total: '100' })
    const drafts = await Promise.all(
      [1, 2].map(() =>
        save(cashier, collection.routes, {
          header: header(partnerId),
          tenders: [cash('100')],
          items: [settle(item.id, '100')],
        }),
      ),
    )
    const answers = await Promise.all(drafts.map((draft) => tryAct(cashier, collection.routes, draft, 'approve')))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400])
    expect(answers.find((answer) => answer.status === 400)?.msg).toBe(
      `单据 ${item.billNo} 本次核销 100，超过未结金额，请刷新后重试`,
    )
    expect(await shop.books.balance(partnerId, 'AR')).toBe('0.00')
  })

  it('refunds returned goods and unused 预收款, and nothing else', async () => {
    const partnerId = await newPartner(shop, '退款')
    const paid = await save(cashier, collection.routes, {
      header: header(partnerId, 'advance'),
      tenders: [cash('200')],
    })
    await act(cashier, collection.routes, paid, 'approve')
    const back = await openItem(shop, owner, { partnerId, side: 'AR', total: '-80' })
    const till = await newAccount(shop, '退款箱', 'cash', '300')
    const refund = await save(cashier, collection.routes, {
      header: header(partnerId, 'refund'),
      tenders: [cash('130', till)],
      items: [settle(back.id, '-80')],
    })
    await act(cashier, collection.routes, refund, 'approve')
    expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('150.00')
    expect(await itemOf(back.id)).toMatchObject({ balance: '0.00' })
    const [row] = (await cashier.call(collection.routes.list, { query: { billNo: refund.billNo } })).rows
    expect(row).toMatchObject({ total: '-130.00', advance: '-50.00', writtenOff: '-80.00' })
    expect(await shop.books.account(till)).toBe('170.00')
    const tooMuch = await save(cashier, collection.routes, {
      header: header(partnerId, 'refund'),
      tenders: [cash('150.01')],
    })
    expect(await tryAct(cashier, collection.routes, tooMuch, 'approve')).toMatchObject({
      status: 400,
      msg: '预收款余额不足：可用 150.00，需要 150.01',
    })
    const view = await cashier.call(collection.routes.read, { params: { id: refund.id } })
    expect(view.tenders[0]?.amount).toBe('130.00')
  })

  it('keeps discounts within the limit of the user', async () => {
    const partnerId = await newPartner(shop, '优惠')
    const item = await openItem(shop, owner, { partnerId, side: 'AR', total: '2000' })
    const body = {
      header: header(partnerId),
      tenders: [cash('1')],
      items: [settle(item.id, '1', '500.01')],
    }
    expect(await cashier.ask(collection.routes.save, { body })).toMatchObject({
      status: 400,
      msg: '优惠合计 500.01 超出您的权限，最多500.00元',
    })
    expect(await owner.ask(collection.routes.save, { body })).toMatchObject({ status: 200 })
  })

  it('is taken back only on the day of its approval', async () => {
    const partnerId = await newPartner(shop, '反审')
    const saved = await save(cashier, collection.routes, {
      header: header(partnerId, 'advance'),
      tenders: [cash('10')],
    })
    const posted = await act(cashier, collection.routes, saved, 'approve')
    const preview = await cashier.call(collection.routes.preview, { params: { id: saved.id, action: 'unapprove' } })
    expect(preview.money).toEqual([
      { account: '现金', partnerName: '', amount: '-10.00' },
      { account: '预收', partnerName: '反审', amount: '-10.00' },
    ])
    const undone = await act(cashier, collection.routes, posted, 'unapprove', { reason: '重录' })
    const again = await act(cashier, collection.routes, undone, 'approve')
    const postedLater = (days: number) =>
      shop.sql(
        `update money_slip set posted_at = (posted_at at time zone 'UTC' + make_interval(days => $3)) at time zone 'UTC'
          where group_id = $1 and id = $2 returning id`,
        saved.id,
        days,
      )
    await postedLater(-1)
    expect(await tryAct(cashier, collection.routes, again, 'unapprove', { reason: '重录' })).toMatchObject({
      status: 400,
      msg: `单据 ${saved.billNo} 不是今天审核的，请改用红冲`,
    })
    await postedLater(1)
    expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('10.00')
  })

  it('answers a repeated request with its first result', async () => {
    const partnerId = await newPartner(shop, '重发')
    const saved = await save(cashier, collection.routes, {
      header: header(partnerId, 'advance'),
      tenders: [cash('10')],
    })
    const send = () =>
      cashier.call(collection.routes.act, {
        params: { id: saved.id, action: 'approve' },
        body: { version: saved.version },
        idempotencyKey: 'approve-once',
      })
    const [first, second] = await Promise.all([send(), send()])
    expect(second).toEqual(first)
    expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('10.00')
  })
})

describe('付款单', () => {
  it('pays a supplier with a discount and a bank fee', async () => {
    const bankId = await newAccount(shop, '银行', 'bank', '10000')
    const partnerId = await newPartner(shop, '付款', 2)
    const item = await openItem(shop, owner, { partnerId, side: 'AP', total: '1000' })
    const saved = await save(cashier, payment.routes, {
      header: header(partnerId),
      tenders: [{ storeAccountId: bankId, amount: '990', fee: '5' }],
      items: [settle(item.id, '990', '10')],
    })
    const draft = await tryAct(cashier, payment.routes, saved, 'approve')
    expect(draft.status).toBe(200)
    expect(await shop.books.account(bankId)).toBe('9005.00')
    expect(await itemOf(item.id)).toMatchObject({ balance: '0.00' })
    expect(await shop.books.pnl('payment', saved.id)).toEqual({ other_income: '10.00', other_expense: '5.00' })
  })

  it('is told of one account in the order of posting, which its balance follows past what is dated back', async () => {
    const bankId = await newAccount(shop, '补录行', 'bank', '100')
    const partnerId = await newPartner(shop, '补录客户')
    const take = async (amount: string, bizDate: string) => {
      const saved = await save(owner, collection.routes, {
        header: { ...header(partnerId, 'advance'), bizDate },
        tenders: [{ storeAccountId: bankId, amount }],
      })
      await act(owner, collection.routes, saved, 'approve')
    }
    await take('10', today)
    await take('5', addDays(today, -2))
    await take('1', today)
    const { rows } = await owner.call(receiptRoutes.list, { query: { accountId: bankId } })
    expect(rows.map((row) => [row.income, row.balance])).toEqual([
      ['1.00', '116.00'],
      ['5.00', '115.00'],
      ['10.00', '110.00'],
    ])
    const all = await owner.call(receiptRoutes.list, { query: { partnerId } })
    expect(all.rows.map((row) => row.income)).toEqual(['1.00', '10.00', '5.00'])
  })

  it('takes money back from a supplier against returned goods', async () => {
    const partnerId = await newPartner(shop, '供退', 2)
    const item = await openItem(shop, owner, { partnerId, side: 'AP', total: '-60' })
    const till = await newAccount(shop, '供退箱', 'cash')
    const saved = await save(cashier, payment.routes, {
      header: header(partnerId, 'refund'),
      tenders: [cash('60', till)],
      items: [settle(item.id, '-60')],
    })
    await act(cashier, payment.routes, saved, 'approve')
    expect(await shop.books.account(till)).toBe('60.00')
    expect(await shop.books.balance(partnerId, 'AP')).toBe('0.00')
  })

  it('never takes an account below zero', async () => {
    const empty = await newAccount(shop, '空账户', 'cash')
    const partnerId = await newPartner(shop, '透支', 2)
    const saved = await save(cashier, payment.routes, {
      header: header(partnerId, 'advance'),
      tenders: [{ storeAccountId: empty, amount: '1' }],
    })
    expect(await tryAct(cashier, payment.routes, saved, 'approve')).toMatchObject({
      status: 400,
      msg: '账户 空账户 余额不足',
    })
  })
})

describe('权限', () => {
  it('keeps a role without the buttons out, and another org from seeing the document', async () => {
    const keeper = await shop.signIn('warehouse_keeper')
    const partnerId = await newPartner(shop, '权限')
    const body = { header: header(partnerId, 'advance'), tenders: [cash('1')] }
    const saved = await save(cashier, collection.routes, body)
    expect((await keeper.ask(collection.routes.save, { body })).status).toBe(403)
    expect((await keeper.ask(collection.routes.read, { params: { id: saved.id } })).status).toBe(403)
    expect((await keeper.ask(currentReceive, { query: { partnerId } })).status).toBe(403)
    expect((await cashier.ask(collection.routes.read, { params: { id: saved.id + 999 } })).status).toBe(404)
    expect((await cashier.ask(payment.routes.read, { params: { id: saved.id } })).status).toBe(404)
  })

  it('tells open items and orders on the sides whose pages one has, of partners in one’s scope', async () => {
    const buyer = await shop.signIn('buyer')
    const partnerId = await newPartner(shop, '两边')
    await openItem(shop, owner, { partnerId, side: 'AR', total: '100' })
    await openItem(shop, owner, { partnerId, side: 'AP', total: '60' })
    const sides = async (client: Client, side?: 'AR' | 'AP') =>
      (await client.call(currentReceive, { query: { partnerId, ...(side && { side }) } })).rows.map((row) => row.side)
    expect((await sides(cashier)).toSorted()).toEqual(['AP', 'AR'])
    expect(await sides(buyer)).toEqual(['AP'])
    expect(await sides(buyer, 'AP')).toEqual(['AP'])
    expect(await buyer.call(currentReceive, { query: { partnerId, side: 'AR' } })).toEqual({
      partner: null,
      advances: [],
      rows: [],
    })
  })

  it('shows account balances only to those who may see them', async () => {
    const seller = await shop.signIn('salesperson')
    const seen = await cashier.call(accountRoutes.list, { query: { page: 1, rows: 1000 } })
    const hidden = await seller.call(accountRoutes.list, { query: { page: 1, rows: 1000 } })
    expect(seen.rows.find((row) => row.id === shop.cashId)?.balance).toBeDefined()
    expect(hidden.rows.every((row) => !('balance' in row))).toBe(true)
  })
})
