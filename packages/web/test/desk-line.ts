// Lines at the desks of the warehouse, and what holds for every page of a phone.
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { expect } from 'vitest'

/** A line of a document that waits for the warehouse, its id as its number; no prices, no place. */
export const deskLine = (lineNo: number, partName: string, qty: string): GoodsLineView => ({
  id: lineNo,
  lineNo,
  partId: lineNo,
  grade: 'aftermarket',
  partCode: `P-${lineNo}`,
  partName,
  oeNo: null,
  brandName: '博世',
  spec: '0986AF1042',
  fitment: null,
  unitName: '个',
  qty,
  auxUnitId: null,
  auxQty: null,
  priceSource: 'manual',
  locationId: null,
  locationCode: null,
  batchNo: '',
  sourceLineId: null,
  sourceNo: null,
  executedQty: '0',
  returnedQty: '0',
  closedQty: '0',
  receivedQty: null,
  remark: '',
})

/** The header of a document of which only the row of the board is known. */
export const deskHeader = (row: Row) => ({ ...row, isRed: false })
type Row = { id: number; kind: string; billNo: string; bizDate: string; state: string; version: number }

/** Nothing of it stands outside the screen, nor is hidden behind its own edge. */
export function expectNoSideways(root: Element): void {
  const wide = [...root.querySelectorAll<HTMLElement>('*')].filter(
    (each) =>
      each.getBoundingClientRect().right > document.documentElement.clientWidth ||
      (each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX === 'auto'),
  )
  expect(wide.map(({ className }) => className)).toEqual([])
}
