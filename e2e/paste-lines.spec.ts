import type { Page } from '@playwright/test'
import { expect, test } from './story'

const paste = (page: Page, ...rows: string[]): Promise<void> =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, rows.join('\n'))

test('粘贴和导入明细：表头按行业叫法认，无法识别的列先问，价格按含税未税换算，错行按表格行号说明', async ({
  desk,
  boss,
}) => {
  const { page, editor, shell } = desk
  const [one, two, three] = [await boss.newPart(), await boss.newPart(), await boss.newPart()]
  const supplier = await boss.newSupplier()
  const figures = (line: number, ...texts: string[]) =>
    Promise.all(texts.map((text) => expect(editor.line(line).getByText(text, { exact: true }).first()).toBeVisible()))

  await desk.enter('boss01', '/purchase?new=1')
  await editor.isReady()
  await editor.picks('供应商', supplier.name)
  await editor.cell().focus()
  await paste(page, '名称\t编码\t数量(个)\t单价（元）', `机油滤\t${one.partCode}\t3\t1,012.5`)
  await expect(editor.line(1)).toContainText(one.partName)
  await figures(1, '3', '1,012.50')
  await shell.says(/已加入 1 行明细；未带入的列：名称/)

  await editor.cell().focus()
  await paste(
    page,
    '编码\t颜色\t数量\t未税价',
    '',
    `${two.partCode}\t红\t2\t100`,
    `${three.partCode}\t蓝\t-3\t5`,
    '合计\t\t-1',
  )
  const question = shell.dialog('请选择列的含义')
  await expect(question).toContainText('请为“颜色”选择对应的内容，或选择忽略')
  await expect(question.getByRole('button', { name: /继\s?续/ })).toBeDisabled()
  await question.getByLabel('颜色对应').click()
  await page.getByTitle('忽略此列').click()
  await question.getByRole('button', { name: /继\s?续/ }).click()
  await expect(editor.line(2)).toContainText(two.partName)
  await figures(2, '2', '113.00')
  await expect(editor.notice().filter({ hasText: '1 行未导入' })).toContainText(
    `第4行 ${three.partCode}：数量必须大于0`,
  )

  // Of many faults the list shows whole lines and rolls.
  await editor.cell().focus()
  await paste(page, '编码\t数量', ...Array.from({ length: 12 }, (_, i) => `没有这个编码${i}\t1`))
  const faults = editor.notice().filter({ hasText: '12 行未导入' }).locator('.de-rejected')
  const [shown, all, line] = await faults.evaluate((list) => [
    list.clientHeight,
    list.scrollHeight,
    list.querySelector('li')?.clientHeight ?? 0,
  ])
  expect(all).toBe(12 * line!)
  expect(shown! % line!).toBe(0)
  expect(shown).toBeLessThan(all!)

  await page.getByRole('button', { name: '导入明细' }).click()
  // 配件编码,数量,"单价,元" in GBK, as Excel saves it in China.
  const gbk = [
    0xc5, 0xe4, 0xbc, 0xfe, 0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xca, 0xfd, 0xc1, 0xbf, 0x2c, 0xb5, 0xa5, 0xbc, 0xdb,
  ]
  const buffer = Buffer.concat([Buffer.from(gbk), Buffer.from(`\r\n${three.partCode},7,"1,250.00"\r\n`)])
  await shell
    .dialog('导入明细')
    .locator('input[type=file]')
    .setInputFiles({ name: '明细.csv', mimeType: 'text/csv', buffer })
  await expect(editor.line(3)).toContainText(three.partName)
  await figures(3, '7', '1,250.00')
})
