// Whose corrections and opening balances exist for whom (business/access 7, business/finance 5).
import { balanceAdjustment, enterOpenings } from '@chepu/contract/finance/balance-adjustment'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, save } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { type Client, openShop, type Shop } from '../../../test/shop'

const { routes } = balanceAdjustment

let shop: Shop
let owner: Client
/** Sees what is owed to suppliers, not what customers owe. */
let buyer: Client

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  buyer = await shop.signIn('buyer')
})
afterAll(() => shop.close())

it('is nothing to who does not see its account: not read, listed, summed or printed', async () => {
  const partnerId = await newPartner(shop, '两头单位', 3)
  const adjust = (side: 'AR' | 'AP', total: string) =>
    save(owner, routes, { header: { bizDate: today, partnerId, purpose: 'adjust', side, total, remark: '对账差异' } })
  const [owedToUs, owedByUs] = [await adjust('AR', '88.00'), await adjust('AP', '55.00')]
  await act(owner, routes, owedToUs, 'submit')
  const listed = async (client: Client) => (await client.call(routes.list)).rows.map(({ total }) => total)
  expect((await listed(owner)).toSorted()).toEqual(['55.00', '88.00'])
  expect(await listed(buyer)).toEqual(['55.00'])
  expect(await buyer.call(routes.totals)).toMatchObject({ count: 1 })
  expect(await buyer.ask(routes.read, { params: { id: owedByUs.id } })).toMatchObject({ status: 200 })
  // Each page of the accounts shows its own side.
  const ofSide = async (accountSide: 'AR' | 'AP') => (await owner.call(routes.totals, { query: { accountSide } })).count
  expect([await ofSide('AR'), await ofSide('AP')]).toEqual([1, 1])
  await save(owner, routes, {
    header: { bizDate: today, partnerId, purpose: 'opening', side: 'ADV_OUT', total: '7', remark: '预付' },
  })
  expect([await ofSide('AR'), await ofSide('AP')]).toEqual([1, 2])
  const params = { id: owedToUs.id }
  for (const route of [routes.read, routes.print, routes.log, routes.related])
    expect(await buyer.ask(route, { params })).toMatchObject({ status: 404, msg: '单据不存在或无权查看' })
})

it('refuses an old document that is typed a second time, naming the line and what it was entered as', async () => {
  await newPartner(shop, '旧账单位', 3)
  await newPartner(shop, '旧账另一家', 3)
  const line = (billNo: string, amount: string, partner = '旧账单位') => ({
    partner,
    billNo,
    bizDate: '2025-11-20',
    amount,
  })
  const enter = (side: 'AR' | 'AP', ...lines: ReturnType<typeof line>[]) =>
    owner.ask(enterOpenings, { body: { side, lines } })
  const faultsOf = ({ errors = [] }: Awaited<ReturnType<typeof enter>>) =>
    errors.map(({ path, message }) => [path, message])
  const { data } = await enter('AR', line('OLD-1', '100'), line('', '5'))
  const as = data.made[0]?.billNo
  // Another amount is the same document still; another partner, account or number is not.
  expect(faultsOf(await enter('AR', line('OLD-2', '7'), line('OLD-1', '90')))).toEqual([
    ['lines.1.billNo', `第2行 原单号 OLD-1 已录入（${as}），不能重复录入`],
  ])
  expect(faultsOf(await enter('AR', line('OLD-3', '7'), line('OLD-3', '7')))).toEqual([
    ['lines.1.billNo', '第2行 原单号 OLD-3 已录入（第1行），不能重复录入'],
  ])
  expect(await enter('AR', line('OLD-1', '100', '旧账另一家'), line('OLD-2', '7'), line('', '5'))).toMatchObject({
    status: 200,
  })
  expect(await enter('AP', line('OLD-1', '100'))).toMatchObject({ status: 200 })
  const late = { ...line('OLD-4', '7'), dueOn: '2025-11-19' }
  expect(faultsOf(await enter('AR', late))).toEqual([['lines.0.dueOn', '第1行 到期日不能早于旧单日期']])
  // Of two who enter it at the same moment one does.
  const both = await Promise.all([enter('AR', line('OLD-5', '7')), enter('AR', line('OLD-5', '7'))])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  // What was voided may be entered anew.
  await act(owner, routes, { id: data.made[0]?.id as number, version: 1 }, 'void', { reason: '录错' })
  expect(await enter('AR', line('OLD-1', '90'))).toMatchObject({ status: 200 })
})

it('tells every line of 期初录入 that is wrong, not the first alone', async () => {
  await newPartner(shop, '期初客户', 3)
  const line = (partner: string, amount: string, bizDate = '2025-12-01') => ({ partner, billNo: '', bizDate, amount })
  let client = owner
  const faultsOf = async (...lines: ReturnType<typeof line>[]) =>
    (await client.ask(enterOpenings, { body: { side: 'AR', lines } })).errors?.map(({ path, message }) => [
      path,
      message,
    ])
  expect(await faultsOf(line('期初客户', '1.234'), line('期初客户', '5'), line('期初客户', '0'))).toEqual([
    ['lines.0.amount', '第1行 金额最多2位小数'],
    ['lines.2.amount', '第3行 金额不能为0'],
  ])
  expect(await faultsOf(line('无此人', '1'), line('期初客户', '5'), line('也无此人', '2'))).toEqual([
    ['lines.0.partner', '第1行 往来单位“无此人”不存在或已停用'],
    ['lines.2.partner', '第3行 往来单位“也无此人”不存在或已停用'],
  ])
  // What cannot be read, who is not known, what is refused and what was entered before: of every line at once.
  const mixed = { ...line('无此人', 'abc', '2025-13-01'), billNo: 'MIX-1' }
  const late = { ...line('期初客户', '0'), billNo: 'MIX-2', dueOn: '2025-11-30' }
  expect(await faultsOf(mixed, late, { ...line('期初客户', '3'), billNo: 'MIX-2' }, line('', '4', ''))).toEqual([
    ['lines.0.bizDate', '第1行 日期格式应为YYYY-MM-DD'],
    ['lines.0.amount', '第1行 金额最多2位小数'],
    ['lines.0.partner', '第1行 往来单位“无此人”不存在或已停用'],
    ['lines.1.amount', '第2行 金额不能为0'],
    ['lines.1.dueOn', '第2行 到期日不能早于旧单日期'],
    ['lines.2.billNo', '第3行 原单号 MIX-2 已录入（第2行），不能重复录入'],
    ['lines.3.partner', '第4行 请填写往来单位'],
    ['lines.3.bizDate', '第4行 请填写日期'],
  ])
  // What its document is refused for, too.
  await shop.sql('update org set start_month = 202602, closed_month = 202601 where group_id = $1 returning id')
  client = await shop.signIn('owner')
  const closed = await faultsOf(line('期初客户', '1'), line('期初客户', '5'))
  await shop.sql('update org set start_month = 202601, closed_month = null where group_id = $1 returning id')
  expect(closed).toEqual([
    ['lines.0.bizDate', '第1行 该期间已结账：2025-12'],
    ['lines.1.bizDate', '第2行 该期间已结账：2025-12'],
  ])
})
