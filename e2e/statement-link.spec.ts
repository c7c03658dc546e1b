import { faults } from './axe'
import { PrintPreview } from './pages/print-preview'
import { signs } from './signing'
import { expect, test } from './story'

test('对账单发给客户：客户在手机上逐条确认，对一条提出异议；店里处理，客户看到回复', async ({
  desk,
  secondDesk,
  boss,
}) => {
  const { shell } = desk
  const customer = await boss.newCustomer()
  const part = await boss.newPart()
  await boss.stock(part, '10')
  const first = await boss.delivers(customer, [{ part, qty: '2', price: '50' }])
  const second = await boss.delivers(customer, [{ part, qty: '1', price: '80' }])

  await desk.enter('boss01', `/receivableAccount?tab=statement&partnerId=${customer.id}`)
  const here = desk.list.here()
  await expect(here.getByLabel('合计')).toContainText('180.00')
  await here.getByRole('button', { name: '对账链接' }).click()
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const address = (await dialog.getByLabel('链接地址').textContent())?.trim() ?? ''
  await desk.page.keyboard.press('Escape')

  const phone = secondDesk.page
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: '对账单' })).toBeVisible()
  await expect(phone.getByText('180.00元').first()).toBeVisible()
  expect(await faults(phone)).toEqual([])
  await phone.getByRole('button', { name: '全部无误' }).click()
  const line = phone.getByRole('group', { name: second.billNo })
  await line.getByText('有异议').click()
  await line.getByRole('textbox').fill('只到了半件')
  await signs(phone)
  await expect(phone.getByText('您已确认，感谢！')).toBeVisible()
  await expect(phone.getByRole('listitem')).toHaveText([
    new RegExp(`^无误 .*${first.billNo}`),
    /^有异议 .*只到了半件）$/,
  ])

  await shell.goes(`/receivableAccount?tab=sent`)
  const row = desk.list.row(customer.name)
  await expect(row).toContainText('有异议')
  await row.getByRole('button', { name: '处理' }).click()
  const objection = desk.page.getByRole('region', { name: '异议' })
  await expect(objection).toContainText('只到了半件')
  await objection.getByRole('textbox').fill('差额已开红单')
  await objection.getByRole('button', { name: '处理' }).click()
  await expect(objection).toContainText('处理：差额已开红单')
  await phone.reload()
  await expect(phone.getByText('门店回复：差额已开红单')).toBeVisible()
})

test('打印对账单附二维码：扫码打开的就是这张对账单', async ({ desk, secondDesk, boss }) => {
  const { page } = desk
  const customer = await boss.newCustomer()
  const part = await boss.newPart()
  await boss.stock(part, '10')
  await boss.delivers(customer, [{ part, qty: '3', price: '20' }])

  // The browser's own print dialog would wait for somebody.
  await page.addInitScript(() => (window.print = () => undefined))
  await desk.enter('boss01', `/receivableAccount?tab=statement&partnerId=${customer.id}`)
  const here = desk.list.here()
  await here.getByRole('button', { name: '打印对账单' }).click()
  const preview = new PrintPreview(page)
  await page.getByRole('checkbox', { name: '附二维码' }).check()
  const made = page.waitForResponse((answer) => answer.url().endsWith('/api/web/customer-link'))
  await preview.prints()
  await expect(preview.paper.getByText('扫码逐条核对并确认对账单')).toBeVisible()
  const { data } = (await (await made).json()) as { data: { address: string } }

  await secondDesk.page.goto(data.address)
  await expect(secondDesk.page.getByText('60.00元').first()).toBeVisible()
})
