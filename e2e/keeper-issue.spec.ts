import { picking } from '@chepu/contract/picking/picking'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Scanner } from './pages/scanner'
import { expect, test } from './story'
import { confirmedOrder, newCar } from './workshop'

test('仓管在手机上扫码发料：先发一部分，再发余下的，多领的退回来', async ({ desk, boss }) => {
  const { page, editor, shell } = desk
  const parts = await boss.newParts(2)
  const [oil, filter] = parts as [(typeof parts)[0], (typeof parts)[0]]
  await boss.receives([
    { part: oil, qty: '4', price: '20' },
    { part: filter, qty: '1', price: '15' },
  ])
  const car = await newCar(boss)
  const order = await confirmedOrder(boss, car, {
    materials: [
      { partId: oil.partId, qty: '4', price: '50' },
      { partId: filter.partId, qty: '1', price: '45' },
    ],
  })

  await page.setViewportSize({ width: 390, height: 844 })
  await desk.enter('store01', '/pickingByNumber')
  const search = page.getByLabel('工单号或车牌')
  await search.fill(car.plate)
  await search.press('Enter')
  const panel = page.locator('.pk-panel')
  const handedOver = ({ partCode }: { partCode: string }) => panel.getByLabel(`${partCode} 本次领料`)
  await expect(handedOver(oil)).toHaveValue('4')
  await expect(handedOver(filter)).toHaveValue('1')
  // Parts are scanned without a press in between.
  await expect(panel).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  // The first scan begins at nothing: only what was scanned is handed over.
  const scanner = await Scanner.of(page)
  await handedOver(oil).focus()
  await scanner.scans(oil.partCode)
  await scanner.scans(oil.partCode)
  await expect(handedOver(oil)).toHaveValue('2')
  await expect(handedOver(filter)).toHaveValue('0')
  await scanner.scans('KEIN-1')
  await expect(panel.getByText('工单没有配件 KEIN-1')).toBeVisible()
  await panel.getByRole('button', { name: '领料', exact: true }).click()
  await shell.says(/已领料 LL/)
  await expect(search).toBeFocused()
  await expect(handedOver(oil)).toHaveValue('2')
  await panel.getByRole('button', { name: '领料', exact: true }).click()
  await expect(panel.getByRole('button', { name: '领料', exact: true })).toBeDisabled()
  const material = async () => {
    const { materials } = await boss.call(workOrder.routes.read, { params: { id: order.id } })
    return materials.map(({ issuedQty, returnedQty }) => [issuedQty, returnedQty])
  }
  expect(await material()).toEqual([
    ['4.0000', '0.0000'],
    ['1.0000', '0.0000'],
  ])

  // The last picking gave out two of the oil; one of them comes back.
  const { rows } = await boss.call(picking.routes.list, { query: { part: oil.partCode } as never })
  await shell.goes(`/pickingReturn?new=1&source=${picking.kind}&sourceId=${rows[0]?.id}`)
  const line = editor.here().getByRole('article').filter({ hasText: oil.partCode })
  await expect(line).toBeVisible()
  await line.locator('.lp-card-head').click()
  const sheet = page.getByRole('dialog', { name: /^第1行/ })
  await sheet.getByLabel('退料数量', { exact: true }).fill('1')
  await sheet.getByRole('button', { name: '完成' }).click()
  await editor.button('退料入库').click()
  await editor.isState('已完成')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect((await material())[0]).toEqual(['4.0000', '1.0000'])
})
