import type { MaterialRow } from '@chepu/contract/picking/desk'
import { expect, it } from 'vitest'
import { issuable, issuedOf, scanned } from './issued'

const line = (lineId: number, more: Partial<MaterialRow> = {}) =>
  ({
    lineId,
    partCode: 'A1',
    barcodes: ['690001'],
    oeNo: null,
    waitingQty: '2.0000',
    available: '5.0000',
    agreement: 'agreed',
    isCustomerSupplied: false,
    ...more,
  }) as MaterialRow

it('hands over all that waits and is there, until somebody counts', () => {
  expect(issuedOf(undefined, line(1))).toBe('2.0000')
  expect(issuedOf(undefined, line(1, { available: '1.5000' }))).toBe('1.5000')
  expect(issuedOf(undefined, line(1, { available: '-1' }))).toBe('0')
  expect(issuedOf(new Map([[1, '3']]), line(1))).toBe('3')
  expect(issuedOf(new Map([[1, '3']]), line(2))).toBe('0')
})

it('counts a scanned piece on the first line of its part that waits for one', () => {
  const lines = [line(1, { waitingQty: '1' }), line(2)]
  const first = scanned(lines, undefined, 'a1')
  expect(first).toMatchObject({ issued: new Map([[1, '1']]), line: { lineId: 1 } })
  const second = scanned(lines, new Map([[1, '1']]), '690001')
  expect(second).toMatchObject({ line: { lineId: 2 } })
  expect(
    scanned(
      lines,
      new Map([
        [1, '1'],
        [2, '2'],
      ]),
      'A1',
    ),
  ).toEqual({ problem: '[A1] 待领数量已扫满' })
  expect(scanned(lines, undefined, 'B2')).toEqual({ problem: '工单没有配件 B2' })
})

it('issues nothing that the customer brings or has not agreed to', () => {
  const lines = [line(1), line(2, { agreement: 'open' }), line(3, { isCustomerSupplied: true })]
  expect(issuable(lines).map(({ lineId }) => lineId)).toEqual([1])
})
