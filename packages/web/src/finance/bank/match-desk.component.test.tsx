import {
  bankEntries,
  type BankEntryRow,
  bankLines,
  type BankLineRow,
  lineCounterpart,
  matchLines,
  supplementTransfer,
} from '@chepu/contract/finance/bank'
import { accountRoutes, type StoreAccount } from '@chepu/contract/finance/store-account'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { MatchDesk } from './match-desk'

const line = (id: number, amount: string): BankLineRow => ({
  id,
  bizDate: '2026-11-20',
  amount,
  income: amount,
  expense: null,
  counterparty: '某客户',
  summary: '货款',
  tradeNo: `B${id}`,
  state: 'open',
  way: null,
  ignoreReason: '',
  matchId: null,
})
const entry = (id: number, amount: string): BankEntryRow => ({
  id,
  docKind: 'collection',
  docId: id,
  billNo: `SK${id}`,
  bizDate: '2026-11-20',
  amount,
  income: amount,
  expense: null,
  partnerName: '恒达汽修',
  remark: '',
  tradeNo: '',
  state: 'open',
  way: null,
  matchId: null,
})

test('money that went to another account is transferred from its row', async () => {
  const gone = { ...line(3, '-500.00'), counterparty: '工商银行', summary: '零钱提现' }
  let isOpen = true
  server.on(bankLines.list, () => ({ rows: isOpen ? [gone] : [], more: false }))
  server.on(bankEntries.list, () => ({ rows: [], more: false }))
  const account = (id: number, name: string): StoreAccount => ({
    id,
    name,
    code: name,
    kind: 'bank',
    feeRate: '0',
    isDefaultIn: false,
    isDefaultOut: false,
    isActive: true,
    version: 1,
  })
  server.on(accountRoutes.list, () => ({
    rows: [account(5, '微信零钱'), account(6, '工行基本户'), account(7, '建行')],
    more: false,
  }))
  server.on(lineCounterpart, () => ({ accountId: 6 }))
  const sent: unknown[] = []
  server.on(supplementTransfer, ({ body }) => {
    sent.push(body)
    isOpen = false
    return { id: 1, billNo: 'ZJ1' }
  })
  draw(<MatchDesk accountId={5} />)
  await page.getByLabelText('2026-11-20 -500.00').click()
  await page.getByRole('button', { name: '补资金转账' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toHaveTextContent('支出 500.00')
  await expect.element(dialog).toHaveTextContent('工行基本户')
  await dialog.getByLabelText('手续费').fill('0.5')
  await dialog.getByRole('button', { name: '转账并勾对' }).click()
  await expect.poll(() => sent).toEqual([{ lineId: 3, accountId: 6, fee: '0.5' }])
  await expect.element(page.getByText('没有流水').first()).toBeVisible()
})

test('rows of both sides are matched where their sums are equal, and not before', async () => {
  server.on(bankLines.list, () => ({ rows: [line(1, '120.00'), line(2, '9.00')], more: false }))
  server.on(bankEntries.list, () => ({ rows: [entry(11, '70.00'), entry(12, '50.00')], more: false }))
  const sent: unknown[] = []
  server.on(matchLines, ({ body }) => {
    sent.push(body)
    return { matched: 1 }
  })
  draw(<MatchDesk accountId={5} />)
  const match = page.getByRole('button', { name: '勾对', exact: true })
  await page.getByLabelText('2026-11-20 120.00').click()
  await page.getByLabelText('2026-11-20 70.00').click()
  await expect.element(page.getByRole('status').first()).toHaveTextContent('相差 50.00')
  await expect.element(match).toBeDisabled()
  await page.getByLabelText('2026-11-20 50.00').click()
  await match.click()
  await expect
    .poll(() => sent)
    .toEqual([{ accountId: 5, groups: [{ way: 'manual', lineIds: [1], entryIds: [11, 12] }] }])
})
