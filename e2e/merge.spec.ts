import { partRoutes } from '@chepu/contract/basics/part'
import { partMerge } from '@chepu/contract/basics/part-merge'
import { expect, test } from './story'

test('同一配件建了两次：合并前看到转入什么，合并后库存在一处，旧编码仍能找到', async ({ desk, boss }) => {
  const { page, shell, list } = desk
  const [kept, doubled] = await boss.newParts(2)
  if (!kept || !doubled) throw new Error('两个配件')
  await boss.stock(doubled, '6', '12.5')
  await desk.enter('boss01', `/parts?q=${kept.partCode}`)
  const row = list.row(kept.partCode)
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '合并' }).click()
  const dialog = page.getByRole('dialog', { name: `合并到 ${kept.partCode}` })
  await dialog.getByRole('combobox').fill(doubled.partCode)
  await page.getByRole('option', { name: new RegExp(doubled.partCode) }).click()
  await expect(dialog.getByRole('status')).toContainText('库存：')
  await expect(dialog.getByRole('status')).toContainText('6')
  await dialog.getByRole('button', { name: /^合\s?并$/ }).click()
  await shell.says('已合并')

  await page.goto(`/stockInquiry?tab=total&part=${doubled.partCode}`)
  await expect(list.row(kept.partCode)).toContainText('6')
  const after = await boss.call(partRoutes.read, { params: { id: doubled.partId } })
  expect(after).toMatchObject({ isActive: false, remark: `（已合并到 ${kept.partCode}）` })

  const { rows } = await boss.call(partMerge.routes.list)
  await page.goto(`/inOutBillSearch?part=${doubled.partCode}`)
  await page
    .getByRole('link', { name: rows[0]?.billNo ?? '' })
    .first()
    .click()
  await expect(page.getByText(`${doubled.partCode} 合并到 ${kept.partCode}`)).toBeVisible()
  await expect(page.getByRole('button', { name: '打印' })).toBeVisible()
})
