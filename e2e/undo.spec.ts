import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { expect, test } from './story'

test('反审核先看影响、写原因，单据回到草稿，库存退回', async ({ desk, boss }) => {
  const part = await boss.newPart()
  const { id, billNo } = await boss.stock(part, '5', '20')
  await desk.enter('boss01', `/purchase?id=${id}`)
  await desk.editor.button('反审核').click()
  const dialog = desk.shell.dialog(`反审核：采购入库单 ${billNo}`)
  await expect(dialog.getByRole('table', { name: '库存变化' })).toContainText(part.partCode)
  await expect(dialog.getByRole('table', { name: '库存变化' })).toContainText('-5')
  await expect(dialog.getByRole('table', { name: '往来与资金变化' })).toContainText('-100.00')
  const confirm = dialog.getByRole('button', { name: '反审核' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('原因（必填）').fill('价格录错了')
  await confirm.click()
  await desk.editor.isState('草稿')
  expect(await boss.available(part)).toBe('0')
})

test('红冲生成一张红字单，原单显示已红冲，两张互相找得到', async ({ desk, boss }) => {
  const { id, billNo } = await boss.stock(await boss.newPart(), '5', '20')
  await desk.enter('boss01', '/purchase')
  const row = await desk.list.finds(billNo)
  await row.getByRole('button', { name: '更多' }).click()
  await desk.page.getByRole('menuitem', { name: '红冲' }).click()
  const dialog = desk.shell.dialog(`红冲：采购入库单 ${billNo}`)
  await dialog.getByLabel('原因（必填）').fill('供应商开错单')
  await dialog.getByRole('button', { name: '红冲' }).click()
  await expect(desk.list.row(billNo)).toContainText('已红冲')

  await desk.page.goto(`/purchase?id=${id}`)
  await desk.editor.isState('已红冲')
  await desk.editor.button('更多').click()
  const again = desk.page.getByRole('menuitem', { name: '复制' })
  await expect(again).toBeVisible()
  await desk.page.getByRole('menuitem', { name: '关联单据' }).click()
  const related = desk.shell.dialog(/关联单据/)
  await related
    .getByRole('button', { name: /^RK01/ })
    .or(related.getByRole('link', { name: /^RK01/ }))
    .first()
    .click()
  await expect(desk.editor.here().locator('.de-state')).toContainText('红')
  await expect(desk.editor.totals()).toContainText('-100.00')
  // A correction is no document to begin another from.
  await desk.page.keyboard.press('Escape')
  await desk.editor.button('更多').click()
  await expect(desk.page.getByRole('menuitem', { name: '操作日志' })).toBeVisible()
  await expect(again).toHaveCount(0)
})

test('采购订单反审核后改单：作废的入库单引用过的行不能删，提示写明哪一行、哪张单', async ({ desk, boss }) => {
  const [first, second] = [await boss.newPart(), await boss.newPart()]
  const order = await boss.orders([
    { part: first, qty: '5', price: '20' },
    { part: second, qty: '2', price: '30' },
  ])
  const params = { id: order.id }
  const { header, lines } = await boss.call(purchaseOrder.routes.read, { params })
  const receipt = await boss.call(goodsReceipt.routes.save, {
    body: {
      header: {
        bizDate: header.bizDate as string,
        partnerId: header.partnerId as number,
        warehouseId: header.warehouseId as number,
      },
      lines: [{ partId: second.partId, qty: '1', price: '30', sourceLineId: lines[1]?.id ?? null }],
    },
  })
  await boss.call(goodsReceipt.routes.act, {
    params: { id: receipt.id, action: 'void' },
    body: { version: receipt.version, reason: '开错单' },
  })
  await boss.call(purchaseOrder.routes.act, {
    params: { ...params, action: 'unapprove' },
    body: { version: order.version, reason: '改数量' },
  })
  await desk.enter('boss01', `/purchaseOrder?id=${order.id}`)
  await desk.editor.isState('草稿')
  await desk.editor.line(2).locator('.line-grid-cell').nth(2).click()
  await desk.page.keyboard.press('Control+Delete')
  await expect(desk.editor.line(2)).not.toContainText(second.partCode)
  await desk.editor.button('保存').click()
  const told = `第2行 [${second.partCode}] 已被采购入库单 ${receipt.billNo}（已作废）引用，不能删除或更换配件`
  await expect(desk.page.getByText(told).first()).toBeVisible()
})
