import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { draftIssued, draftReceived, pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { settleQueries } from '@chepu/contract/finance/settle-queries'
import { templateHead } from '@chepu/contract/finance/invoice-template'
import { imports } from '@chepu/contract/imports/import'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, reverse, save, tryAct, trySave } from '../../../test/desk'
import { newPartner, today } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { newCardType, voucherBody } from '../../../test/cards'
import { addDays } from '../../kernel/base/calendar'
import { readRows } from '../../kernel/spreadsheet/read'

let shop: Shop
let owner: Client
let cashier: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
  const header = { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId }
  await post(owner, goodsReceipt.routes, {
    header,
    lines: [
      { partId: shop.parts.filter, qty: '1000', price: '10' },
      { partId: shop.parts.pad, qty: '1000', price: '20' },
    ],
  })
})
afterAll(() => shop.close())

const sell = (partnerId: number, filters: string, pads = '0') =>
  post(owner, salesDelivery.routes, {
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId },
    lines: [
      { partId: shop.parts.filter, qty: filters, price: '113', taxRate: '0.13' },
      ...(pads === '0' ? [] : [{ partId: shop.parts.pad, qty: pads, price: '226', taxRate: '0.13' }]),
    ],
  })

const pendingOf = async (partnerId: number) => {
  const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
  return rows
}
const billsOf = async (partnerId: number) =>
  (await pendingOf(partnerId)).map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
const read = (id: number) => cashier.call(invoiceIssued.routes.read, { params: { id } })
const number = (last: number) => String(last).padStart(4, '0').padStart(20, '2')

describe('开票', () => {
  it('makes three sheets of two deliveries to the fen, of which one is taken back by a red invoice', async () => {
    const partnerId = await newPartner(shop, '三张票')
    const first = await sell(partnerId, '10')
    await sell(partnerId, '5', '2')
    // 10 x 113 + 5 x 113 + 2 x 226 = 2 147.00; without tax 1 000 + 500 + 400 = 1 900.00.
    const body = { bills: await billsOf(partnerId), sheetKind: 'e_normal', limit: '800' } as const
    const { drafts } = await cashier.call(draftIssued, { body })
    expect(drafts.map(({ taxed }) => taxed)).toEqual(['904.00', '904.00', '339.00'])
    const sheets = await Promise.all(drafts.map(({ id }) => read(id)))
    expect(sheets.map(({ header }) => [header.untaxed, header.tax])).toEqual([
      ['800.00', '104.00'],
      ['800.00', '104.00'],
      ['300.00', '39.00'],
    ])
    expect(await pendingOf(partnerId)).toEqual([])
    expect((await tryAct(owner, salesDelivery.routes, first, 'unapprove')).msg).toContain('已有发票关联')
    const issued = []
    for (const [i, { header }] of sheets.entries())
      issued.push(await act(cashier, invoiceIssued.routes, header, 'issue', { input: { invoiceNo: number(i + 1) } }))
    const gone = await act(cashier, invoiceIssued.routes, issued[1] as never, 'red', {
      input: { invoiceNo: number(9) },
    })
    expect(gone.state).toBe('reversed')
    const [related] = (await cashier.call(invoiceIssued.routes.related, { params: { id: gone.id } })).filter(
      ({ relation }) => relation === 'red',
    )
    const { header: redHeader, can } = await read(related?.id as number)
    expect(redHeader).toMatchObject({
      isRed: true,
      taxed: '-904.00',
      tax: '-104.00',
      invoiceNo: number(9),
      state: 'issued',
    })
    expect(can).toEqual([])
    const waiting = await pendingOf(partnerId)
    expect(waiting.map(({ rest }) => rest).toSorted()).toEqual(['113.00', '791.00'])
    const { sums } = await cashier.call(invoiceIssued.routes.totals, { query: { partnerId } })
    expect(sums).toMatchObject({ untaxed: '1100.00', tax: '143.00', taxed: '1243.00' })
  })

  it('is held by one of two who make it at once, and is free again when the draft is voided', async () => {
    const partnerId = await newPartner(shop, '同时开票')
    await sell(partnerId, '1')
    const body = { bills: await billsOf(partnerId), sheetKind: 'receipt' } as const
    const clients = [owner, cashier]
    const answers = await Promise.all(clients.map((client) => client.ask(draftIssued, { body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.msg).toContain('没有可开票的金额')
    const [draft] = answers.find(({ status }) => status === 200)?.data.drafts ?? []
    const stateOf = async () => {
      const query = { page: 1, rows: 50, tab: 'sale' as const, partnerId }
      return (await cashier.call(settleQueries.AR.items.list, { query })).rows.map((row) => row.invoiceState)
    }
    expect(await stateOf()).toEqual(['waits'])
    const { header, links } = await read(draft?.id as number)
    expect(links).toMatchObject([{ amount: '113.00', taxed: '113.00', rest: '0.00' }])
    await act(cashier, invoiceIssued.routes, header, 'void')
    const [waiting] = await pendingOf(partnerId)
    expect(waiting).toMatchObject({ rest: '113.00', invoiced: '0.00' })
    expect(await stateOf()).toEqual(['none'])
    const itemIds = String(waiting?.openItemId)
    const ticked = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50, itemIds: itemIds as never } })
    expect(ticked.rows.map(({ billNo }) => billNo)).toEqual([waiting?.billNo])
  })

  it('asks for the number of its sort, once in a company, and tells a gap between bills and sheet', async () => {
    const partnerId = await newPartner(shop, '号码')
    await sell(partnerId, '2')
    const bills = await billsOf(partnerId)
    const make = async (sheetKind: 'e_special' | 'e_normal' | 'p_normal', amount: string) => {
      const body = { bills: bills.map((bill) => ({ ...bill, amount })), sheetKind }
      const { drafts } = await cashier.call(draftIssued, { body })
      return read(drafts[0]?.id as number)
    }
    const one = await make('e_normal', '113')
    const issue = (header: { id: number; version: number }, input: object) =>
      tryAct(cashier, invoiceIssued.routes, header, 'issue', { input })
    expect((await issue(one.header, { invoiceNo: '123' })).msg).toBe('数电票号码应为20位数字')
    expect((await issue(one.header, { invoiceNo: number(21), invoiceCode: '1234567890' })).msg).toBe(
      '数电票没有发票代码',
    )
    const done = await issue(one.header, { invoiceNo: number(21) })
    expect(done).toMatchObject({ status: 200, data: { state: 'issued' } })
    const two = await make('e_special', '100')
    expect((await issue(two.header, { invoiceNo: number(22) })).msg).toBe('专票须填写税号')
    const more = { ...two.header, taxNo: '91110000MA00000001' }
    const changed = { id: two.header.id, version: two.header.version, header: more, lines: two.lines }
    const less = await save(cashier, invoiceIssued.routes, {
      ...changed,
      links: two.links.map((link) => ({ ...link, amount: '99.99' })),
    })
    expect((await issue(less, { invoiceNo: number(22) })).msg).toBe('关联金额合计与价税合计相差 0.01')
    const whole = await save(cashier, invoiceIssued.routes, { ...changed, version: less.version, links: two.links })
    expect((await issue(whole, { invoiceNo: number(21) })).msg).toContain(
      `发票号码 ${number(21)} 已登记在 ${one.header.billNo}`,
    )
    expect((await tryAct(cashier, invoiceIssued.routes, done.data, 'void')).msg).toBe('数电票不能作废，请红冲')
    const again = await act(cashier, invoiceIssued.routes, done.data, 'recall')
    expect(again.state).toBe('draft')
    await act(cashier, invoiceIssued.routes, again, 'void')
    const paper = await make('p_normal', '13')
    const input = { invoiceCode: '123456789012', invoiceNo: '12345678' }
    const issued = await act(cashier, invoiceIssued.routes, paper.header, 'issue', {
      input: { ...input, bizDate: addDays(today, -40) },
    })
    expect((await tryAct(cashier, invoiceIssued.routes, issued, 'void')).msg).toBe('只能在开票当月作废，跨月请红冲')
    const now = await act(
      cashier,
      invoiceIssued.routes,
      await act(cashier, invoiceIssued.routes, issued, 'recall'),
      'issue',
      {
        input: { ...input, bizDate: today },
      },
    )
    expect(await act(cashier, invoiceIssued.routes, now, 'void')).toMatchObject({ state: 'voided' })
  })

  it('takes bills of its own organisation and partner alone, within what is left, whose tax fits', async () => {
    const partnerId = await newPartner(shop, '越界')
    await sell(partnerId, '1')
    const other = await newPartner(shop, '别人')
    const [bill] = await billsOf(partnerId)
    const { orgId } = await openBranch(shop)
    const neighbour = await shop.signIn('store_manager', orgId)
    const body = (whom: number, amount: string, tax = '13') => ({
      header: { bizDate: today, partnerId: whom, sheetKind: 'receipt' as const },
      lines: [{ name: '配件', untaxed: '100', taxRate: '0.13', tax }],
      links: [{ ...(bill as NonNullable<typeof bill>), amount }],
    })
    const messages = async (client: Client, sent: ReturnType<typeof body>) => {
      const { status, errors } = await trySave(client, invoiceIssued.routes, sent)
      return [status, ...(errors ?? []).map(({ path, message }) => `${path} ${message}`)]
    }
    const [status, ...told] = await messages(neighbour, body(partnerId, '113'))
    expect([status, told.some((text) => String(text).includes('关联单据不存在')) || status === 403]).toEqual([
      status,
      true,
    ])
    expect(await messages(cashier, body(other, '113'))).toEqual([
      400,
      `links.0.amount 第1行 单据 ${(await pendingOf(partnerId))[0]?.billNo} 不属于所选单位`,
    ])
    expect((await messages(cashier, body(partnerId, '113.01')))[1]).toContain('可关联 113.00，本次 113.01')
    expect((await messages(cashier, body(partnerId, '-1')))[1]).toContain('可关联 113.00，本次 -1.00')
    expect(await messages(cashier, body(partnerId, '113', '14'))).toEqual([
      400,
      'lines.0.tax 第1行 税额与税率不符，应为 13.00',
    ])
    const twice = body(partnerId, '50')
    expect((await messages(cashier, { ...twice, links: [...twice.links, ...twice.links] }))[1]).toContain('重复')
    expect((await messages(owner, body(partnerId, '113', '13.05')))[0]).toBe(200)
  })

  it('is lessened by what came back, and lists a bill that was undone only where something of it is invoiced', async () => {
    const partnerId = await newPartner(shop, '退货')
    const sold = await sell(partnerId, '3', '1')
    const { lines } = await owner.call(salesDelivery.routes.read, { params: { id: sold.id } })
    await post(owner, salesReturn.routes, {
      header: { bizDate: today, partnerId, warehouseId: shop.warehouseId, reason: '质量问题', disposal: 'good' },
      lines: [
        { sourceLineId: lines[0]?.id as number, partId: shop.parts.filter, qty: '1', price: '113', taxRate: '0.13' },
      ],
    })
    // 3 x 113 + 226 - 113 = 452.00.
    const { drafts } = await cashier.call(draftIssued, {
      body: { bills: await billsOf(partnerId), sheetKind: 'receipt' },
    })
    const made = await read(drafts[0]?.id as number)
    expect(made.header).toMatchObject({ taxed: '452.00', untaxed: '400.00', tax: '52.00', rates: '13%' })
    expect(made.lines.map(({ name, qty, untaxed }) => [name, qty, untaxed])).toEqual([
      ['机油滤清器', '2', '200.00'],
      ['前制动片', '1', '200.00'],
    ])
    expect(made.links.map(({ amount }) => amount).toSorted()).toEqual(['-113.00', '565.00'])
    const undone = await newPartner(shop, '冲掉的')
    const gone = await sell(undone, '1')
    await reverse(owner, salesDelivery.routes, gone)
    expect(await pendingOf(undone)).toEqual([])
    const half = await newPartner(shop, '开过的')
    const kept = await sell(half, '1')
    await cashier.call(draftIssued, { body: { bills: await billsOf(half), sheetKind: 'receipt' } })
    await reverse(owner, salesDelivery.routes, kept)
    expect(await pendingOf(half)).toMatchObject([{ rest: '-113.00' }])
  })

  it('invoices what is paid into a card, and holds its slip', async () => {
    const partnerId = await newPartner(shop, '办卡')
    const cardTypeId = await newCardType(shop)
    const header = { purpose: 'open' as const, partnerId, cardTypeId, cardNo: 'K900001', principalChange: '500' }
    const voucher = await save(
      owner,
      cardVoucher.routes,
      voucherBody(header, [{ storeAccountId: shop.cashId, amount: '500' }]),
    )
    const [bill] = await pendingOf(partnerId)
    expect(bill).toMatchObject({ sourceKind: 'card_voucher', sourceId: voucher.id, openItemId: null, rest: '500.00' })
    const { drafts } = await cashier.call(draftIssued, {
      body: { bills: await billsOf(partnerId), sheetKind: 'receipt' },
    })
    expect((await read(drafts[0]?.id as number)).lines).toMatchObject([
      { name: '预付卡销售和充值', taxRate: '0.0000', tax: '0.00' },
    ])
    expect(await pendingOf(partnerId)).toEqual([])
  })
})

describe('税局模板', () => {
  it('hands drafts over in the layout of the bureau, and takes their numbers back row by row', async () => {
    const partnerId = await newPartner(shop, '模板')
    await sell(partnerId, '2')
    await sell(partnerId, '1')
    const bills = await billsOf(partnerId)
    const drafts = []
    for (const bill of bills)
      drafts.push(...(await cashier.call(draftIssued, { body: { bills: [bill], sheetKind: 'e_normal' } })).drafts)
    const path = `/api-main/api/web/invoice-issued/template/${drafts.map(({ id }) => id).join(',')}`
    const blank = await fetch(`${shop.origin}${path}`, { headers: { token: cashier.token } })
    expect(((await blank.json()) as { msg: string }).msg).toBe(
      `开票单 ${drafts[0]?.billNo} 第1行没有税收分类编码，请先在票面明细填写`,
    )
    const ids = drafts.map(({ id }) => id)
    const given = 'update invoice_line set tax_class = $2 where group_id = $1 and invoice_id = any ($3::bigint[])'
    await shop.sql(given, '1090305010000000000', ids)
    const file = await fetch(`${shop.origin}${path}`, { headers: { token: cashier.token } })
    expect(file.status).toBe(200)
    const { rows } = await readRows(new Uint8Array(await file.arrayBuffer()))
    expect(rows[2]).toEqual([...templateHead])
    expect(rows.slice(3).map((row) => row.slice(0, 6))).toEqual(
      drafts.map(({ billNo }) => [billNo, '普通发票', null, '是', '否', '模板']),
    )
    expect((await read(drafts[0]?.id as number)).header.exportedAt).not.toBeNull()
    const send = async (step: 'check' | 'run', lines: string[]) => {
      const body = new FormData()
      body.append('file', new Blob([`发票流水号,发票号码,开票日期\n${lines.join('\n')}\n`]), '号码.csv')
      const route = imports.invoice_number[step]
      const response = await fetch(`${shop.origin}/api-main${route.path}`, {
        method: 'POST',
        headers: { token: cashier.token },
        body,
      })
      return ((await response.json()) as { data: { imported: boolean; updated: number; faults: object[] } }).data
    }
    const [one, two] = drafts.map(({ billNo }) => billNo)
    const faulty = await send('check', [
      `${one},${number(31)},${today}`,
      `${two},${number(31)},${today}`,
      `XP0,${number(33)},${today}`,
      `${two},12,${today}`,
    ])
    expect(faulty).toMatchObject({
      imported: false,
      faults: [
        { row: 3, column: '发票号码', message: '与第2行重复' },
        { row: 4, column: '发票流水号', message: '没有开票单 XP0' },
        { row: 5, column: '发票流水号', message: '与第3行重复' },
      ],
    })
    expect(await send('run', [`${one},${number(31)},${today}`, `${two},${number(32)},${today}`])).toMatchObject({
      imported: true,
      updated: 2,
    })
    expect((await read(drafts[1]?.id as number)).header).toMatchObject({ state: 'issued', invoiceNo: number(32) })
    const again = await fetch(`${shop.origin}${path}`, { headers: { token: cashier.token } })
    expect([again.status, ((await again.json()) as { msg: string }).msg]).toEqual([
      400,
      `开票单 ${one} 不是待登记，不能导出开票模板`,
    ])
  })
})

describe('收票', () => {
  it('is certified in a month, partly taken out again, and goes only after that is taken back', async () => {
    const partnerId = await newPartner(shop, '供货方', 2)
    const receipt = await post(owner, goodsReceipt.routes, {
      header: { bizDate: today, partnerId, warehouseId: shop.warehouseId, invoiceKind: 'special' },
      lines: [{ partId: shop.parts.oil, qty: '10', price: '11.3', taxRate: '0.13' }],
    })
    const { rows } = await cashier.call(pendingReceived.list, { query: { page: 1, rows: 50, partnerId } })
    expect(rows).toMatchObject([{ kindName: '采购入库单', rest: '113.00', sourceId: receipt.id }])
    const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
    const body = { bills, sheetKind: 'e_special' as const, layout: 'rates' as const, taxNo: '91110000MA00000002' }
    const { drafts } = await cashier.call(draftReceived, { body })
    const { routes } = invoiceReceived
    const { header, lines } = await cashier.call(routes.read, { params: { id: drafts[0]?.id as number } })
    expect(header).toMatchObject({ isDeductible: true, untaxed: '100.00', tax: '13.00', certifiedMonth: null })
    expect(lines).toMatchObject([{ name: '详见清单', qty: null }])
    const month = today.slice(0, 7)
    const issued = await act(cashier, routes, header, 'issue', { input: { invoiceNo: number(41) } })
    expect((await tryAct(cashier, routes, issued, 'transfer', { input: { month, amount: '3' } })).msg).toContain(
      '尚未认证抵扣',
    )
    expect((await tryAct(cashier, routes, issued, 'certify', { input: { month: '2026-01' } })).msg).toBe(
      '抵扣月份不能早于开票月份',
    )
    const certified = await act(cashier, routes, issued, 'certify', { input: { month } })
    expect((await tryAct(cashier, routes, certified, 'transfer', { input: { month, amount: '13.01' } })).msg).toBe(
      '转出税额不能大于税额 13.00',
    )
    const out = await act(cashier, routes, certified, 'transfer', { input: { month, amount: '3' } })
    expect((await cashier.call(routes.read, { params: { id: out.id } })).header).toMatchObject({
      certifiedMonth: Number.parseInt(month.replace('-', ''), 10),
      transferredOut: '3.00',
      reason: '测试',
    })
    expect((await tryAct(cashier, routes, out, 'recall')).msg).toContain('已认证抵扣')
    expect((await tryAct(owner, goodsReceipt.routes, receipt, 'unapprove')).msg).toContain('已有发票关联')
    const back = await act(cashier, routes, out, 'transfer', { input: { month: null, amount: '0' } })
    const open = await act(cashier, routes, back, 'certify', { input: { month: null } })
    expect(await act(cashier, routes, open, 'recall')).toMatchObject({ state: 'draft' })
  })
})
