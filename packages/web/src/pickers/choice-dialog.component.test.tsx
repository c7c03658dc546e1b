import {
  type LookupLocation,
  listSourceLines,
  listSourcePrices,
  partStock,
  type StockRow,
} from '@chepu/contract/basics/lookups'
import type { OpenSourceLine } from '@chepu/contract/kernel/goods-document'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../test/page'
import { LocationDialog } from './location-dialog'
import { SourceDialog } from './source-dialog'

const press = (keys: string) => userEvent.keyboard(keys)
const marked = () => document.querySelector('.choice-table [aria-selected="true"]')?.textContent

describe('of one row', () => {
  const locations: LookupLocation[] = ['A-01', 'A-02', 'B-01'].map((code, i) => ({ id: i + 1, code, zone: null }))
  const lying = (id: number, code: string): StockRow => ({
    partId: 5,
    warehouseId: 1,
    warehouseName: '主仓',
    locationId: id,
    locationCode: code,
    batchNo: '',
    qty: '2',
    available: '2',
  })

  /** 选择货位 for goods that come in: A-01 holds the part, the others are empty. What it answers is `taken`. */
  async function openLocations() {
    const taken: (string | null | undefined)[] = []
    server.on(partStock, () => ({ rows: [lying(1, 'A-01')] }))
    const input = { text: '', partId: 5, warehouseId: 1, locations, outgoing: false }
    draw(<LocationDialog input={input} onDone={(place) => taken.push(place?.locationCode)} />)
    await expect.element(page.getByRole('row', { name: 'A-01' })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: '查找货位' })).toHaveFocus()
    return taken
  }

  test('the arrows walk, and Enter takes the row they are on', async () => {
    const taken = await openLocations()
    await press('{ArrowDown}{ArrowDown}')
    await expect.poll(marked).toContain('B-01')
    await press('{ArrowUp}{Enter}')
    await expect.poll(() => taken).toEqual(['A-02'])
  })

  test('another search begins with its first row', async () => {
    const taken = await openLocations()
    await press('{ArrowDown}{ArrowDown}a')
    await expect.poll(marked).toContain('A-01')
    await press('{Enter}')
    await expect.poll(() => taken).toEqual(['A-01'])
  })

  test('Ctrl+Space ticks nothing that is not to be seen', async () => {
    const taken = await openLocations()
    await press('{ArrowDown}{Control>} {/Control}{ArrowDown}')
    await expect.poll(marked).toContain('B-01')
    await press('{Enter}')
    await expect.poll(() => taken).toEqual(['B-01'])
  })
})

describe('of several rows', () => {
  test('Ctrl+Space ticks, and Enter takes what is ticked', async () => {
    const line = (lineId: number): OpenSourceLine => ({
      documentId: 3,
      lineId,
      billNo: `CG${lineId}`,
      bizDate: '2026-01-05',
      partnerId: 8,
      partnerName: '北方供应商',
      warehouseId: 1,
      salespersonId: null,
      partId: lineId,
      partCode: `P-${lineId}`,
      partName: '机油',
      oeNo: null,
      brandName: '美孚',
      spec: '4L',
      fitment: null,
      unitName: '桶',
      qty: '4',
      remainingQty: '4',
      price: '20',
      locationId: null,
      locationCode: null,
      batchNo: '',
    })
    server.on(listSourceLines, () => ({ rows: [line(1), line(2), line(3)], more: false }))
    server.on(listSourcePrices, () => ({ rows: [] }))
    const taken: unknown[] = []
    const sources = [{ kind: 'purchase_order', title: '采购订单' }]
    const input = { target: 'goods_receipt', sources, roles: 'supplier' as const, taken: [] }
    draw(<SourceDialog input={input} onDone={(result) => taken.push(result)} />)
    await expect.element(page.getByRole('row', { name: 'CG1' })).toBeVisible()
    await press('{Control>} {/Control}{ArrowDown}{ArrowDown}{Control>} {/Control}')
    await expect.element(page.getByRole('button', { name: '引入 2 行' })).toBeVisible()
    await press('{Enter}')
    await expect.poll(() => taken).toEqual([{ source: 'purchase_order', lineIds: [1, 3] }])
  })
})
