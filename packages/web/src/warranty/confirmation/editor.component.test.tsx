import { listEmployees } from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { claimConfirmation, openVerdicts, type OpenVerdict } from '@chepu/contract/warranty/claim-confirmation'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import ClaimConfirmationEditor from './editor'

const line = (lineNo: number, name: string, claimedAmount: string): OpenVerdict => ({
  billLineId: 10 + lineNo,
  billId: 5,
  billNo: 'SB012611280001',
  plate: '鄂A12345',
  section: 'labour',
  lineNo,
  name,
  partCode: null,
  qty: '1',
  claimedAmount,
  beforeAmount: claimedAmount,
  isAppeal: false,
})

beforeEach(() => {
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(openVerdicts, () => ({
    claimNo: 'SP012611280001',
    manufacturerId: 8,
    manufacturerName: '东风商用车',
    lines: [line(1, '更换离合器', '600.00'), line(2, '离合器片', '400.00'), line(3, '外出费', '120.00')],
  }))
  server.on(claimConfirmation.routes.save, () => ({
    id: 7,
    billNo: 'SQ01',
    version: 1,
    state: 'draft',
    can: ['confirm'],
  }))
})

const amount = (no: number) => page.getByRole('textbox', { name: `SB012611280001 第${no}行确认金额` })
const total = () => page.getByLabelText('合计')
const row = (no: number) => page.getByRole('table', { name: '确认明细' }).getByRole('row').nth(no)

test('lines of a claim come agreed to; Enter leads over what is agreed to, and into the reason of what is not', async () => {
  draw(<ClaimConfirmationEditor />, { params: { new: '1', claimId: '3' } })
  await expect.element(total()).toHaveTextContent('确认额 1,120.00')
  await expect.element(row(1)).toHaveTextContent('同意')
  await amount(1).click()
  await userEvent.keyboard('{Enter}250{Enter}按厂家价{Enter}0{Enter}无依据')
  await expect.element(row(2)).toHaveTextContent('-150.00')
  await expect.element(row(2)).toHaveTextContent('调整')
  await expect.element(row(3)).toHaveTextContent('驳回')
  await expect.element(total()).toHaveTextContent('确认额 850.00')
  const reason = page.getByRole('textbox', { name: 'SB012611280001 第2行原因' }).element()
  expect(reason.getBoundingClientRect().width).toBeGreaterThanOrEqual(220)
  await page.getByRole('combobox', { name: '第3行差额承担' }).click()
  await page.getByTitle('客户承担').click()
  await expect.element(total()).toHaveTextContent('客户承担 120.00')
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(() => server.asked(claimConfirmation.routes.save).length).toBe(1)
  expect(server.asked(claimConfirmation.routes.save)[0]?.body).toMatchObject({
    header: { claimId: 3, partnerId: 8 },
    verdicts: [
      { billLineId: 11, confirmedAmount: '600', reason: '', rest: 'shop' },
      { billLineId: 12, confirmedAmount: '250', reason: '按厂家价', rest: 'shop' },
      { billLineId: 13, confirmedAmount: '0', reason: '无依据', rest: 'customer' },
    ],
  })
})

test('the difference of a contested line is what is posted: beyond what he had agreed to before', async () => {
  server.on(openVerdicts, () => ({
    claimNo: 'SP012611280001',
    manufacturerId: 8,
    manufacturerName: '东风商用车',
    lines: [{ ...line(1, '更换离合器', '349.60'), beforeAmount: '0.00', isAppeal: true }],
  }))
  draw(<ClaimConfirmationEditor />, { params: { new: '1', claimId: '3' } })
  await amount(1).fill('349.60')
  await expect.element(row(1).getByRole('cell').nth(7)).toHaveTextContent(/^349\.60$/)
  await amount(1).fill('0')
  await expect.element(row(1).getByRole('cell').nth(7)).toHaveTextContent(/^$/)
  await amount(1).fill('100')
  await expect.element(row(1).getByRole('cell').nth(7)).toHaveTextContent(/^100\.00$/)
})

test('what was typed comes back to what was claimed by 全部同意', async () => {
  draw(<ClaimConfirmationEditor />, { params: { new: '1', claimId: '3' } })
  await amount(2).fill('1')
  await expect.element(total()).toHaveTextContent('确认额 721.00')
  await page.getByRole('button', { name: '全部同意' }).click()
  await expect.element(total()).toHaveTextContent('确认额 1,120.00')
  await page.getByRole('button', { name: '移出 SB012611280001' }).first().click()
  await expect.element(page.getByText('共 0 行')).toBeVisible()
})
