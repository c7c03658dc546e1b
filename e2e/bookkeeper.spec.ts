import { payment } from '@chepu/contract/finance/payment'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { randomInt } from 'node:crypto'
import { expect, test } from './story'

/** A number of a fully digital invoice that nobody has had. */
const invoiceNo = () => `26${String(randomInt(10 ** 9)).padStart(9, '0')}${String(randomInt(10 ** 9)).padStart(9, '0')}`

test('会计的一天：两张销售单一起收款、开成一张票，进货一起付款、登记进项票，两处余额都清零', async ({ desk, boss }) => {
  const { page, shell, list, editor } = desk
  const customer = await boss.newCustomer()
  const part = await boss.newPart()
  const receipt = await boss.receives([{ part, qty: '10', price: '30' }])
  const first = await boss.delivers(customer, [{ part, qty: '2', price: '50' }])
  const second = await boss.delivers(customer, [{ part, qty: '1', price: '80' }])
  const { header } = await boss.call(goodsReceipt.routes.read, { params: { id: receipt.id } })
  const ticks = async (...bills: string[]) => {
    for (const billNo of bills) await list.row(billNo).getByRole('checkbox').check()
  }
  const presses = (name: string) => list.here().getByRole('button', { name, exact: true }).click()
  const settles = async (step: '审核' | '提交', state: string) => {
    await editor.isReady()
    await presses('按核销额填入')
    await editor.button(step).click()
    await editor.isState(state)
  }
  const registers = async () => {
    await editor.isReady()
    await editor.field('发票号码').fill(invoiceNo())
    await editor.button('登记').click()
    await editor.isState('已登记')
  }
  const figures = () => list.here().getByLabel('合计', { exact: true })

  await desk.enter('cash01', `/settleSale?partnerId=${customer.id}`)
  await ticks(first.billNo, second.billNo)
  await presses('收款（2）')
  await settles('审核', '已完成')
  await expect(editor.totals()).toContainText('180.00')

  await shell.goes(`/settlePurchase?partnerId=${header.partnerId}&billNo=${receipt.billNo}`)
  await ticks(receipt.billNo)
  await presses('付款（1）')
  await settles('提交', '待审核')
  await expect(editor.totals()).toContainText('300.00')
  const id = Number.parseInt(new URL(page.url()).searchParams.get('id') ?? '', 10)
  const { header: waiting } = await boss.call(payment.routes.read, { params: { id } })
  await boss.call(payment.routes.act, { params: { id, action: 'approve' }, body: { version: waiting.version } })

  await shell.goes(`/ticketManage?tab=toIssue&partnerId=${customer.id}`)
  await ticks(first.billNo, second.billNo)
  await presses('开票（2）')
  await page.getByRole('dialog').getByRole('button', { name: '生成' }).click()
  await registers()
  await expect(editor.totals()).toContainText('180.00')

  await shell.goes(`/ticketManage?tab=toReceive&partnerId=${header.partnerId}&billNo=${receipt.billNo}`)
  await ticks(receipt.billNo)
  await presses('收票（1）')
  await page.getByRole('dialog').getByRole('button', { name: '生成' }).click()
  await registers()
  await expect(editor.totals()).toContainText('300.00')

  await shell.goes(`/settleSale?partnerId=${customer.id}`)
  await expect(figures()).toContainText(/未结\s*0\.00/)
  await expect(list.row(first.billNo)).toHaveCount(0)
  await shell.goes(`/settlePurchase?partnerId=${header.partnerId}&billNo=${receipt.billNo}`)
  await expect(figures()).toContainText(/未结\s*0\.00/)
  await shell.goes(`/receivableAccount?tab=statement&partnerId=${customer.id}`)
  await expect(figures()).toContainText(/期末余额\s*0\.00/)
})
