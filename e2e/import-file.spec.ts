import { cardRoutes } from '@chepu/contract/cards/card'
import type { Page } from '@playwright/test'
import { fresh, freshMobile } from './api'
import { newMember, newService } from './members'
import { expect, test } from './story'
import { newCar } from './workshop'

/** Puts files before the page, as if they were chosen from a disk. */
const chooser = (page: Page) => (name: string, buffer: Buffer) =>
  page.locator('.ie-page input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

test('批量导入：无法识别的列先问再校验；换上读不了的文件，前一个文件和它的结果不留', async ({ desk, boss }) => {
  const { page } = desk
  const part = await boss.newPart()
  const choose = chooser(page)

  await desk.enter('boss01', '/importExcel?type=product')
  await page.getByRole('checkbox', { name: /^覆盖/ }).check()
  await choose('商品.csv', Buffer.from(`配件编码,零售价（元）,颜色\n${part.partCode},"￥1,999.00",红\n`))
  await expect(page.getByText('有些列无法识别')).toBeVisible()
  await page.getByLabel('颜色对应').click()
  await page.getByTitle('忽略此列').click()
  await page.getByRole('button', { name: '继续校验' }).click()
  await expect(page.getByText('以下列不会导入：颜色')).toBeVisible()
  await expect(page.getByText(/^校验通过：共 1 行/)).toBeVisible()

  await choose('旧商品.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'))
  await expect(page.getByText('这是旧版 .xls 文件，请在 Excel 或 WPS 中另存为 .xlsx 或 CSV 格式后再导入')).toBeVisible()
  await expect(page.getByText('旧商品.xls')).toBeVisible()
  await expect(page.getByText(/校验通过|商品\.csv/)).toHaveCount(0)
})

test('原系统的会员卡：错的一行说出行号和原因，改好后导入，会员卡管理和储值与负债里都看得到', async ({ desk, boss }) => {
  const { page, list } = desk
  const car = await newCar(boss)
  const { id } = await newMember(boss, car, '10')
  const { cardTypeName } = await boss.call(cardRoutes.read, { params: { id } })
  const wash = await newService(boss)
  const [cardNo, other, holder] = [`Q${fresh()}`, `Q${fresh()}`, `会员${fresh()}`]
  const head = '卡号,卡类型,会员姓名,手机号,余额,赠金,套餐名称,套餐项目,剩余次数,剩余金额'
  const rows = (type: string) => [
    head,
    `${cardNo},${cardTypeName},${holder},${freshMobile()},800,50,洗车年卡,${wash.name},6,120`,
    `${other},${type},${holder},,200,,,,,`,
  ]
  const fileOf = (type: string) => Buffer.from(rows(type).join('\n'))

  await desk.enter('boss01', '/importExcel?type=card')
  const choose = chooser(page)
  await choose('会员卡.csv', fileOf('没有这种卡'))
  await expect(page.getByText('共 2 行，发现 1 处错误，整个文件都没有导入')).toBeVisible()
  await expect(page.getByRole('row', { name: /^3 卡类型 卡类型“没有这种卡”不存在/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '确认导入' })).toHaveCount(0)
  await choose('会员卡.csv', fileOf(cardTypeName))
  await expect(page.getByText(/^校验通过：共 2 行，新增 2/)).toBeVisible()
  await page.getByRole('button', { name: '确认导入' }).click()
  await expect(page.getByText('会员卡导入完成')).toBeVisible()

  await page.getByRole('button', { name: '查看会员卡' }).click()
  await list.here().getByRole('textbox', { name: '会员卡' }).fill(holder)
  await list.here().getByRole('textbox', { name: '会员卡' }).press('Enter')
  await expect(list.row(other)).toContainText('200.00')
  await expect(list.row(cardNo)).toContainText('800.00')
  await list.row(cardNo).dblclick()
  await expect(
    page.getByLabel('套餐剩余').getByRole('row', { name: new RegExp(`^洗车年卡 ${wash.name} 6 / 6 120.00`) }),
  ).toBeVisible()

  await desk.shell.goes(`/cardReport?tab=liability&cardType=${cardTypeName}`)
  const row = list.row(cardTypeName)
  await expect(row).toBeVisible()
  const heads = await list.heads()
  const of = (title: string) => row.locator('td').nth(heads.findIndex((head) => head.trim() === title))
  await expect(of('导入本金')).toHaveText('1,000.00')
  await expect(of('导入套餐')).toHaveText('120.00')
  await expect(of('期末本金')).toHaveText('1,010.00')
})
