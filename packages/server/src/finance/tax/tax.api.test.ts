// Value added tax of a general and of a small-scale taxpayer, written out by hand.
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { draftIssued, draftReceived, pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { setTaxCredit, taxEntries, taxpayersRoute, taxRegister } from '@chepu/contract/finance/tax-register'
import { addDays, firstDayOfMonth, monthBefore, monthText } from '@chepu/contract/kernel/calendar'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCardType, voucherBody } from '../../../test/cards'
import { act, post, save } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { periodOf } from '../../kernel/ledgers/types'

const month = periodOf(today)
const former = monthBefore(month)
const lastOfFormer = addDays(firstDayOfMonth(month), -1)

let shop: Shop
let owner: Client
let cashier: Client
let company: number
let branch: { orgId: number; warehouseId: number }
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
  branch = await openBranch(shop)
  company = await join('甲公司', 'general', shop.orgId)
})
afterAll(() => shop.close())

/** A company with an organisation. */
async function join(name: string, kind: string, orgId: number): Promise<number> {
  const id = await shop.db.tenant(shop.groupId, (tx) => one(tx, 'company', { name, taxpayer_kind: kind }))
  const sqlText = 'update org set company_id = $2, taxpayer_kind = $4 where group_id = $1 and id = $3 returning id'
  await shop.sql(sqlText, id, orgId, kind)
  return id
}

const sell = (partnerId: number, price: string, taxRate: string) =>
  post(owner, salesDelivery.routes, {
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId },
    lines: [{ partId: shop.parts.filter, qty: '1', price, taxRate }],
  })

let numbers = 0
const number = () => String((numbers += 1)).padStart(20, '3')

/** An invoice that is registered, for what waits of a partner, or for some of it. */
async function invoice(client: Client, partnerId: number, amount?: string) {
  const { rows } = await client.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
  const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({
    sourceKind,
    sourceId,
    openItemId,
    ...(amount && { amount }),
  }))
  const { drafts } = await client.call(draftIssued, { body: { bills, sheetKind: 'e_normal' } })
  const { header } = await client.call(invoiceIssued.routes.read, { params: { id: drafts[0]?.id as number } })
  return act(client, invoiceIssued.routes, header, 'issue', { input: { invoiceNo: number() } })
}

const registerOf = async (client: Client, query: object = {}) =>
  (await client.call(taxRegister.list, { query: { page: 1, rows: 50, ...query } })).rows

const shown = (rows: Awaited<ReturnType<typeof registerOf>>) =>
  rows.map((row) => [
    row.month,
    row.rateName,
    row.issuedUntaxed,
    row.issuedTax,
    row.uninvoicedUntaxed,
    row.uninvoicedTax,
    row.inputTax,
    row.transferredTax,
    row.carriedIn,
    row.payable,
    row.carriedOut,
  ])

const entriesOf = async (query: object) =>
  (await owner.call(taxEntries.list, { query: { page: 1, rows: 50, ...query } })).rows

/** Input of 130.00 in the month before, of which 30.00 is transferred out; sales of this month. */
async function tradeOfCompany() {
  await post(owner, goodsReceipt.routes, {
    header: { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId, invoiceKind: 'special' },
    lines: [{ partId: shop.parts.filter, qty: '100', price: '11.30', taxRate: '0.13' }],
  })
  const { rows } = await cashier.call(pendingReceived.list, { query: { page: 1, rows: 50 } })
  const [bill] = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
  const body = { bills: [bill as NonNullable<typeof bill>], sheetKind: 'e_special' as const, bizDate: lastOfFormer }
  const { drafts } = await cashier.call(draftReceived, { body: { ...body, taxNo: '91110000MA00000001' } })
  const { header } = await cashier.call(invoiceReceived.routes.read, { params: { id: drafts[0]?.id as number } })
  const issued = await act(cashier, invoiceReceived.routes, header, 'issue', { input: { invoiceNo: number() } })
  const input = { month: monthText(former) }
  const certified = await act(cashier, invoiceReceived.routes, issued, 'certify', { input })
  await act(cashier, invoiceReceived.routes, certified, 'transfer', { input: { ...input, amount: '30' } })

  const [goods, service, taken, part] = await Promise.all(
    ['货物', '服务', '红冲', '部分'].map((name) => newPartner(shop, name)),
  )
  await sell(goods as number, '1130', '0.13')
  await invoice(cashier, goods as number)
  await sell(service as number, '106', '0.06')
  await invoice(cashier, service as number)
  await sell(taken as number, '226', '0.13')
  const blue = await invoice(cashier, taken as number)
  await act(cashier, invoiceIssued.routes, blue, 'red', { input: { invoiceNo: number() } })
  await sell(part as number, '339', '0.13')
  await invoice(cashier, part as number, '113')
  const card = await newPartner(shop, '充值')
  const cardTypeId = await newCardType(shop)
  const voucher = { purpose: 'open' as const, partnerId: card, cardTypeId, cardNo: 'K900777', principalChange: '500' }
  await save(owner, cardVoucher.routes, voucherBody(voucher, [{ storeAccountId: shop.cashId, amount: '500' }]))
  await invoice(cashier, card)
}

describe('税金管理', () => {
  it('is a general taxpayer’s output less input and what was carried over, by rate', async () => {
    await tradeOfCompany()
    const query = { fromMonth: former, toMonth: month, taxpayer: `c${company}` }
    const [now, before] = [monthText(month), monthText(former)]
    // 13 %: invoices of 1 000.00, 200.00 and the red one, 100.00; without invoice 200.00 taken back and 200.00 of 300.00.
    expect(shown(await registerOf(cashier, query))).toEqual([
      [now, '13%', '1100.00', '143.00', '400.00', '52.00', '0.00', null, null, null, null],
      [now, '6%', '100.00', '6.00', '0.00', '0.00', '0.00', null, null, null, null],
      [now, '不征税', '500.00', '0.00', '0.00', '0.00', '0.00', null, null, null, null],
      // 143.00 + 6.00 + 52.00 - 100.00 = 101.00
      [now, '合计', '1200.00', '149.00', '400.00', '52.00', '0.00', '0.00', '100.00', '101.00', '0.00'],
      [before, '13%', '0.00', '0.00', '0.00', '0.00', '130.00', null, null, null, null],
      [before, '合计', '0.00', '0.00', '0.00', '0.00', '130.00', '30.00', '0.00', '0.00', '100.00'],
    ])
    const { sums } = await cashier.call(taxRegister.totals, { query })
    expect(sums).toMatchObject({ issuedTax: '149.00', inputTax: '130.00', transferredTax: '30.00', payable: '101.00' })
    // R12: what is issued is what stands on the invoices.
    const issued = await cashier.call(invoiceIssued.routes.totals, { query: {} })
    expect(issued.sums).toMatchObject({ untaxed: '1700.00', tax: '149.00' })
  })

  it('opens the rows behind each figure', async () => {
    const query = { fromMonth: month, toMonth: month, taxpayer: `c${company}` }
    const uninvoiced = await entriesOf({ ...query, figure: 'uninvoiced', rateName: '13%' })
    expect(uninvoiced.map(({ partnerName, untaxed, tax }) => [partnerName, untaxed, tax]).toSorted()).toEqual([
      ['红冲', '200.00', '26.00'],
      ['部分', '200.00', '26.00'],
    ])
    const { rows: waiting } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50 } })
    expect(waiting.map(({ billNo, rest }) => [billNo, rest]).toSorted()).toEqual(
      uninvoiced.map(({ billNo, taxed }) => [billNo, taxed]).toSorted(),
    )
    const issued = await entriesOf({ ...query, figure: 'issued', rateName: '13%' })
    expect(issued.map(({ untaxed }) => untaxed).toSorted()).toEqual(['-200.00', '100.00', '1000.00', '200.00'])
    const out = await entriesOf({ ...query, fromMonth: former, toMonth: former, figure: 'transferred' })
    expect(out).toMatchObject([{ tax: '30.00', kindName: '收票单' }])
  })

  it('carries over what was declared in place of what it reckons, until that is taken back', async () => {
    const body = { companyId: company, month, credit: '250', remark: '申报表' }
    await cashier.call(setTaxCredit, { body })
    const sumOf = async () => (await registerOf(cashier, { toMonth: month, taxpayer: `c${company}` })).at(-1)
    expect(await sumOf()).toMatchObject({ carriedIn: '250.00', payable: '0.00', carriedOut: '49.00' })
    await cashier.call(setTaxCredit, { body: { ...body, credit: null } })
    expect(await sumOf()).toMatchObject({ carriedIn: '100.00', payable: '101.00' })
    const stranger = await cashier.ask(setTaxCredit, { body: { ...body, companyId: 5_000_001 } })
    expect([stranger.status, stranger.errors?.[0]?.message]).toEqual([400, '纳税主体不存在'])
    const refused = async (of: number) =>
      (await cashier.ask(setTaxCredit, { body: { ...body, month: of } })).errors?.map(({ message }) => message)
    expect(await refused(202613)).toEqual(['请选择月份'])
    expect(await refused(209912)).toEqual(['2099-12 还没有到'])
    await shop.sql('update org set closed_month = $3 where group_id = $1 and id = $2 returning id', shop.orgId, former)
    expect(await refused(former)).toEqual([`${monthText(former)} 已结账，请设置之后月份的上期留抵`])
    await shop.sql('update org set closed_month = null where group_id = $1 and id = $2 returning id', shop.orgId)
  })
})

describe('小规模纳税人', () => {
  it('owes its sales at the levy rate, whatever rate a line was given, and deducts nothing', async () => {
    const small = await join('乙公司', 'small', branch.orgId)
    const keeper = await shop.signIn(['owner', 'cashier_accountant'], branch.orgId)
    await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'location', { warehouse_id: branch.warehouseId, code: '默认', is_default: true }),
    )
    const header = { bizDate: today, partnerId: shop.supplierId, warehouseId: branch.warehouseId }
    await post(keeper, goodsReceipt.routes, { header, lines: [{ partId: shop.parts.filter, qty: '9', price: '5' }] })
    const partnerId = await newPartner(shop, '小规模客户')
    const lines = [
      { partId: shop.parts.filter, qty: '1', price: '1010', taxRate: '0.01' },
      { partId: shop.parts.filter, qty: '1', price: '202', taxRate: '0.13' },
    ]
    for (const line of lines)
      await post(keeper, salesDelivery.routes, { header: { ...header, partnerId }, lines: [line] })
    // Whoever has rates that he may choose types no other one any more; what was sold before is levied by them.
    await shop.sql(
      `insert into tax_rate (group_id, name, rate, kind, valid_from)
        values ($1, '征收率1%', 0.01, 'simple', '2023-01-01'), ($1, '征收率3%', 0.03, 'simple', '2009-01-01') returning id`,
    )
    const query = { taxpayer: `c${small}` }
    const now = monthText(month)
    // 1 000.00 + 200.00 without tax at 1 %.
    expect(shown(await registerOf(keeper, query))).toEqual([
      [now, '1%', '0.00', '0.00', '1200.00', '12.00', '0.00', null, null, null, null],
      [now, '合计', '0.00', '0.00', '1200.00', '12.00', '0.00', '0.00', '0.00', '12.00', '0.00'],
    ])
    const refused = await keeper.ask(setTaxCredit, { body: { companyId: small, month, credit: '1' } })
    expect(refused.errors?.[0]?.message).toBe('乙公司 是小规模纳税人，没有留抵税额')
    // Who works in one company does not read the other, nor what it is made of.
    expect((await keeper.call(taxpayersRoute)).map(({ name }) => name)).toEqual(['乙公司'])
    expect(await registerOf(keeper, { taxpayer: `c${company}` })).toEqual([])
    const { rows } = await keeper.call(taxEntries.list, { query: { page: 1, rows: 50, taxpayer: `c${company}` } })
    expect(rows).toEqual([])
  })

  it('taxes what walks in, who may ask for an invoice as well', async () => {
    const [walkIn] = await shop.sql<{ id: number }>(
      `select id from partner where group_id = $1 and system_kind = 'walk_in' and system_org_id = $2`,
      shop.orgId,
    )
    const partnerId = walkIn?.id as number
    const sold = await sell(partnerId, '113', '0.13')
    const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
    expect(rows).toMatchObject([{ billNo: sold.billNo, rest: '113.00' }])
    const entries = await entriesOf({ taxpayer: `c${company}`, figure: 'uninvoiced' })
    expect(entries.find(({ billNo }) => billNo === sold.billNo)).toMatchObject({ untaxed: '100.00', tax: '13.00' })
    await act(owner, salesDelivery.routes, sold, 'reverse')
  })

  it('sells nothing to an organisation of its own company', async () => {
    const { orgId } = await openBranch(shop, '04', '四店')
    const [sister] = await shop.sql<{ id: number }>(
      `update partner set cus_flag = cus_flag | 1 where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2 returning id`,
      orgId,
    )
    const partnerId = sister?.id as number
    const sold = await sell(partnerId, '113', '0.13')
    const query = { page: 1, rows: 50, partnerId }
    const found = async () => (await cashier.call(pendingIssued.list, { query })).rows.map(({ billNo }) => billNo)
    const [other] = await shop.sql<{ id: number }>(
      `insert into company (group_id, name) values ($1, '丙公司') returning id`,
    )
    await shop.sql('update org set company_id = $2 where group_id = $1 and id = $3 returning id', other?.id, orgId)
    expect(await found()).toEqual([sold.billNo])
    const entries = async () =>
      (await entriesOf({ taxpayer: `c${company}`, figure: 'uninvoiced' })).map(({ billNo }) => billNo)
    expect(await entries()).toContain(sold.billNo)
    await shop.sql('update org set company_id = $2 where group_id = $1 and id = $3 returning id', company, orgId)
    expect(await found()).toEqual([])
    expect(await entries()).not.toContain(sold.billNo)
    await shop.sql('update org set company_id = null where group_id = $1 and id = $2 returning id', orgId)
  })

  it('tells no tax due of a company whose organisations are not all seen, and nothing to who has no 票据', async () => {
    const third = await openBranch(shop, '03', '三店')
    await shop.sql('update org set company_id = $2 where group_id = $1 and id = $3 returning id', company, third.orgId)
    const rows = await registerOf(cashier, { taxpayer: `c${company}` })
    expect(rows.at(-1)).toMatchObject({
      taxpayerName: '部分门店：甲公司',
      issuedTax: '149.00',
      carriedIn: null,
      payable: null,
      carriedOut: null,
    })
    const { sums } = await cashier.call(taxRegister.totals, { query: { taxpayer: `c${company}` } })
    expect(sums).toMatchObject({ issuedTax: '149.00' })
    expect(sums).not.toHaveProperty('payable')
    const body = { companyId: company, month, credit: '1' }
    expect((await cashier.ask(setTaxCredit, { body })).errors?.[0]?.message).toContain('部分门店')
    const worker = await shop.signIn('technician')
    for (const route of [taxRegister.list, taxEntries.list])
      expect((await worker.ask(route, { query: { page: 1, rows: 50 } })).status).toBe(403)
    expect((await worker.ask(taxpayersRoute, {})).status).toBe(403)
    expect((await worker.ask(setTaxCredit, { body })).status).toBe(403)
  })
})
