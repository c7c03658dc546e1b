import { accountRoutes } from '@chepu/contract/finance/store-account'
import { picking } from '@chepu/contract/picking/picking'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type Colleague, today } from './api'
import { expect, test } from './story'
import { type Car, completes, confirmedOrder, newCar, settles } from './workshop'

const cashOf = async (boss: Colleague) => {
  const { rows } = await boss.call(accountRoutes.list, { query: { page: 1, rows: 100, active: 'true' } })
  return rows.find(({ kind }) => kind === 'cash') as (typeof rows)[0]
}

/** A repair of 100.00 and two pieces of a part at 50.00, done and paid in cash. */
async function repaired(boss: Colleague, car: Car) {
  const part = await boss.newPart()
  await boss.stock(part, '2', '20')
  const order = await confirmedOrder(boss, car, {
    labour: [{ name: '更换水泵', price: '100', qualityDays: 90 }],
    materials: [{ partId: part.partId, qty: '2', price: '50', labourNo: 1 }],
  })
  const { materials } = await boss.call(workOrder.routes.read, { params: { id: order.id } })
  const header = { bizDate: today(), warehouseId: await boss.warehouse(), workOrderId: order.id }
  const lines = materials.map(({ id, partId, qty }) => ({ workOrderLineId: id, partId, qty }))
  await boss.call(picking.routes.save, { body: { header, lines, action: { name: 'approve' } } as never })
  await completes(boss, order.id)
  const cash = await cashOf(boss)
  const settlement = await settles(boss, car, order.id, cash.id, '200')
  return { part, order, cash, settlement }
}

test('质保内的车回来返工：一键列出原项目、不收钱，做完结算为零', async ({ desk, boss }) => {
  const { page, editor, shell } = desk
  const car = await newCar(boss)
  await repaired(boss, car)
  await desk.enter('boss01', '/repairBilling')
  await editor.picks('车辆', car.plate)
  const again = editor.here().getByRole('button', { name: '返工 更换水泵' })
  await again.click()
  await expect(again).toHaveCount(0)
  await editor.picks('业务类型', '返工')
  await expect(editor.totals()).toContainText('合计 0.00')
  await page.keyboard.press('F9')
  const question = shell.dialog('客户确认')
  await question.getByLabel('确认人').press('Enter')
  await editor.isState('待派工')
  const id = Number(new URL(page.url()).searchParams.get('id'))
  const { header, labour } = await boss.call(workOrder.routes.read, { params: { id } })
  expect(header.reworkOfId).not.toBeNull()
  expect(labour.map(({ payer, price }) => [payer, price])).toEqual([['rework', '0.0000']])

  await completes(boss, id)
  await shell.goes(`/costSettlement?new=1&source=work_order&sourceId=${id}`)
  await expect(editor.here().locator('.rs-payer').filter({ hasText: '返工' })).toContainText('0.00')
  await editor.button('结算').click()
  await shell.dialog('结算　客户应付 0.00').getByRole('button', { name: '结算' }).click()
  await editor.isState('已结算')
})

test('退单：一件材料回库、现金退款；余下的也退，工单为已退单', async ({ desk, boss }) => {
  const { page, editor } = desk
  const car = await newCar(boss)
  const { part, order, cash, settlement } = await repaired(boss, car)
  await desk.enter('boss01', `/costSettlement?id=${settlement.id}`)
  await editor.button('退单').click()
  await editor.here().getByLabel(`${part.partName}本次退数量`).fill('1')
  await editor.here().getByLabel(`${part.partName}回库`).check()
  await editor.field('退单原因').fill('多换一件')
  await editor.picks('退款账户', cash.name)
  const targets = editor.here().getByLabel('退款去向')
  await expect(targets).toContainText(`${cash.name}退款50.00`)
  await expect(targets).toContainText('材料回库成本20.00')
  await editor.button('审核').click()
  await editor.isState('已完成')
  await expect(editor.totals()).toHaveText(/退客户 50\.00.*已退现款 50\.00/)
  expect(await boss.available(part)).toBe('1')
  await page.goto(`/repairBilling?id=${order.id}`)
  await editor.isState('已结算')

  await page.goto(`/refundOrder?new=1&source=repair_settlement&sourceId=${settlement.id}`)
  await editor.here().getByRole('button', { name: '全退' }).click()
  await expect(editor.here().getByLabel(`${part.partName}本次退数量`)).toHaveValue(/^1(\.0+)?$/)
  await editor.field('退单原因').fill('客户不满意')
  await editor.picks('退款账户', cash.name)
  await expect(targets).toContainText(`${cash.name}退款150.00`)
  await editor.button('审核').click()
  await editor.isState('已完成')
  expect(await boss.available(part)).toBe('2')
  await page.goto(`/repairBilling?id=${order.id}`)
  await editor.isState('已退单')
})
