import { expect, test } from './story'

test('柜台开单：现建客户、直接跳到明细、按名称找配件，数量超过可用量立即变色', async ({ desk, boss }) => {
  const { page, editor, shell } = desk
  const keys = page.keyboard
  const [part] = await boss.parts(3, 1)
  if (!part) throw new Error('没有可用的配件')
  await boss.receives([{ part, qty: '1', price: '10' }])
  const name = `现建汽修${Date.now().toString(36)}`

  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  await editor.field('客户').fill(name)
  await expect(page.getByRole('option', { name: `新增客户 ${name}` })).toBeVisible()
  await keys.press('Enter')
  const dialog = shell.dialog('新增客户')
  await expect(dialog.getByLabel('名称')).toHaveValue(name)
  await dialog.getByLabel('手机').fill('13800138000')
  await dialog.getByRole('button', { name: /确\s?定/ }).click()
  await expect(editor.field('客户')).toHaveValue(name)
  await expect(editor.field('客户')).toBeFocused()
  await keys.press('Control+Enter')
  await expect(editor.cell()).toBeFocused()

  await keys.press('ArrowRight')
  await expect(editor.cell()).toHaveAccessibleName('第1行 配件名称')
  await keys.type('找不到的配件', { delay: 60 })
  await keys.press('Enter')
  const parts = shell.dialog('选择配件')
  await expect(parts.getByLabel('查找配件')).toHaveValue('找不到的配件')
  await expect(parts.getByRole('button', { name: '新增配件' })).toBeVisible()
  await parts.getByLabel('查找配件').fill(part.partCode)
  await expect(parts.getByRole('row', { name: part.partCode })).toBeVisible()
  await parts.getByLabel('查找配件').press('Enter')
  await expect(editor.line(1)).toContainText(part.partName)
  await expect(editor.cell()).toHaveAccessibleName('第1行 数量')
  await keys.type('999999')
  await keys.press('Enter')
  await expect(page.getByTitle(/^可用量 \d+，需要 999999$/)).toBeVisible()
})
