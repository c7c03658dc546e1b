import { bookSettings, saveBookSettings } from '@chepu/contract/finance/books'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { BookSettings } from './settings'

test('an account that is added is saved with the others and what was mapped; nothing is saved before', async () => {
  server.on(bookSettings, () => ({
    version: 0,
    accounts: [
      { code: '1001', name: '库存现金', side: 'debit' as const },
      { code: '1002', name: '银行存款', side: 'debit' as const },
    ],
    events: [{ key: 'account_cash', title: '现金账户', code: '1001', standard: '1001', isProfit: false }],
  }))
  const sent: unknown[] = []
  server.on(saveBookSettings, ({ body }) => {
    sent.push(body)
    return { version: 1 }
  })
  draw(<BookSettings />)
  const save = page.getByRole('button', { name: '保存' }).first()
  await expect.element(save).toBeDisabled()
  await page.getByRole('button', { name: '新增科目' }).click()
  await page.getByRole('textbox', { name: '科目编码' }).first().fill('1003')
  await page.getByRole('textbox', { name: '1003 科目名称' }).fill('备用金')
  await save.click()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toEqual({
    version: 0,
    accounts: [
      { code: '1003', name: '备用金', side: 'debit' },
      { code: '1001', name: '库存现金', side: 'debit' },
      { code: '1002', name: '银行存款', side: 'debit' },
    ],
    mapping: { account_cash: '1001' },
  })
})
