import { expect, test } from './story'

test('缺货的销售出库不放行并指出哪一行，补货后出库成功，账对得上', async ({ desk, boss }) => {
  // A whole day of the shop in one story.
  test.slow()
  const { editor, shell } = desk
  const customer = await boss.newCustomer()
  const [plenty, short] = [await boss.newPart(), await boss.newPart()]
  await boss.receives([
    { part: plenty, qty: '10', price: '20' },
    { part: short, qty: '1', price: '50' },
  ])

  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  await editor.picks('客户', customer.name)
  await expect(editor.field('客户')).toHaveValue(customer.name)
  await editor.entersLine(plenty.partCode, '2', '88')
  await editor.entersLine(short.partCode, '4', '99')
  await editor.saves()
  await editor.button('审核').click()
  await expect(editor.notice()).toContainText(`第2行 [${short.partCode}]`)
  await expect(editor.notice()).toContainText(`需要 4`)
  // The message of the specification leaves after its 5 s; what is to be mended stays, and is said once.
  await expect(desk.page.locator('.ant-message-error')).toContainText(`需要 4`)
  await expect(desk.page.getByText(`需要 4`)).toHaveCount(1)
  await expect(desk.page.getByRole('textbox', { name: '第2行 数量' })).toBeFocused()
  await editor.isState('草稿')

  await boss.stock(short, '3', '50')
  await editor.button('审核').click()
  await editor.isState('已完成')
  await expect(editor.totals()).toContainText(/未收 [1-9]/)
  const billNo = await editor.number().innerText()

  await editor.button('收款').click()
  await expect(desk.page).toHaveURL(/\/collection\?/)
  const items = editor.here().getByRole('table', { name: '未结单据' })
  await items.getByRole('row', { name: billNo }).getByRole('checkbox').check()
  await editor.here().getByRole('button', { name: '按核销额填入' }).click()
  await editor.saves()
  await editor.button('审核').click()
  await editor.isState('已完成')
  const slipNo = await editor.number().innerText()

  await shell.opens('销售', '销售出库')
  const row = await desk.list.finds(billNo)
  await row
    .getByRole('button', { name: billNo })
    .or(row.getByRole('link', { name: billNo }))
    .click()
  await editor.isReady()
  await expect(editor.totals()).toContainText('未收 0.00')

  // What money was collected for is not undone: the refusal leads to the collection and asks for no reason.
  await editor.button('反审核').click()
  const undo = shell.dialog(`反审核：销售出库单 ${billNo}`)
  await expect(undo.getByRole('alert')).toContainText(`请先红冲 ${slipNo}`)
  await expect(undo.getByLabel('原因（必填）')).toHaveCount(0)
  await undo.getByRole('button', { name: slipNo }).click()
  await expect(desk.page).toHaveURL(/\/collection\?/)
  await expect(editor.number()).toHaveText(slipNo)

  await shell.opens('统计', '对得上')
  await expect(desk.page.getByText(/^全部对得上，共核对 \d+ 项$/)).toBeVisible()
  await expect(desk.page.getByText('对不上')).toHaveCount(0)
})

test('缺货转采购后，订单上看得见在途的采购订单，再次转采购要先确认', async ({ desk, boss }) => {
  const { shell } = desk
  const short = await boss.newPart()
  // Whoever brought it last is asked again.
  await boss.stock(short, '1')
  const order = await boss.asks(await boss.newCustomer(), [{ part: short, qty: '4', price: '99' }])
  await desk.enter('boss01', `/orderConfirm?id=${order.id}`)
  const board = shell.dialog(`订单确认 ${order.billNo}`)
  const purchase = shell.dialog('缺货转采购')
  // A dialog that asks for a reason has the keyboard where the reason is written.
  await board.getByRole('button', { name: '驳回' }).click()
  await expect(shell.dialog('驳回订单').getByLabel('原因（必填）')).toBeFocused()
  await shell.dialog('驳回订单').getByRole('button', { name: '取消' }).click()
  await board.getByRole('button', { name: '转采购' }).click()
  const wish = purchase.getByLabel('第1行采购数量')
  await expect(wish).toHaveValue('3')
  await purchase.getByRole('button', { name: '生成采购订单' }).click()
  await shell.says(/^已生成采购订单 CD/)

  await board.getByRole('button', { name: '转采购' }).click()
  await expect(purchase.getByRole('row', { name: short.partCode })).toContainText(/CD\d+ 未到 3/)
  await expect(wish).toHaveValue('0')
  await expect(purchase.getByRole('button', { name: '生成采购订单' })).toBeDisabled()
  await purchase.getByRole('checkbox', { name: '第1行 转采购' }).check()
  await purchase.getByRole('button', { name: '生成采购订单' }).click()
  const again = shell.dialog('再次转采购')
  await expect(again).toContainText(new RegExp(`销售订单 ${order.billNo} 已转采购 CD\\d+（未到 3），确认再次转采购？`))
  await again.getByRole('button', { name: '再次转采购' }).click()
  await expect(purchase).toHaveCount(0)

  await board.getByRole('button', { name: '转采购' }).click()
  await expect(purchase.getByRole('row', { name: short.partCode })).toContainText(/未到 3.*未到 3/)
  await purchase.getByRole('button', { name: /^CD/ }).first().click()
  await desk.editor.isReady()
  await desk.editor.button('更多').click()
  await desk.page.getByRole('menuitem', { name: '关联单据' }).click()
  await expect(shell.dialog(/关联单据/).getByRole('row', { name: order.billNo })).toContainText('来源单据')
})

test('没有确认权限的人，订单确认里只给看明细', async ({ desk, boss }) => {
  const part = await boss.newPart()
  const { billNo } = await boss.asks(await boss.newCustomer(), [{ part, qty: '1', price: '99' }])
  await desk.enter('sales01', '/orderConfirm')
  const row = await desk.list.finds(billNo)
  await expect(row.getByRole('button', { name: '明细' })).toBeVisible()
  await expect(row.getByRole('button', { name: '确认', exact: true })).toHaveCount(0)
})
