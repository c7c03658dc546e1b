import { collection } from '@chepu/contract/finance/collection'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { openTills, readTill, reopenTill, sealTill, tillDay, tillDays } from '@chepu/contract/finance/till'
import { sub } from '@chepu/contract/kernel/decimal'
import { readBell } from '@chepu/contract/shell/bell'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { route } from '@chepu/contract/kernel/route'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, reverse, save, type Saved, tryAct } from '../../../test/desk'
import { newAccount, newPartner, today } from '../../../test/finance'
import { openBranch, type Worker, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { openPlanting } from '../../../test/planting'
import { addDays } from '../../kernel/base/calendar'
import { periodOf } from '../../kernel/ledgers/types'
import { makeDifference } from '../other-money/difference'
import { undoSlips } from '../slip/corrections'
import { type Invariant, invariants } from '../../kernel/invariants'

/** A document that brings money at once, and takes it back. */
const payOut = route({
  method: 'POST',
  path: '/api/web/test/pay-out',
  access: 'signedIn',
  summary: '测试',
  body: z.object({ id: z.number(), isBack: z.boolean() }),
  data: z.object({}),
})

let shop: Shop
let partnerId: number
let wechatId: number
/** Who may take a hand-over back; its cashier may not. */
let manager: Client
const yesterday = addDays(today, -1)

beforeAll(async () => {
  shop = await openShop({
    bind: ({ bind }) =>
      bind(payOut, async (tx, { body }) => {
        const maker = {
          orgId: tx.caller.orgId,
          kind: 'test',
          id: body.id,
          billNo: 'T',
          bizDate: today,
          period: periodOf(today),
        }
        if (body.isBack) await undoSlips(tx, { ...maker, departmentId: null, partnerId: 0, salespersonId: null })
        else
          await makeDifference(
            tx,
            { ...maker, departmentId: null },
            { storeAccountId: shop.cashId, amount: '6', remark: '' },
          )
        return {}
      }),
  })
  partnerId = await newPartner(shop, '日结客户')
  manager = await shop.signIn('manager')
  wechatId = await newAccount(shop, 'WX', 'wechat')
})
afterAll(() => shop.close())

const cashier = (): Promise<Worker> => worker(shop, 'cashier_accountant')
const header = (day = today) => ({ bizDate: day, partnerId, purpose: 'advance' as const })
const draft = (client: Client, amount: string, storeAccountId = shop.cashId, day = today): Promise<Saved> =>
  save(client, collection.routes, { header: header(day), tenders: [{ storeAccountId, amount }] })
const receive = async (client: Client, amount: string, storeAccountId = shop.cashId, day = today): Promise<Saved> =>
  act(client, collection.routes, await draft(client, amount, storeAccountId, day), 'approve')
const dayOf = (client: Client, day = today) => client.call(tillDay, { query: { day } })
const seal = (client: Client, accounts: object[], day = today, remark = '') =>
  client.ask(sealTill, { body: { day, accounts, remark } as never })
/** What is there of an account, as the books say; of cash in coins of 0.1 yuan. */
const declared = (ledger: string, accountId = shop.cashId, more: object = {}) => ({
  accountId,
  ledger,
  declared: ledger,
  denominations: accountId === shop.cashId ? coins(ledger) : null,
  ...more,
})
const coins = (amount: string) => ({ '0.1': Number.parseInt(amount.replace('.', ''), 10) / 10 })

describe('日结交款', () => {
  it('shows what a cashier has moved, and closes the day when what is declared is there', async () => {
    const { client } = await cashier()
    await receive(client, '152.50')
    await receive(client, '47.50', wechatId)
    const undone = await receive(client, '99')
    await act(client, collection.routes, undone, 'unapprove')
    expect((await dayOf(client)).accounts).toMatchObject([
      { accountId: shop.cashId, count: 1, income: '152.50', expense: '0.00', ledger: '152.50' },
      { accountId: wechatId, count: 1, ledger: '47.50' },
    ])
    const cash = declared('152.50', shop.cashId, { denominations: { '100': 1, '50': 1, '1': 2, '0.5': 1 } })
    expect(await seal(client, [cash])).toMatchObject({ status: 400, msg: '金额已变动，请重新核对' })
    expect(await seal(client, [declared('152.00', shop.cashId), declared('47.50', wechatId)])).toMatchObject({
      msg: '金额已变动，请重新核对',
    })
    const wrong = { ...cash, denominations: { '100': 1 } }
    expect(await seal(client, [wrong, declared('47.50', wechatId)])).toMatchObject({
      msg: '实交金额与清点的张数不符',
      errors: [{ path: 'accounts.0.declared' }],
    })
    const less = { ...declared('47.50', wechatId), declared: '-5' }
    const { msg } = await seal(client, [cash, less], today, '少了')
    expect(msg).toBe('实交金额不能小于0')
    const sealed = await seal(client, [cash, declared('47.50', wechatId)])
    expect(sealed).toMatchObject({ status: 200, data: { billNo: expect.stringMatching(/^RJ01/) } })
    const { id, billNo } = sealed.data as { id: number; billNo: string }
    expect(await client.call(readTill, { params: { id } })).toMatchObject({
      billNo,
      state: 'sealed',
      accounts: [
        {
          accountId: shop.cashId,
          ledger: '152.50',
          declared: '152.50',
          difference: '0.00',
          denominations: { '100': 1, '50': 1, '1': 2, '0.5': 1 },
          slip: null,
        },
        { accountId: wechatId, declared: '47.50', denominations: null },
      ],
    })
    expect((await dayOf(client)).sealed).toMatchObject({ id, billNo })
    expect(await seal(client, [cash, declared('47.50', wechatId)])).toMatchObject({
      msg: `您 ${today} 的日结已交款（${billNo}）`,
    })
  })

  it('lets nobody post or take back money of that day afterwards, but others’ and other days’', async () => {
    const { client } = await cashier()
    const other = await cashier()
    const slip = await receive(client, '10')
    const waiting = await draft(client, '5')
    const { id } = (await seal(client, [declared('10.00')])).data as { id: number }
    const refusal = expect.stringMatching(/^收款人 .+ 的日结已交款（RJ.+），不能再收付或撤回当天的款项$/)
    expect(await tryAct(client, collection.routes, waiting, 'approve')).toMatchObject({ status: 400, msg: refusal })
    expect(await tryAct(other.client, collection.routes, slip, 'unapprove')).toMatchObject({
      status: 400,
      msg: refusal,
    })
    const former = await receive(client, '3', shop.cashId, yesterday)
    // A red document is dated today: he writes one no more than a new slip, of whatever day the blue one is.
    for (const blue of [slip, former])
      expect(await tryAct(client, collection.routes, blue, 'reverse')).toMatchObject({ status: 400, msg: refusal })
    // Somebody else takes it over: it is his money of today.
    await act(other.client, collection.routes, waiting, 'approve')
    expect((await dayOf(other.client)).accounts).toMatchObject([{ ledger: '5.00' }])
    // A red document is of whoever writes it.
    await reverse(other.client, collection.routes, slip)
    expect((await dayOf(other.client)).accounts).toMatchObject([{ ledger: '-5.00', count: 2 }])
    expect((await dayOf(client)).openDays).toEqual([yesterday])
    expect((await dayOf(client, yesterday)).accounts).toMatchObject([{ ledger: '3.00' }])
    const { version } = await client.call(readTill, { params: { id } })
    const reopen = (more: object) =>
      manager.ask(reopenTill, { params: { id }, body: { version, reason: '漏记一笔', ...more } })
    expect(await reopen({ reason: '' })).toMatchObject({ msg: '请填写原因' })
    expect(await reopen({ version: version + 1 })).toMatchObject({ status: 409 })
    expect(await reopen({})).toMatchObject({ status: 200 })
    expect(await reopen({ version: version + 1 })).toMatchObject({ msg: expect.stringContaining('已撤销') })
    await receive(client, '7')
    const openRows = (await client.call(openTills.list, { query: { own: 'true' } })).rows
    expect(openRows.map(({ bizDate, state }) => [bizDate, state])).toEqual([
      [yesterday, 'open'],
      [today, 'reopened'],
    ])
    expect((await dayOf(client)).sealed).toBeNull()
    expect(await seal(client, [declared('17.00')])).toMatchObject({ status: 200 })
  })

  it('posts what is too much and what is missing on that day, and takes it back with the hand-over alone', async () => {
    const { client, userId } = await cashier()
    await receive(client, '100', shop.cashId, yesterday)
    await receive(client, '40', wechatId, yesterday)
    const before = { cash: await shop.books.account(shop.cashId), wechat: await shop.books.account(wechatId) }
    const short = {
      ...declared('100.00'),
      declared: '98.5',
      denominations: { '50': 1, '20': 2, '5': 1, '1': 3, '0.5': 1 },
    }
    const more = { ...declared('40.00', wechatId), declared: '40.01' }
    expect(await seal(client, [short, more], yesterday)).toMatchObject({
      status: 400,
      errors: [{ path: 'remark', message: '实交与应交不符，请填写差异原因' }],
    })
    const sealed = await seal(client, [short, more], yesterday, '找零出错')
    const { id, billNo } = sealed.data as { id: number; billNo: string }
    const told = async (who: Client) => (await who.call(readBell)).news.map(({ message }) => message)
    expect(await told(manager)).toContain(`${yesterday} 的日结有长短款，交款单 ${billNo}`)
    expect(await told(client)).toEqual([])
    const read = await client.call(readTill, { params: { id } })
    expect(read.accounts).toMatchObject([
      { ledger: '100.00', declared: '98.50', difference: '-1.50', slip: { kind: 'other_expense' } },
      { ledger: '40.00', declared: '40.01', difference: '0.01', slip: { kind: 'other_income' } },
    ])
    const moved = async () => [
      sub(await shop.books.account(shop.cashId), before.cash),
      sub(await shop.books.account(wechatId), before.wechat),
    ]
    expect(await moved()).toEqual(['-1.5', '0.01'])
    const made = await shop.sql(
      `select m.kind, m.total, m.biz_date::text as day, m.poster_id, c.name from money_slip m
        join expense_category c on c.group_id = m.group_id and c.id = m.category_id
        where m.group_id = $1 and m.maker_kind = 'till_day' and m.made_by = $2 order by m.id`,
      id,
    )
    expect(made).toEqual([
      { kind: 'other_expense', total: '1.50', day: yesterday, posterId: userId, name: '短款' },
      { kind: 'other_income', total: '0.01', day: yesterday, posterId: userId, name: '长款' },
    ])
    const { rows } = await client.call(tillDays.list, { query: { different: 'true' } })
    expect(rows.find((row) => row.id === id)).toMatchObject({
      ledger: '140.00',
      declared: '138.51',
      difference: '-1.49',
      isDifferent: true,
    })
    await manager.call(reopenTill, { params: { id }, body: { version: 1, reason: '数错了' } })
    expect(await moved()).toEqual(['0', '0'])
    expect((await dayOf(client, yesterday)).accounts).toMatchObject([{ ledger: '100.00' }, { ledger: '40.00' }])
    expect(await seal(client, [declared('100.00'), declared('40.00', wechatId)], yesterday)).toMatchObject({
      status: 200,
    })
    expect(await moved()).toEqual(['0', '0'])
  })

  it('holds what a document has brought at once, whoever takes that document back', async () => {
    const { client } = await cashier()
    const other = await cashier()
    const pay = (who: Client, isBack: boolean) => who.ask(payOut, { body: { id: 71, isBack } })
    expect(await pay(client, false)).toMatchObject({ status: 200 })
    const { id } = (await seal(client, [declared('6.00')])).data as { id: number }
    expect(await pay(other.client, true)).toMatchObject({ status: 400, msg: expect.stringContaining('的日结已交款') })
    await manager.call(reopenTill, { params: { id }, body: { version: 1, reason: '退回' } })
    expect(await pay(other.client, true)).toMatchObject({ status: 200 })
    expect((await dayOf(client)).accounts).toEqual([])
  })

  it('waits for money that is on its way, and is waited for', async () => {
    const { client } = await cashier()
    await receive(client, '20')
    const drafts = await Promise.all(['1', '2', '3'].map((amount) => draft(client, amount)))
    const answers = await Promise.all([
      ...drafts.map((each) => tryAct(client, collection.routes, each, 'approve')),
      seal(client, [declared('20.00')]),
      ...drafts.map((each) => tryAct(client, collection.routes, each, 'approve')),
    ])
    const posted = await shop.sql<{ amount: string }>(
      `select total as amount from money_slip where group_id = $1 and id = any ($2::bigint[]) and posted_at is not null`,
      drafts.map(({ id }) => id),
    )
    const isSealed = answers[3]?.status === 200
    expect(posted.length === 0 || !isSealed).toBe(true)
    if (!isSealed) expect(answers[3]).toMatchObject({ msg: '金额已变动，请重新核对' })
  })

  it('is another person’s to see only in his organisation and scope, and nobody’s without the page', async () => {
    const { client } = await cashier()
    await receive(client, '8')
    const { id } = (await seal(client, [declared('8.00')])).data as { id: number }
    const { orgId } = await openBranch(shop)
    const stranger = await shop.signIn('cashier_accountant', orgId)
    expect(await stranger.ask(readTill, { params: { id } })).toMatchObject({ status: 404 })
    const body = { version: 1, reason: '试试' }
    expect(await stranger.ask(reopenTill, { params: { id }, body })).toMatchObject({ status: 403 })
    const neighbour = await shop.signIn('manager', orgId)
    expect(await neighbour.ask(reopenTill, { params: { id }, body })).toMatchObject({ status: 404 })
    expect((await stranger.call(tillDays.list, { query: {} })).rows).toEqual([])
    const owner = await shop.signIn('owner')
    const { rows } = await owner.call(tillDays.list, { query: { from: today, to: today } })
    expect(rows.find((row) => row.id === id)).toMatchObject({ ledger: '8.00', declared: '8.00', difference: '0.00' })
    const keeper = await shop.signIn('warehouse_keeper')
    expect(await keeper.ask(tillDay, { query: { day: today } })).toMatchObject({ status: 403 })
  })
})

describe('who moves cash without the pages of money', () => {
  it('hands over his own, and sees nobody else’s', async () => {
    const adviser = await worker(shop, 'adviser')
    const { client } = await cashier()
    await receive(client, '9')
    const { id: others } = (await seal(client, [declared('9.00')])).data as { id: number }
    await adviser.client.call(payOut, { body: { id: 72, isBack: false } })
    expect((await adviser.client.call(openTills.list, { query: {} })).rows).toMatchObject([
      { bizDate: today, userId: adviser.userId, isOwn: true, slips: 1, cash: '6.00', state: 'open' },
    ])
    const { id } = (await seal(adviser.client, [declared('6.00')])).data as { id: number }
    expect((await adviser.client.call(openTills.list, { query: {} })).rows).toEqual([])
    expect((await adviser.client.call(tillDays.list, { query: {} })).rows.map((row) => row.id)).toEqual([id])
    expect(await adviser.client.call(readTill, { params: { id } })).toMatchObject({ state: 'sealed' })
    expect(await adviser.client.ask(readTill, { params: { id: others } })).toMatchObject({ status: 404 })
    const reopen = { params: { id }, body: { version: 1, reason: '试试' } }
    expect(await adviser.client.ask(reopenTill, reopen)).toMatchObject({ status: 403 })
    expect((await manager.call(tillDays.list, { query: {} })).rows.map((row) => row.id)).toContain(id)
  })
})

describe('days that were not handed over', () => {
  const task = async (client: Client) =>
    (await client.call(dashboard)).tasks.find(({ title }) => title === openTills.title)
  const listed = async (client: Client, params: Record<string, string> = {}) => {
    const { tab: _tab, ...query } = params
    return (await client.call(openTills.list, { query: { ...query, rows: 1000 } as never })).rows
  }

  it('wait for whoever moved the cash, and are counted for who opens days again', async () => {
    const { client, userId } = await cashier()
    await receive(client, '30', wechatId, yesterday)
    expect(await task(client)).toBeUndefined()
    await receive(client, '70', shop.cashId, yesterday)
    await receive(client, '7')
    const own = await task(client)
    expect(own).toMatchObject({ count: 1, screen: 'till', params: { tab: 'open', to: yesterday, own: 'true' } })
    expect(await listed(client, own?.params)).toMatchObject([{ bizDate: yesterday, userId, slips: 1, cash: '70.00' }])
    const all = await task(manager)
    const rows = await listed(manager, all?.params)
    expect((await client.call(openTills.totals, { query: {} })).count).toBe((await listed(client)).length)
    expect(all).toMatchObject({ count: rows.length, params: { to: yesterday } })
    expect(rows.filter((row) => row.userId === userId)).toMatchObject([{ isOwn: false, cash: '70.00' }])
    await seal(client, [declared('70.00'), declared('30.00', wechatId)], yesterday)
    expect(await task(client)).toBeUndefined()
    expect((await listed(manager, all?.params)).filter((row) => row.userId === userId)).toEqual([])
  })

  it('hold what came from a sister, for who has confirmed it', async () => {
    const { orgId } = await openBranch(shop, '03', '送款分店')
    const [sister] = await shop.sql<{ id: number }>(
      `select id from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2`,
      orgId,
    )
    const there = await newAccount(shop, 'SX', 'cash', '0', orgId)
    const sender = await cashier()
    const sent = await save(sender.client, fundTransfer.routes, {
      header: {
        bizDate: today,
        purpose: 'to_sister',
        partnerId: sister?.id as number,
        accountId: shop.cashId,
        total: '45',
      },
    })
    const travelling = await act(sender.client, fundTransfer.routes, sent, 'approve')
    expect((await dayOf(sender.client)).accounts).toMatchObject([{ expense: '45.00', ledger: '-45.00' }])
    const taker = await worker(shop, 'cashier_accountant', orgId)
    const confirmed = await tryAct(taker.client, fundTransfer.routes, travelling, 'confirm', {
      input: { accountId: there },
    })
    expect(confirmed).toMatchObject({ status: 200 })
    expect((await dayOf(taker.client)).accounts).toMatchObject([{ accountId: there, income: '45.00', ledger: '45.00' }])
    expect(await seal(taker.client, [declared('45.00', there, { denominations: { '20': 2, '5': 1 } })])).toMatchObject({
      status: 200,
    })
  })
})

describe('what the books say of a hand-over', () => {
  it('is noticed where either is spoilt', async () => {
    const { client } = await cashier()
    await receive(client, '60')
    const { id } = (
      await seal(
        client,
        [{ ...declared('60.00'), declared: '59', denominations: { '50': 1, '5': 1, '1': 4 } }],
        today,
        '少一元',
      )
    ).data as {
      id: number
    }
    const [asked] = (await invariants()).filter(({ name }) => name.startsWith('i74'))
    const planting = await openPlanting(shop)
    const plant = (sql: string) => planting.plant(sql, [asked as Invariant])
    const row = `group_id = ${shop.groupId} and till_day_id = ${id}`
    expect(await plant(`update till_day_account set declared = declared + 1 where ${row}`)).toBe('i74')
    expect(await plant(`update till_day_account set difference = 0 where ${row}`)).toBe('i74')
    expect(await plant(`delete from till_day_account where ${row}`)).toBe('i74')
    expect(await plant(`update till_day set user_id = 999999 where group_id = ${shop.groupId} and id = ${id}`)).toBe(
      'i74',
    )
    expect(
      await plant(`update till_day set biz_date = '${yesterday}' where group_id = ${shop.groupId} and id = ${id}`),
    ).toBe('i74')
    expect(
      await plant(
        `update store_account set sealed_until = null where group_id = ${shop.groupId} and id = ${shop.cashId}`,
      ),
    ).toBe('i74')
    // A day that was opened again keeps no difference in the books.
    expect(await plant(`update till_day set state = 'reopened' where group_id = ${shop.groupId} and id = ${id}`)).toBe(
      'i74',
    )
    await planting.close()
  })
})
