import { payableRoutes, receivableRoutes } from '@chepu/contract/finance/accounts'
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { dailySheet, receiptRoutes } from '@chepu/contract/finance/receipts'
import { writeOff } from '@chepu/contract/finance/write-off'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { assign, openBranch, worker } from '../../../test/people'
import { act, save } from '../../../test/desk'
import { newAccount, newPartner, openItem, today } from '../../../test/finance'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { addDays } from '../../kernel/base/calendar'
import { exportSource } from '../../kernel/export/registry'
import { loadRights } from '../../kernel/caller/rights'

let shop: Shop
let owner: Client
let cashier: Client
let partnerId: number
let till: number
const month = { from: today, to: today }

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
  partnerId = await newPartner(shop, '账款客户')
  till = await newAccount(shop, '钱箱', 'cash', '100')
  const first = await openItem(shop, owner, { partnerId, side: 'AR', total: '1000', dueOn: addDays(today, -40) })
  await openItem(shop, owner, { partnerId, side: 'AR', total: '-200' })
  const bad = await openItem(shop, owner, { partnerId, side: 'AR', total: '30', dueOn: addDays(today, -200) })
  const slip = await save(cashier, collection.routes, {
    header: { bizDate: today, partnerId, purpose: 'trade', remark: '首付' },
    tenders: [{ storeAccountId: till, amount: '450' }],
    items: [{ openItemId: first.id, amount: '400', discount: '10' }],
  })
  await act(cashier, collection.routes, slip, 'approve')
  const debt = await save(cashier, writeOff.routes, {
    header: { bizDate: today, partnerId, purpose: 'bad_debt', remark: '客户倒闭' },
    items: [{ openItemId: bad.id, amount: '30' }],
  })
  await act(cashier, writeOff.routes, debt, 'approve')
})
afterAll(() => shop.close())

describe('应收账款', () => {
  it('adds up from 期初 to 期末, with 预收 and 逾期 beside', async () => {
    const { rows } = await cashier.call(receivableRoutes.list, { query: { ...month, partnerId } })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      partnerName: '账款客户',
      opening: '0.00',
      increased: '0.00',
      returned: '0.00',
      settled: '430.00',
      discounted: '10.00',
      adjusted: '830.00',
      closing: '390.00',
      advance: '50.00',
      overdue: '590.00',
    })
    const totals = await cashier.call(receivableRoutes.totals, { query: month })
    expect(totals).toMatchObject({ count: 1, sums: { closing: '390.00', advance: '50.00' } })
    const later = await cashier.call(receivableRoutes.list, {
      query: { from: addDays(today, 1), to: addDays(today, 1) },
    })
    expect(later.rows[0]).toMatchObject({ opening: '390.00', settled: '0.00', closing: '390.00' })
  })

  it('lists what is open and its age', async () => {
    const items = await cashier.call(receivableRoutes.items, { query: { partnerId } })
    expect(items.rows.map((row) => [row.balance, row.overdueDays])).toEqual([
      ['590.00', 40],
      ['-200.00', 0],
    ])
    const overdue = await cashier.call(receivableRoutes.items, { query: { partnerId, overdue: 'true' } })
    expect(overdue.rows).toHaveLength(1)
    const sums = await cashier.call(receivableRoutes.itemTotals, { query: { partnerId, withSettled: 'true' } })
    expect(sums).toEqual({
      count: 3,
      sums: { original: '830.00', settled: '430.00', discounted: '10.00', balance: '390.00' },
    })
    const ageing = await cashier.call(receivableRoutes.ageing, { query: { sort: '-days60' } })
    expect(ageing.rows).toEqual([
      expect.objectContaining({
        total: '390.00',
        notDue: '0.00',
        days30: '0.00',
        days60: '590.00',
        days90: '0.00',
        days180: '0.00',
        over180: '0.00',
        credits: '-200.00',
        overdue: '590.00',
        advance: '50.00',
      }),
    ])
    expect(await cashier.call(receivableRoutes.ageingTotals)).toMatchObject({ sums: { days60: '590.00' } })
  })

  it('states each change with its running balance', async () => {
    const found = await cashier.call(receivableRoutes.statement, { query: { partnerId, ...month } })
    expect(found).toMatchObject({ opening: '0.00', closing: '390.00', advance: '50.00', overdue: '590.00' })
    expect(found.rows.map((row) => [row.summary, row.increase, row.decrease, row.balance])).toEqual([
      ['期初/调整：测试', '1000.00', null, '1000.00'],
      ['期初/调整：测试', null, '200.00', '800.00'],
      ['期初/调整：测试', '30.00', null, '830.00'],
      ['收款：首付', null, '400.00', '430.00'],
      ['收款优惠：首付', null, '10.00', '420.00'],
      ['坏账核销：客户倒闭', null, '30.00', '390.00'],
    ])
  })

  it('shows what is taken back where it stood, of slips as of goods', async () => {
    const [from, to] = [await newPartner(shop, '转出单位'), await newPartner(shop, '转入单位')]
    const item = await openItem(shop, owner, { partnerId: from, side: 'AR', total: '500' })
    const saved = await save(cashier, writeOff.routes, {
      header: { bizDate: today, partnerId: from, purpose: 'transfer', payerId: to, remark: '三方协议' },
      items: [{ openItemId: item.id, amount: '500' }],
    })
    await act(owner, writeOff.routes, await act(cashier, writeOff.routes, saved, 'approve'), 'reverse', {
      reason: '录错',
    })
    const { rows } = await cashier.call(receivableRoutes.list, { query: { ...month, partnerId: to, withZero: 'true' } })
    expect(rows).toMatchObject([{ increased: '0.00', returned: '0.00', closing: '0.00' }])
    const stated = await cashier.call(receivableRoutes.statement, { query: { partnerId: to, ...month } })
    expect(stated.rows.map((row) => [row.summary, row.increase, row.decrease])).toEqual([
      ['应收转入：三方协议', '500.00', null],
      ['红冲应收转入：三方协议', '-500.00', null],
    ])
  })

  it('finds the partner of the chosen items', async () => {
    const { rows } = await cashier.call(currentReceive, { query: { partnerId } })
    const byItem = await cashier.call(currentReceive, { query: { itemIds: String(rows[0]?.id) } })
    expect(byItem.partner).toMatchObject({ id: partnerId, name: '账款客户' })
    const bySource = await cashier.call(currentReceive, {
      query: { sourceKind: 'balance_adjustment', sourceIds: String(rows[0]?.sourceId) },
    })
    expect(bySource.partner?.id).toBe(partnerId)
  })
})

describe('收付单据', () => {
  it('shows each movement with the balance after it, and the day by cashier', async () => {
    const { rows } = await cashier.call(receiptRoutes.list, { query: { ...month, accountId: till } })
    expect(rows).toEqual([
      expect.objectContaining({
        purpose: '收款',
        income: '450.00',
        expense: null,
        balance: '550.00',
        summary: expect.stringMatching(/^首付；核销 YT01\d+$/),
      }),
    ])
    const [mixed] = (await cashier.call(receiptRoutes.list, { query: month })).rows
    expect(mixed).toMatchObject({ orgName: '测试配件店', balance: null })
    expect(await cashier.call(receiptRoutes.totals, { query: { accountId: till } })).toEqual({
      count: 1,
      sums: { income: '450.00', expense: '0.00' },
    })
    const sheet = await cashier.call(dailySheet, { query: { day: today } })
    expect(sheet.rows).toEqual([
      expect.objectContaining({
        userName: 'cashier_accountant',
        count: 1,
        income: '450.00',
        expense: '0.00',
        net: '450.00',
      }),
    ])
    expect(sheet.accounts.find((row) => row.accountId === till)).toMatchObject({ opening: '100.00', closing: '550.00' })
  })
})

describe('收付单据 of several organisations', () => {
  it('are those one works in unless the group is asked for, as 日结 and the accounts', async () => {
    const branch = await openBranch(shop)
    const here = await worker(shop, 'owner')
    const there = await shop.signIn('owner', branch.orgId)
    await assign(shop, here.userId, branch.orgId, ['owner'])
    const drawer = await newAccount({ ...shop, orgId: branch.orgId }, '分店钱箱', 'cash')
    const slip = await save(there, collection.routes, {
      header: { bizDate: today, partnerId, purpose: 'advance' },
      tenders: [{ storeAccountId: drawer, amount: '662' }],
    })
    await act(there, collection.routes, slip, 'approve')
    const orgs = async (query: object) => [
      ...new Set((await here.client.call(receiptRoutes.list, { query })).rows.map((row) => row.orgName)),
    ]
    expect(await orgs(month)).toEqual(['测试配件店'])
    expect(await orgs({ ...month, orgs: 'group' })).toEqual(['测试分店', '测试配件店'])
    const income = async (query: object) =>
      (await here.client.call(receiptRoutes.totals, { query: { ...month, ...query } })).sums['income']
    const { rows } = await here.client.call(dailySheet, { query: { day: today } })
    expect([await income({}), await income({ orgs: 'group' })]).toEqual(['450.00', '1112.00'])
    expect(rows.map((row) => row.income)).toEqual(['450.00'])
    const { rows: own } = await here.client.call(accountRoutes.list, { query: { active: 'true' } })
    expect(own.find((account) => account.id === till)?.balance).toBe('550.00')
  })
})

describe('a collection that is taken back the same day', () => {
  it('leaves nothing in any sum of the day: by cashier, by account, in the register', async () => {
    const [cash, pos] = [await newAccount(shop, '备用钱箱', 'cash'), await newAccount(shop, 'POS机', 'pos')]
    const slip = await save(cashier, collection.routes, {
      header: { bizDate: today, partnerId: await newPartner(shop, '退回客户'), purpose: 'advance' },
      tenders: [
        { storeAccountId: cash, amount: '300' },
        { storeAccountId: pos, amount: '150', fee: '0.57' },
      ],
    })
    /** Income and expense of the account by every rule that there is; one when they agree. */
    const figures = async (accountId: number) => {
      const sheet = await cashier.call(dailySheet, { query: { day: today } })
      const { sums } = await cashier.call(receiptRoutes.totals, { query: { ...month, accountId } })
      const rows = [...sheet.rows, ...sheet.accounts].filter((row) => row.accountId === accountId)
      expect(rows).toHaveLength(2)
      return [...new Set([...rows, sums].map((row) => `${row['income']} ${row['expense']}`))]
    }
    const posted = await act(cashier, collection.routes, slip, 'approve')
    expect(await figures(cash)).toEqual(['300.00 0.00'])
    expect(await figures(pos)).toHaveLength(1)

    await act(cashier, collection.routes, posted, 'reverse', { reason: '刷错卡' })
    for (const account of [cash, pos]) expect(await figures(account)).toEqual(['0.00 0.00'])
  })
})

describe('a partner who has nothing but an advance', () => {
  it('stands in 账龄 as in 汇总, and is none of those who owe', async () => {
    const payer = await newPartner(shop, '预付客户')
    const account = await newAccount(shop, '预收钱箱', 'cash')
    const slip = await save(cashier, collection.routes, {
      header: { bizDate: today, partnerId: payer, purpose: 'advance' },
      tenders: [{ storeAccountId: account, amount: '1400' }],
    })
    await act(cashier, collection.routes, slip, 'approve')
    const ageing = await cashier.call(receivableRoutes.ageing, { query: { partnerId: payer } })
    expect(ageing.rows).toEqual([expect.objectContaining({ total: '0.00', overdue: '0.00', advance: '1400.00' })])
    const advances = [receivableRoutes.totals, receivableRoutes.ageingTotals].map(
      async (route) => (await cashier.call(route, { query: {} })).sums['advance'],
    )
    const [summed, aged] = await Promise.all(advances)
    expect(aged).toBe(summed)
    expect((await cashier.call(receivableRoutes.ageing, { query: { overdue: 'true' } })).rows).toHaveLength(1)
  })
})

describe('权限', () => {
  it('gives no balance to a role that may not see it', async () => {
    await shop.sql(
      `delete from role_field where group_id = $1 and field in ('ar_balance', 'account_balance', 'purchase_price')
        and role_id = (select id from role where group_id = $1 and code = 'manager') returning role_id`,
    )
    const manager = await shop.signIn('manager')
    // An order by a hidden figure would tell it.
    const sorted = await manager.ask(receivableRoutes.list, { query: { ...month, sort: '-closing' } })
    expect(sorted).toMatchObject({ status: 400, msg: '不能按“closing”排序' })
    const [row] = (await manager.call(receivableRoutes.list, { query: month })).rows
    expect(Object.keys(row ?? {}).toSorted()).toEqual([
      'cusFlag',
      'mobile',
      'partnerCode',
      'partnerId',
      'partnerName',
      'salespersonName',
    ])
    const answers = [
      await manager.call(receivableRoutes.items, { query: {} }),
      await manager.call(receivableRoutes.ageing, { query: {} }),
      await manager.call(receivableRoutes.totals, { query: {} }),
      await manager.call(receivableRoutes.itemTotals, { query: {} }),
      await manager.call(receivableRoutes.statement, { query: { partnerId, ...month } }),
      await manager.call(payableRoutes.list, { query: {} }),
      await manager.call(currentReceive, { query: { partnerId } }),
      await manager.call(receiptRoutes.list, { query: {} }),
      await manager.call(dailySheet, { query: { day: today } }),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/"(balance|original|closing|opening|overdue|total|advance|amount)":/)
  })

  it('shows a salesperson his own customers only', async () => {
    const seller = await shop.signIn('salesperson')
    expect((await seller.call(receivableRoutes.list, { query: {} })).rows).toEqual([])
    expect((await seller.ask(receivableRoutes.statement, { query: { partnerId, ...month } })).status).toBe(404)
    expect((await seller.ask(payableRoutes.list, { query: {} })).status).toBe(403)
    expect((await seller.ask(receivableRoutes.export, { body: { filters: {}, columns: [] } })).status).toBe(403)
  })
})

describe('导出', () => {
  it.each([
    ['receivable', {}, 'closing'],
    ['receivable_item', {}, 'balance'],
    ['receivable_ageing', {}, 'total'],
    ['receivable_statement', 'statement', 'balance'],
    ['receipts', {}, 'income'],
    ['collection', {}, 'purpose'],
    ['write_off', {}, 'purpose'],
  ])('%s has the rows of its list', async (key, filters, column) => {
    const [user] = await shop.sql<{ id: number }>(
      `select id from app_user where group_id = $1 and real_name = 'cashier_accountant'`,
    )
    const rights = await shop.db.tenant(shop.groupId, (tx) => loadRights(tx, user?.id as number, shop.orgId))
    if (!rights) throw new Error('the cashier has no rights')
    const caller = { ...rights, deviceId: 'test', ip: '', requestId: '' }
    await shop.db.as(caller, async (tx) => {
      const source = exportSource(key)
      const asked = filters === 'statement' ? { partnerId, ...month } : (filters as Record<string, unknown>)
      const rows = await tx.select((await source?.rows(tx, asked)) as never)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows[0]).toHaveProperty(column)
      for (const each of source?.columns(tx) ?? []) expect(rows[0]).toHaveProperty(each.key)
    })
  })
})
