import { shanghaiDay } from '@chepu/contract/kernel/time'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { listBusinessTypes } from '@chepu/contract/repair/lookups'
import { workOrder } from '@chepu/contract/repair/work-order'
import { faults } from './axe'
import { signs } from './signing'
import { expect, test } from './story'

const phoneSize = { width: 390, height: 844 }

test('检车后客户在手机上看报告和报价，逐项选择、说明原因并签字，工单随即确认', async ({ desk, secondDesk, boss }) => {
  const customer = await boss.newCustomer()
  const plate = `京E${String(customer.id).padStart(5, '0').slice(-5)}`
  const car = await boss.call(vehicleRoutes.quick, { body: { plate, partnerId: customer.id } as never })
  const [type] = (await boss.call(listBusinessTypes)).rows
  const { id } = await boss.call(workOrder.routes.save, {
    body: {
      header: {
        bizDate: shanghaiDay(),
        partnerId: customer.id,
        vehicleId: car.id,
        businessTypeId: type?.id as number,
        warehouseId: await boss.warehouse(),
      },
      labour: [
        { name: '小保养', price: '120' },
        { name: '四轮定位', price: '200' },
      ],
    },
  })
  const { rows: templates } = await boss.call(inspectionRoutes.templates, { query: {} })
  const templateId = templates.find(({ name }) => name === '常规检查')?.id as number
  const report = await boss.call(inspectionRoutes.start, { body: { workOrderId: id, templateId } })

  const { page } = desk
  await page.setViewportSize(phoneSize)
  await desk.enter('boss01', `/inspection?id=${report.id}`)
  await page.getByLabel('前制动片厚度 测量值').fill('2.5')
  await expect(
    page.getByRole('radiogroup', { name: '前制动片厚度' }).getByRole('radio', { name: '需处理' }),
  ).toBeChecked()
  for (const group of await page.getByRole('radiogroup').all())
    if ((await group.getByRole('radio', { checked: true }).count()) === 0)
      await group.getByRole('radio', { name: '正常' }).click()
  await page.getByRole('button', { name: '完成检车' }).click()
  await expect(page.getByRole('button', { name: '继续检查' })).toBeVisible()
  await page.getByRole('button', { name: '加「更换前制动片」' }).click()
  await expect(page.getByText('已入工单')).toBeVisible()
  // The adviser prices what has no price yet.
  const found = await boss.call(workOrder.routes.read, { params: { id } })
  const { bizDate, partnerId, vehicleId, businessTypeId, warehouseId } = found.header
  await boss.call(workOrder.routes.save, {
    body: {
      id,
      version: found.header.version,
      header: { bizDate, partnerId, vehicleId, businessTypeId, warehouseId },
      labour: found.labour.map((line) => ({ id: line.id, name: line.name, price: line.price ?? '260' })),
    } as never,
  })

  await page.setViewportSize({ width: 1440, height: 900 })
  await desk.shell.goes(`/repairBilling?id=${id}`)
  await desk.editor.button('发送确认链接').click()
  const dialog = desk.shell.dialog(`确认链接：工单 ${found.header.billNo}`)
  await dialog.getByRole('button', { name: '生成链接' }).click()
  await expect(dialog.getByRole('img', { name: '链接二维码' })).toBeVisible()
  const address = (await dialog.getByLabel('链接地址').textContent())?.trim() ?? ''
  const phone = secondDesk.page
  await phone.setViewportSize(phoneSize)
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: '维修确认单' })).toBeVisible()
  await expect(phone.getByText('制动 前制动片厚度 2.5mm')).toBeVisible()
  expect(await faults(phone)).toEqual([])
  await phone.getByRole('button', { name: '全部同意' }).click()
  const line = phone.getByRole('group', { name: '四轮定位' })
  await line.getByText('不同意').click()
  await line.getByLabel('四轮定位 不做的原因').selectOption('下次再做')
  await signs(phone)
  await expect(phone.getByText('您已确认，感谢！')).toBeVisible()
  const { header, labour } = await boss.call(workOrder.routes.read, { params: { id } })
  expect(header.state).toBe('confirmed')
  expect(labour.map(({ agreement, declinedReason }) => [agreement, declinedReason])).toEqual([
    ['agreed', ''],
    ['declined', '下次再做'],
    ['agreed', ''],
  ])
})
