import { collection } from '@chepu/contract/finance/collection'
import { type MoneyDirection, otherExpense, otherIncome, otherMoneyOf } from '@chepu/contract/finance/other-money'
import { receiptRoutes } from '@chepu/contract/finance/receipts'
import { route } from '@chepu/contract/kernel/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { act, post, save, tryAct } from '../../../test/desk'
import { newAccount, newPartner, today } from '../../../test/finance'
import { one, type Client, openShop, type Shop } from '../../../test/shop'
import { periodOf } from '../../kernel/ledgers/types'
import { undoSlips } from '../slip/corrections'
import { makeDifference } from './difference'

/** A count of the till as a call: what it says beside the books, or 0 to take back what it said. */
const count = route({
  method: 'POST',
  path: '/api/web/count-of-test',
  access: 'signedIn',
  summary: '点钞',
  body: z.object({ storeAccountId: z.number(), amount: z.string() }),
  data: z.object({}),
})

let shop: Shop
let owner: Client
let cashier: Client
let clerk: Client
let till: number
const categories = new Map<string, number>()
beforeAll(async () => {
  shop = await openShop({
    bind: ({ bind }) =>
      bind(count, async (tx, { body }) => {
        const { orgId } = tx.caller
        const day = { orgId, kind: 'count_of_test', id: 7, billNo: 'T7', bizDate: today, period: periodOf(today) }
        const maker = { ...day, departmentId: null }
        if (body.amount === '0') await undoSlips(tx, { ...maker, partnerId: 0, salespersonId: null })
        else await makeDifference(tx, maker, { ...body, remark: '日结' })
        return {}
      }),
  })
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
  clerk = await shop.signIn('salesperson')
  till = await newAccount(shop, '收支钱箱', 'cash', '1000')
  const rows = await shop.sql<{ id: number; direction: string; name: string }>(
    'select id, direction, name from expense_category where group_id = $1',
  )
  for (const { id, direction, name } of rows) categories.set(`${direction} ${name}`, id)
})
afterAll(() => shop.close())

const category = (direction: MoneyDirection, name: string) => categories.get(`${direction} ${name}`) as number
const header = (categoryId: number, more: Record<string, unknown> = {}) => ({
  bizDate: today,
  categoryId,
  remark: '摘要',
  ...more,
})
const balance = async () =>
  (await shop.sql<{ balance: string }>('select balance from store_account where group_id = $1 and id = $2', till))[0]
    ?.balance
const expense = (more: Record<string, unknown> = {}, amount = '300') => ({
  header: header(category('out', '房租水电'), more),
  tenders: [{ storeAccountId: till, amount }],
})

describe('其他收支', () => {
  it('moves money on an account, less the fee of the channel, as profit or loss of a department', async () => {
    const departmentId = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'department', { org_id: shop.orgId, code: 'QT', name: '前台' }),
    )
    const before = await balance()
    const income = await post(owner, otherIncome.routes, {
      header: header(category('in', '利息收入')),
      tenders: [{ storeAccountId: till, amount: '120', fee: '0.5' }],
    })
    expect(await shop.books.pnl('other_income', income.id)).toEqual({ other_income: '120.00', other_expense: '0.50' })
    const paid = await post(cashier, otherExpense.routes, expense({ departmentId }))
    expect(await shop.books.pnl('other_expense', paid.id)).toEqual({ other_expense: '300.00' })
    expect([before, await balance()]).toEqual(['1000.00', '819.50'])
    const [row] = await shop.sql<{ departmentId: number; name: string }>(
      `select l.department_id, c.name from pnl_ledger l
        join money_slip m on m.group_id = l.group_id and m.kind = l.doc_kind and m.id = l.doc_id
        join expense_category c on c.group_id = m.group_id and c.id = m.category_id
        where l.group_id = $1 and l.doc_id = $2 and l.doc_kind = 'other_expense'`,
      paid.id,
    )
    expect(row).toEqual({ departmentId, name: '房租水电' })
    const { header: shown, tenders } = await owner.call(otherExpense.routes.read, { params: { id: paid.id } })
    expect(shown).toMatchObject({ categoryName: '房租水电', departmentName: '前台', total: '300.00', side: null })
    expect(tenders).toHaveLength(1)
    await act(cashier, otherExpense.routes, paid, 'reverse', { reason: '录错' })
    await act(cashier, otherIncome.routes, income, 'unapprove', { reason: '录错' })
    expect(await balance()).toBe('1000.00')
  })

  it('opens an item where a partner owes or is owed, which a slip settles', async () => {
    const partnerId = await newPartner(shop, '租户', 1)
    const due = `${today.slice(0, 4)}-12-31`
    const rent = await post(owner, otherIncome.routes, {
      header: header(category('in', '租金收入'), { purpose: 'owed', partnerId, total: '500', dueOn: due }),
    })
    const [item] = await shop.books.openItems('other_income', rent.id)
    expect(item).toMatchObject({ partnerId, side: 'AR', original: '500.00', balance: '500.00' })
    expect(await shop.books.pnl('other_income', rent.id)).toEqual({ other_income: '500.00' })
    const settling = await post(owner, collection.routes, {
      header: { bizDate: today, partnerId, purpose: 'trade' },
      tenders: [{ storeAccountId: till, amount: '500' }],
      items: [{ openItemId: item?.id as number, amount: '500' }],
    })
    expect((await tryAct(owner, otherIncome.routes, rent, 'reverse', { reason: '录错' })).msg).toContain('已')
    await act(owner, collection.routes, settling, 'reverse', { reason: '录错' })
    await act(owner, otherIncome.routes, rent, 'reverse', { reason: '录错' })
    expect(await shop.books.balance(partnerId, 'AR')).toBe('0.00')
    const wages = await post(owner, otherExpense.routes, {
      header: header(category('out', '工资福利'), { purpose: 'owed', partnerId, total: '80' }),
    })
    expect((await shop.books.openItems('other_expense', wages.id))[0]).toMatchObject({ side: 'AP', balance: '80.00' })
  })

  it('refuses categories that are not for it, money of what is owed, and nothing at all', async () => {
    const partnerId = await newPartner(shop, '水厂', 2)
    const refused = async (direction: MoneyDirection, body: Record<string, unknown>) =>
      (await owner.ask(otherMoneyOf[direction].routes.save, { body: body as never })).msg
    const tenders = [{ storeAccountId: till, amount: '5' }]
    const rent = category('out', '房租水电')
    const owed = { purpose: 'owed', partnerId, total: '5' }
    expect([
      await refused('in', { header: header(rent), tenders }),
      await refused('out', { header: header(category('out', '短款')), tenders }),
      await refused('out', { header: header(999_999), tenders }),
      await refused('out', { header: header(rent, owed), tenders }),
      await refused('out', { header: header(rent, { ...owed, partnerId: null }) }),
      await refused('out', { header: header(rent, { ...owed, total: '0' }) }),
      await refused('out', { header: header(rent) }),
    ]).toEqual([
      '类别“房租水电”不是收入类别',
      '类别“短款”由系统使用，不能手工录入',
      '类别不存在',
      '挂账不录入收付款账户',
      '挂账请选择往来单位',
      '请录入金额',
      '请录入收付款账户和金额',
    ])
    await shop.sql('update expense_category set is_active = false where group_id = $1 and id = $2', rent)
    expect(await refused('out', expense())).toBe('类别“房租水电”已停用')
    await shop.sql('update expense_category set is_active = true where group_id = $1 and id = $2', rent)
  })

  it('above the limit of payments is approved by 店长 where an account pays it, and by whoever approves where it is owed', async () => {
    const bank = await newAccount(shop, '大额支出', 'bank', '20000')
    const partnerId = await newPartner(shop, '大额房东', 2)
    const paid = (amount: string, fee: string) => ({ ...expense(), tenders: [{ storeAccountId: bank, amount, fee }] })
    const approve = async (body: ReturnType<typeof paid>) =>
      (await tryAct(cashier, otherExpense.routes, await save(cashier, otherExpense.routes, body), 'approve')).msg
    expect(await approve(paid('5000.01', '0'))).toBe('付款金额 5000.01 超出您的审批上限 5000.00，请由店长审核')
    expect(await approve(paid('4999', '1.01'))).toBe('付款金额连手续费 5000.01 超出您的审批上限 5000.00，请由店长审核')
    const manager = await shop.signIn('manager')
    const large = await save(cashier, otherExpense.routes, paid('5000.01', '0'))
    await act(manager, otherExpense.routes, large, 'approve')
    await act(cashier, otherExpense.routes, await save(cashier, otherExpense.routes, paid('4999', '1')), 'approve')
    expect(await shop.books.account(bank)).toBe('9999.99')
    // Nothing leaves of what is owed: the payment that settles it is asked. And nothing is paid by what comes in.
    const owed = { purpose: 'owed', partnerId, total: '6000' }
    await post(cashier, otherExpense.routes, { header: header(category('out', '房租水电'), owed) })
    const tenders = [{ storeAccountId: bank, amount: '6000' }]
    await post(cashier, otherIncome.routes, { header: header(category('in', '利息收入')), tenders })
  })

  it('is sorted under 手续费 where the bank takes a fee of its own', async () => {
    const fee = await post(cashier, otherExpense.routes, {
      header: header(category('out', '手续费')),
      tenders: [{ storeAccountId: till, amount: '5' }],
    })
    expect(await shop.books.pnl('other_expense', fee.id)).toEqual({ other_expense: '5.00' })
    await act(cashier, otherExpense.routes, fee, 'reverse', { reason: '录错' })
  })

  it('is listed by category and account, and among the slips that moved money', async () => {
    const paid = await post(owner, otherExpense.routes, expense({ remark: '十一月房租' }, '12.34'))
    const asked = { page: 1, rows: 20, from: today, to: today }
    const listed = async (more: Record<string, unknown>) =>
      (await owner.call(otherExpense.routes.list, { query: { ...asked, ...more } as never })).rows.map(({ id }) => id)
    expect(await listed({ categoryId: category('out', '房租水电'), accountId: till })).toContain(paid.id)
    expect(await listed({ categoryId: category('out', '差旅费') })).toEqual([])
    const query = { ...asked, kind: 'other_expense', accountId: till, billNo: paid.billNo }
    const { rows } = await owner.call(receiptRoutes.list, { query: query as never })
    expect(rows).toEqual([expect.objectContaining({ purpose: '现结', expense: '12.34', summary: '十一月房租' })])
  })

  it('books what is counted beside the books under a category of its own, and only the count undoes it', async () => {
    const before = await balance()
    const counted = (amount: string) => owner.call(count, { body: { storeAccountId: till, amount } })
    await counted('3.5')
    await counted('-2')
    const made = await shop.sql<{ id: number; version: number; kind: string; total: string; name: string }>(
      `select m.id, m.version, m.kind, m.total, c.name from money_slip m
        join expense_category c on c.group_id = m.group_id and c.id = m.category_id
        where m.group_id = $1 and m.made_by = 7 order by m.id`,
    )
    expect(made).toMatchObject([
      { kind: 'other_income', total: '3.50', name: '长款' },
      { kind: 'other_expense', total: '2.00', name: '短款' },
    ])
    expect(Number(await balance()) - Number(before)).toBe(1.5)
    const [first] = made
    const undone = await tryAct(owner, otherIncome.routes, first as never, 'reverse', { reason: '录错' })
    expect(undone.msg).toBe('此单据由系统生成，不能单独操作')
    await counted('0')
    expect(await balance()).toBe(before)
  })

  it('belongs to those who hold its right', async () => {
    expect((await clerk.ask(otherExpense.routes.save, { body: expense() })).status).toBe(403)
    const saved = await save(cashier, otherExpense.routes, expense())
    expect((await tryAct(clerk, otherExpense.routes, saved, 'approve')).status).toBe(403)
    expect(
      (await tryAct(cashier, otherExpense.routes, { ...saved, version: saved.version + 1 }, 'approve')).status,
    ).toBe(409)
  })
})
