import { bankEntries, type BankEntryRow, bankLines, type BankLineRow, matchLines } from '@chepu/contract/finance/bank'
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
