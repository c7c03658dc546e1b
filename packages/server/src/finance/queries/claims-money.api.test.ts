// 索赔款管理 through HTTP: what manufacturers and insurers owe, as the tabs of settlement have it; its invoices, and what settles it against payables.
import { claimsMoney, type ClaimsTab } from '@chepu/contract/finance/claims-money'
import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { otherExpense } from '@chepu/contract/finance/other-money'
import { settleQueries } from '@chepu/contract/finance/settle-queries'
import { taxEntries } from '@chepu/contract/finance/tax-register'
import { writeOff } from '@chepu/contract/finance/write-off'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, save, tryAct, undo } from '../../../test/desk'
import { today } from '../../../test/finance'
import { openClaims } from '../../../test/settled-claims'
import type { Client } from '../../../test/shop'

const { routes } = warrantySettlement
let station: Awaited<ReturnType<typeof openClaims>>
let owner: Client
beforeAll(async () => {
  station = await openClaims()
  owner = station.owner
})
afterAll(() => station.shop.close())

const bodyOf = (billIds: readonly number[], deductions: readonly object[] = [], more: object = {}) =>
  ({
    header: { bizDate: today, partnerId: station.makerId, ...more },
    bills: billIds.map((billId) => ({ billId })),
    deductions,
  }) as never
const rowsOf = async (tab: ClaimsTab, more: object = {}) =>
  (await owner.call(claimsMoney.list, { query: { tab, page: 1, rows: 100, ...more } as never })).rows
const shown = ({
  billNo,
  state,
  agreed,
  deducted,
  original,
  settled,
  waived,
  balance,
  invoiceState,
}: Awaited<ReturnType<typeof rowsOf>>[number]) => [
  billNo,
  state,
  agreed,
  deducted,
  original,
  settled,
  waived,
  balance,
  invoiceState,
]
/** What is open by this page and by the tab of settlement. */
const openSums = async (tab: ClaimsTab) => {
  const mine = await owner.call(claimsMoney.totals, { query: { tab } as never })
  const theirs = await owner.call(settleQueries.AR.items.totals, { query: { tab } as never })
  return [mine.sums['balance'], theirs.sums['balance']]
}
const pending = async (more: object = {}) =>
  (await owner.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId: station.makerId, ...more } as never }))
    .rows
const itemOf = async (settlementId: number) =>
  (
    await station.shop.sql<{ id: number }>(
      `select id from open_item where group_id = $1 and source_kind = 'warranty_settlement' and source_id = $2 and original <> 0`,
      settlementId,
    )
  )[0]?.id as number

it('shows what a manufacturer owes from the claim to his money, as 三包结算 has it', async () => {
  const [waiting, agreed, done] = [await station.approved(), await station.agreed(), await station.agreed()]
  const settled = await post(
    owner,
    routes,
    bodyOf([done.id], [{ deduction: 'sampling', amount: '50', reason: '抽检' }]),
  )
  // 140.01 are no money: 优惠 20.01, a bad debt of 60.00, and 60.00 that the customer has taken over.
  const { collected, moved } = station.clearing(settled.id)
  await collected('100', '20.01')
  await moved('bad_debt', '60')
  const transfer = await moved('transfer', '60', { payerId: station.workshop.partnerId })
  expect((await rowsOf('warranty')).map(shown).toSorted()).toEqual(
    [
      [waiting.billNo, 'open', null, '0.00', '1120.00', '0.00', '0.00', '1120.00', null],
      [agreed.billNo, 'agreed', '850.00', '0.00', '850.00', '0.00', '0.00', '850.00', null],
      [settled.billNo, 'owed', '850.00', '50.00', '800.00', '100.00', '140.01', '559.99', 'none'],
    ].toSorted(),
  )
  expect(await openSums('warranty')).toEqual(['2529.99', '2589.99'])
  expect((await rowsOf('warranty', { state: 'agreed' })).map(({ billId }) => billId)).toEqual([agreed.id])
  await act(owner, writeOff.routes, transfer, 'reverse')
  await station.collect(settled.id, '619.99')
  expect((await rowsOf('warranty', { state: 'paid' })).map(shown)).toEqual([
    [settled.billNo, 'paid', '850.00', '50.00', '800.00', '719.99', '80.01', '0.00', 'none'],
  ])
})

it('shows a settlement of which deductions have left nothing as paid, with what was kept back', async () => {
  const bill = await station.free('75')
  const settled = await post(
    owner,
    routes,
    bodyOf([bill.id], [{ deduction: 'old_part', amount: '75', reason: '旧件丢失' }]),
  )
  const rows = async () => (await rowsOf('warranty', { billNo: settled.billNo, state: 'paid' })).map(shown)
  expect(await rows()).toEqual([[settled.billNo, 'paid', '75.00', '75.00', '0.00', '0.00', '0.00', '0.00', null]])
  const { sums } = await owner.call(claimsMoney.totals, { query: { tab: 'warranty', billNo: settled.billNo } as never })
  expect(sums).toMatchObject({ agreed: '75.00', deducted: '75.00', original: '0.00', balance: '0.00' })
  const [mine, theirs] = await openSums('warranty')
  expect(mine).toBe(theirs)
  await undo(owner, routes, settled)
  expect(await rows()).toEqual([])
})

it('shows what insurers owe, less what a verdict took off, as 保险结算 has it', async () => {
  const { desk, workshop } = station
  const { insurerId } = workshop
  const order = await desk.finished({
    header: desk.plainBody().header,
    labour: [desk.labour('钣金', '600', { payer: 'insurance', payerPartnerId: insurerId })],
  })
  await desk.settle(await desk.drafted(order), { tenders: [] })
  const rows = await rowsOf('insurance', { partnerId: insurerId })
  expect(rows.map(({ state, original, balance }) => [state, original, balance])).toEqual([['owed', '600.00', '600.00']])
  expect(await openSums('insurance')).toEqual(['600.00', '600.00'])
})

it('shows insurers and manufacturers alone: what a customer has taken over of theirs is his', async () => {
  const { desk, workshop, makerId } = station
  const { insurerId, partnerId, vehicleId } = workshop
  const order = await desk.finished({
    header: desk.plainBody().header,
    labour: [desk.labour('钣金', '500', { payer: 'insurance', payerPartnerId: insurerId })],
  })
  const surveyed = { surveyor: '定损员甲', assessedOn: today, assessedLabour: '500' }
  const of = {
    bizDate: today,
    partnerId,
    vehicleId,
    workOrderId: order.id,
    insurerId,
    caseNo: 'RA9',
    papers: [],
    ...surveyed,
  }
  const opened = await save(owner, insuranceCase.routes, { header: of } as never)
  const assessed = await act(owner, insuranceCase.routes, opened, 'assess')
  await desk.settle(await desk.drafted(order), { tenders: [] })
  const { header } = await owner.call(insuranceCase.routes.read, { params: { id: assessed.id } })
  const handed = await act(owner, insuranceCase.routes, header, 'handIn')
  await act(owner, insuranceCase.routes, handed, 'agree', { input: { amount: '380', rest: 'customer' } })
  const bill = await station.free('60')
  const settled = await post(owner, routes, bodyOf([bill.id]))
  await post(owner, writeOff.routes, {
    header: { bizDate: today, partnerId: makerId, payerId: partnerId, purpose: 'transfer', remark: '三方协议' },
    items: [{ openItemId: await itemOf(settled.id), amount: '60' }],
  } as never)
  expect(await rowsOf('insurance', { partnerId })).toEqual([])
  expect(await rowsOf('warranty', { partnerId })).toEqual([])
  const [row] = await rowsOf('insurance', { partnerId: insurerId, billNo: opened.billNo })
  expect(row).toMatchObject({ state: 'owed', agreed: '380.00', deducted: '120.00', balance: '380.00' })
  expect((await rowsOf('warranty', { billNo: settled.billNo })).map(shown)).toEqual([
    [settled.billNo, 'paid', '60.00', '0.00', '60.00', '0.00', '60.00', '0.00', 'none'],
  ])
})

it('is invoiced by the settlement alone, a deduction shared by its lines', async () => {
  const bill = await station.agreed()
  expect((await pending()).filter(({ sourceId }) => sourceId === bill.id)).toEqual([])
  const deductions = [{ deduction: 'sampling', amount: '50', reason: '抽检' }]
  const settled = await post(owner, routes, bodyOf([bill.id], deductions))
  const [row] = await pending({ sourceKind: 'warranty_settlement', sourceId: settled.id })
  expect(row).toMatchObject({ billNo: settled.billNo, taxed: '800.00', rest: '800.00', payerType: 'warranty' })
  const entries = async () =>
    (await owner.call(taxEntries.list, { query: { page: 1, rows: 200, figure: 'uninvoiced' } as never })).rows
      .filter(({ billNo }) => billNo === settled.billNo)
      .map(({ rateName, untaxed, tax }) => [rateName, untaxed, tax])
  // 800.00 with 13 % in it: 707.96 and 92.04.
  expect(await entries()).toEqual([['13%', '707.96', '92.04']])
  const named = { sourceKind: 'warranty_settlement', sourceId: settled.id, openItemId: row?.openItemId as number }
  const { drafts } = await owner.call(draftIssued, { body: { bills: [named], sheetKind: 'receipt' } })
  expect((await rowsOf('warranty', { billNo: settled.billNo })).map((one) => one.invoiceState)).toEqual(['waits'])
  const { lines, header } = await owner.call(invoiceIssued.routes.read, { params: { id: drafts[0]?.id as number } })
  // 600.00 and 250.00 of 850.00 share 50.00: 564.71 and 235.29.
  expect(header.taxed).toBe('800.00')
  expect(lines.map(({ taxed, taxRate }) => [taxed, taxRate])).toEqual([
    ['564.71', '0.1300'],
    ['235.29', '0.1300'],
  ])
  const refused = await tryAct(owner, routes, settled, 'unapprove')
  expect(refused.msg).toBe(`单据 ${settled.billNo} 已有发票关联，请先作废或红冲发票，或改用红冲`)
  await act(owner, invoiceIssued.routes, { id: header.id, version: header.version }, 'void')
  await undo(owner, routes, settled)
})

/** What a settlement has earned and spent beside what its bills have, all that its invoice says, and what the register says of it. */
async function untaxedOf(settlementId: number, billId: number) {
  const [books] = await station.shop.sql<{ profit: string; kept: string }>(
    `select sum(case kind when 'other_expense' then -amount else amount end) as profit, sum(amount) filter (where kind = 'other_expense') as kept
    from pnl_ledger where group_id = $1 and ((doc_kind, doc_id) in (('warranty_settlement', $2), ('warranty_bill', $3))
      or (doc_kind = 'claim_confirmation' and doc_id in (select document_id from claim_line where group_id = $1 and bill_id = $3)))`,
    settlementId,
    billId,
  )
  const named = { sourceKind: 'warranty_settlement', sourceId: settlementId, openItemId: await itemOf(settlementId) }
  const { rows } = await owner.call(taxEntries.list, { query: { page: 1, rows: 200, figure: 'uninvoiced' } as never })
  const taxed = rows.filter(({ sourceId, sourceKind }) => sourceKind === named.sourceKind && sourceId === settlementId)
  const { drafts } = await owner.call(draftIssued, { body: { bills: [named], sheetKind: 'receipt' } })
  const { lines, header } = await owner.call(invoiceIssued.routes.read, { params: { id: drafts[0]?.id as number } })
  await act(owner, invoiceIssued.routes, { id: header.id, version: header.version }, 'void')
  return {
    books: [books?.profit, books?.kept],
    invoice: [header.untaxed, header.tax, ...lines.map((line) => line.untaxed)],
    register: taxed.map(({ rateName, untaxed, tax }) => `${rateName} ${untaxed} ${tax}`).toSorted(),
  }
}

it('has earned without tax what its invoice says without tax, deductions and several rates among it', async () => {
  // 33.33 and 80.02 at 13 %, 50.05 at 6 %: 29.50 + 70.81 + 47.22 = 147.53 of 163.40. 13.40 are kept back: 150.00 are 45.95 at 6 %, 30.59 and 73.46 at 13 %.
  const bill = await station.rated([
    ['33.33', '0.13'],
    ['80.02', '0.13'],
    ['50.05', '0.06'],
  ])
  const deductions = [{ deduction: 'other', amount: '13.40', reason: '抽检不合格' }]
  const settled = await post(owner, routes, bodyOf([bill.id], deductions))
  expect(await untaxedOf(settled.id, bill.id)).toEqual({
    books: ['135.43', '12.10'],
    invoice: ['135.43', '14.57', '43.35', '27.07', '65.01'],
    register: ['13% 92.08 11.97', '6% 43.35 2.60'],
  })
})

it('of a small-scale taxpayer is without the tax of his rate alike', async () => {
  const setKind = (kind: string) =>
    station.shop.sql(
      `update org set taxpayer_kind = $2 where group_id = $1 and id = $3 returning id`,
      kind,
      station.shop.orgId,
    )
  await setKind('small')
  const bill = await station.rated([['103', '0.03']])
  const settled = await post(
    owner,
    routes,
    bodyOf([bill.id], [{ deduction: 'sampling', amount: '10.30', reason: '抽检' }]),
  )
  // 92.70 of 103.00 with 3 % in it: 90.00 of 100.00.
  expect(await untaxedOf(settled.id, bill.id)).toEqual({
    books: ['90.00', '10.00'],
    invoice: ['90.00', '2.70', '90.00'],
    register: ['3% 90.00 2.70'],
  })
  await setKind('general')
})

it('that the manufacturer wants no invoice of waits for none', async () => {
  const bill = await station.free('90')
  const settled = await post(owner, routes, bodyOf([bill.id], [], { needsInvoice: false }))
  expect(await pending({ sourceId: settled.id, sourceKind: 'warranty_settlement' })).toEqual([])
})

it('of a supplier is settled against what he is owed', async () => {
  const { shop, makerId } = station
  await shop.sql(`update partner set cus_flag = cus_flag | 2 where group_id = $1 and id = $2 returning id`, makerId)
  const [category] = await shop.sql<{ id: number }>(
    `select id from expense_category where group_id = $1 and direction = 'out' and not is_system limit 1`,
  )
  const bill = await station.free('120')
  const settled = await post(owner, routes, bodyOf([bill.id]))
  const payable = await post(owner, otherExpense.routes, {
    header: { bizDate: today, partnerId: makerId, purpose: 'owed', categoryId: category?.id as number, total: '200' },
  } as never)
  const [row] = await rowsOf('warranty', { billNo: settled.billNo })
  expect(row).toMatchObject({ isOwed: true, itemIds: [await itemOf(settled.id)] })
  const [owed] = await shop.sql<{ id: number }>(
    `select id from open_item where group_id = $1 and source_kind = 'other_expense' and source_id = $2`,
    payable.id,
  )
  await post(owner, writeOff.routes, {
    header: { bizDate: today, partnerId: makerId, purpose: 'offset' },
    items: [
      { openItemId: row?.itemIds[0] as number, amount: '120' },
      { openItemId: owed?.id as number, amount: '120' },
    ],
  } as never)
  expect(
    (await rowsOf('warranty', { billNo: settled.billNo })).map(({ state, settled: came, waived }) => [
      state,
      came,
      waived,
    ]),
  ).toEqual([['paid', '120.00', '0.00']])
})

it('is nobody’s who lacks the page', async () => {
  const technician = await station.shop.signIn('technician')
  const asked = await technician.ask(claimsMoney.list, { query: { tab: 'warranty', page: 1, rows: 10 } as never })
  expect(asked.status).toBe(403)
})
