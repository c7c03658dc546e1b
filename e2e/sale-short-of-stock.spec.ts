import { add, trimZeros } from '@chepu/contract/kernel/decimal'
import { expect, test } from './story'

test('缺货的销售出库不放行并指出哪一行，补货后出库成功，账对得上', async ({ desk, boss }) => {
  // A whole day of the shop in one story.
  test.slow()
  const { editor, shell } = desk
  const customer = await boss.partner('customer', 'jcsc')
  const [plenty, short] = await boss.parts(2, 2)
  if (!plenty || !short) throw new Error('没有可用的配件')
  await boss.receives([{ part: plenty, qty: '10', price: '20' }])
  const wanted = trimZeros(add(short.available, '3'))

  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  await editor.picks('客户', 'jcsc')
  await expect(editor.field('客户')).toHaveValue(customer.name)
  await editor.entersLine(plenty.partCode, '2', '88')
  await editor.entersLine(short.partCode, wanted, '99')
  await editor.saves()
  await editor.button('审核').click()
  await expect(editor.notice()).toContainText(`第2行 [${short.partCode}]`)
  await expect(editor.notice()).toContainText(`需要 ${wanted}`)
  // The message of the specification leaves after its 5 s; what is to be mended stays, and is said once.
  await expect(desk.page.locator('.ant-message-error')).toContainText(`需要 ${wanted}`)
  await expect(desk.page.getByText(`需要 ${wanted}`)).toHaveCount(1)
  await expect(desk.page.getByRole('textbox', { name: '第2行 数量' })).toBeFocused()
  await editor.isState('草稿')

  await boss.receives([{ part: short, qty: '3', price: '50' }])
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
