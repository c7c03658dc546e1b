import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { readTableConfig } from '@chepu/contract/shell/config'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Around, draw, server } from '../../../test/page'
import { documentColumns, documentEnd, goodsColumns } from '../goods/goods-columns'
import { DocumentList } from './document-list'

async function drawList(around: Around) {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(goodsReceipt.routes.list, () => ({ rows: [], more: false }))
  server.on(goodsReceipt.routes.totals, () => ({ count: 0, sums: {} }))
  const columns = [
    ...documentColumns,
    'totalTax',
    { ...goodsColumns.openAmount, key: 'openAmount' },
    ...documentEnd,
  ] as const
  draw(<DocumentList document={goodsReceipt} columns={columns} />, around)
  await expect.element(page.getByRole('columnheader', { name: '单号' })).toBeVisible()
}
const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent)

test('who does not see the prices of a kind finds no column of money in its list', async () => {
  await drawList({ hidden: ['purchase_price'] })
  expect(heads()).toContain('数量合计')
  for (const title of ['价税合计', '税额', '未结金额']) expect(heads()).not.toContain(title)
})

test('prices that are hidden elsewhere leave the columns of a kind alone', async () => {
  await drawList({ hidden: ['doc_price', 'cost_price'] })
  for (const title of ['价税合计', '税额', '未结金额']) expect(heads()).toContain(title)
})
