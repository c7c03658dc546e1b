import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { randomInt } from 'node:crypto'
import { expect, test } from './story'

/** A number of a fully digital invoice that nobody has had. */
const invoiceNo = () => `27${String(randomInt(10 ** 9)).padStart(9, '0')}${String(randomInt(10 ** 9)).padStart(9, '0')}`

test('开票以后退回一件：从待开票开红字发票，再在原票上红冲退回的另一件，原票还剩三件', async ({ desk, boss }) => {
  const { page, shell, list, editor } = desk
  const customer = await boss.newCustomer()
  const part = await boss.newPart()
  await boss.receives([{ part, qty: '10', price: '30' }])
  const sold = await boss.delivers(customer, [{ part, qty: '5', price: '113' }])
  const { header, lines } = await boss.call(salesDelivery.routes.read, { params: { id: sold.id } })
  const query = { page: 1, rows: 20, partnerId: customer.id }
  const { rows } = await boss.call(pendingIssued.list, { query })
  const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
  const { drafts } = await boss.call(draftIssued, { body: { bills, sheetKind: 'e_normal' } })
  const [draft] = drafts
  const act = (action: string, input: object) =>
    boss.call(invoiceIssued.routes.act, {
      params: { id: draft?.id as number, action },
      body: { version: 1, input },
    })
  await act('issue', { invoiceNo: invoiceNo() })
  const comesBack = async () => {
    const body = {
      header: { bizDate: header.bizDate, partnerId: customer.id, warehouseId: header.warehouseId as number },
      lines: lines.map(({ id, partId, price = null, taxRate }) => ({
        sourceLineId: id,
        partId,
        price,
        taxRate,
        qty: '1',
      })),
    }
    const saved = await boss.call(salesReturn.routes.save, {
      body: { ...body, header: { ...body.header, reason: '质量问题', disposal: 'good' } },
    })
    const step = (action: string, version: number) =>
      boss.call(salesReturn.routes.act, { params: { id: saved.id, action }, body: { version } })
    return step('approve', (await step('submit', saved.version)).version)
  }
  const dialog = page.getByRole('dialog')
  const registers = async () => {
    await expect(dialog.getByLabel('红冲合计')).toContainText(/价税合计\s*113\.00/)
    await dialog.getByLabel('红字发票号码').fill(invoiceNo())
    await dialog.getByLabel('原因').fill('退货')
    await dialog.getByRole('button', { name: '登记红字发票' }).click()
    await expect(dialog).toHaveCount(0)
  }

  const back = await comesBack()
  await desk.enter('boss01', `/saleBack?id=${back.id}`)
  await editor.isReady()
  await editor.button('开红字发票').click()
  await list.row(back.billNo).getByRole('checkbox').check()
  await list.here().getByRole('button', { name: '开红字发票（1）', exact: true }).click()
  await expect(dialog.getByRole('table', { name: '红字单据' })).toContainText('本票退货')
  await registers()
  // The return is shown with what was invoiced of it; nothing of it waits.
  await expect(list.row(back.billNo).getByRole('cell', { name: '0.00', exact: true })).toBeVisible()

  await comesBack()
  await shell.goes(`/invoiceIssued?id=${draft?.id}`)
  await editor.isReady()
  await editor.button('部分红冲').click()
  const qty = dialog.getByLabel('第1行本次数量')
  await expect(qty).toHaveValue('1')
  await qty.fill('2')
  await qty.press('Enter')
  await expect(dialog.getByLabel('红冲合计')).toContainText(/超出红字单据\s*113\.00/)
  await expect(dialog.getByRole('button', { name: '登记红字发票' })).toBeDisabled()
  await qty.fill('1')
  await qty.press('Enter')
  await registers()
  await editor.isState('已登记')
  await expect(editor.totals()).toContainText(/已部分红冲\s*226\.00/)
  await shell.goes(`/ticketManage?tab=issued&partnerId=${customer.id}`)
  await expect(list.here().locator('tr').filter({ hasText: '已登记合计' })).toContainText('339.00')
})
