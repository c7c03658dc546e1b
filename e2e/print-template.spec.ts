import { templateRoutes } from '@chepu/contract/access/print-template'
import { Colleague, fresh } from './api'
import { PrintPreview } from './pages/print-preview'
import { expect, test } from './story'

test('老板做一个80mm小票模板并设为默认：销售单选小票就用它，A4 仍是系统自带格式', async ({
  desk,
  boss,
  baseURL,
}, info) => {
  const { page, shell, list, editor } = desk
  // In a shop of its own, whose slips nobody else prints.
  const shop = await boss.opensShop()
  const manager = await Colleague.signIn(baseURL ?? '', shop.manager)
  const goods = [{ part: await manager.newPart(), qty: '2', price: '30' }]
  await manager.receives(goods)
  const customer = await manager.newCustomer()
  const { id, billNo } = await manager.delivers(customer, goods)
  await manager.leaves()
  const name = `前台小票${fresh()}`

  await desk.enter(shop.manager, '/reportConfig')
  await list.here().getByRole('button', { name: '新增' }).click()
  const here = list.here()
  await expect(here.getByTitle('打印预览')).toBeVisible()
  // Of a long list only what is in view is there, so the kind is typed.
  await here.getByLabel('单据类型').fill('销售出库单', { force: true })
  await page.locator('.ant-select-item-option', { hasText: '销售出库单' }).click()
  const preview = page.frameLocator('section.page:visible iframe[title="打印预览"]')
  // The sample is the newest real document, whose lines may fill several pages.
  await expect(preview.getByRole('heading', { name: '销售单' }).first()).toBeVisible()
  await here.getByLabel('纸张').click({ force: true })
  await page.locator('.ant-select-item-option', { hasText: '80mm 小票' }).click()
  await here.getByLabel('单据标题').fill('前台小票')
  await expect(preview.getByRole('heading', { name: '前台小票' }).first()).toBeVisible()
  await here.getByLabel('客户的标题').fill('贵客')
  await expect(preview.locator('.fields')).toContainText('贵客：')
  await here.getByRole('checkbox', { name: '仓库', exact: true }).click()
  await expect(preview.locator('.fields')).not.toContainText('仓库：')
  await here.getByLabel('页脚文字').fill('谢谢惠顾，凭小票退换')
  await expect(preview.locator('footer')).toContainText('谢谢惠顾，凭小票退换')
  await here.getByLabel('设为默认').click()
  await here.getByRole('button', { name: '保存' }).click()
  await expect(here.getByText('请输入模板名')).toBeVisible()
  await here.getByLabel('模板名').fill(name)
  await here.getByRole('button', { name: '保存' }).click()
  await shell.says('已保存')
  await expect(shell.tab(`打印模板-${name}`)).toBeVisible()
  const way = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
  await expect(way.last()).toHaveText(`打印模板-${name}`)
  await expect(way.filter({ hasText: '新增模板' })).toHaveCount(0)

  await page.goto(`/sale?id=${id}`)
  await editor.button('打印').click()
  const print = new PrintPreview(page)
  await print.chooses('A4')
  await expect(print.sheets.getByRole('heading', { name: '销售单' })).toBeVisible()
  await print.chooses('80mm 小票')
  await expect(print.sheets.getByRole('heading', { name: '前台小票' })).toBeVisible()
  await expect(print.sheets).toContainText(billNo)
  await expect(print.sheets).toContainText(`贵客：${customer.name}`)
  await expect(print.sheets).toContainText('￥60.00')
  await expect(print.sheets).toContainText('谢谢惠顾，凭小票退换')
  await print.fitsItsPages()

  // The strip is as long as what stands on it.
  const drawn = await print.paper.locator('html').evaluate((html) => html.outerHTML)
  const sheet = await page.context().newPage()
  await sheet.setContent(drawn)
  const pdf = await sheet.pdf({ path: info.outputPath('receipt.pdf'), preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  const [, width = '', height = ''] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
  expect(Math.round((Number.parseFloat(width) * 25.4) / 72)).toBe(80)
  expect((Number.parseFloat(height) * 25.4) / 72).toBeLessThan(200)
  await sheet.close()

  await page.goto('/reportConfig')
  await list.row(name).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  // A confirmation has the keyboard on its button.
  await expect(page.getByRole('dialog', { name: '停用打印模板' }).getByRole('button', { name: '停用' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list.row(name)).toContainText('停用')
})

test('带成本的模板：老板打得出成本，销售员打出来没有成本列', async ({ desk, secondDesk, boss, baseURL }) => {
  const seller = await Colleague.signIn(baseURL ?? '', 'sales01')
  const customer = await boss.newCustomer()
  const part = await boss.newPart()
  await boss.stock(part, '1', '12.34')
  const { id } = await seller.delivers(customer, [{ part, qty: '1', price: '3000' }])
  await seller.leaves()
  const columns = [
    { key: 'partName', title: '品名', share: 30 },
    { key: 'taxed', title: '金额', share: 15 },
    { key: 'costAmount', title: '成本金额', share: 15 },
  ]
  const name = `带成本${fresh()}`
  await boss.call(templateRoutes.save, {
    body: { docKind: 'sales_delivery', name, paper: 'form', columns, showCost: true },
  })

  const heads = async ({ page, editor }: typeof desk, username: string) => {
    await (page === desk.page ? desk : secondDesk).enter(username, `/sale?id=${id}`)
    await editor.button('打印').click()
    const print = new PrintPreview(page)
    await print.chooses('三联单 241×140')
    await print.dialog.getByLabel('打印格式').click({ force: true })
    await page.locator('.ant-select-item-option', { hasText: name }).click()
    await expect(print.sheets.locator('thead')).toContainText('品名')
    return print.sheets.locator('thead th').allInnerTexts()
  }
  expect(await heads(desk, 'boss01')).toEqual(['品名', '金额', '成本金额'])
  expect(await heads(secondDesk, 'sales01')).toEqual(['品名', '金额'])
})

test('系统管理员能改模板，但不能打开打印成本', async ({ desk }) => {
  await desk.enter('admin01', '/reportConfigAdd')
  const here = desk.list.here()
  await expect(here.getByText('还没有可看的单据，按示例数据预览')).toBeVisible()
  await expect(here.getByText('您没有查看成本的权限，不能修改')).toBeVisible()
})
