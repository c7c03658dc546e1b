import { listSettlements, listWarehouses } from '@chepu/contract/basics/lookups'
import { expect, test } from './story'

test('采购入库引用采购订单：先到一半，订单部分执行；全到齐，订单已完成', async ({ desk, boss }) => {
  const { editor, page, shell } = desk
  const part = await boss.newPart()
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
  expect(await boss.available(part)).toBe('10')
})

test('转入库、转出库带上前单的全部抬头，合计不变；改数量时整单优惠跟着变', async ({ desk, boss }) => {
  const { editor, page } = desk
  const parts = await boss.newParts(2)
  const goods = parts.map((part) => ({ part, qty: '4', price: '100' }))
  const [settlement] = (await boss.call(listSettlements)).rows.filter(({ kind }) => kind === 'monthly')
  const { rows: warehouses } = await boss.call(listWarehouses)
  const other = warehouses.find(
    (warehouse) => !warehouse.isDefault && warehouse.allowSale && warehouse.kind === 'normal',
  )
  const terms = {
    warehouseId: other?.id,
    settlementMethodId: settlement?.id,
    taxIncluded: false,
    invoiceKind: 'special',
    orderDiscount: '10',
    freight: '6',
    freightPayer: 'partner',
    remark: '送到后门',
  }
  const order = await boss.orders(goods, terms)
  await desk.enter('boss01', `/purchaseOrder?id=${order.id}`)
  const takesOver = async () => {
    await expect(editor.field('仓库')).toHaveValue(other?.name ?? '')
    await expect(editor.field('结算方式')).toHaveValue(settlement?.name ?? '')
    await expect(editor.field('发票类型')).toHaveValue('专票')
    await expect(editor.field('单价含税')).not.toBeChecked()
    await expect(editor.field('整单优惠')).toHaveValue('10.00')
    await expect(editor.field('运费')).toHaveValue('6.00')
    await expect(editor.field('备注')).toHaveValue('送到后门')
    await expect(editor.totals()).toContainText('796.00')
  }
  await editor.button('转入库').click()
  await expect(page).toHaveURL(/\/purchase\?/)
  await takesOver()
  await expect(editor.line(1)).toContainText('100')
  await editor.fillsFirst('数量', '2')
  await expect(editor.field('整单优惠')).toHaveValue('7.50')
  await editor.fillsFirst('数量', '4')
  await expect(editor.totals()).toContainText('796.00')
  await editor.button('审核').click()
  await editor.isState('已完成')

  const customer = await boss.newCustomer()
  const promised = await boss.promises(customer, goods, terms)
  await page.goto(`/saleOrder?id=${promised.id}`)
  await editor.button('转出库').click()
  await expect(page).toHaveURL(/\/sale\?/)
  await takesOver()
  const at = (await editor.heads()).findIndex((head) => head.trim() === '可用量')
  await expect(editor.line(1).locator('.line-grid-cell').nth(at)).not.toHaveText('')
})

test('引单与已填的栏目不一致时问一次；未保存的单据按前单分开保留', async ({ desk, boss }) => {
  const { editor, page, shell } = desk
  const part = await boss.newPart()
  const order = await boss.orders([{ part, qty: '5', price: '30' }], { invoiceKind: 'special', orderDiscount: '5' })
  await desk.enter('boss01', '/purchase?new=1')
  await editor.isReady()
  await editor.picks('发票类型', '普')
  const draws = async () => {
    await page.keyboard.press('F7')
    const dialog = shell.dialog('引单')
    await dialog.getByLabel('单号').fill(order.billNo)
    await expect(dialog.getByRole('row', { name: order.billNo })).toHaveCount(1)
    await dialog.getByRole('row', { name: order.billNo }).dblclick()
    return shell.dialog('前单与本单不一致')
  }
  const question = await draws()
  await expect(question.getByRole('row', { name: '发票类型' })).toHaveText(/普票\s*专票/)
  await question.getByRole('button', { name: '保留本单' }).click()
  await expect(editor.field('发票类型')).toHaveValue('普票')
  await expect(editor.field('整单优惠')).toHaveValue('5.00')
  await expect(editor.totals()).toContainText('145.00')

  // The draft that began from the order and the one that began from nothing stay apart, also after a reload.
  await page.goto(`/purchase?new=1&source=purchase_order&sourceId=${order.id}`)
  await expect(editor.field('发票类型')).toHaveValue('专票')
  await editor.field('备注').fill('等车来')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(editor.field('备注')).toHaveValue('等车来')
  await expect(editor.notice()).toContainText('未保存的内容')
  await editor.button('新增').click()
  await expect(editor.field('发票类型')).toHaveValue('普票')
  await expect(editor.field('备注')).toHaveValue('')
  await page.goto(`/purchaseOrder?id=${order.id}`)
  await editor.button('转入库').click()
  await expect(editor.field('备注')).toHaveValue('等车来')
  const strip = page.getByRole('navigation', { name: '已打开的页面' })
  await expect(strip.getByRole('button', { name: '新增采购入库单', exact: true })).toHaveCount(2)
})
