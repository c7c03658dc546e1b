import type { DataOf } from '@chepu/contract/kernel/route'
import { proposeValuation, setValuation, type ValuationRow } from '@chepu/contract/repair/valuation'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Broken, later } from '../../../test/server'
import { PriceDialog } from './price-dialog'

const row = (lineId: number, partCode: string): ValuationRow => ({
  lineId,
  orderId: 4,
  version: 2,
  partId: lineId,
  billNo: 'WX0004',
  plate: '鄂A12345',
  partCode,
  partName: '机油滤清器',
  oeNo: null,
  brandName: null,
  spec: null,
  fitment: null,
  unitName: '个',
  issuedQty: '1',
  price: '50.0000',
  discountRate: '1',
  amount: '50.00',
  payer: 'customer',
  payerName: null,
  flags: '',
  partnerName: '车主甲',
  isValued: false,
  unitCost: '20',
})

const price = (code: string) => page.getByRole('textbox', { name: `${code} 单价` })
const byLevel = () => page.getByRole('button', { name: '按价格级别取价' })
const confirm = () => page.getByRole('button', { name: /确\s?定/ })

/** The dialog of two lines; prices come when the test gives them. */
function open() {
  const done: (true | undefined)[] = []
  const found = later<DataOf<typeof proposeValuation>>()
  server.on(proposeValuation, () => found.answer)
  server.on(setValuation, () => ({ version: 3 }))
  draw(<PriceDialog input={[row(1, 'P-1'), row(2, 'P-2')]} onDone={(result) => done.push(result)} />)
  return { done, found }
}

test('prices that come late leave alone what was typed meanwhile, and a save waits for them', async () => {
  const { done, found } = open()
  await byLevel().click()
  await price('P-1').fill('66')
  await page.getByRole('textbox', { name: 'P-1 折扣' }).fill('0.9')
  await page.getByRole('textbox', { name: 'P-2 折扣' }).fill('0.8')
  await confirm().click()
  await expect.element(confirm()).toHaveClass('ant-btn-loading')
  expect(server.asked(setValuation)).toHaveLength(0)
  found.give({
    rows: [
      { lineId: 1, price: '30.0000' },
      { lineId: 2, price: '30.0000' },
    ],
  })
  await expect.poll(() => done).toEqual([true])
  expect(server.asked(setValuation)[0]?.body.lines).toEqual([
    { lineId: 1, price: '66', discountRate: '0.9' },
    { lineId: 2, price: '30', discountRate: '0.8' },
  ])
})

test('prices that were asked for last stand, and without those that were asked for nothing is saved', async () => {
  const { done, found } = open()
  await byLevel().click()
  await expect.poll(() => server.asked(proposeValuation)).toHaveLength(1)
  server.on(proposeValuation, () => ({ rows: [{ lineId: 1, price: '24' }] }))
  await page.getByRole('button', { name: '按加价率取价' }).click()
  await expect.element(price('P-1')).toHaveValue('24')
  found.give({ rows: [{ lineId: 1, price: '30' }] })
  const lost = later<void>()
  server.on(proposeValuation, async () => {
    await lost.answer
    throw new Broken()
  })
  await byLevel().click()
  await confirm().click()
  await expect.element(confirm()).toHaveClass('ant-btn-loading')
  lost.give()
  await expect.element(confirm()).not.toHaveClass('ant-btn-loading')
  await expect.element(price('P-1')).toHaveValue('24')
  expect(server.asked(setValuation)).toHaveLength(0)
  expect(done).toEqual([])
})
