import { otherIn } from '@chepu/contract/warehouse/other-in'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Around, draw } from '../../../test/page'
import { GoodsEditor } from './goods-editor'

const drawNew = async (around: Around) => {
  draw(<GoodsEditor document={otherIn}>{null}</GoodsEditor>, { params: { new: '1' }, ...around })
  await expect.element(page.getByText('数量合计')).toBeVisible()
}

test('who sees no costs finds no totals of money under a new document', async () => {
  await drawNew({ hidden: ['cost_price'] })
  await expect.element(page.getByText('价税合计')).not.toBeInTheDocument()
  for (const title of ['金额合计', '未税合计', '税额']) expect(page.getByText(title).elements()).toEqual([])
})

test('who sees costs finds all totals, whatever prices of other areas are hidden', async () => {
  await drawNew({ hidden: ['purchase_price', 'doc_price'] })
  for (const title of ['金额合计', '未税合计', '税额', '价税合计']) {
    await expect.element(page.getByText(title)).toBeVisible()
  }
})
