import {
  listDepartments,
  listEmployees,
  listLocations,
  listSettlements,
  listSourceLines,
  listSourcePrices,
  listWarehouses,
  partHints,
  searchPartners,
} from '@chepu/contract/basics/lookups'
import type { DataOf } from '@chepu/contract/kernel/route'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../test/page'
import { later } from '../../test/server'
import GoodsReceiptEditor from '../purchasing/goods-receipt/editor'

const part = {
  partId: 3,
  partCode: 'P000007',
  partName: '机油滤清器',
  oeNo: '',
  brandName: null,
  spec: '',
  fitment: '',
  unitName: '个',
}
const place = { warehouseId: 1, locationId: null, locationCode: null, batchNo: '' }
const ordered = { documentId: 8, lineId: 81, billNo: 'CG0008', bizDate: '2026-03-05', salespersonId: null }

/** The order of 江城博世, as it is drawn. */
const drawn: DataOf<typeof drawSource> = {
  header: { partnerId: 6, partnerName: '江城博世', taxIncluded: true, warehouseId: 1 },
  lines: [
    {
      ...part,
      ...place,
      qty: '4',
      auxUnitId: null,
      auxQty: null,
      price: '30',
      priceSource: 'manual',
      discountRate: '1',
      taxRate: '0.13',
      sourceLineId: 81,
      sourceNo: 'CG0008',
    },
  ],
}

/** A new receipt, with an order of 江城博世 to be drawn and another supplier to be chosen. */
async function drawReceipt() {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  for (const lookup of [listDepartments, listEmployees, listLocations, listSettlements, partHints])
    server.on(lookup, () => ({ rows: [] }))
  const warehouse = { id: 1, code: 'W1', name: '主仓', kind: 'main', isDefault: true, allowSale: true }
  server.on(listWarehouses, () => ({ rows: [warehouse] }))
  server.on(searchPartners, () => ({
    rows: [
      { id: 7, code: 'G00007', name: '武汉曼牌', cusFlag: 2, mobile: null },
      { id: 8, code: 'G00008', name: '武汉马勒', cusFlag: 2, mobile: null },
    ],
    more: false,
  }))
  server.on(listSourcePrices, () => ({ rows: [] }))
  const line = { ...part, ...place, ...ordered, partnerId: 6, partnerName: '江城博世', qty: '4', remainingQty: '4' }
  server.on(listSourceLines, () => ({ rows: [line, { ...line, lineId: 82 }], more: false }))
  draw(<GoodsReceiptEditor />, { params: { new: '1' } })
  await expect.element(supplier()).toBeVisible()
}

const supplier = () => page.getByLabelText('供应商', { exact: true })
const remark = () => page.getByLabelText('备注', { exact: true })
const cursor = () => document.activeElement?.getAttribute('aria-label')

/** Chooses the order in 引单, whose lines come when the test gives them. */
async function chooseOrder() {
  const before = server.asked(drawSource).length
  const answer = later<DataOf<typeof drawSource>>()
  server.on(drawSource, () => answer.answer)
  await userEvent.keyboard('{F7}')
  await expect
    .element(
      page
        .getByRole('dialog')
        .getByRole('row', { name: /CG0008/ })
        .first(),
    )
    .toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.asked(drawSource)).toHaveLength(before + 1)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  return () => answer.give(drawn)
}

async function chooseSupplier(name: string) {
  await supplier().fill(name)
  await page.getByRole('option', { name }).click()
  await expect.element(supplier()).toHaveValue(name)
}

test('a supplier who was chosen while the order was on its way stays until he is asked about', async () => {
  await drawReceipt()
  const give = await chooseOrder()
  await chooseSupplier('武汉曼牌')
  await remark().click()
  await userEvent.keyboard('abc')
  give()
  const question = page.getByRole('dialog')
  await expect.element(question.getByRole('row', { name: /供应商 武汉曼牌 江城博世/ })).toBeVisible()
  // An Enter that was meant for the remark changes nothing.
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(supplier()).toHaveValue('武汉曼牌')
  await expect.element(page.getByText('P000007')).not.toBeInTheDocument()
  await expect.element(remark()).toHaveFocus()

  const again = await chooseOrder()
  await chooseSupplier('武汉马勒')
  again()
  await question.getByRole('button', { name: '采用前单' }).click()
  await expect.element(page.getByText('P000007')).toBeVisible()
  await expect.element(supplier()).toHaveValue('江城博世')
})

test('lines that come while something else is typed leave the cursor there; who waits is led to the lines', async () => {
  await drawReceipt()
  await remark().click()
  const give = await chooseOrder()
  await userEvent.keyboard('加急')
  give()
  await expect.element(page.getByText('P000007')).toBeVisible()
  await userEvent.keyboard('送货')
  await expect.element(remark()).toHaveValue('加急送货')
  const more = await chooseOrder()
  more()
  await expect.poll(cursor).toMatch(/配件编码/)
})
