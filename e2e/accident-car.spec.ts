import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { warehouseRoutes } from '@chepu/contract/basics/warehouse'
import { listBusinessTypes } from '@chepu/contract/repair/lookups'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type Colleague, fresh } from './api'
import { expect, test } from './story'

/** An order of an accident car whose panel an insurer pays for at 2 000.00, and whose customer has agreed. */
async function accidentOrder(boss: Colleague, insurerId: number) {
  const customer = await boss.newCustomer()
  const plate = `京A${fresh().slice(0, 5).replaceAll(/[IO]/g, '8')}`
  const car = await boss.call(vehicleRoutes.quick, { body: { plate, partnerId: customer.id } })
  const { rows: types } = await boss.call(listBusinessTypes)
  const { rows: warehouses } = await boss.call(warehouseRoutes.list, { query: { rows: 1 } } as never)
  const saved = await boss.call(workOrder.routes.save, {
    body: {
      header: {
        bizDate: shanghaiDay(),
        partnerId: customer.id,
        vehicleId: (car as { id: number }).id,
        businessTypeId: types.find(({ code }) => code === 'accident')?.id ?? 0,
        warehouseId: warehouses[0]?.id ?? 0,
      },
      extras: [{ name: '前保险杠总成', qty: '1', price: '2000', payer: 'insurance', payerPartnerId: insurerId }],
      action: { name: 'confirm', input: { method: 'phone', by: '车主' } },
    },
  } as never)
  return { ...saved, plate }
}

test('事故车：建保险案件、定损，预结算自动带出免赔额和残值', async ({ desk, boss }) => {
  const { page, editor, shell } = desk
  const name = `测试保险${fresh()}`
  const insurer = await boss.call(partnerRoutes.save, { body: { kind: 'unit', cusFlag: partnerRoles.insurer, name } })
  const order = await accidentOrder(boss, (insurer as { id: number }).id)

  await desk.enter('boss01', `/repairBilling?id=${order.id}`)
  const panel = editor.here().getByRole('complementary', { name: '保险案件' })
  await panel.getByRole('button', { name: '新建案件' }).click()
  await editor.picks('保险公司', name)
  await editor.field('报案号').fill('RA20261126')
  await editor.field('定损员').fill('定损员甲')
  await editor.field('定损日期').fill(shanghaiDay())
  await page.keyboard.press('Enter')
  await editor.field('定损材料').fill('2000')
  await editor.field('免赔额').fill('200')
  await editor.field('残值').fill('100')
  await expect(editor.totals()).toHaveText(/客户承担（免赔\+折旧） 200\.00.*残值 100\.00.*定损合计 2,000\.00/)
  await editor.saves()
  await page.getByRole('button', { name: '定损完成' }).click()
  await shell.says(/定损完成成功/)
  await editor.isState('定损')
  await expect(editor.here().getByLabel('案件进度')).toContainText('工单保险项目 2,000.00')

  // 预结算: the order is agreed to, and not done yet.
  await shell.goes(`/costSettlement?new=1&source=work_order&sourceId=${order.id}`)
  const here = editor.here()
  await expect(here.getByLabel('免赔额')).toHaveValue('200.00')
  await expect(here.getByLabel('残值')).toHaveValue('100.00')
  await expect(here.locator('.rs-payer').filter({ hasText: name })).toContainText('1,700.00')
})
