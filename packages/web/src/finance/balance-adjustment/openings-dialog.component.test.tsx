import { enterOpenings } from '@chepu/contract/finance/balance-adjustment'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Refused } from '../../../test/server'
import { receivable } from '../accounts/side'
import { OpeningsButton } from './openings-dialog'

/** Pastes rows into the table, from its first cell on. */
async function enter(rows: readonly (readonly string[])[]) {
  await page.getByRole('button', { name: '期初录入' }).click()
  await userEvent.click(page.getByRole('group', { name: '期初单据' }).getByRole('textbox'))
  await navigator.clipboard.writeText(rows.map((cells) => cells.join('\t')).join('\n'))
  await userEvent.paste()
}
const make = () => page.getByRole('button', { name: '生成期初单' }).click()

test('what is no amount is not summed without a word', async () => {
  draw(<OpeningsButton side={receivable} />)
  await enter([
    ['甲', 'A-1', '2025-12-01', '', '1,100'],
    ['乙', 'A-2', '2025-12-02', '', '五十'],
  ])
  const said = '共 2 张，合计 1,100.00 元（1 行金额未填或不是数字，未计入）'
  await expect.element(page.getByRole('status')).toHaveTextContent(said)
})

test('every fault of the table is told with its row; what was made is shown then, of whatever day', async () => {
  const messages = ['第1行 往来单位“甲”不存在或已停用', '第2行 往来单位“乙”不存在或已停用']
  let isRefused = true
  server.on(enterOpenings, () => {
    if (!isRefused) return { made: [{ id: 1, billNo: 'YT1' }] }
    const errors = messages.map((message, i) => ({ path: `lines.${i}.partner`, message }))
    throw new Refused('invalid', messages[0] as string, errors)
  })
  const tab = draw(<OpeningsButton side={receivable} />)
  await enter([
    ['甲', 'A-1', '2025-12-01', '', '100'],
    ['乙', 'A-2', '2025-12-02', '', '50'],
  ])
  await make()
  await expect.element(page.getByText(messages.join('；'))).toBeVisible()
  await expect.poll(() => document.querySelectorAll('.line-grid-number.error').length).toBe(2)
  expect(tab.opened).toEqual([])
  isRefused = false
  await make()
  await expect
    .poll(() => tab.opened)
    .toEqual([{ key: 'receivableAccount', params: { tab: 'adjustments', purpose: 'opening', state: 'draft' } }])
})
