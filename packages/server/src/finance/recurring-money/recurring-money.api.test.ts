import { otherExpense, otherIncome } from '@chepu/contract/finance/other-money'
import { periodRoutes } from '@chepu/contract/finance/period-close'
import { recurringMoney, recurringRoutes } from '@chepu/contract/finance/recurring-money'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { monthAfter, monthBefore, monthText } from '@chepu/contract/kernel/calendar'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, save, tryAct, trySave } from '../../../test/desk'
import { newAccount, newPartner, today } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { periodOf } from '../../kernel/ledgers/types'

type Typed = BodyOf<typeof recurringRoutes.save>

const month = periodOf(today)
const former = monthBefore(month)
let shop: Shop
let cashier: Client
let branch: { orgId: number; client: Client }
let till: number
let landlord: number
const categories = new Map<string, number>()
beforeAll(async () => {
  shop = await openShop()
  cashier = await shop.signIn('cashier_accountant')
  till = await newAccount(shop, '固定钱箱', 'cash', '100000')
  landlord = await newPartner(shop, '房东', 2)
  const { orgId } = await openBranch(shop)
  branch = { orgId, client: await shop.signIn('cashier_accountant', orgId) }
  const rows = await shop.sql<{ id: number; direction: string; name: string }>(
    'select id, direction, name from expense_category where group_id = $1',
  )
  for (const { id, direction, name } of rows) categories.set(`${direction} ${name}`, id)
})
afterAll(() => shop.close())

const rent = (more: Partial<Typed> = {}): Typed => ({
  summary: '店面房租',
  direction: 'out',
  categoryId: categories.get('out 房租水电') as number,
  purpose: 'cash',
  amount: '8000',
  storeAccountId: till,
  partnerId: landlord,
  departmentId: null,
  day: 1,
  fromMonth: month,
  toMonth: null,
  ...more,
})
const add = async (more: Partial<Typed> = {}, client = cashier) =>
  (await client.call(recurringRoutes.save, { body: rent(more) })).id
const rows = async (query: Record<string, unknown> = {}, client = cashier) =>
  (await client.call(recurringMoney.list, { query: { page: 1, rows: 100, ...query } as never })).rows
const stateOf = async (id: number, of = month) => (await rows({ month: of })).find((row) => row.id === id)
const make = (months: { id: number; month: number }[] | undefined, client = cashier) =>
  client.ask(recurringRoutes.make, { body: months ? { months } : {} })
const due = async (client = cashier) =>
  (await client.call(dashboard)).tasks.find(({ title }) => title === '固定收支待生成')?.count ?? 0

describe('固定收支', () => {
  it('is made into a draft once a month, and again when that was voided or taken back by a red one', async () => {
    const id = await add()
    expect(await stateOf(id)).toMatchObject({ status: 'due', amount: '8000.00', placeName: '固定钱箱', billNo: null })
    const [made] = (await make([{ id, month }])).data.made
    const { header, tenders } = await cashier.call(otherExpense.routes.read, { params: { id: made?.slipId as number } })
    expect(header).toMatchObject({
      state: 'draft',
      bizDate: `${monthText(month)}-01`,
      total: '8000.00',
      remark: '店面房租',
      categoryName: '房租水电',
      partnerId: landlord,
    })
    expect(tenders.map(({ storeAccountId, amount }) => [storeAccountId, amount])).toEqual([[till, '8000.00']])
    expect(await stateOf(id)).toMatchObject({ status: 'made', billNo: header.billNo, slipKind: 'other_expense' })
    const named = `固定收支“店面房租” ${monthText(month)} `
    expect((await make([{ id, month }])).msg).toBe(`${named}已生成 ${header.billNo}，不能生成`)
    await act(cashier, otherExpense.routes, header, 'void', { reason: '不付' })
    const [again] = (await make([{ id, month }])).data.made
    // What was made is an ordinary draft: its amount and day are changed as they turn out.
    const draft = (await cashier.call(otherExpense.routes.read, { params: { id: again?.slipId as number } })).header
    const { id: draftId, version, categoryId } = draft
    const saved = await cashier.call(otherExpense.routes.save, {
      body: {
        id: draftId,
        version,
        header: { bizDate: today, categoryId, remark: '含物业费' },
        tenders: [{ storeAccountId: till, amount: '8200' }],
      },
    })
    const manager = await shop.signIn('manager')
    const posted = await act(manager, otherExpense.routes, saved, 'approve')
    expect(await stateOf(id)).toMatchObject({ status: 'made', billNo: again?.billNo })
    await act(cashier, otherExpense.routes, posted, 'reverse', { reason: '多付' })
    expect(await stateOf(id)).toMatchObject({ status: 'due', billNo: null })
    expect((await make([{ id, month }])).data.made).toHaveLength(1)
  })

  it('makes what is due of all months with one press, each once whoever presses', async () => {
    const before = await due()
    const owed = { purpose: 'owed', storeAccountId: null } as const
    const lease = await add({
      ...owed,
      summary: '柜台租金',
      direction: 'in',
      amount: '1200',
      fromMonth: former,
      categoryId: categories.get('in 利息收入') as number,
    })
    const wages = await add({ summary: '保洁', amount: '900', toMonth: month })
    expect((await due()) - before).toBe(3)
    expect((await rows({ status: 'due' })).filter(({ id }) => id === lease).map((row) => row.month)).toEqual([
      former,
      month,
    ])
    const answers = await Promise.all([make(undefined), make(undefined)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const made = answers.flatMap(({ data }) => data.made).filter(({ id }) => id === lease || id === wages)
    expect(made.map((each) => `${each.id}:${each.month}`).toSorted()).toEqual(
      [`${lease}:${former}`, `${lease}:${month}`, `${wages}:${month}`].toSorted(),
    )
    expect(await due()).toBe(0)
    const slipId = made.find((each) => each.id === lease)?.slipId as number
    const { header } = await cashier.call(otherIncome.routes.read, { params: { id: slipId } })
    expect(header).toMatchObject({ purpose: 'owed', side: 'AR', total: '1200.00', partnerId: landlord })
    const both = [await add({ summary: '同时' })].map((id) => ({ id, month }))
    const twice = await Promise.all([make(both), make(both)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('skips a month until that is taken back, and makes none that is skipped, over, closed or to come', async () => {
    const id = await add({ summary: '网费', fromMonth: former, toMonth: month })
    const skip = (of: number, isSkipped: boolean) =>
      cashier.ask(recurringRoutes.skip, { params: { id }, body: { month: of, isSkipped } })
    const count = await due()
    expect((await skip(month, true)).status).toBe(200)
    expect(await due()).toBe(count - 1)
    const named = `固定收支“网费” ${monthText(month)} `
    expect((await make([{ id, month }])).msg).toBe(`${named}已跳过，不能生成`)
    expect((await skip(month, true)).msg).toBe(`${monthText(month)} 已跳过，不能跳过`)
    expect((await skip(month, false)).status).toBe(200)
    expect((await skip(month, false)).msg).toContain('没有跳过')
    expect((await make([{ id, month: monthAfter(month) }])).msg).toContain('不在期间')
    await shop.sql('update org set closed_month = $3 where group_id = $1 and id = $2', shop.orgId, former)
    const fresh = await shop.signIn('cashier_accountant')
    expect((await rows({ month: former }, fresh)).find((row) => row.id === id)?.status).toBe('closed')
    await shop.sql('update org set closed_month = null where group_id = $1 and id = $2', shop.orgId)
    const { version } = (await stateOf(id)) as { version: number }
    await cashier.call(recurringRoutes.enable, { params: { id }, body: { isActive: false, version } })
    expect(await stateOf(id)).toMatchObject({ status: 'off' })
  })

  it('says which field of a template is wrong, and is the own organisation’s, of who enters other money', async () => {
    const refused = async (more: Partial<Typed>) =>
      (await cashier.ask(recurringRoutes.save, { body: rent(more) })).errors?.map(({ path, message }) => [
        path,
        message,
      ])
    const there = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'store_account', {
        org_id: branch.orgId,
        code: 'FX',
        name: '分店钱箱',
        kind: 'cash',
        opening_on: '2026-01-01',
        opening_balance: '0',
        balance: '0',
      }),
    )
    expect([
      await refused({ amount: '0' }),
      await refused({ storeAccountId: there }),
      await refused({ storeAccountId: null }),
      await refused({ purpose: 'owed', partnerId: null }),
      await refused({ toMonth: former }),
      await refused({ fromMonth: 200101 }),
      await refused({ day: 32 }),
      await refused({ direction: 'in' }),
      await refused({ partnerId: 999_999 }),
    ]).toEqual([
      [['amount', '金额必须大于0']],
      [['storeAccountId', '账户不存在或不属于当前企业']],
      [['storeAccountId', '现结请选择账户']],
      [['partnerId', '挂账请选择往来单位']],
      [['toMonth', '截止月份不能早于起始月份']],
      [['fromMonth', '起始月份不能早于启用月份 2026-01']],
      [['day', '请输入1-31']],
      [['categoryId', '类别“房租水电”不是收入类别']],
      [['partnerId', '往来单位不存在']],
    ])
    const id = await add({ summary: '别家' })
    const other = branch.client
    expect(await rows({}, other)).toEqual([])
    expect((await make([{ id, month }], other)).status).toBe(404)
    expect(
      (await other.ask(recurringRoutes.save, { body: { ...rent(), id, version: 1, storeAccountId: there } })).status,
    ).toBe(404)
    expect((await other.ask(recurringRoutes.skip, { params: { id }, body: { month, isSkipped: true } })).status).toBe(
      404,
    )
    expect(
      (await other.ask(recurringRoutes.enable, { params: { id }, body: { isActive: false, version: 1 } })).status,
    ).toBe(404)
    const seller = await shop.signIn('salesperson')
    expect((await make(undefined, seller)).status).toBe(403)
    expect((await seller.ask(recurringMoney.list, { query: { page: 1, rows: 20 } as never })).status).toBe(403)
    await shop.sql('update store_account set is_active = false where group_id = $1 and id = $2', till)
    expect((await make([{ id, month }])).msg).toBe(`固定收支“别家” ${monthText(month)} 第1行 账户 固定钱箱 已停用`)
    await shop.sql('update store_account set is_active = true where group_id = $1 and id = $2', till)
  })

  it('is posted in its month however late it is made, while that is open; nothing new is owed with who is out of use', async () => {
    await shop.sql(`update org set config = config || '{"backdateDays": 3}' where group_id = $1 returning id`)
    const clerk = await shop.signIn('cashier_accountant')
    const closing = async () => {
      const { checks } = await owner.call(periodRoutes.checks, { params: { month: former } })
      const { count, detail } = checks.find(({ key }) => key === 'recurring-made') ?? {}
      return [count, detail]
    }
    const owner = await shop.signIn('owner')
    await shop.sql('update org set closed_month = $3 where group_id = $1 and id = $2', shop.orgId, monthBefore(former))
    const [before] = await closing()
    const id = await add({ summary: '上月网费', amount: '100', fromMonth: former, toMonth: former })
    const [open, said] = await closing()
    expect([open, said]).toEqual([Number(before) + 1, expect.stringMatching(/^结账后不能再生成：.*上月网费/)])
    const [made] = (await make([{ id, month: former }])).data.made
    expect(await closing()).toEqual([before, expect.anything()])
    await shop.sql('update org set closed_month = null where group_id = $1 and id = $2', shop.orgId)
    const { header } = await cashier.call(otherExpense.routes.read, { params: { id: made?.slipId as number } })
    expect(header.bizDate).toBe(`${monthText(former)}-01`)
    expect(await act(clerk, otherExpense.routes, header, 'approve')).toMatchObject({ state: 'done' })
    // What somebody enters himself has the limit of days.
    const { categoryId, bizDate } = header
    const tenders = [{ storeAccountId: till, amount: '100' }]
    const late = await save(clerk, otherExpense.routes, { header: { categoryId, bizDate }, tenders })
    expect((await tryAct(clerk, otherExpense.routes, late, 'approve')).msg).toContain('超出允许补录的')
    await act(clerk, otherExpense.routes, late, 'void', { reason: '不付' })
    const partnerId = await newPartner(shop, '停用房东', 2)
    const owed = await add({ summary: '仓库租金', purpose: 'owed', storeAccountId: null, partnerId })
    await shop.sql('update partner set is_active = false where group_id = $1 and id = $2 returning id', partnerId)
    expect((await make([{ id: owed, month }])).msg).toBe(
      `固定收支“仓库租金” ${monthText(month)} 往来单位 停用房东 已停用，不能挂账`,
    )
    const byHand = { header: { categoryId, bizDate: today, purpose: 'owed', partnerId, total: '5' } } as const
    const refused = await trySave(cashier, otherExpense.routes, { ...byHand, tenders: [] })
    expect(refused.errors).toEqual([{ path: 'header.partnerId', message: '往来单位 停用房东 已停用，不能挂账' }])
  })

  it('goes over with a doubled partner to the one that stays, in every organisation, and is made with his name', async () => {
    const owner = await shop.signIn('owner')
    const [kept, doubled] = [await newPartner(shop, '物业公司', 2), await newPartner(shop, '物业有限公司', 2)]
    const here = await add({ summary: '物业费', partnerId: doubled })
    const there = await newAccount(shop, '分店固定钱箱', 'cash', '0', branch.orgId)
    const elsewhere = await add({ summary: '分店物业费', partnerId: doubled, storeAccountId: there }, branch.client)
    const pair = { params: { id: kept }, query: { sourceId: doubled } }
    expect((await owner.call(partnerRoutes.mergePreview, pair)).moves).toEqual([{ what: '固定收支', detail: '2条' }])
    await owner.call(partnerRoutes.merge, { params: { id: kept }, body: { sourceId: doubled } })
    expect(await stateOf(here)).toMatchObject({ partnerId: kept, partnerName: '物业公司' })
    const ofBranch = (await rows({ month }, branch.client)).find((row) => row.id === elsewhere)
    expect(ofBranch).toMatchObject({ partnerId: kept })
    const [made] = (await make([{ id: here, month }])).data.made
    const { header } = await cashier.call(otherExpense.routes.read, { params: { id: made?.slipId as number } })
    expect(header).toMatchObject({ partnerId: kept })
  })
})
