import { listEmployees, type LookupPart, searchParts } from '@chepu/contract/basics/lookups'
import { currentPrices } from '@chepu/contract/basics/price-list'
import { byPrice } from '@chepu/contract/basics/product'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { later } from '../../../test/server'
import PriceEditor from './editor'

const part = (partId: number): LookupPart => ({
  partId,
  partCode: `P${partId}`,
  partName: `机油滤清器${partId}`,
  oeNo: '',
  brandName: '马勒',
  spec: '',
  fitment: '',
  unitName: '个',
  grade: 'aftermarket',
  barcodes: [],
  price: '28.2',
  priceSource: 'last',
  discountRate: '1',
  taxRate: '0',
  lastPrice: '28.2',
  lastPriceOn: null,
  stock: '10',
  available: '10',
  batchManaged: false,
  unitDecimals: 0,
  auxUnits: [],
  locationId: null,
  locationCode: null,
  substitutes: [],
})

/** A new 调价单; P1 sells at 30, P2 at 88. `hold` holds every look-up of a code from then on, until what it answers is called. */
async function openNew() {
  let held: Promise<void> = Promise.resolve()
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(searchParts, async ({ query }) => {
    await held
    return { rows: [1, 2].map(part).filter(({ partCode }) => partCode === query.q), more: false }
  })
  server.on(currentPrices, ({ body }) =>
    body.partIds.map((partId) => ({
      partId,
      ...byPrice((name) => (name === 'retailPrice' ? { 1: '30', 2: '88' }[partId] : null)),
      lastPurchasePrice: { 1: '11', 2: '44' }[partId],
      costPrice: null,
      taxRate: '0',
    })),
  )
  draw(<PriceEditor />, { params: { new: '1' } })
  await userEvent.click(cell())
  return {
    hold: () => {
      const { answer, give } = later<void>()
      held = answer
      return () => give()
    },
  }
}

const grid = () => page.getByRole('group', { name: '调价单明细' })
const cell = () => grid().getByRole('textbox')
const press = (keys: string) => userEvent.keyboard(keys)
const expectAt = (place: string) => expect.element(cell()).toHaveAccessibleName(place)
/** The lines on screen, each as the texts of its cells. */
const shown = () =>
  [...grid().element().querySelectorAll<HTMLElement>('.line-grid-row')].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join('|'),
  )

test('what is typed behind a code that stands in another line already goes there, and the keyboard with it', async () => {
  const { hold } = await openNew()
  await press('P1{Enter}')
  await expect.poll(shown).toEqual([expect.stringMatching(/^P1[|]机油滤清器1/), expect.stringMatching(/^[|]/)])
  await expectAt('第1行 批发价1')
  await cell().fill('40')
  await press('{ArrowDown}{Home}')
  await expectAt('第2行 配件编码')
  const release = hold()
  await press('P1{Enter}41{Enter}3')
  await expectAt('第2行 批发价2')
  release()
  await expect.element(page.getByText('P1 已在第1行，刚填的内容已移到该行')).toBeVisible()
  await expectAt('第1行 批发价2')
  await expect.element(cell()).toHaveFocus()
  await expect.element(cell()).toHaveValue('3')
  await press('8{Enter}')
  await expectAt('第1行 批发价3')
  expect(shown()).toHaveLength(2)
  expect(shown()[0]).toMatch(/[|]41.00[|][^|]*[|]38.00[|]/)
})

test('prices that were set for another part do not go to the one whose code is typed over it', async () => {
  await openNew()
  await press('P1{Enter}')
  await cell().fill('40')
  await press('{ArrowDown}{Home}P2{Enter}')
  await expect
    .poll(shown)
    .toEqual([expect.stringMatching(/^P1/), expect.stringMatching(/^P2/), expect.stringMatching(/^[|]/)])
  await cell().fill('86')
  await press('{ArrowDown}{ArrowUp}{Home}P1{Enter}')
  await expect.element(page.getByText('P1 已在第1行', { exact: true })).toBeVisible()
  await expectAt('第1行 批发价1')
  await expect.poll(shown).toHaveLength(2)
  expect(shown()[0]).toMatch(/^P1.*[|]40.00[|]/)
})

test('another part typed over a line shows what that one costs, and nothing of the former', async () => {
  await openNew()
  await press('P1{Enter}')
  await expect
    .poll(shown)
    .toEqual([expect.stringMatching(/^P1.*[|]11.00[|].*[|]30.00[|]/), expect.stringMatching(/^[|]/)])
  const { answer, give } = later<void>()
  server.on(currentPrices, async () => {
    await answer
    return [
      {
        partId: 2,
        ...byPrice((name) => (name === 'retailPrice' ? '88' : null)),
        lastPurchasePrice: '44',
        taxRate: '0',
      },
    ]
  })
  await press('{Home}P2{Enter}')
  await expect.poll(shown).toEqual([expect.stringMatching(/^P2/), expect.stringMatching(/^[|]/)])
  expect(shown()[0]).not.toMatch(/[|](11|30).00[|]/)
  give()
  await expect
    .poll(shown)
    .toEqual([expect.stringMatching(/^P2.*[|]44.00[|].*[|]88.00[|]/), expect.stringMatching(/^[|]/)])
})
