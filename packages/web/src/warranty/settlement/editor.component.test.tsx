import { button } from '@chepu/contract/access/catalogue'
import { listEmployees, searchPartners } from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { claimsMoney } from '@chepu/contract/finance/claims-money'
import type { QueryRow } from '@chepu/contract/kernel/query'
import {
  type SettlementCandidate,
  settlementCandidates,
  warrantySettlement,
} from '@chepu/contract/warranty/warranty-settlement'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import ClaimsPage from '../../finance/claims/page'
import WarrantySettlementEditor from './editor'

const maker = { id: 8, code: 'M8', name: '东风商用车', mobile: '', cusFlag: 16 }
const bill = (billId: number, more: Partial<SettlementCandidate> = {}): SettlementCandidate => ({
  billId,
  billNo: `SB02261128000${billId}`,
  billDate: '2026-11-20',
  billState: 'confirmed',
  plate: '鄂A12345',
  vin: null,
  customerName: '顺达物流',
  claimedAmount: '500.00',
  confirmedAmount: '500.00',
  waitingParts: 0,
  refusedParts: 0,
  missingParts: 0,
  proposedDeduction: '0.00',
  ...more,
})
const bills = [
  bill(1),
  bill(2, { billState: 'part_confirmed', confirmedAmount: '350.00', refusedParts: 1, proposedDeduction: '50.00' }),
]

beforeEach(() => {
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(searchPartners, () => ({ rows: [maker], more: false }) as never)
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(settlementCandidates, () => ({ rows: bills, more: false }))
})

const figures = () => page.getByLabelText('合计')

test('ticked bills begin a settlement, an old part that was refused is proposed as a deduction, and what is left follows what is typed', async () => {
  draw(<WarrantySettlementEditor />, { params: { new: '1', partnerId: '8', billIds: '1,2' } })
  await expect.element(page.getByRole('status').first()).toHaveTextContent('共 2 张')
  for (const text of ['850.00', '50.00', '800.00'])
    await expect.element(figures().getByText(text, { exact: true })).toBeVisible()
  const reason = page.getByRole('textbox', { name: '扣款第1行原因' }).element()
  expect(reason.getBoundingClientRect().width).toBeGreaterThanOrEqual(220)
  await userEvent.fill(page.getByRole('textbox', { name: '扣款第1行金额' }), '70')
  await userEvent.keyboard('{Enter}')
  await expect.element(figures().getByText('780.00', { exact: true })).toBeVisible()
  server.on(warrantySettlement.routes.save, () => ({ id: 7, billNo: 'SJ01', version: 1, state: 'draft', can: [] }))
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => server.asked(warrantySettlement.routes.save).length).toBe(1)
  expect(server.asked(warrantySettlement.routes.save)[0]?.body).toMatchObject({
    header: { partnerId: 8, needsInvoice: true },
    bills: [{ billId: 1 }, { billId: 2 }],
    deductions: [{ deduction: 'old_part', billId: 2, amount: '70', reason: '旧件 1 件被拒' }],
  })
})

test('F9 takes along an amount that nobody has left yet, also of a settlement that was just saved', async () => {
  server.on(warrantySettlement.routes.save, () => ({
    id: 7,
    billNo: 'SJ01',
    version: 1,
    state: 'draft',
    can: ['approve'],
  }))
  draw(<WarrantySettlementEditor />, { params: { new: '1', partnerId: '8', billIds: '1,2' } })
  await expect.element(page.getByRole('status').first()).toHaveTextContent('共 2 张')
  const amount = page.getByRole('textbox', { name: '扣款第1行金额' })
  const saves = () => server.asked(warrantySettlement.routes.save).map(({ body }) => body?.deductions?.[0]?.amount)
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(saves).toEqual(['50'])
  await userEvent.fill(amount, '200.5')
  await userEvent.keyboard('{F9}')
  await expect.element(page.getByRole('dialog')).toHaveTextContent('850.00 − 扣款 200.50 = 应收 649.50')
  expect(saves()).toEqual(['50', '200.5'])
})

test('a bill that is taken out takes what was kept back for it along', async () => {
  draw(<WarrantySettlementEditor />, { params: { new: '1', partnerId: '8', billIds: '1,2' } })
  await page.getByRole('button', { name: '移出 SB022611280002' }).click()
  await expect.element(page.getByRole('status').first()).toHaveTextContent('共 1 张')
  expect(page.getByRole('table', { name: '扣款明细' }).elements()).toEqual([])
  await expect.element(figures().getByText('0.00', { exact: true })).toBeVisible()
})

test('who may not deduct is proposed nothing and types nothing', async () => {
  draw(<WarrantySettlementEditor />, {
    params: { new: '1', partnerId: '8', billIds: '1,2' },
    without: [button('claims_money', 'deduct')],
  })
  await expect.element(page.getByRole('status').first()).toHaveTextContent('共 2 张')
  expect(page.getByRole('button', { name: '加扣款' }).elements()).toEqual([])
  expect(page.getByRole('table', { name: '扣款明细' }).elements()).toEqual([])
})

const claim = (key: string, more: Partial<QueryRow<typeof claimsMoney>>): QueryRow<typeof claimsMoney> => ({
  key,
  billNo: `SB02261128000${key}`,
  partnerName: '东风商用车',
  bizDate: '2026-11-20',
  state: 'agreed',
  agreed: '500.00',
  deducted: '0.00',
  original: '500.00',
  settled: '0.00',
  balance: '500.00',
  days: 8,
  dueOn: '2026-12-20',
  invoiceState: null,
  orderNo: null,
  partnerId: 8,
  sourceKind: 'warranty_bill',
  sourceId: 1,
  billId: 1,
  itemIds: [11],
  isOwed: false,
  ...more,
})

test('ticked claims become a settlement; what is owed is collected, and nothing is done that a row does not take', async () => {
  const owed = claim('3', {
    state: 'owed',
    billNo: 'SJ0226112800003',
    sourceKind: 'warranty_settlement',
    billId: null,
    itemIds: [31, 32],
    invoiceState: 'none',
  })
  server.on(claimsMoney.list, () => ({ rows: [claim('1', {}), claim('2', { billId: 2 }), owed], more: false }))
  server.on(claimsMoney.totals, () => ({
    count: 3,
    sums: { agreed: '1500.00', deducted: '0.00', original: '1500.00', settled: '0.00', balance: '1500.00' },
  }))
  const tab = draw(<ClaimsPage />)
  const tick = (billNo: string) => userEvent.click(page.getByRole('row', { name: billNo }).getByRole('checkbox'))
  await tick('SB022611280001')
  await tick('SB022611280002')
  await page.getByRole('button', { name: '收款' }).first().click()
  await expect.element(page.getByText('SB022611280001 不是「待收款」，不能收款')).toBeVisible()
  await page.getByRole('button', { name: '生成三包结算' }).first().click()
  await tick('SB022611280001')
  await tick('SB022611280002')
  await tick('SJ0226112800003')
  await page.getByRole('button', { name: '收款' }).first().click()
  await page.getByRole('button', { name: '开票' }).first().click()
  expect(tab.opened).toEqual([
    { key: 'warrantySettlement', params: { new: 1, partnerId: 8, billIds: '1,2' } },
    { key: 'collection', params: { new: 1, partnerId: 8, itemIds: '31,32' } },
    { key: 'ticketManage', params: { tab: 'toIssue', partnerId: 8, itemIds: '31,32' } },
  ])
})
