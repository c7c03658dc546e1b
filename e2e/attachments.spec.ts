import { readFileSync } from 'node:fs'
import { expect, test } from './story'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('采购员给入库单加破损照片，财务看得到、下载得到，但加不了', async ({ desk, secondDesk, boss }) => {
  const { page, editor } = desk
  const { id, billNo } = await boss.stock(await boss.newPart(), '1')
  const opens = async (at: typeof desk, username: string) => {
    await at.enter(username, `/purchase?id=${id}`)
    await at.editor.button('更多').click()
    await at.page.getByRole('menuitem', { name: '附件' }).click()
    return at.shell.dialog(`附件：${billNo}`)
  }
  const files = await opens(desk, 'buyer01')
  await expect(files.getByText('还没有附件')).toBeVisible()
  await files
    .getByLabel('选择附件')
    .setInputFiles({ name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await desk.shell.says('只支持PNG、JPG、WebP图片和PDF')
  await files.getByLabel('选择附件').setInputFiles({ name: '破损.png', mimeType: 'image/png', buffer: picture })
  await expect(files.getByRole('button', { name: '破损.png', exact: true })).toBeVisible()

  const seen = await opens(secondDesk, 'cash01')
  await expect(seen.getByRole('button', { name: '上传附件' })).toHaveCount(0)
  const [download] = await Promise.all([
    secondDesk.page.waitForEvent('download'),
    seen.getByRole('button', { name: '破损.png', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('破损.png')
  expect(readFileSync(await download.path())).toEqual(picture)

  await files.getByRole('button', { name: '删除 破损.png' }).click()
  await desk.shell.dialog('删除附件').getByRole('button', { name: '删除' }).click()
  await expect(files.getByText('还没有附件')).toBeVisible()
  await files.locator('.ant-modal-close').first().click()
  await editor.button('更多').click()
  await page.getByRole('menuitem', { name: '操作日志' }).click()
  await expect(desk.shell.dialog(/^操作日志/)).toContainText('添加附件')
})
