import { listWarehouses } from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { button } from '@chepu/contract/access/catalogue'
import { purchaseToSale } from '@chepu/contract/sales/purchase-to-sale'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Around, draw, server } from '../../../test/page'
import { Refused } from '../../../test/server'
import PurchaseToSale from './query'

/** The page without rows, of receipts of one supplier. */
function drawQuery(around: Around = {}) {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(listWarehouses, () => ({ rows: [] }))
  server.on(purchaseToSale.list, () => ({ rows: [], more: false }))
  server.on(purchaseToSale.totals, () => ({ count: 0, sums: {} }))
  draw(<PurchaseToSale />, { ...around, params: { source: 'goods_receipt', billNo: 'RK01' } })
}
const exporting = page.getByRole('button', { name: '导出', exact: true })

test('what is listed is exported, by the filters that stand there', async () => {
  const asked: unknown[] = []
  server.on(purchaseToSale.export, ({ body }) => {
    asked.push(body.filters)
    throw new Refused('refusal', '导出任务太多，请稍后再试')
  })
  drawQuery()
  await exporting.click()
  await expect.poll(() => asked).toEqual([{ source: 'goods_receipt', billNo: 'RK01', open: true }])
})

test('who may export neither orders nor receipts is not offered it', async () => {
  drawQuery({ without: [button('purchase_order', 'export'), button('goods_receipt', 'export')] })
  await expect.element(page.getByRole('button', { name: '转销售订单' })).toBeInTheDocument()
  expect(exporting.elements()).toEqual([])
})
