import { collection } from '@chepu/contract/finance/collection'
import { accountMovements, accountRoutes, setOpening } from '@chepu/contract/finance/store-account'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, save, tryAct } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
let cashier: Client

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
})
afterAll(() => shop.close())

const list = async (client = owner) => (await client.call(accountRoutes.list, { query: { page: 1, rows: 1000 } })).rows
const rowOf = async (id: number, client = owner) => {
  const row = (await list(client)).find((each) => each.id === id)
  if (!row) throw new Error('no such account')
  return row
}
const addAccount = async (code: string, more: Record<string, unknown> = {}) =>
  (await owner.call(accountRoutes.save, { body: { code, name: `账户${code}`, ...more } as never })).id
const opening = (id: number, version: number, openingBalance: string, reason?: string) =>
  owner.ask(setOpening, { params: { id }, body: { version, openingBalance, openingOn: '2026-01-01', reason } })

/** Takes money on the account by an approved advance. */
async function receive(accountId: number, amount: string, name: string) {
  const partnerId = await newPartner(shop, name)
  const header = { bizDate: today, partnerId, purpose: 'advance' as const }
  const saved = await save(owner, collection.routes, { header, tenders: [{ storeAccountId: accountId, amount }] })
  return act(owner, collection.routes, saved, 'approve')
}

describe('门店账户', () => {
  it('is added and changed, with the bank’s details where it is one', async () => {
    const body = { code: 'gs', name: '工商银行', kind: 'bank' as const, bankName: '工行武昌支行' }
    expect(await owner.ask(accountRoutes.save, { body })).toMatchObject({ status: 400, msg: '银行卡号不能为空!' })
    expect(await owner.ask(accountRoutes.save, { body: { ...body, bankNo: '622' } })).toMatchObject({
      msg: '请输入正确的银行卡号!',
      errors: [{ path: 'bankNo', message: '请输入正确的银行卡号!' }],
    })
    const { id } = await owner.call(accountRoutes.save, { body: { ...body, bankNo: '6222021234567890' } })
    const row = await rowOf(id)
    expect(row).toMatchObject({ code: 'GS', kind: 'bank', balance: '0.00', openingBalance: '0.00', version: 1 })
    expect(await owner.ask(accountRoutes.save, { body: { code: 'GS', name: '另一个' } })).toMatchObject({
      msg: '账户编码已存在',
    })
    expect(await owner.ask(accountRoutes.save, { body: { code: 'GS2', name: '工商银行' } })).toMatchObject({
      msg: '账户名称已存在',
    })
    const changed = { ...body, id, name: '工行基本户', bankNo: '6222021234567890123' }
    await owner.call(accountRoutes.save, { body: { ...changed, version: 1 } })
    expect(await owner.ask(accountRoutes.save, { body: { ...changed, version: 1 } })).toMatchObject({
      status: 409,
      msg: '账户已被他人修改，请刷新后重试',
    })
    expect(await rowOf(id)).toMatchObject({ name: '工行基本户', bankNo: '6222021234567890123', version: 2 })
  })

  it('has one default in each direction', async () => {
    const first = await addAccount('D1', { isDefaultIn: true, isDefaultOut: true })
    const second = await addAccount('D2', { isDefaultIn: true })
    const rows = await list()
    expect(rows.filter((row) => row.isDefaultIn).map((row) => row.id)).toEqual([second])
    expect(rows.filter((row) => row.isDefaultOut).map((row) => row.id)).toEqual([first])
    const { version } = await rowOf(second)
    const off = { params: { id: second }, body: { isActive: false, version } }
    expect(await owner.ask(accountRoutes.enable, off)).toMatchObject({ msg: '默认账户不能停用，请先取消默认' })
  })

  it('cannot be switched off with money on it, nor used afterwards', async () => {
    const id = await addAccount('OFF')
    const slip = await receive(id, '20', 'OFF')
    const off = async () => {
      const { version } = await rowOf(id)
      return owner.ask(accountRoutes.enable, { params: { id }, body: { isActive: false, version } })
    }
    expect(await off()).toMatchObject({ status: 400, msg: '账户“账户OFF”余额不为零，不能停用' })
    const undone = await act(owner, collection.routes, slip, 'unapprove', { reason: '测试' })
    expect(await off()).toMatchObject({ status: 200 })
    expect(await tryAct(owner, collection.routes, undone, 'approve')).toMatchObject({ msg: '账户 账户OFF 已停用' })
    const body = { id, version: (await rowOf(id)).version, code: 'OFF', name: '账户OFF', isDefaultIn: true }
    expect(await owner.ask(accountRoutes.save, { body })).toMatchObject({ msg: '停用的账户不能设为默认账户' })
  })
})

describe('期初', () => {
  it('is set before the first movement, and a movement itself afterwards', async () => {
    const id = await addAccount('QC')
    expect(await opening(id, 1, '300')).toMatchObject({ status: 200, data: { isCorrection: false } })
    await receive(id, '50', 'QC')
    const { version } = await rowOf(id)
    expect(await opening(id, version, '280')).toMatchObject({ status: 400, msg: '账户已有流水，请填写调整原因' })
    expect(await opening(id, version, '300', '重数')).toMatchObject({ msg: '期初余额没有变化' })
    expect(await opening(id, version, '280', '开账时多记')).toMatchObject({ data: { isCorrection: true } })
    expect(await opening(id, version, '270', '又一次')).toMatchObject({ status: 409 })
    expect(await rowOf(id)).toMatchObject({ openingBalance: '280.00', balance: '330.00' })
    const { rows } = await owner.call(accountMovements.list, { query: { accountId: id } })
    expect(rows).toMatchObject([
      {
        docKind: 'opening_correction',
        income: null,
        expense: '20.00',
        balance: '330.00',
        remark: '期初调整：开账时多记',
      },
      { docKind: 'collection', income: '50.00', expense: null, balance: '350.00', partnerName: 'QC' },
    ])
    const { count, sums } = await owner.call(accountMovements.totals, { query: { accountId: id } })
    expect({ count, sums }).toEqual({ count: 2, sums: { income: '50.00', expense: '20.00' } })
  })

  it('leaves no account below zero that may not be overdrawn', async () => {
    const id = await addAccount('QF')
    expect(await opening(id, 1, '-1')).toMatchObject({ msg: '不允许透支的账户期初余额不能为负' })
    const late = { params: { id }, body: { version: 1, openingBalance: '1', openingOn: '2099-01-01' } }
    expect(await owner.ask(setOpening, late)).toMatchObject({ msg: '期初日期不能晚于今天' })
    await owner.call(accountRoutes.save, {
      body: { id, version: 1, code: 'QF', name: '账户QF', allowOverdraft: true },
    })
    expect(await opening(id, 2, '-100')).toMatchObject({ status: 200 })
    const body = { id, version: 3, code: 'QF', name: '账户QF' }
    expect(await owner.ask(accountRoutes.save, { body })).toMatchObject({ msg: '账户已透支，不能取消允许透支' })
    expect(await shop.books.account(id)).toBe('-100.00')
  })
})

describe('who may see what', () => {
  it('keeps balances and bank details from those who only pay with an account', async () => {
    const seller = await shop.signIn('salesperson')
    const [row] = await list(seller)
    expect(row).toMatchObject({ name: expect.any(String) })
    for (const field of ['balance', 'openingBalance', 'bankNo', 'allowOverdraft']) expect(row).not.toHaveProperty(field)
    expect(await seller.ask(accountRoutes.totals)).toMatchObject({ status: 403 })
    expect(await seller.ask(accountMovements.list, { query: { accountId: shop.cashId } })).toMatchObject({
      status: 403,
    })
    expect((await rowOf(shop.cashId, cashier)).balance).toBeDefined()
  })

  it('lets the administrator keep accounts without seeing what is on them', async () => {
    const admin = await shop.signIn('admin')
    expect(await rowOf(shop.cashId, admin)).not.toHaveProperty('balance')
    expect((await admin.call(accountRoutes.totals)).sums).toEqual({})
    expect(await admin.ask(accountMovements.list, { query: { accountId: shop.cashId } })).toMatchObject({ status: 403 })
    const body = { version: 1, openingBalance: '1', openingOn: '2026-01-01' }
    expect(await admin.ask(setOpening, { params: { id: shop.cashId }, body })).toMatchObject({ status: 403 })
  })

  it('knows no account of another organisation', async () => {
    const id = await shop.db.tenant(shop.groupId, async (tx) => {
      const orgId = await one(tx, 'org', {
        code: '09',
        name: '别家',
        short_name: '别家',
        org_type: 'parts_trade',
        start_month: 202601,
      })
      return one(tx, 'store_account', {
        org_id: orgId,
        code: 'X',
        name: '别家现金',
        kind: 'cash',
        opening_on: '2026-01-01',
      })
    })
    expect((await list()).map((row) => row.id)).not.toContain(id)
    const body = { id, version: 1, code: 'X', name: 'x' }
    expect(await owner.ask(accountRoutes.save, { body })).toMatchObject({ status: 404 })
    expect(
      await owner.ask(accountRoutes.enable, { params: { id }, body: { isActive: false, version: 1 } }),
    ).toMatchObject({ status: 404 })
    expect(await opening(id, 1, '5')).toMatchObject({ status: 404 })
    expect(await owner.ask(accountMovements.list, { query: { accountId: id } })).toMatchObject({ status: 404 })
  })
})
