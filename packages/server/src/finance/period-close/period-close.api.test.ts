// A shop that began two months ago closes its books month by month. What stood at the end of each was worked out by hand.
import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { collection } from '@chepu/contract/finance/collection'
import { periodRoutes } from '@chepu/contract/finance/period-close'
import { recurringRoutes } from '@chepu/contract/finance/recurring-money'
import { lastDayOfMonth, monthBefore, monthText } from '@chepu/contract/kernel/calendar'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { readBell } from '@chepu/contract/shell/bell'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { act, approve, post, reverse, save, tryAct, trySave, undo } from '../../../test/desk'
import { ownCompany } from '../../../test/finance'
import { openPlanting } from '../../../test/planting'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invariants } from '../../kernel/invariants'
import { periodOf } from '../../kernel/ledgers/types'

const today = shanghaiDay()
/** The month before this one, the one before that, and the one that holds the opening balances. */
const second = monthBefore(periodOf(today))
const first = monthBefore(second)
const opening = monthBefore(first)
const dayOf = (month: number, day: string) => `${monthText(month)}-${day}`

let shop: Shop
let manager: Client
let bookkeeper: Client

beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  await shop.sql('update org set start_month = $2 where group_id = $1', first)
  await shop.sql("update store_account set opening_on = $2, balance = '5000' where group_id = $1", dayOf(opening, '28'))
  manager = await shop.signIn('owner')
  bookkeeper = await shop.signIn('cashier_accountant')
})
afterAll(() => shop.close())

const receive = (bizDate: string, qty: string, price: string) => ({
  header: { bizDate, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
  lines: [{ partId: shop.parts.filter, qty, price }],
})
const deliver = (bizDate: string, qty: string, price: string) => ({
  header: { bizDate, partnerId: shop.customerId, warehouseId: shop.warehouseId },
  lines: [{ partId: shop.parts.filter, qty, price }],
})
const close = (month: number, remark = '') => bookkeeper.ask(periodRoutes.close, { body: { month, remark } })
const reopen = (month: number, reason = '补录进货单') => manager.ask(periodRoutes.reopen, { body: { month, reason } })
/** 固定收支 of one month. */
async function addRent(month: number) {
  const [category] = await shop.sql<{ id: number }>(
    "select id from expense_category where group_id = $1 and direction = 'out' and name = '房租水电'",
  )
  const rent = { summary: '房租', direction: 'out' as const, categoryId: category?.id as number, day: 1, amount: '800' }
  const body = { ...rent, storeAccountId: shop.cashId, fromMonth: month, toMonth: month }
  await manager.call(recurringRoutes.save, { body })
}
const closedText = (month: number) => `该期间已结账：${monthText(month)}`

/** What stood at the end of a month: pools as 'qty / value', partners and accounts by what they are. */
async function stoodAt(month: number) {
  const [stock] = await shop.sql<{ pool: string }>(
    `select qty || ' / ' || value as pool from stock_period where group_id = $1 and month = $2 and part_id = $3`,
    month,
    shop.parts.filter,
  )
  const partners = await shop.sql<{ account: string; balance: string }>(
    'select account, balance from partner_period where group_id = $1 and month = $2 order by account',
    month,
  )
  const [cash] = await shop.sql<{ balance: string }>(
    'select balance from account_period where group_id = $1 and month = $2 and store_account_id = $3',
    month,
    shop.cashId,
  )
  return {
    stock: stock?.pool ?? 'none',
    ...Object.fromEntries(partners.map(({ account, balance }) => [account, balance])),
    cash: cash?.balance ?? 'none',
  }
}

describe('月结', () => {
  it('leads through the opening balances, and closes none that wait or are dated later', async () => {
    const stepsOf = async () => {
      const { steps, ...said } = await bookkeeper.call(periodRoutes.opening)
      return { ...said, steps: Object.fromEntries(steps.map(({ key, done, waiting }) => [key, [done, waiting]])) }
    }
    const bizDate = lastDayOfMonth(opening)
    expect(await close(first)).toMatchObject({ status: 400, msg: '期初还没有启用，请先启用' })
    const stock = await save(manager, otherIn.routes, {
      header: { bizDate, warehouseId: shop.warehouseId, reason: '期初' },
      lines: [{ partId: shop.parts.pad, qty: '3', price: '60' }],
    })
    const owed = { purpose: 'opening' as const, partnerId: shop.customerId, side: 'AR' as const, remark: '旧账' }
    const late = await save(manager, balanceAdjustment.routes, { header: { ...owed, bizDate: today, total: '80' } })
    const old = await save(manager, balanceAdjustment.routes, { header: { ...owed, bizDate, total: '20' } })
    await approve(manager, balanceAdjustment, old)
    expect(await stepsOf()).toMatchObject({
      month: opening,
      openingOn: bizDate,
      isClosed: false,
      mayClose: true,
      steps: { company: [0, 0], places: [1, 0], accounts: [1, 0], stock: [0, 1], balances: [1, 1], cards: [0, 0] },
    })
    // What waits is led to, of whatever day it is.
    const led = (await bookkeeper.call(periodRoutes.opening)).steps.find(({ key }) => key === 'balances')
    const params = { tab: 'adjustments', purpose: 'opening', state: 'draft,submitted' }
    expect(led).toMatchObject({ screen: 'receivableAccount', params })
    expect(await close(opening)).toMatchObject({ msg: expect.stringContaining('其他入库单未过账（1）') })
    await act(manager, otherIn.routes, stock, 'approve')
    expect(await close(opening)).toMatchObject({ msg: expect.stringContaining('主体公司（1）') })
    await ownCompany(shop)
    expect(await close(opening)).toMatchObject({ msg: expect.stringContaining('期初应收应付全部过账（1）') })
    await approve(manager, balanceAdjustment, late)
    expect(await close(opening)).toMatchObject({ errors: [{ path: 'remark', message: '请说明：期初单据的日期（1）' }] })
    // What is advised and not there holds nothing back.
    const { steps } = await bookkeeper.call(periodRoutes.opening)
    expect(steps.filter(({ need }) => need === 'needed').map(({ key }) => key)).toEqual(['company'])
    expect(steps.find(({ key }) => key === 'shop')).toMatchObject({ need: 'advised', done: 0 })
    expect(await close(opening, '旧账晚录')).toMatchObject({ status: 200 })
    expect(await stoodAt(opening)).toEqual({ stock: 'none', AR: '20.00', cash: '5000.00' })
    expect(await stepsOf()).toMatchObject({
      isClosed: true,
      mayClose: false,
      steps: { stock: [1, 0], balances: [2, 0] },
    })
    // What is dated this month stands upon it.
    expect(await reopen(opening)).toMatchObject({ status: 400, msg: expect.stringContaining('启用后已经记账') })
    expect(
      await trySave(manager, balanceAdjustment.routes, { header: { ...owed, bizDate, total: '1' } }),
    ).toMatchObject({
      status: 400,
    })
  })

  it('closes the opening balances first, then month by month, and keeps what stood at the end', async () => {
    await post(manager, goodsReceipt.routes, receive(dayOf(first, '15'), '10', '100'))
    await post(manager, salesDelivery.routes, deliver(dayOf(second, '10'), '4', '150'))

    expect(await close(second)).toMatchObject({ status: 400, msg: `请先结账 ${monthText(first)}` })
    expect(await close(first)).toMatchObject({ status: 200, data: { closedMonth: first } })
    expect(await close(first)).toMatchObject({ status: 400, msg: `${monthText(first)} 已结账` })
    expect(await stoodAt(first)).toEqual({ stock: '10.0000 / 1000.00', AP: '1000.00', AR: '20.00', cash: '5000.00' })

    const { rows, closedMonth } = await bookkeeper.call(periodRoutes.list)
    expect(closedMonth).toBe(first)
    expect(rows.map(({ month, isClosed, mayClose }) => [month, isClosed, mayClose])).toEqual([
      [periodOf(today), false, false],
      [second, false, true],
      [first, true, false],
      [opening, true, false],
    ])
    const { notice } = await manager.call(readBell)
    expect(notice.map(({ message }) => message)).toContain(`${monthText(first)} 已结账`)
  })

  it('wants a word where sisters began with something else of each other', async () => {
    const [first, second] = [await openBranch(shop, '05', '五店'), await openBranch(shop, '06', '六店')]
    const enter = async (at: number, other: number, side: 'AR' | 'AP', total: string) => {
      const client = await shop.signIn('owner', at)
      const [partner] = await shop.sql<{ id: number }>(
        `select id from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2`,
        other,
      )
      const header = { purpose: 'opening' as const, side, total, bizDate: '2025-12-31', remark: '旧账' }
      const saved = await save(client, balanceAdjustment.routes, {
        header: { ...header, partnerId: partner?.id as number },
      })
      await approve(client, balanceAdjustment, saved)
      const { checks } = await client.call(periodRoutes.checks, { params: { month: 202512 } })
      const found = checks.find(({ key }) => key === 'sister-openings')
      return [found?.count, found?.detail]
    }
    expect(await enter(first.orgId, second.orgId, 'AR', '100')).toEqual([
      1,
      '应收为正、应付为负，两边相加应为0：六店：本店 100.00，对方 0.00',
    ])
    expect(await enter(second.orgId, first.orgId, 'AP', '80')).toEqual([
      1,
      '应收为正、应付为负，两边相加应为0：五店：本店 -80.00，对方 100.00',
    ])
    expect(await enter(second.orgId, first.orgId, 'AP', '20')).toEqual([0, ''])
  })

  it('leads from 往来调整单 that wait to the page of their account, and to these alone', async () => {
    const adjust = (side: 'AR' | 'AP', partnerId: number) =>
      save(manager, balanceAdjustment.routes, {
        header: { purpose: 'adjust', side, total: '8', bizDate: dayOf(second, '12'), partnerId, remark: '对账差异' },
      })
    const drafts = [
      await adjust('AR', shop.customerId),
      await adjust('AR', shop.customerId),
      await adjust('AP', shop.supplierId),
    ]
    const { checks } = await bookkeeper.call(periodRoutes.checks, { params: { month: second } })
    const params = {
      tab: 'adjustments',
      state: 'draft,submitted,approved',
      from: dayOf(second, '01'),
      to: lastDayOfMonth(second),
    }
    expect(checks.filter(({ key }) => key.startsWith('unposted'))).toMatchObject([
      { title: '往来调整单未过账（应收）', count: 2, kind: null, screen: 'receivableAccount', params },
      { title: '往来调整单未过账（应付）', count: 1, kind: null, screen: 'payableAccount', params },
    ])
    const { tab: _tab, ...filters } = params
    const listed = async (accountSide: 'AR' | 'AP') =>
      (await manager.call(balanceAdjustment.routes.totals, { query: { ...filters, accountSide } })).count
    expect([await listed('AR'), await listed('AP')]).toEqual([2, 1])
    for (const draft of drafts) await act(manager, balanceAdjustment.routes, draft, 'void', { reason: '试录' })
  })

  it('lets nothing into a closed month, and nothing out of it', async () => {
    const bizDate = dayOf(first, '20')
    expect(await trySave(manager, goodsReceipt.routes, receive(bizDate, '1', '1'))).toMatchObject({
      status: 400,
      errors: [{ path: 'header.bizDate', message: closedText(first) }],
    })
    const waiting = await save(manager, goodsReceipt.routes, receive(dayOf(second, '20'), '5', '130'))
    expect(await close(second)).toMatchObject({ status: 400, msg: expect.stringContaining('采购入库单未过账（1）') })
    const { checks } = await bookkeeper.call(periodRoutes.checks, { params: { month: second } })
    expect(checks.filter(({ count }) => count > 0)).toMatchObject([
      {
        kind: 'goods_receipt',
        count: 1,
        params: { state: 'draft,submitted,approved', from: dayOf(second, '01') },
      },
    ])
    await act(manager, goodsReceipt.routes, waiting, 'approve')
    expect(await close(second)).toMatchObject({ status: 200 })
    // 5 at 130 came to 6 at 100; 4 had left at 100.
    expect(await stoodAt(second)).toEqual({ stock: '11.0000 / 1250.00', AP: '1650.00', AR: '620.00', cash: '5000.00' })
  })

  it('is opened again with a reason, corrected and closed again', async () => {
    const [delivery] = await shop.sql<{ id: number; version: number }>(
      "select id, version from goods_document where group_id = $1 and kind = 'sales_delivery'",
    )
    const sold = delivery as { id: number; version: number }
    expect(await tryAct(manager, salesDelivery.routes, sold, 'unapprove')).toMatchObject({ msg: closedText(second) })
    expect(await bookkeeper.ask(periodRoutes.reopen, { body: { month: second, reason: '有误' } })).toMatchObject({
      status: 403,
    })
    expect(await reopen(first)).toMatchObject({ status: 400, msg: `只能反结账最后结账的月份 ${monthText(second)}` })
    // What was opened again is corrected on any of its days.
    const setDays = (days: number) =>
      shop.sql(
        `update org set config = config || jsonb_build_object('backdateDays', $2::int) where group_id = $1 returning id`,
        days,
      )
    await setDays(3)
    expect(await reopen(second, ' ')).toMatchObject({ errors: [{ path: 'reason', message: '请填写反结账原因' }] })
    expect(await reopen(second, '漏记进货')).toMatchObject({ status: 200, data: { closedMonth: first } })
    expect(await stoodAt(second)).toEqual({ stock: 'none', cash: 'none' })
    expect(await reopen(first, '漏记收款')).toMatchObject({ status: 200, data: { closedMonth: opening } })

    // Of the first month: 300.00 that the customer paid ahead. Of the second: 2 at 50.00 more, and the delivery was one of 5.
    await post(manager, collection.routes, {
      header: { bizDate: dayOf(first, '25'), partnerId: shop.customerId, purpose: 'advance' },
      tenders: [{ storeAccountId: shop.cashId, amount: '300' }],
      items: [],
    })
    await post(manager, goodsReceipt.routes, receive(dayOf(second, '05'), '2', '50'))
    await undo(manager, salesDelivery.routes, sold)
    const { version } = await manager
      .call(salesDelivery.routes.read, { params: { id: sold.id } })
      .then(({ header }) => header)
    await post(manager, salesDelivery.routes, { id: sold.id, version, ...deliver(dayOf(second, '10'), '5', '150') })

    // All that wants a word is named.
    await addRent(first)
    const wanted = '请说明：现金已清点交款（1）、固定收支已生成（1）'
    expect(await close(first)).toMatchObject({ errors: [{ path: 'remark', message: wanted }] })
    await setDays(300)
    expect(await close(first, '现金已核对')).toMatchObject({ status: 200 })
    expect(await close(second)).toMatchObject({ status: 200 })
    expect(await stoodAt(first)).toEqual({
      stock: '10.0000 / 1000.00',
      ADV_IN: '300.00',
      AP: '1000.00',
      AR: '20.00',
      cash: '5300.00',
    })
    // 10 at 100, 5 at 130 and 2 at 50 are 17 worth 1750; 5 of them left at 102.94.
    expect(await stoodAt(second)).toEqual({
      stock: '12.0000 / 1235.29',
      ADV_IN: '300.00',
      AP: '1750.00',
      AR: '770.00',
      cash: '5300.00',
    })
    const { rows } = await bookkeeper.call(periodRoutes.list)
    expect(rows.find(({ month }) => month === second)?.closings).toMatchObject([
      { reopenedAt: null, closedBy: 'cashier_accountant' },
      { reopenedBy: 'owner', reason: '漏记进货' },
    ])
    expect(
      await reverse(
        manager,
        salesDelivery.routes,
        await manager.call(salesDelivery.routes.read, { params: { id: sold.id } }).then(({ header }) => header),
      ),
    ).toMatchObject({ state: 'reversed' })
  })

  it('is closed while others post into it: each is in what stood at its end, or refused', async () => {
    expect(await reopen(second, '补录')).toMatchObject({ status: 200 })
    let posted = 0
    const postUntilClosed = async (): Promise<string> => {
      for (;;) {
        const body = { ...receive(dayOf(second, '28'), '1', '100'), action: { name: 'approve' } }
        const { status, msg } = await manager.ask(goodsReceipt.routes.save, { body })
        if (status !== 200) return msg
        posted += 1
      }
    }
    const posting = [1, 2, 3, 4].map(postUntilClosed)
    await expect.poll(() => posted).toBeGreaterThan(4)
    expect(await close(second)).toMatchObject({ status: 200 })
    expect(await Promise.all(posting)).toEqual([1, 2, 3, 4].map(() => closedText(second)))
    const { stock } = await stoodAt(second)
    expect(stock).toBe(`${12 + posted}.0000 / ${1235 + posted * 100}.29`)
  })

  it('is noticed where something moves in it behind the back of the program', async () => {
    const planting = await openPlanting(shop)
    onTestFinished(() => planting.close())
    const asked = (await invariants()).filter(({ name }) => name.startsWith('i36') || name.startsWith('i37'))
    const ofFirst = `group_id = ${shop.groupId} and org_id = ${shop.orgId} and month = ${first}`
    const ofFilter = `and part_id = ${shop.parts.filter}`
    const changed = (table: string, change: string, more = '') =>
      `update ${table} set ${change} where ${ofFirst} ${more}`
    const noticed: [string, string][] = [
      [changed('stock_period', 'qty = qty + 1', ofFilter), 'i37'],
      [changed('stock_period', 'value = value - 0.01', ofFilter), 'i37'],
      [`delete from stock_period where ${ofFirst} ${ofFilter}`, 'i37'],
      [changed('partner_period', 'balance = 1', "and account = 'AP'"), 'i37'],
      [changed('partner_period', "account = 'ADV_OUT'", "and account = 'AP'"), 'i37'],
      [changed('account_period', 'balance = balance + 0.01'), 'i37'],
      [`delete from account_period where ${ofFirst}`, 'i37'],
      [`insert into card_period select ${shop.groupId}, ${shop.orgId}, ${first}, 1, 0, 0, 1`, 'i37'],
      [`insert into card_item_period select ${shop.groupId}, ${shop.orgId}, ${first}, 1, 1, 0`, 'i37'],
      [changed('period_close', "closed_at = closed_at - interval '1 day'", 'and reopened_at is null'), 'i36'],
      [changed('period_close', 'month = 200001', 'and reopened_at is null'), 'i37'],
      [changed('period_close', 'reopened_at = now(), reopened_by = 1', 'and reopened_at is null'), 'i37'],
      [`update org set closed_month = ${first} where id = ${shop.orgId}`, 'i37'],
      [
        `update stock_ledger set posted_at = now() + interval '1 hour' where doc_kind = 'goods_receipt' and period = ${first}`,
        'i36',
      ],
      [`update partner_ledger set amount = amount + 1 where doc_kind = 'goods_receipt' and period = ${first}`, 'i37'],
      [`update account_ledger set period = ${second} where period = ${first}`, 'i37'],
    ]
    for (const [sql, by] of noticed) expect([sql, await planting.plant(sql, asked)]).toEqual([sql, by])
  })
})
