import { balanceAdjustment, enterOpenings } from '@chepu/contract/finance/balance-adjustment'
import { receivableRoutes } from '@chepu/contract/finance/accounts'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { collection } from '@chepu/contract/finance/collection'
import { writeOff, type WriteOffPurpose } from '@chepu/contract/finance/write-off'
import { payment } from '@chepu/contract/finance/payment'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, type Known, save, tryAct, trySave, undo } from '../../../test/desk'
import { newPartner, openItem, today } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
let cashier: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
})
afterAll(() => shop.close())

const header = (partnerId: number, purpose: WriteOffPurpose, more: Record<string, unknown> = {}) => ({
  bizDate: today,
  partnerId,
  purpose,
  ...more,
})
const settle = (openItemId: number, amount: string) => ({ openItemId, amount })
const openBalance = async (id: number) =>
  (await shop.sql<{ balance: string }>('select balance from open_item where group_id = $1 and id = $2', id))[0]?.balance

describe('往来核销单', () => {
  it('sets what a partner owes against what he is owed, both sides equal', async () => {
    const partnerId = await newPartner(shop, '双角色', 3)
    const owed = await openItem(shop, owner, { partnerId, side: 'AR', total: '300' })
    const owing = await openItem(shop, owner, { partnerId, side: 'AP', total: '200' })
    const uneven = await cashier.ask(writeOff.routes.save, {
      body: { header: header(partnerId, 'offset'), items: [settle(owed.id, '300'), settle(owing.id, '200')] },
    })
    expect(uneven.msg).toBe('应收合计 300.00 与应付合计 200.00 不相等')
    const saved = await save(cashier, writeOff.routes, {
      header: header(partnerId, 'offset'),
      items: [settle(owed.id, '200'), settle(owing.id, '200')],
    })
    const posted = await act(cashier, writeOff.routes, saved, 'approve')
    expect([await openBalance(owed.id), await openBalance(owing.id)]).toEqual(['100.00', '0.00'])
    expect([await shop.books.balance(partnerId, 'AR'), await shop.books.balance(partnerId, 'AP')]).toEqual([
      '100.00',
      '0.00',
    ])
    await act(cashier, writeOff.routes, posted, 'reverse', { reason: '对错账' })
    expect([await openBalance(owed.id), await openBalance(owing.id)]).toEqual(['300.00', '200.00'])
  })

  it('refuses an offset for a partner who is only a customer', async () => {
    const partnerId = await newPartner(shop, '仅客户', 1)
    const owed = await openItem(shop, owner, { partnerId, side: 'AR', total: '10' })
    const owing = await openItem(shop, owner, { partnerId, side: 'AP', total: '10' })
    const answer = await cashier.ask(writeOff.routes.save, {
      body: { header: header(partnerId, 'offset'), items: [settle(owed.id, '10'), settle(owing.id, '10')] },
    })
    expect(answer.msg).toBe('仅客户 不同时是客户和供应商，不能应收抵应付')
  })

  it('clears red against blue on one side', async () => {
    const partnerId = await newPartner(shop, '红蓝')
    const blue = await openItem(shop, owner, { partnerId, side: 'AR', total: '100' })
    const red = await openItem(shop, owner, { partnerId, side: 'AR', total: '-60' })
    const saved = await save(cashier, writeOff.routes, {
      header: header(partnerId, 'red_blue'),
      items: [settle(blue.id, '60'), settle(red.id, '-60')],
    })
    await act(cashier, writeOff.routes, saved, 'approve')
    expect([await openBalance(blue.id), await openBalance(red.id)]).toEqual(['40.00', '0.00'])
    expect(await shop.books.balance(partnerId, 'AR')).toBe('40.00')
  })

  it('moves a receivable to another partner, and back while nothing has been collected there', async () => {
    const [from, to] = [await newPartner(shop, '转出'), await newPartner(shop, '转入')]
    const item = await openItem(shop, owner, { partnerId: from, side: 'AR', total: '500' })
    const saved = await save(cashier, writeOff.routes, {
      header: header(from, 'transfer', { payerId: to, remark: '三方协议' }),
      items: [settle(item.id, '500')],
    })
    const posted = await act(cashier, writeOff.routes, saved, 'approve')
    expect([await shop.books.balance(from, 'AR'), await shop.books.balance(to, 'AR')]).toEqual(['0.00', '500.00'])
    const [moved] = await shop.sql<{ id: number }>(
      'select id from open_item where group_id = $1 and partner_id = $2',
      to,
    )
    const slip = await save(cashier, collection.routes, {
      header: { bizDate: today, partnerId: to, purpose: 'trade' },
      tenders: [{ storeAccountId: shop.cashId, amount: '1' }],
      items: [settle(moved?.id as number, '1')],
    })
    const collected = await act(cashier, collection.routes, slip, 'approve')
    expect((await tryAct(cashier, writeOff.routes, posted, 'unapprove', { reason: '撤回' })).msg).toContain(
      `已有收付款核销，请先红冲 ${slip.billNo}`,
    )
    await act(cashier, collection.routes, collected, 'unapprove', { reason: '撤回' })
    await act(cashier, writeOff.routes, posted, 'unapprove', { reason: '撤回' })
    expect([await shop.books.balance(from, 'AR'), await shop.books.balance(to, 'AR')]).toEqual(['500.00', '0.00'])
    // What a sister owes stands in her books, too.
    const { orgId } = await openBranch(shop, '07', '七店')
    const [sister] = await shop.sql<{ id: number; name: string }>(
      `select id, name from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2`,
      orgId,
    )
    const toSister = header(from, 'transfer', { payerId: sister?.id as number, remark: '三方协议' })
    expect((await trySave(cashier, writeOff.routes, { header: toSister, items: [settle(item.id, '5')] })).msg).toBe(
      `${sister?.name} 是兄弟企业，内部往来两边同时记账，不能应收转应收`,
    )
  })

  it('writes a bad debt off as a discount, with its right only', async () => {
    const partnerId = await newPartner(shop, '坏账')
    const item = await openItem(shop, owner, { partnerId, side: 'AR', total: '88.88' })
    const body = { header: header(partnerId, 'bad_debt', { remark: '失联' }), items: [settle(item.id, '88.88')] }
    const saved = await save(cashier, writeOff.routes, body)
    await act(cashier, writeOff.routes, saved, 'approve')
    expect(await shop.books.pnl('write_off', saved.id)).toEqual({ discount: '88.88' })
    expect(await openBalance(item.id)).toBe('0.00')
    await shop.sql(
      `delete from role_button where group_id = $1 and button_id = 288 and role_id = (select id from role where group_id = $1 and code = 'manager') returning role_id`,
    )
    const manager = await shop.signIn('manager')
    expect(await manager.ask(writeOff.routes.save, { body: body as never })).toMatchObject({ status: 400 })
    const other = await openItem(shop, owner, { partnerId, side: 'AR', total: '1' })
    const again = { ...body, items: [settle(other.id, '1')] }
    expect(await manager.ask(writeOff.routes.save, { body: again as never })).toMatchObject({
      status: 403,
      msg: '您没有「坏账」的权限',
    })
  })

  it('takes a bad debt back when it comes in after all: owed again, and collected as any other', async () => {
    const partnerId = await newPartner(shop, '收回')
    const item = await openItem(shop, owner, { partnerId, side: 'AR', total: '1000' })
    const giveUp = await save(cashier, writeOff.routes, {
      header: header(partnerId, 'bad_debt', { remark: '失联' }),
      items: [settle(item.id, '600')],
    })
    const lost = await act(cashier, writeOff.routes, giveUp, 'approve')
    expect(await shop.books.balance(partnerId, 'AR')).toBe('400.00')
    const asked = async () =>
      (await cashier.call(currentReceive, { query: { partnerId, badDebt: 'true' } })).rows.map((row) => [
        row.billNo,
        row.original,
        row.balance,
      ])
    expect(await asked()).toEqual([[item.billNo, '1000.00', '600.00']])
    const back = (amount: string, remark = '法院执行回款') => ({
      header: header(partnerId, 'bad_debt_back', { remark }),
      items: [settle(item.id, amount)],
    })
    const refusal = async (body: object) => (await cashier.ask(writeOff.routes.save, { body: body as never })).msg
    expect(await refusal(back('600.01'))).toContain('未收回坏账 600.00，本次核销 600.01')
    expect(await refusal(back('-1'))).toContain('同号')
    expect(await refusal(back('250', ''))).toBe('请在备注填写收回坏账的依据')
    const fresh = await openItem(shop, owner, { partnerId, side: 'AR', total: '10' })
    expect(await refusal({ ...back('1'), items: [settle(fresh.id, '1')] })).toContain('没有未收回坏账')
    // Two of them at once take back what there is once.
    const drafts = [
      await save(cashier, writeOff.routes, back('250')),
      await save(cashier, writeOff.routes, back('400')),
    ]
    const answers = await Promise.all(drafts.map((draft) => tryAct(cashier, writeOff.routes, draft, 'approve')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    await undo(cashier, writeOff.routes, answers.find(({ status }) => status === 200)?.data as Known)

    const recovered = await act(cashier, writeOff.routes, await save(cashier, writeOff.routes, back('250')), 'approve')
    expect(await shop.books.pnl('write_off', recovered.id)).toEqual({ discount: '-250.00' })
    expect(await openBalance(item.id)).toBe('650.00')
    expect(await asked()).toEqual([[item.billNo, '1000.00', '350.00']])
    expect((await tryAct(cashier, writeOff.routes, lost, 'reverse', { reason: '撤' })).msg).toBe(
      `单据 ${item.billNo} 未收回坏账 350.00，本次 600.00，请先撤销坏账收回`,
    )
    const slip = await save(cashier, collection.routes, {
      header: { bizDate: today, partnerId, purpose: 'trade' },
      tenders: [{ storeAccountId: shop.cashId, amount: '650' }],
      items: [settle(item.id, '650')],
    })
    const paid = await act(cashier, collection.routes, slip, 'approve')
    expect(await openBalance(item.id)).toBe('0.00')
    expect((await tryAct(cashier, writeOff.routes, recovered, 'reverse', { reason: '撤' })).msg).toBe(
      `单据 ${item.billNo} 收回的坏账已收款，未结 0.00，请先红冲收款单`,
    )
    const query = { partnerId, from: '2026-01-01', to: today }
    const { rows } = await owner.call(receivableRoutes.statement, { query: query as never })
    expect(rows.map(({ summary, increase }) => [summary.split('：')[0], increase])).toContainEqual([
      '坏账收回',
      '250.00',
    ])
    await act(cashier, collection.routes, paid, 'reverse', { reason: '撤' })
    await act(cashier, writeOff.routes, recovered, 'reverse', { reason: '撤' })
    await act(cashier, writeOff.routes, lost, 'reverse', { reason: '撤' })
    expect(await openBalance(item.id)).toBe('1000.00')
    const seller = await shop.signIn('salesperson')
    expect((await seller.ask(writeOff.routes.save, { body: back('1') as never })).status).toBe(403)
  })

  it('keeps a deposit for its order until that is closed', async () => {
    const partnerId = await newPartner(shop, '订金')
    const ordered = await save(owner, salesOrder.routes, {
      header: { bizDate: today, partnerId, warehouseId: shop.warehouseId, allowBackorder: true },
      lines: [{ partId: shop.parts.filter, qty: '1', price: '100' }],
    })
    const submitted = await act(owner, salesOrder.routes, ordered, 'submit')
    const order = await act(owner, salesOrder.routes, submitted, 'confirm')
    const orderId = order.id
    const deposit = await save(cashier, collection.routes, {
      header: { bizDate: today, partnerId, purpose: 'deposit', sourceId: orderId },
      tenders: [{ storeAccountId: shop.cashId, amount: '100' }],
    })
    await act(cashier, collection.routes, deposit, 'approve')
    const free = await save(cashier, collection.routes, {
      header: { bizDate: today, partnerId, purpose: 'advance' },
      tenders: [{ storeAccountId: shop.cashId, amount: '30' }],
    })
    await act(cashier, collection.routes, free, 'approve')
    const item = await openItem(shop, owner, { partnerId, side: 'AR', total: '130' })
    const foreign = await cashier.ask(writeOff.routes.save, {
      body: {
        header: header(partnerId, 'advance_ar', { sourceId: orderId }),
        items: [settle(item.id, '100')],
      } as never,
    })
    expect(foreign.msg).toBe(`单据 ${item.billNo} 不属于所选订单，不能使用其订金`)
    const saved = await save(cashier, writeOff.routes, {
      header: header(partnerId, 'advance_ar'),
      items: [settle(item.id, '130')],
    })
    expect(await tryAct(cashier, writeOff.routes, saved, 'approve')).toMatchObject({
      status: 400,
      msg: '预收款余额不足：可用 30.00，需要 130.00，另有订金 100.00 只能用于其订单',
    })
    await act(owner, salesOrder.routes, order, 'close', { reason: '不再需要' })
    await act(cashier, writeOff.routes, saved, 'approve')
    expect(await shop.books.balance(partnerId, 'ADV_IN')).toBe('0.00')
  })

  it('settles a receipt with what was paid ahead for its purchase order, named as the editor names it', async () => {
    const partnerId = await newPartner(shop, '收订金的供应商', 2)
    const { warehouseId } = shop
    const line = { partId: shop.parts.filter, qty: '1', price: '100', taxRate: '0' }
    const ordered = await save(owner, purchaseOrder.routes, {
      header: { bizDate: today, partnerId, warehouseId },
      lines: [line],
    })
    const order = await act(owner, purchaseOrder.routes, ordered, 'approve')
    const read = await owner.call(purchaseOrder.routes.read, { params: { id: order.id } })
    const deposit = await save(cashier, payment.routes, {
      header: { bizDate: today, partnerId, purpose: 'deposit', sourceId: order.id },
      tenders: [{ storeAccountId: shop.cashId, amount: '80' }],
    })
    await act(cashier, payment.routes, deposit, 'approve')
    const receipt = await save(owner, goodsReceipt.routes, {
      header: { bizDate: today, partnerId, warehouseId },
      lines: [{ ...line, sourceLineId: read.lines[0]?.id as number }],
    })
    await act(owner, goodsReceipt.routes, receipt, 'approve')
    const [item] = await shop.books.openItems('goods_receipt', receipt.id)
    const tie = { sourceKind: 'purchase_order' as const, sourceId: order.id }
    const body = { header: header(partnerId, 'advance_ap', tie), items: [settle(item?.id as number, '70')] }
    const saved = await save(cashier, writeOff.routes, body)
    // What was read is saved as it stands.
    const view = await cashier.call(writeOff.routes.read, { params: { id: saved.id } })
    expect(view.header).toMatchObject(tie)
    const again = await save(cashier, writeOff.routes, { ...body, id: saved.id, version: saved.version })
    await act(cashier, writeOff.routes, again, 'approve')
    expect(await openBalance(item?.id as number)).toBe('30.00')
    expect(await shop.books.balance(partnerId, 'ADV_OUT')).toBe('10.00')
  })
})

describe('往来调整单', () => {
  it('needs a reason and somebody who approves', async () => {
    const partnerId = await newPartner(shop, '调整')
    const body = {
      header: { bizDate: today, partnerId, purpose: 'adjust' as const, side: 'AR' as const, total: '12.5', remark: '' },
    }
    expect(await cashier.ask(balanceAdjustment.routes.save, { body })).toMatchObject({
      status: 400,
      errors: [{ path: 'header.remark', message: '请填写原因' }],
    })
    const saved = await save(cashier, balanceAdjustment.routes, { header: { ...body.header, remark: '尾差' } })
    expect(saved.billNo).toMatch(/^YT01/)
    expect((await tryAct(cashier, balanceAdjustment.routes, saved, 'approve')).status).toBe(400)
    const submitted = await act(cashier, balanceAdjustment.routes, saved, 'submit')
    const posted = await act(cashier, balanceAdjustment.routes, submitted, 'approve')
    expect(await shop.books.pnl('balance_adjustment', saved.id)).toEqual({ other_income: '12.50' })
    await act(cashier, balanceAdjustment.routes, posted, 'reverse', { reason: '调错' })
    expect(await shop.books.balance(partnerId, 'AR')).toBe('0.00')
  })

  it('enters opening balances and advances without touching profit', async () => {
    const partnerId = await newPartner(shop, '期初', 3)
    for (const [side, total] of [
      ['AR', '100'],
      ['AP', '70'],
      ['ADV_IN', '5'],
    ] as const) {
      const saved = await save(cashier, balanceAdjustment.routes, {
        header: { bizDate: '2025-12-31', partnerId, purpose: 'opening', side, total, remark: '上线期初' },
      })
      const submitted = await act(cashier, balanceAdjustment.routes, saved, 'submit')
      await act(cashier, balanceAdjustment.routes, submitted, 'approve')
      expect(await shop.books.pnl('balance_adjustment', saved.id)).toEqual({})
      expect(await shop.books.balance(partnerId, side)).toBe(`${total}.00`)
    }
    const refused = await cashier.ask(balanceAdjustment.routes.save, {
      body: { header: { bizDate: today, partnerId, purpose: 'adjust', side: 'ADV_IN', total: '5', remark: '改' } },
    })
    expect(refused.msg).toBe('预收预付只能录入期初，变动请开收付款单')
  })

  it('enters several old documents at once, each a draft that ages by its own day, all or none', async () => {
    const partnerId = await newPartner(shop, '期初多张')
    await newPartner(shop, '期初同名')
    await shop.sql(
      `insert into partner (group_id, code, name, kind, cus_flag, mobile) values ($1, 'TQC2', '期初同名', 'person', 1, '13900000001') returning id`,
    )
    const line = (more: object = {}) => ({
      partner: '期初多张',
      billNo: 'OLD-1',
      bizDate: '2025-11-20',
      dueOn: '2025-12-20',
      amount: '1200.5',
      ...more,
    })
    const enter = (lines: object[], client = cashier, side = 'AR') =>
      client.ask(enterOpenings, { body: { side, lines } as never })
    const wrong = await enter([line(), line({ partner: '没有这家' }), line({ billNo: '', amount: '0' })])
    expect(wrong.errors?.map(({ path, message }) => [path, message])).toEqual([
      ['lines.1.partner', '第2行 往来单位“没有这家”不存在或已停用'],
      ['lines.2.amount', '第3行 金额不能为0'],
    ])
    const refused = await enter([line(), line({ partner: '没有这家' }), line({ partner: '期初同名' })])
    expect(refused.errors?.map(({ path, message }) => [path, message])).toEqual([
      ['lines.1.partner', '第2行 往来单位“没有这家”不存在或已停用'],
      ['lines.2.partner', '第3行 有多个往来单位“期初同名”，请改填编码：TQC2、T期初同名'],
    ])
    expect(await shop.books.balance(partnerId, 'AR')).toBe('0.00')
    const { data } = await enter([
      line(),
      line({ partner: 'T期初多张', billNo: '', bizDate: '2025-12-05', dueOn: null, amount: '-200' }),
    ])
    const found = await shop.sql<{ total: string; dueOn: string | null; remark: string; state: string }>(
      'select total, due_on, remark, state from money_slip where group_id = $1 and partner_id = $2 order by id',
      partnerId,
    )
    expect(found).toEqual([
      { total: '1200.50', dueOn: '2025-12-20', remark: '期初 OLD-1', state: 'draft' },
      { total: '-200.00', dueOn: null, remark: '期初', state: 'draft' },
    ])
    for (const { id } of data.made) {
      const submitted = await act(cashier, balanceAdjustment.routes, { id, version: 1 }, 'submit')
      await act(cashier, balanceAdjustment.routes, submitted, 'approve')
    }
    expect(await shop.books.balance(partnerId, 'AR')).toBe('1000.50')
    const seller = await shop.signIn('salesperson')
    expect((await enter([line()], seller)).status).toBe(403)
  })
})
