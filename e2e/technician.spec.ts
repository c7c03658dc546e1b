import { dispatchCalls } from '@chepu/contract/repair/dispatch'
import { workOrder } from '@chepu/contract/repair/work-order'
import { expect, test } from './story'
import { confirmedOrder, dispatches, newCar, newTechnician } from './workshop'

test('技师在手机上做自己的项目：开工、待料暂停、请料、恢复、完工自检，组检不合格再返修', async ({ desk, boss }) => {
  const { page, shell } = desk
  const technician = await newTechnician(boss)
  const [own, others] = [await newCar(boss), await newCar(boss)]
  const labour = [{ name: '更换前制动片', pricingMode: 'fixed' as const, stdHours: '1.5', price: '200' }]
  const order = await confirmedOrder(boss, own, { labour })
  const lineIds = await dispatches(boss, order.id, technician.employeeId)
  await confirmedOrder(boss, others, { labour })

  await page.setViewportSize({ width: 390, height: 844 })
  await desk.enter(technician.username, '/myWork')
  const task = page.getByRole('article', { name: `${own.plate} 更换前制动片` })
  const press = (name: string) => task.getByRole('button', { name, exact: true }).click()
  await expect(task).toContainText('待开工')
  await expect(task).toContainText('1.5工时')
  // What the customer pays, and the cars of others, are none of his.
  await expect(page.getByText('200.00')).toHaveCount(0)
  await expect(page.getByText(others.plate)).toHaveCount(0)
  await press('开工')
  await expect(task).toContainText('施工中')

  await press('暂停')
  const pause = shell.dialog('暂停：更换前制动片')
  await pause.getByText('其他', { exact: true }).click()
  const confirm = pause.getByRole('button', { name: '暂停', exact: true })
  await expect(confirm).toBeDisabled()
  await pause.getByLabel('原因（必填）').fill('等拆装工具')
  await confirm.click()
  await expect(task).toContainText('其他：等拆装工具')
  await press('请料')
  const asking = shell.dialog(`请料：${own.plate}`)
  await asking.getByLabel('需要什么材料，多少').fill('制动液 1 瓶')
  await asking.getByRole('button', { name: '通知仓库' }).click()
  await shell.says('已通知仓库')
  await press('恢复施工')
  await press('完工并自检合格')
  await expect(task).toContainText('已自检，等待检验')
  await expect(page.locator('.mw-earned')).toContainText('今日完工1 项')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // Whoever checks finds something: the line is his again, and he is told why.
  const body = { orderId: order.id, lineIds }
  await boss.call(dispatchCalls.check, { body: { ...body, ok: false, reason: '导向销未润滑' } })
  await expect(task).toContainText('不合格：导向销未润滑')
  await expect(task).toContainText('内返')
  await press('完工并自检合格')
  await expect(task).toContainText('已自检，等待检验')
  await boss.call(dispatchCalls.check, { body: { ...body, ok: true } })
  await expect(task).toHaveCount(0)
  const { header } = await boss.call(workOrder.routes.read, { params: { id: order.id } })
  expect(header.state).toBe('waiting_check')
})
