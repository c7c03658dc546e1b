import { expect, test } from './story'

test('选客户、换结算方式、改业务日期，到期日跟着变；自己填的到期日不变', async ({ desk }) => {
  const { page, editor } = desk
  await desk.enter('boss01', '/sale?new=1')
  await editor.picks('客户', '江城顺驰')
  const due = editor.field('到期日')
  const types = async (label: string, text: string) => {
    await editor.field(label).fill(text)
    await page.keyboard.press('Enter')
  }

  // Due on the 25th of the next month, whatever credit days the customer has.
  await editor.picks('结算方式', '月结30')
  await types('业务日期', '2026-01-15')
  await expect(due).toHaveValue('2026-02-25')
  await types('业务日期', '2025-12-31')
  await expect(due).toHaveValue('2026-01-25')
  await editor.picks('结算方式', '挂')
  await expect(due).toHaveValue('2026-01-15')

  await types('到期日', '2026-03-08')
  await types('业务日期', '2026-01-15')
  await editor.picks('结算方式', '月结30')
  await expect(due).toHaveValue('2026-03-08')
})
