// 部分红冲: red invoices of parts of a blue one, figures written out by hand (business/invoices 3.1).
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { draftIssued, draftReceived, pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { type BackBill, redPart } from '@chepu/contract/finance/invoice-red'
import { taxEntries, taxRegister } from '@chepu/contract/finance/tax-register'
import { button } from '@chepu/contract/access/catalogue'
import { monthText } from '@chepu/contract/kernel/calendar'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, type Known, post, tryAct } from '../../../test/desk'
import { newPartner, openItem, today } from '../../../test/finance'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { addDays } from '../../kernel/base/calendar'
import { periodOf } from '../../kernel/ledgers/types'

const { routes } = invoiceIssued
let shop: Shop
let owner: Client
let cashier: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  cashier = await shop.signIn('cashier_accountant')
  const company = { name: '红冲公司', taxpayer_kind: 'general' }
  const companyId = await shop.db.tenant(shop.groupId, (tx) => one(tx, 'company', company))
  await shop.sql('update org set company_id = $2 where group_id = $1 and id = $3 returning id', companyId, shop.orgId)
  await post(owner, goodsReceipt.routes, {
    header: { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
    lines: [shop.parts.filter, shop.parts.pad, shop.parts.oil].map((partId) => ({ partId, qty: '500', price: '10' })),
  })
})
afterAll(() => shop.close())

let numbers = 0
const number = () => String((numbers += 1)).padStart(20, '6')

/** What is sold: filters at 113.00 and oil at 33.34 with 13 %, pads at 109.00 with 9 %. */
const goods = () => [
  { partId: shop.parts.filter, price: '113', taxRate: '0.13' },
  { partId: shop.parts.pad, price: '109', taxRate: '0.09' },
  { partId: shop.parts.oil, price: '33.34', taxRate: '0.13' },
]

/** A delivery of so much of each, and its invoice, registered on a day. */
async function invoiced(partnerId: number, qtys: readonly string[], bizDate = today) {
  const sold = await post(owner, salesDelivery.routes, {
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId },
    lines: goods().flatMap((line, i) => (qtys[i] === '0' ? [] : [{ ...line, qty: qtys[i] as string }])),
  })
  const query = { page: 1, rows: 50, partnerId, sourceKind: 'sales_delivery', sourceId: sold.id }
  const { rows } = await cashier.call(pendingIssued.list, { query })
  const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
  const { drafts } = await cashier.call(draftIssued, { body: { bills, sheetKind: 'e_normal' } })
  const draft = { id: drafts[0]?.id as number, version: 1 }
  return { sold, blue: await act(cashier, routes, draft, 'issue', { input: { invoiceNo: number(), bizDate } }) }
}

/** So much of each line of a delivery comes back. */
async function back(partnerId: number, delivery: Known, qtys: readonly string[]) {
  const { lines } = await owner.call(salesDelivery.routes.read, { params: { id: delivery.id } })
  return post(owner, salesReturn.routes, {
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId, reason: '质量问题', disposal: 'good' },
    lines: lines.flatMap(({ id, partId, price = null, taxRate }, i) =>
      (qtys[i] ?? '0') === '0' ? [] : [{ sourceLineId: id, partId, price, taxRate, qty: qtys[i] as string }],
    ),
  })
}

const proposalOf = (id: number, client = cashier, query: object = {}) =>
  client.call(redPart.AR.proposal, { params: { id }, query })

const linkOf = ({ sourceKind, sourceId, openItemId, rest }: BackBill) => ({
  sourceKind,
  sourceId,
  openItemId,
  amount: rest,
})

/** What the desk proposes, as the step takes it. */
async function proposed(id: number) {
  const { version, lines, bills } = await proposalOf(id)
  return {
    blue: { id, version },
    input: {
      invoiceNo: number(),
      lines: lines.filter(({ part }) => part.untaxed !== '0.00').map(({ lineNo, part }) => ({ lineNo, ...part })),
      links: bills.filter(({ isChosen }) => isChosen).map(linkOf),
    },
  }
}

/** Takes back what the desk proposes. */
async function takePart(id: number) {
  const { blue, input } = await proposed(id)
  return act(cashier, routes, blue, 'redPart', { input })
}

const redsOf = async (id: number) => {
  const related = await cashier.call(routes.related, { params: { id } })
  const reds = related.filter(({ relation }) => relation === 'red').toSorted((a, b) => a.id - b.id)
  return Promise.all(reds.map((red) => cashier.call(routes.read, { params: { id: red.id } })))
}
const figuresOf = ({ lines }: Awaited<ReturnType<typeof redsOf>>[number]) =>
  lines.map(({ lineNo, qty, untaxed, tax }) => [lineNo, qty, untaxed, tax])

const restsOf = async (partnerId: number) => {
  const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
  return rows.map(({ rest }) => rest).toSorted()
}

describe('部分红冲', () => {
  it('takes two parts of three lines at two rates, and the whole one what stands, to the fen', async () => {
    const partnerId = await newPartner(shop, '三行两税率')
    // 1 000.00 + 130.00, 300.00 + 27.00, 88.51 + 11.51: 1 557.02.
    const { sold, blue } = await invoiced(partnerId, ['10', '3', '3'])
    expect((await cashier.call(routes.read, { params: { id: blue.id } })).header).toMatchObject({
      untaxed: '1388.51',
      tax: '168.51',
      taxed: '1557.02',
    })
    await back(partnerId, sold, ['2', '1', '1'])
    expect(await takePart(blue.id)).toMatchObject({ state: 'issued' })
    await back(partnerId, sold, ['3', '0', '1'])
    const afterTwo = await takePart(blue.id)
    expect(afterTwo.can.toSorted()).toEqual(['red', 'redPart'])
    const [first, second] = await redsOf(blue.id)
    expect(first?.header).toMatchObject({ isRed: true, untaxed: '-329.50', tax: '-38.84', taxed: '-368.34' })
    expect(first?.header).toMatchObject({ partOf: blue.id, redOf: null, partOfNo: blue.billNo, state: 'issued' })
    expect(first && figuresOf(first)).toEqual([
      [1, '-2', '-200.00', '-26.00'],
      [2, '-1', '-29.50', '-3.84'],
      [3, '-1', '-100.00', '-9.00'],
    ])
    expect(second?.header).toMatchObject({ untaxed: '-329.50', tax: '-42.84', taxed: '-372.34' })
    expect(await restsOf(partnerId)).toEqual([])
    const entries = await cashier.call(taxEntries.list, { query: { page: 1, rows: 50 } })
    const ofPartner = entries.rows.filter((row) => row.partnerName === '三行两税率')
    expect(ofPartner.map(({ figure, rateName, untaxed, tax }) => [figure, rateName, untaxed, tax]).toSorted()).toEqual([
      ['issued', '13%', '-229.50', '-29.84'],
      ['issued', '13%', '-329.50', '-42.84'],
      ['issued', '13%', '1088.51', '141.51'],
      ['issued', '9%', '-100.00', '-9.00'],
      ['issued', '9%', '300.00', '27.00'],
    ])
    const register = await cashier.call(taxRegister.list, { query: { page: 1, rows: 50 } })
    expect(register.rows.find(({ rateName }) => rateName === '9%')).toMatchObject({
      issuedUntaxed: '200.00',
      issuedTax: '18.00',
      uninvoicedUntaxed: '0.00',
    })

    const listed = await cashier.call(routes.totals, { query: { partnerId } })
    expect(listed.sums).toMatchObject({ untaxed: '729.51', tax: '86.83', taxed: '816.34' })
    const gone = await act(cashier, routes, afterTwo, 'red', { input: { invoiceNo: number() } })
    expect(gone.state).toBe('reversed')
    const [, , rest] = await redsOf(blue.id)
    expect(rest && figuresOf(rest)).toEqual([
      [1, '-5', '-500.00', '-65.00'],
      [2, '-1', '-29.51', '-3.83'],
      [3, '-2', '-200.00', '-18.00'],
    ])
    expect(rest?.header).toMatchObject({ taxed: '-816.34', redOf: blue.id, partOf: null })
    expect(await restsOf(partnerId)).toEqual(['-368.34', '-372.34', '1557.02'])
  })

  it('ends with the part that takes the rest, of which the last piece has the last fen', async () => {
    const partnerId = await newPartner(shop, '逐次退完')
    const { sold, blue } = await invoiced(partnerId, ['0', '0', '3'])
    const states = []
    for (const _ of ['一', '二', '三']) {
      await back(partnerId, sold, ['1'])
      states.push((await takePart(blue.id)).state)
    }
    expect(states).toEqual(['issued', 'issued', 'reversed'])
    expect((await redsOf(blue.id)).map(({ header: { untaxed, tax } }) => [untaxed, tax])).toEqual([
      ['-29.50', '-3.84'],
      ['-29.50', '-3.84'],
      ['-29.51', '-3.83'],
    ])
    expect(await restsOf(partnerId)).toEqual([])
    const { header, can } = await cashier.call(routes.read, { params: { id: blue.id } })
    expect([header.taken, header.state, can]).toEqual(['100.02', 'reversed', []])
  })

  it('begins with the bills: the invoice of their origin comes first, and they are proposed on it', async () => {
    const partnerId = await newPartner(shop, '从退货开始')
    const { sold, blue } = await invoiced(partnerId, ['2', '0', '0'])
    const later = await invoiced(partnerId, ['4', '0', '0'])
    await back(partnerId, sold, ['1'])
    const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
    const query = { itemIds: String(rows[0]?.openItemId) as never }
    const { blues } = await cashier.call(redPart.AR.blues, { query })
    expect(blues.map(({ id, isOrigin, stands }) => [id, isOrigin, stands])).toEqual([
      [blue.id, true, '226.00'],
      [later.blue.id, false, '452.00'],
    ])
    const other = await proposalOf(later.blue.id, cashier, query)
    expect(other.lines.map(({ part }) => part)).toEqual([{ qty: '1', untaxed: '100.00', tax: '13.00' }])
    expect((await proposalOf(later.blue.id)).bills.map(({ isOfBlue, isChosen }) => [isOfBlue, isChosen])).toEqual([
      [false, false],
    ])
    const stranger = await newPartner(shop, '别家退货')
    const { sold: theirs } = await invoiced(stranger, ['1', '0', '0'])
    await back(stranger, theirs, ['1'])
    const [theirBill] = (await cashier.call(pendingIssued.list, { query: { page: 1, rows: 5, partnerId: stranger } }))
      .rows
    const both = { itemIds: `${rows[0]?.openItemId},${theirBill?.openItemId}` as never }
    expect((await cashier.ask(redPart.AR.blues, { query: both })).msg).toBe('请选择同一单位的单据')
  })
})

it('takes a return of goods that two sheets are for of each of them, as far as it stands', async () => {
  const partnerId = await newPartner(shop, '跨两张票')
  const sold = await post(owner, salesDelivery.routes, {
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId },
    lines: [{ ...(goods()[0] as ReturnType<typeof goods>[number]), qty: '10' }],
  })
  const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 5, partnerId } })
  const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
  // 1 000.00 without tax in two of 500.00 + 65.00; 6 of 10 come back, 678.00.
  const { drafts } = await cashier.call(draftIssued, { body: { bills, sheetKind: 'e_normal', limit: '500' } })
  for (const { id } of drafts)
    await act(cashier, routes, { id, version: 1 }, 'issue', { input: { invoiceNo: number() } })
  await back(partnerId, sold, ['6'])
  const [first, second] = drafts.map(({ id }) => id) as [number, number]
  const whole = await proposed(first)
  expect(whole.input.lines).toEqual([{ lineNo: 1, qty: null, untaxed: '500.00', tax: '65.00' }])
  const links = whole.input.links.map((link) => ({ ...link, amount: '-565' }))
  const gone = await act(cashier, routes, whole.blue, 'redPart', { input: { ...whole.input, links } })
  expect(gone).toMatchObject({ state: 'reversed', can: [] })
  expect(await restsOf(partnerId)).toEqual(['-113.00'])
  expect(await takePart(second)).toMatchObject({ state: 'issued' })
  const [rest] = await redsOf(second)
  expect(rest && figuresOf(rest)).toEqual([[1, null, '-100.00', '-13.00']])
  expect(await restsOf(partnerId)).toEqual([])
})

describe('部分红冲 refuses', () => {
  it('more of a line than stands, another tax, a gap, and bills that do not go back', async () => {
    const partnerId = await newPartner(shop, '超额')
    const { sold, blue } = await invoiced(partnerId, ['2', '0', '3'])
    await back(partnerId, sold, ['1'])
    const { blue: known, input } = await proposed(blue.id)
    const refusal = async (change: object) =>
      (await tryAct(cashier, routes, known, 'redPart', { input: { ...input, ...change } })).msg
    const line = (more: object) => ({ lines: [{ lineNo: 1, qty: null, untaxed: '100', tax: '13', ...more }] })
    expect(await refusal(line({ untaxed: '200.01', tax: '26' }))).toBe(
      '第1行「机油滤清器」 可红冲未税金额 200.00，本次 200.01',
    )
    expect(await refusal(line({ tax: '26.01' }))).toBe('第1行「机油滤清器」 可红冲税额 26.00，本次 26.01')
    expect(await refusal(line({ qty: '3' }))).toBe('第1行「机油滤清器」 可红冲数量 2，本次 3')
    expect(await refusal(line({ tax: '13.07' }))).toBe('第1行「机油滤清器」 税额应为 13.00')
    expect(await refusal(line({ untaxed: '200', tax: '25.99' }))).toBe('第1行「机油滤清器」 税额应为 26.00')
    expect(await refusal(line({ untaxed: '0', tax: '0' }))).toBe('第1行「机油滤清器」 本次红冲金额不能为0')
    expect(await refusal(line({ lineNo: 9 }))).toBe('第9行 不在蓝字发票上')
    expect(await refusal({ lines: [...input.lines, ...input.lines] })).toBe('第1行「机油滤清器」 重复')
    expect(await refusal(line({ untaxed: '90', tax: '11.7' }))).toBe('红字单据合计与本次红冲的价税合计相差 11.30')
    const sale = await openItem(shop, owner, { partnerId, side: 'AR', total: '113' })
    const link = { sourceKind: 'balance_adjustment', sourceId: 99_999, openItemId: sale.id, amount: '-113' }
    expect(await refusal({ links: [link] })).toContain('第1行 关联单据不存在')
    expect(await refusal({ links: [] })).toBe('请选择退货、退款等红字单据')
    expect(await refusal({ lines: [] })).toBe('请填写本次红冲的金额')
    const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 5, partnerId } })
    const positive = rows.find(({ openItemId }) => openItemId === sale.id)
    const named = { ...link, sourceId: positive?.sourceId as number, amount: '113' }
    expect(await refusal({ links: [named] })).toMatch(/^第1行 单据 \S+ 不是退货、退款等红字单据$/)
  })

  it('a number that is taken, a day before the blue one or in a closed month', async () => {
    const partnerId = await newPartner(shop, '日期号码')
    const { sold, blue } = await invoiced(partnerId, ['2', '0', '0'], addDays(today, -1))
    const { header } = await cashier.call(routes.read, { params: { id: blue.id } })
    await back(partnerId, sold, ['1'])
    const { blue: known, input } = await proposed(blue.id)
    const refusal = async (change: object) =>
      (await tryAct(cashier, routes, known, 'redPart', { input: { ...input, ...change } })).msg
    expect(await refusal({ invoiceNo: header.invoiceNo })).toBe(
      `发票号码 ${header.invoiceNo} 已登记在 ${header.billNo}`,
    )
    expect(await refusal({ invoiceNo: '12' })).toBe('数电票号码应为20位数字')
    expect(await refusal({ bizDate: addDays(today, -2) })).toBe(`红字发票的日期不能早于蓝字发票 ${addDays(today, -1)}`)
    const month = periodOf(today)
    await shop.sql('update org set closed_month = $2 where group_id = $1 and id = $3', month, shop.orgId)
    expect(await refusal({ bizDate: today })).toBe(`该期间已结账：${monthText(month)}`)
    await shop.sql('update org set closed_month = null where group_id = $1 and id = $2', shop.orgId)
    expect(await act(cashier, routes, known, 'redPart', { input })).toMatchObject({ state: 'issued' })
  })

  it('who lacks the button, does not see amounts, or works elsewhere; and what would undo it beneath', async () => {
    const partnerId = await newPartner(shop, '权限')
    const { sold, blue } = await invoiced(partnerId, ['2', '0', '0'])
    await back(partnerId, sold, ['1'])
    const { blue: known, input } = await proposed(blue.id)
    const clerk = await worker(shop, 'cashier_accountant')
    await withdraw(shop, clerk, { buttons: [button('invoice', 'red')] })
    expect(await tryAct(clerk.client, routes, known, 'redPart', { input })).toMatchObject({
      status: 403,
      msg: '您没有开票单「部分红冲」的权限',
    })
    const blind = await worker(shop, 'cashier_accountant')
    await withdraw(shop, blind, { fields: ['doc_price'] })
    for (const answer of [
      await tryAct(blind.client, routes, known, 'redPart', { input }),
      await blind.client.ask(redPart.AR.proposal, { params: { id: blue.id }, query: {} }),
      await blind.client.ask(redPart.AR.blues, { query: {} }),
    ])
      expect([answer.status, answer.msg]).toEqual([403, '您看不到「单据价格与金额」，不能办理开票单'])
    const technician = await worker(shop, 'technician')
    expect((await technician.client.ask(redPart.AR.proposal, { params: { id: blue.id }, query: {} })).status).toBe(403)
    const { orgId } = await openBranch(shop)
    const elsewhere = await shop.signIn('cashier_accountant', orgId)
    expect((await tryAct(elsewhere, routes, known, 'redPart', { input })).status).toBe(404)
    expect((await elsewhere.ask(redPart.AR.proposal, { params: { id: blue.id }, query: {} })).status).toBe(404)

    const issued = await act(cashier, routes, known, 'redPart', { input })
    const [part] = await redsOf(blue.id)
    for (const step of ['recall', 'void'])
      expect((await tryAct(cashier, routes, issued, step)).msg).toMatch(/^已有部分红冲的红字发票|^数电票不能作废/)
    expect((await tryAct(cashier, routes, issued, 'recall')).msg).toBe(
      `已有部分红冲的红字发票 ${part?.header.billNo}，不能撤销登记，其余请红冲`,
    )
    const red = { id: part?.header.id as number, version: 1 }
    expect((await tryAct(cashier, routes, red, 'redPart', { input })).msg).toContain('是红冲单据，不能再部分红冲')
  })

  it('more at once than the blue one has, and does what is asked twice under one key once', async () => {
    const partnerId = await newPartner(shop, '同时红冲')
    const { sold, blue } = await invoiced(partnerId, ['2', '0', '0'])
    await back(partnerId, sold, ['2'])
    const { blue: known, input } = await proposed(blue.id)
    const answers = await Promise.all(
      [owner, cashier].map((client) =>
        tryAct(client, routes, known, 'redPart', { input: { ...input, invoiceNo: number() } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await redsOf(blue.id)).toHaveLength(1)
    const again = await invoiced(partnerId, ['3', '0', '0'])
    await back(partnerId, again.sold, ['1'])
    const next = await proposed(again.blue.id)
    const words = { input: next.input, idempotencyKey: crypto.randomUUID() }
    const [one, two] = await Promise.all([
      tryAct(cashier, routes, next.blue, 'redPart', words),
      tryAct(cashier, routes, next.blue, 'redPart', words),
    ])
    expect([one.data, two.data]).toEqual([one.data, one.data])
    expect(await redsOf(again.blue.id)).toHaveLength(1)
  })
})

describe('部分红冲 of what was received', () => {
  it('is deducted with its blue one, and lessens what may be transferred out', async () => {
    const partnerId = await newPartner(shop, '退回供方', 2)
    const receipt = await post(owner, goodsReceipt.routes, {
      header: { bizDate: today, partnerId, warehouseId: shop.warehouseId, invoiceKind: 'special' },
      lines: [{ partId: shop.parts.oil, qty: '10', price: '11.3', taxRate: '0.13' }],
    })
    const { lines: received } = await owner.call(goodsReceipt.routes.read, { params: { id: receipt.id } })
    const [bill] = (await cashier.call(pendingReceived.list, { query: { page: 1, rows: 5, partnerId } })).rows
    const { sourceKind, sourceId, openItemId } = bill as NonNullable<typeof bill>
    const body = { bills: [{ sourceKind, sourceId, openItemId }], sheetKind: 'e_special' as const }
    const { drafts } = await cashier.call(draftReceived, { body: { ...body, taxNo: '91110000MA00000003' } })
    const { routes: of } = invoiceReceived
    const draft = { id: drafts[0]?.id as number, version: 1 }
    const issued = await act(cashier, of, draft, 'issue', { input: { invoiceNo: number() } })
    await post(owner, purchaseReturn.routes, {
      header: { bizDate: today, partnerId, warehouseId: shop.warehouseId, invoiceKind: 'special', reason: '质量问题' },
      lines: [
        { sourceLineId: received[0]?.id as number, partId: shop.parts.oil, qty: '4', price: '11.3', taxRate: '0.13' },
      ],
    })
    const { version, lines, bills } = await cashier.call(redPart.AP.proposal, { params: { id: issued.id }, query: {} })
    expect(lines.map(({ part }) => part)).toEqual([{ qty: '4', untaxed: '40.00', tax: '5.20' }])
    const links = bills.map(linkOf)
    const input = { invoiceNo: number(), lines: lines.map(({ lineNo, part }) => ({ lineNo, ...part })), links }
    const lessened = await act(cashier, of, { id: issued.id, version }, 'redPart', { input })
    const month = today.slice(0, 7)
    const partOf = async () => {
      const related = await cashier.call(of.related, { params: { id: issued.id } })
      const id = related.find(({ relation }) => relation === 'red')?.id as number
      return (await cashier.call(of.read, { params: { id } })).header.certifiedMonth
    }
    expect(await partOf()).toBeNull()
    const certified = await act(cashier, of, lessened, 'certify', { input: { month } })
    expect(certified.can).toContain('transfer')
    expect(await partOf()).toBe(periodOf(today))
    expect((await tryAct(cashier, of, certified, 'transfer', { input: { month, amount: '7.81' } })).msg).toBe(
      '转出税额不能大于税额 7.80',
    )
    const out = await act(cashier, of, certified, 'transfer', { input: { month, amount: '7.80' } })
    expect((await tryAct(cashier, of, out, 'redPart', { input })).msg).toBe('请先取消进项转出')
    const inBooks = await act(cashier, of, out, 'transfer', { input: { month: null, amount: '0' } })
    await act(cashier, of, inBooks, 'certify', { input: { month: null } })
    expect(await partOf()).toBeNull()
  })
})
