import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { receiptRoutes } from '@chepu/contract/finance/receipts'
import { lastDayOfMonth, monthBefore } from '@chepu/contract/kernel/calendar'
import { sub } from '@chepu/contract/kernel/decimal'
import { writeOff } from '@chepu/contract/finance/write-off'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save, tryAct } from '../../../test/desk'
import { newAccount, openItem, today } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { openPlanting } from '../../../test/planting'
import { one, type Client, openShop, type Shop } from '../../../test/shop'
import { invariants } from '../../kernel/invariants'
import { periodOf } from '../../kernel/ledgers/types'

const { routes } = fundTransfer
let shop: Shop
let owner: Client
let cashier: Client
let clerk: Client
/** The cashier of the branch, her accounts, and whom each has the other down for. */
let branch: { orgId: number; client: Client; bank: number; sister: number; us: number }
let till: number
let bank: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
  clerk = await shop.signIn('salesperson')
  till = await newAccount(shop, '转账钱箱', 'cash', '1000')
  bank = await newAccount(shop, '转账银行', 'bank', '5000')
  const { orgId } = await openBranch(shop)
  const there = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'store_account', {
      org_id: orgId,
      code: 'FB',
      name: '分店银行',
      kind: 'bank',
      opening_on: '2026-01-01',
      opening_balance: '0',
      balance: '0',
    }),
  )
  const sisters = await shop.sql<{ id: number; orgId: number }>(
    `select id, system_org_id as org_id from partner where group_id = $1 and system_kind = 'sister_org'`,
  )
  const partnerOf = (wanted: number) => sisters.find((each) => each.orgId === wanted)?.id as number
  branch = {
    orgId,
    client: await shop.signIn('cashier_accountant', orgId),
    bank: there,
    sister: partnerOf(orgId),
    us: partnerOf(shop.orgId),
  }
})
afterAll(() => shop.close())

const balanceOf = async (id: number) =>
  (await shop.sql<{ balance: string }>('select balance from store_account where group_id = $1 and id = $2', id))[0]
    ?.balance
const inside = (more: Record<string, unknown> = {}) => ({
  header: { bizDate: today, accountId: till, counterAccountId: bank, total: '300', fee: '2', ...more },
})
const toSister = (total = '800', more: Record<string, unknown> = {}) => ({
  header: {
    bizDate: today,
    purpose: 'to_sister' as const,
    partnerId: branch.sister,
    accountId: bank,
    total,
    fee: '5',
    ...more,
  },
})
const close = (orgId: number, month: number | null) =>
  shop.sql('update org set closed_month = $3 where group_id = $1 and id = $2', orgId, month)
const confirm = (saved: { id: number; version: number }, client = branch.client, accountId = branch.bank) =>
  tryAct(client, routes, saved, 'confirm', { input: { accountId } })
const owing = async () => ({
  ahead: await shop.books.balance(branch.sister, 'ADV_OUT'),
  receivable: await shop.books.balance(branch.sister, 'AR'),
  payable: (
    await shop.sql<{ balance: string }>(
      `select balance from partner_balance where group_id = $1 and org_id = $2 and partner_id = $3 and account = 'AP'`,
      branch.orgId,
      branch.us,
    )
  )[0]?.balance,
})

describe('资金转账', () => {
  it('within a shop costs its fee, arrives the same day, and is undone whole', async () => {
    const saved = await post(cashier, routes, inside())
    expect(saved.state).toBe('done')
    expect([await balanceOf(till), await balanceOf(bank)]).toEqual(['698.00', '5300.00'])
    expect(await shop.books.pnl('fund_transfer', saved.id)).toEqual({ other_expense: '2.00' })
    const query = { page: 1, rows: 20, from: today, to: today, billNo: saved.billNo }
    const { rows } = await owner.call(receiptRoutes.list, { query: query as never })
    expect(rows.map(({ income, expense }) => [income, expense]).sort()).toEqual(
      [
        [null, '302.00'],
        ['300.00', null],
      ].sort(),
    )
    const { rows: listed } = await owner.call(routes.list, { query: { ...query, accountId: till } as never })
    expect(listed).toEqual([expect.objectContaining({ outName: '转账钱箱', inName: '转账银行', total: '300.00' })])
    await act(cashier, routes, saved, 'reverse', { reason: '录错' })
    expect([await balanceOf(till), await balanceOf(bank)]).toEqual(['1000.00', '5000.00'])
  })

  it('refuses the same account twice, those of others, nothing, and what it makes itself', async () => {
    const refused = async (more: Record<string, unknown>) =>
      (await cashier.ask(routes.save, { body: inside(more) as never })).msg
    expect([
      await refused({ counterAccountId: till }),
      await refused({ counterAccountId: null }),
      await refused({ counterAccountId: branch.bank }),
      await refused({ accountId: branch.bank }),
      await refused({ total: '0' }),
      await refused({ fee: '300.01' }),
      await refused({ purpose: 'to_sister', partnerId: branch.us }),
      await refused({ purpose: 'to_sister', partnerId: shop.customerId }),
      await refused({ purpose: 'from_sister', partnerId: branch.sister }),
    ]).toEqual([
      '转入账户不能与转出账户相同',
      '请选择转入账户',
      '账户不存在或不属于当前企业',
      '账户不存在或不属于当前企业',
      '金额必须大于0',
      '手续费不能大于金额',
      '兄弟企业不存在',
      '请选择要转入的兄弟企业',
      '兄弟企业转入由确认转入生成，不能手工录入',
    ])
    expect((await tryAct(cashier, routes, await save(cashier, routes, inside({ total: '1001' })), 'approve')).msg).toBe(
      '账户 转账钱箱 余额不足',
    )
    expect((await clerk.ask(routes.save, { body: inside() as never })).status).toBe(403)
  })

  it('to a sister is paid ahead until she confirms it, then owed by her, in both books on that day', async () => {
    const sent = await post(cashier, routes, toSister())
    expect(sent.state).toBe('travelling')
    expect(await balanceOf(bank)).toBe('4195.00')
    expect(await owing()).toEqual({ ahead: '800.00', receivable: '0.00', payable: undefined })
    // Nobody settles anything with money that is on its way.
    const owed = await openItem(shop, owner, { partnerId: branch.sister, side: 'AP', total: '50' })
    const used = await save(owner, writeOff.routes, {
      header: { bizDate: today, partnerId: branch.sister, purpose: 'advance_ap' },
      items: [{ openItemId: owed.id, amount: '50' }],
    })
    expect((await tryAct(owner, writeOff.routes, used, 'approve')).msg).toContain('预付款余额不足：可用 0.00')

    const waiting = { page: 1, rows: 20, side: 'counterparty', state: 'travelling' }
    const { rows } = await branch.client.call(routes.list, { query: waiting as never })
    expect(rows).toEqual([expect.objectContaining({ id: sent.id, counterOrgId: branch.orgId, total: '800.00' })])
    const { can, header } = await branch.client.call(routes.read, { params: { id: sent.id } })
    expect(can).toEqual(['confirm'])
    // Who gets it reads whose money it is.
    const [sender] = await shop.sql<{ name: string }>(
      'select name from org where group_id = $1 and id = $2',
      shop.orgId,
    )
    expect(header.orgName).toBe(sender?.name)
    expect((await confirm(sent, cashier, bank)).msg).toBe('「确认转入」由对方企业操作')
    expect((await confirm(sent, branch.client, bank)).msg).toBe('账户不存在或不属于当前企业')
    const month = Number(today.slice(0, 4)) * 100 + Number(today.slice(5, 7))
    await close(shop.orgId, month)
    expect((await confirm(sent)).msg).toContain('已结账')
    await close(shop.orgId, null)
    await close(branch.orgId, month)
    expect((await confirm(sent)).msg).toContain('该期间已结账')
    await close(branch.orgId, null)

    const answers = await Promise.all([confirm(sent), confirm(sent)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await owing()).toEqual({ ahead: '0.00', receivable: '800.00', payable: '800.00' })
    expect([await balanceOf(bank), await balanceOf(branch.bank)]).toEqual(['4195.00', '800.00'])
    const made = await branch.client.call(routes.list, { query: { page: 1, rows: 20 } as never })
    expect(made.rows).toEqual([
      expect.objectContaining({ purpose: 'from_sister', outName: expect.any(String), inName: '分店银行' }),
    ])

    // Each is found from the other.
    const related = async (client: Client, id: number) =>
      (await client.call(routes.related, { params: { id } })).map(({ relation, id: of }) => [relation, of])
    const arrivedId = made.rows[0]?.id ?? 0
    expect(await related(owner, sent.id)).toEqual([['target', arrivedId]])
    expect(await related(branch.client, arrivedId)).toEqual([['source', sent.id]])

    // The sender takes nothing back that she has on her account; she gives it back, then he may.
    const done = (await owner.call(routes.read, { params: { id: sent.id } })).header
    expect((await tryAct(cashier, routes, done, 'reverse', { reason: '转错' })).msg).toContain(
      '当前为「对方已收」，不能红冲',
    )
    const effects = await branch.client.call(routes.preview, { params: { id: sent.id, action: 'unconfirm' } })
    expect(effects).toMatchObject({ refusals: [], money: expect.arrayContaining([expect.anything()]) })
    const back = await act(branch.client, routes, done, 'unconfirm', { reason: '转错' })
    expect(back.state).toBe('travelling')
    expect(await owing()).toEqual({ ahead: '800.00', receivable: '0.00', payable: '0.00' })
    await act(cashier, routes, back, 'reverse', { reason: '转错' })
    expect([await balanceOf(bank), await balanceOf(branch.bank)]).toEqual(['5000.00', '0.00'])
    expect((await confirm(back)).status).toBe(409)
  })

  it('is confirmed and given back as often as it takes, each time by a slip of its own', async () => {
    const sent = await post(cashier, routes, toSister('7'))
    const before = await balanceOf(branch.bank)
    const versionOf = async () => (await owner.call(routes.read, { params: { id: sent.id } })).header
    for (let time = 0; time < 2; time += 1) {
      expect((await confirm(await versionOf())).status).toBe(200)
      const back = await act(branch.client, routes, await versionOf(), 'unconfirm', { reason: '未到账' })
      expect([back.state, await balanceOf(branch.bank)]).toEqual(['travelling', before])
    }
    await act(cashier, routes, await versionOf(), 'reverse', { reason: '转错' })
    expect(await owing()).toEqual({ ahead: '0.00', receivable: '0.00', payable: '0.00' })
  })

  it('that was sent in a month that both have closed since is confirmed in the next one: each month as it was', async () => {
    await shop.sql(
      `update org set config = config || '{"backdateDays": 60}' where group_id = $1 and id = $2`,
      shop.orgId,
    )
    const fresh = await shop.signIn('cashier_accountant')
    const [month, former] = [periodOf(today), monthBefore(periodOf(today))]
    const before = { bank: await balanceOf(bank), there: await balanceOf(branch.bank) }
    const sent = await post(fresh, routes, toSister('700', { bizDate: lastDayOfMonth(former) }))
    for (const org of [shop.orgId, branch.orgId]) await close(org, former)
    const [late, other] = [
      await shop.signIn('cashier_accountant'),
      await shop.signIn('cashier_accountant', branch.orgId),
    ]
    const confirmed = (await confirm(sent, other)).data as { id: number; version: number }
    expect((await late.call(routes.read, { params: { id: sent.id } })).header).toMatchObject({ state: 'arrived' })
    const [arrival] = await shop.sql<{ id: number; bizDate: string; period: number }>(
      `select id, biz_date, period from money_slip where group_id = $1 and made_by = $2 and kind = 'fund_transfer'`,
      sent.id,
    )
    expect(arrival).toMatchObject({ bizDate: today, period: month })
    // In the former month 705.00 left the sender, 5.00 of it the bank's, and 700.00 were paid ahead; in this one they arrived and are owed.
    expect(await entries([sent.id, arrival?.id as number])).toEqual([
      [shop.orgId, former, 'ADV_OUT', '700.00'],
      [shop.orgId, former, 'cash', '-705.00'],
      [shop.orgId, former, 'other_expense', '5.00'],
      [shop.orgId, month, 'ADV_OUT', '-700.00'],
      [shop.orgId, month, 'AR', '700.00'],
      [branch.orgId, month, 'AP', '700.00'],
      [branch.orgId, month, 'cash', '700.00'],
    ])
    expect([
      sub((await balanceOf(bank)) as string, before.bank as string),
      sub((await balanceOf(branch.bank)) as string, before.there as string),
    ]).toEqual(['-705', '700'])
    await assertHeld(['i24', 'i38'])
    // What was sent is taken back in the month that is open, in two steps.
    await act(other, routes, confirmed, 'unconfirm', { reason: '转错' })
    const read = (await late.call(routes.read, { params: { id: sent.id } })).header
    expect((await tryAct(late, routes, read, 'unapprove', { reason: '转错' })).status).toBe(400)
    await act(late, routes, read, 'reverse', { reason: '转错' })
    expect([await balanceOf(bank), await balanceOf(branch.bank)]).toEqual([before.bank, before.there])
    await assertHeld(['i24', 'i38'])
    for (const org of [shop.orgId, branch.orgId]) await close(org, null)
  })

  it('is noticed where either slip of it is spoilt', async () => {
    const sent = await post(cashier, routes, toSister('90'))
    await confirm(sent)
    const named = ['i23', 'i24', 'i38', 'i48', 'i52', 'i55', 'i56', 'i63', 'i69']
    const asked = (await invariants()).filter(({ name }) => named.includes(name.slice(0, 3)))
    const planting = await openPlanting(shop)
    const plant = (change: string, which: string) =>
      planting.plant(`update money_slip set ${change} where group_id = ${shop.groupId} and ${which}`, asked)
    const [out, arrived] = [`id = ${sent.id}`, `made_by = ${sent.id} and maker_kind = 'fund_transfer'`]
    const damages: [change: string, which: string, by: string][] = [
      ['total = total + 1', out, 'i23 i24 i55'],
      [`account_id = ${till}`, out, 'i24'],
      [`counter_account_id = ${till}`, out, 'i23 i24'],
      ['counter_org_id = null', out, 'i24'],
      ['counter_org_id = org_id', out, 'i24'],
      [`state = 'travelling'`, out, 'i24'],
      ['total = total + 1', arrived, 'i23 i24 i52 i55'],
      [`account_id = ${till}`, arrived, 'i24'],
      ['counter_org_id = org_id', arrived, 'i24 i52'],
      ['counter_org_id = null', arrived, 'i24 i52'],
      ['made_by = made_by + 1000', arrived, 'i24'],
      ['made_by = null, maker_kind = null', arrived, 'i24'],
      ['partner_id = partner_id + 1000', arrived, 'i52'],
      [`state = 'reversed'`, arrived, 'i24 i48'],
    ]
    for (const [change, which, by] of damages) expect([change, await plant(change, which)]).toEqual([change, by])
    await planting.close()
  })

  it('tells those who confirm it, and stays to be done by them', async () => {
    const before = await tasks()
    await post(cashier, routes, toSister('10'))
    expect(before).toBe(0)
    expect(await tasks()).toBe(1)
    const told = await shop.sql<{ message: string }>(
      `select message from notification where group_id = $1 and org_id = $2 order by id desc limit 1`,
      branch.orgId,
    )
    expect(told[0]?.message).toContain('转入 10.00，请确认')
  })
})

/** What slips have written, by organisation and month. */
const entries = async (ids: readonly number[]) =>
  (
    await shop.sql<{ orgId: number; period: number; what: string; amount: string }>(
      `select org_id, period, what, sum(amount) as amount from (
        select org_id, period, account as what, amount, doc_kind, doc_id, group_id from partner_ledger
        union all select org_id, period, 'cash', amount, doc_kind, doc_id, group_id from account_ledger
        union all select org_id, period, kind, amount, doc_kind, doc_id, group_id from pnl_ledger) e
      where group_id = $1 and doc_kind = 'fund_transfer' and doc_id = any ($2::bigint[]) group by 1, 2, 3 order by org_id, period, what collate "C"`,
      ids,
    )
  ).map(({ orgId, period, what, amount }) => [orgId, period, what, amount])

/** The books hold in the whole group, as far as these say. */
async function assertHeld(names: readonly string[]) {
  const asked = (await invariants()).filter(({ name }) => names.includes(name.slice(0, 3)))
  const planting = await openPlanting(shop)
  expect(await planting.naming(asked)).toBe('')
  await planting.close()
}

const tasks = async () => {
  const { tasks: found } = await branch.client.call(dashboard)
  return found.find(({ title }) => title === '待确认转入')?.count ?? 0
}
