// The books of a month by figures written out: what is exported of it, corrected after it was opened again, and what its statements say.
import {
  balanceExport,
  balanceOverview,
  exportAgain,
  exportVouchers,
  profitExport,
  profitStatement,
  voucherExports,
  voucherLines,
} from '@chepu/contract/finance/books'
import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { invoiceReceived } from '@chepu/contract/finance/invoice'
import { draftReceived, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { otherExpense } from '@chepu/contract/finance/other-money'
import { periodRoutes } from '@chepu/contract/finance/period-close'
import { taxRegister } from '@chepu/contract/finance/tax-register'
import { lastDayOfMonth, monthBefore, monthText } from '@chepu/contract/kernel/calendar'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownCompany } from '../../../test/finance'
import { act, approve, post, save, type Saved, undo } from '../../../test/desk'
import { exportedFile } from '../../../test/export-file'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { keepFilesIn } from '../../kernel/base/file-folder'
import { startExports } from '../../kernel/export/worker'
import { periodOf } from '../../kernel/ledgers/types'
import { readRows } from '../../kernel/spreadsheet/read'

const month = monthBefore(periodOf(shanghaiDay()))
const opening = monthBefore(month)
const dayOf = (day: string) => `${monthText(month)}-${day}`

let shop: Shop
let owner: Client
let folder: string
let exports: ReturnType<typeof startExports>
let rent: number
let delivery: Saved
let expense: Saved

beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false, backdateDays: 62 } })
  folder = await mkdtemp(join(tmpdir(), 'chepu-books-'))
  keepFilesIn(folder)
  exports = startExports(shop.db, () => undefined)
  await shop.sql("update org set start_month = $2, taxpayer_kind = 'general' where group_id = $1", month)
  await shop.sql('update store_account set opening_on = $2 where group_id = $1', `${monthText(opening)}-28`)
  owner = await shop.signIn('owner')
  const [category] = await shop.sql<{ id: number }>(
    "select id from expense_category where group_id = $1 and name = '房租水电'",
  )
  rent = category?.id as number
  const goods = (partnerId: number, qty: string, price: string) => ({
    header: { bizDate: dayOf('10'), partnerId, warehouseId: shop.warehouseId, invoiceKind: 'special' as const },
    lines: [{ partId: shop.parts.filter, qty, price, taxRate: '0.13' }],
  })
  // 10 at 113.00 and 4 at 169.50, with 13 % tax: 1000.00 + 130.00, and 600.00 + 78.00 of what cost 400.00.
  await post(owner, goodsReceipt.routes, goods(shop.supplierId, '10', '113'))
  delivery = await post(owner, salesDelivery.routes, goods(shop.customerId, '4', '169.5'))
  expense = await pay('30')
  // Owed since long before the books begin: it stands in their first month.
  const old = {
    purpose: 'opening' as const,
    partnerId: shop.customerId,
    side: 'AR' as const,
    total: '20',
    remark: '旧账',
  }
  const bizDate = `${monthText(monthBefore(monthBefore(opening)))}-05`
  await approve(owner, balanceAdjustment, await save(owner, balanceAdjustment.routes, { header: { ...old, bizDate } }))
})
afterAll(async () => {
  await exports.stop()
  await shop.close()
  await rm(folder, { recursive: true })
})

const pay = async (amount: string): Promise<Saved> => {
  const header = { bizDate: dayOf('12'), categoryId: rent, purpose: 'cash' as const, total: amount, remark: '房租' }
  const tenders = [{ storeAccountId: shop.cashId, amount }]
  return act(owner, otherExpense.routes, await save(owner, otherExpense.routes, { header, tenders }), 'approve')
}
/** A supplier's invoice of half the purchase, certified in the month: 65.00 of its tax. */
async function certifyHalf() {
  const { rows } = await owner.call(pendingReceived.list, { query: { page: 1, rows: 50 } })
  const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({
    sourceKind,
    sourceId,
    openItemId,
    amount: '565',
  }))
  const body = { bills, sheetKind: 'e_special' as const, bizDate: dayOf('11'), taxNo: '91110000MA00000001' }
  const { drafts } = await owner.call(draftReceived, { body })
  const { header } = await owner.call(invoiceReceived.routes.read, { params: { id: drafts[0]?.id as number } })
  const input = { invoiceNo: '30000000000000000001' }
  const issued = await act(owner, invoiceReceived.routes, header, 'issue', { input })
  await act(owner, invoiceReceived.routes, issued, 'certify', { input: { month: monthText(month) } })
}
const close = async (which: number) =>
  expect(await owner.ask(periodRoutes.close, { body: { month: which, remark: '没有交款' } })).toMatchObject({
    status: 200,
  })
const take = () => owner.ask(exportVouchers, { body: { month, format: 'csv' } })
const pending = async () =>
  (await owner.call(voucherLines.list, { query: { month, rows: 200 } })).rows
    .filter(({ state }) => state !== 'exported')
    .map(({ no, summary, accountCode, debit, credit }) => [no, summary, accountCode, debit ?? '', credit ?? ''])

it('are shown of an open month, and not exported', async () => {
  expect(await take()).toMatchObject({ status: 400, msg: `${monthText(month)} 还没有结账，结账后才能导出凭证` })
  expect(await owner.ask(balanceOverview, { query: { month } })).toMatchObject({ status: 400 })
  expect(await owner.call(profitStatement, { query: { month } })).toMatchObject({ isClosed: false })
  const { rows } = await owner.call(voucherLines.list, { query: { month: opening } })
  const lastDay = lastDayOfMonth(opening)
  expect(rows.map(({ bizDate, accountCode, debit, credit }) => [bizDate, accountCode, debit ?? credit])).toEqual([
    [`${monthText(opening)}-28`, '1001', '5000.00'],
    [`${monthText(opening)}-28`, '310401', '5000.00'],
    [lastDay, '1122', '20.00'],
    [lastDay, '310401', '20.00'],
  ])
  expect(await pending()).toEqual([
    [1, '采购入库单 测试供应商', '1405', '1000.00', ''],
    [1, '采购入库单 测试供应商', '22210101', '130.00', ''],
    [1, '采购入库单 测试供应商', '2202', '', '1130.00'],
    [2, '销售出库单 测试修理厂', '1122', '678.00', ''],
    [2, '销售出库单 测试修理厂', '540101', '400.00', ''],
    [2, '销售出库单 测试修理厂', '1405', '', '400.00'],
    [2, '销售出库单 测试修理厂', '22210102', '', '78.00'],
    [2, '销售出库单 测试修理厂', '500101', '', '600.00'],
    [3, '其他支出单', '560201', '30.00', ''],
    [3, '其他支出单', '1001', '', '30.00'],
  ])
})

it('agree with the statements of the closed month, and these with what the closing kept', async () => {
  await ownCompany(shop)
  await close(opening)
  await certifyHalf()
  await close(month)
  // 78.00 of sales that nobody has invoiced, less 65.00 of the 130.00 of purchases, is what 税金管理 tells, and the overview below.
  const register = await owner.call(taxRegister.list, { query: { fromMonth: month, toMonth: month } })
  expect(register.rows.at(-1)).toMatchObject({ isSum: true, payable: '13.00', carriedOut: '0.00' })
  const { rows, yearFrom } = await owner.call(profitStatement, { query: { month } })
  // The month of the opening balances has no trade, so that the year begins with the first month of business.
  expect(yearFrom).toBe(month)
  expect(rows.filter((row) => row.month !== '0.00').map((row) => [row.key, row.month, row.year])).toEqual([
    ['revenue', '600.00', '600.00'],
    ['cost', '400.00', '400.00'],
    ['administration', '30.00', '30.00'],
    ['operating', '170.00', '170.00'],
    ['total', '170.00', '170.00'],
    ['net', '170.00', '170.00'],
  ])
  const overview = await owner.call(balanceOverview, { query: { month } })
  expect(
    overview.rows
      .filter(({ vouchers }) => vouchers !== '0.00')
      .map(({ key, vouchers, books }) => [key, vouchers, books]),
  ).toEqual([
    ['cash', '4970.00', '4970.00'],
    ['ar', '698.00', '698.00'],
    ['stock', '600.00', '600.00'],
    ['ap', '1130.00', '1130.00'],
    ['tax', '-52.00', null],
    ['tax_owed', '13.00', null],
    ['tax_waiting', '-65.00', null],
    ['opening', '5020.00', null],
    ['profit', '170.00', '170.00'],
  ])
  expect(overview).toMatchObject({
    sums: { assets: '6268.00', liabilities: '1078.00', equity: '5190.00' },
    differences: 0,
    gap: '0.00',
  })
})

it('come with the statements as files, for who may export', async () => {
  const asked = { body: { filters: { month }, columns: [] } }
  const linesOf = async (route: typeof profitExport | typeof balanceExport) =>
    (await readRows(await exportedFile(owner, await owner.call(route, asked)))).rows.map((cells) =>
      cells.map((cell) => String(cell ?? '')).join(' '),
    )
  expect(await linesOf(profitExport)).toEqual([
    '测试配件店 利润表',
    `期间：${monthText(month)}`,
    `本年累计自 ${monthText(month)} 起`,
    '单位：元',
    '项目 本月金额 本年累计',
    '一、营业收入 600 600',
    '减：营业成本 400 400',
    '税金及附加 0 0',
    '销售费用 0 0',
    '管理费用 30 30',
    '财务费用 0 0',
    '二、营业利润 170 170',
    '加：营业外收入 0 0',
    '减：营业外支出 0 0',
    '三、利润总额 170 170',
    '四、净利润 170 170',
  ])
  const balance = await linesOf(balanceExport)
  expect(balance.slice(0, 4)).toEqual([
    '测试配件店 资产负债概览',
    `${monthText(month)} 月末`,
    '单位：元',
    '类别 项目 凭证余额 账面余额 差额',
  ])
  expect(balance).toEqual(expect.arrayContaining(['资产 应收账款 698 698 0', '负债 应付账款 1130 1130 0']))
  expect(balance.filter((line) => line.includes('应交')).map((line) => line.trim())).toEqual([
    '负债 应交税费 -52',
    '负债 其中：应交增值税 13',
  ])
  expect(balance.filter((line) => line.includes('合计')).map((line) => line.trim())).toEqual([
    '资产合计 6268',
    '负债合计 1078',
    '权益合计 5190',
  ])
  const later = { body: { filters: { month: periodOf(shanghaiDay()) }, columns: [] } }
  expect(await owner.ask(balanceExport, later)).toMatchObject({ status: 400 })
  const salesperson = await shop.signIn('salesperson')
  expect(await salesperson.ask(profitExport, asked)).toMatchObject({ status: 403 })
  expect(await salesperson.ask(balanceExport, asked)).toMatchObject({ status: 403 })
})

it('are exported once as other programs import them', async () => {
  const done = await take()
  expect(done).toMatchObject({ status: 200, data: { vouchers: 3, corrections: 0 } })
  const { rows } = await readRows(await exportedFile(owner, done.data))
  expect(rows[0]).toEqual([
    '日期',
    '凭证字',
    '凭证号',
    '摘要',
    '科目编码',
    '科目名称',
    '借方金额',
    '贷方金额',
    '往来单位编码',
    '往来单位',
    '部门',
    '制单人',
    '单据号',
  ])
  expect(rows).toHaveLength(11)
  expect(rows[4]?.slice(1, 8)).toEqual(['记', '2', '销售出库单 测试修理厂', '1122', '应收账款', '678.00', null])
  expect(rows[4]?.slice(9)).toEqual(['测试修理厂', null, expect.any(String), delivery.billNo])
  expect(await take()).toMatchObject({ status: 400, msg: `${monthText(month)} 没有未导出的凭证` })
  expect(await pending()).toEqual([])
  const [export1] = await owner.call(voucherExports, { query: { month } })
  expect(export1).toMatchObject({ vouchers: 3, corrections: 0, firstNo: 1, lastNo: 3, debit: '2238.00' })
  const again = await owner.call(exportAgain, { params: { id: export1?.id as number }, body: { format: 'xlsx' } })
  expect((await readRows(await exportedFile(owner, again))).rows).toHaveLength(11)
})

it('are corrected by the difference after the month was opened again', async () => {
  const reopened = await owner.ask(periodRoutes.reopen, { body: { month, reason: '房租有误' } })
  expect(reopened).toMatchObject({ status: 200 })
  const draft = await undo(owner, otherExpense.routes, expense)
  await act(owner, otherExpense.routes, draft, 'void', { reason: '录错' })
  await pay('45')
  await close(month)
  expect(await pending()).toEqual([
    [4, '更正 其他支出单', '1001', '30.00', ''],
    [4, '更正 其他支出单', '560201', '-30.00', ''],
    [5, '其他支出单', '560201', '45.00', ''],
    [5, '其他支出单', '1001', '', '45.00'],
  ])
  const done = await take()
  expect(done).toMatchObject({ status: 200, data: { vouchers: 2, corrections: 1 } })
  const { sums } = await owner.call(voucherLines.totals, { query: { month, account: '560201' } })
  expect(sums['debit']).toBe('45.00')
  expect(await owner.call(balanceOverview, { query: { month } })).toMatchObject({ differences: 0, gap: '0.00' })
})

it('are those of the own organisation', async () => {
  const [made] = await owner.call(voucherExports, { query: { month } })
  const { orgId } = await openBranch(shop)
  const neighbour = await shop.signIn('owner', orgId)
  const again = { params: { id: made?.id as number }, body: { format: 'xlsx' as const } }
  expect(await neighbour.ask(exportAgain, again)).toMatchObject({ status: 404 })
  expect(await neighbour.call(voucherExports, { query: { month } })).toEqual([])
  const manager = await shop.signIn('salesperson')
  expect(await manager.ask(exportAgain, again)).toMatchObject({ status: 403 })
  expect(await manager.ask(exportVouchers, { body: { month, format: 'xlsx' } })).toMatchObject({ status: 403 })
  expect(await manager.ask(voucherExports, { query: { month } })).toMatchObject({ status: 403 })
  expect(await manager.ask(profitStatement, { query: { month } })).toMatchObject({ status: 403 })
  expect(await manager.ask(balanceOverview, { query: { month } })).toMatchObject({ status: 403 })
})
