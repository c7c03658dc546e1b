import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { expect, test } from './story'

test('客户电话预约，到店接车，再转成工单', async ({ desk, boss }) => {
  const { page, shell } = desk
  const { rows } = await boss.call(vehicleRoutes.list, { query: { rows: 1 } } as never)
  const car = rows[0] as { plate: string }
  await desk.enter('boss01', '/repairReservation')
  await page.getByRole('button', { name: '新增预约' }).click()
  await page.getByRole('combobox', { name: '车辆' }).fill(car.plate)
  await desk.editor.here().getByRole('option', { name: car.plate }).first().click()
  await page.getByLabel('预约到店').fill(`${shanghaiDay()} 23:30`)
  await page.keyboard.press('Enter')
  await page.getByLabel('联系人').fill('车主甲')
  await page.getByLabel('联系电话').fill('13900000088')
  await page.getByRole('button', { name: '确认', exact: true }).click()
  await shell.says(/确认成功/)
  await page.getByRole('button', { name: '到店接车' }).click()
  await shell.says(/到店接车成功/)
  await expect(page.getByRole('application')).toBeVisible()
  await page.getByRole('application').click({ position: { x: 80, y: 120 } })
  await page.getByLabel('随车物品').fill('行车记录仪')
  await page.getByRole('button', { name: '转工单' }).click()
  await shell.dialog('转工单').getByRole('button', { name: '转工单' }).click()
  await shell.says(/转工单成功/)
  // Who made the order goes on with it.
  await desk.editor.isState('报价中')
})
