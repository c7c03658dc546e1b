import { expect, test } from './story'

test('业务日期默认本月，点开日历用键盘或快捷范围换日期', async ({ desk }) => {
  const { page } = desk
  await desk.enter('boss01', '/sale')
  const face = desk.list.here().getByRole('button', { name: /^业务日期 \d{4}-\d\d-01 至 \d{4}-\d\d-\d\d$/ })
  await face.focus()
  await page.keyboard.press('Enter')
  const start = desk.list.here().getByRole('textbox', { name: '业务日期' })
  await expect(start).toBeFocused()
  await expect(start).toHaveValue(/^\d{4}-\d\d-01$/)
  const cut = await desk.list
    .here()
    .locator('.ant-picker-range input')
    .evaluateAll((inputs: HTMLInputElement[]) => inputs.filter((input) => input.scrollWidth > input.clientWidth).length)
  expect(cut, 'dates cut in their box').toBe(0)
  const asked = page.waitForRequest((request) => /from=(\d{4}-\d\d-\d\d)&to=\1/.test(request.url()))
  await page.getByText('今天', { exact: true }).first().click()
  await asked
})
