import { expect, test } from './story'

test('批量导入：无法识别的列先问再校验；换上读不了的文件，前一个文件和它的结果不留', async ({ desk, boss }) => {
  const { page } = desk
  const part = await boss.newPart()
  const choose = (name: string, buffer: Buffer) =>
    page.locator('.ie-page input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })

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
