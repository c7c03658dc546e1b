import { add, trimZeros } from '@chepu/contract/kernel/decimal'
import { expect, test } from './story'

test('采购入库引用采购订单：先到一半，订单部分执行；全到齐，订单已完成', async ({ desk, boss }) => {
  const { editor, page, shell } = desk
  const [part] = await boss.parts(8, 1)
  if (!part) throw new Error('没有可用的配件')
  const order = await boss.orders([{ part, qty: '10', price: '20' }])

  const receives = async (qty: string, remaining: string) => {
    await page.goto('/purchase?new=1')
    await editor.isReady()
    await page.keyboard.press('F7')
    const dialog = shell.dialog('引单')
    await dialog.getByLabel('单号').fill(order.billNo)
    const line = dialog.getByRole('row', { name: order.billNo })
    await expect(line).toHaveCount(1)
    await expect(line).toContainText(remaining)
    await line.dblclick()
    await expect(editor.line(1)).toContainText(order.billNo)
    await expect(editor.field('供应商')).not.toHaveValue('')
    await editor.fillsFirst('数量', qty)
    await editor.button('审核').click()
    await editor.isState('已完成')
  }
  const orderIs = async (state: string) => {
    await page.goto(`/purchaseOrder?id=${order.id}`)
    await editor.isState(state)
  }

  await desk.enter('boss01')
  await receives('4', '10')
  await orderIs('部分执行')
  await receives('6', '6')
  await orderIs('已完成')
  expect(await boss.available(part)).toBe(trimZeros(add(part.available, '10')))
})
