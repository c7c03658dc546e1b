import { expect, it } from 'vitest'
import { proposedParts } from './proposal'

const line = (lineNo: number, name: string, taxRate: string, qty: string | null, untaxed: string, tax: string) => ({
  lineNo,
  name,
  spec: '',
  taxRate,
  qty,
  untaxed,
  tax,
})
const back = (
  amount: string,
  ...lines: readonly (readonly [name: string, rate: string, qty: string, taxed: string])[]
) => ({
  sourceKind: 'sales_return',
  sourceId: 1,
  openItemId: 1,
  amount,
  lines: lines.map(([name, taxRate, qty, taxed]) => ({
    name,
    taxClass: '',
    spec: '',
    unitName: '',
    qty,
    taxRate,
    taxed,
  })),
})
const filter = line(1, '滤清器', '0.13', '10', '1000.00', '130.00')
const pad = line(2, '制动片', '0.13', '2', '400.00', '52.00')
const labour = line(3, '工时', '0.06', null, '100.00', '6.00')

it('takes of the line of the same name and rate, with the quantity, and of other lines of the rate what is left', () => {
  const found = proposedParts(
    [filter, pad, labour],
    [back('-565.00', ['制动片', '0.13', '2', '452.00'], ['机油', '0.13', '1', '113.00'])],
  )
  expect([...found]).toEqual([
    [1, { qty: null, untaxed: '100.00', tax: '13.00' }],
    [2, { qty: '2', untaxed: '400.00', tax: '52.00' }],
  ])
})

it('takes together what several bills bring back, of a part of one without a quantity', () => {
  const one = back('-113.00', ['滤清器', '0.13', '1', '113.00'])
  expect(proposedParts([filter], [one, one]).get(1)).toEqual({ qty: '2', untaxed: '200.00', tax: '26.00' })
  const half = back('-56.50', ['滤清器', '0.13', '1', '113.00'])
  expect(proposedParts([filter], [one, half]).get(1)).toEqual({ qty: null, untaxed: '150.00', tax: '19.50' })
})

it('takes no more than stands, and proposes nothing where the rate is another', () => {
  const more = back('-2000.00', ['滤清器', '0.13', '20', '2000.00'])
  expect(proposedParts([filter], [more]).get(1)).toEqual({ qty: null, untaxed: '1000.00', tax: '130.00' })
  expect(proposedParts([labour], [more]).size).toBe(0)
})

it('leaves a fen of both where all but one fen goes back', () => {
  const all = line(1, '滤清器', '0.13', '1', '100.00', '13.01')
  const one = back('-113.00', ['滤清器', '0.13', '1', '113.00'])
  expect(proposedParts([all], [one]).get(1)).toEqual({ qty: '1', untaxed: '99.99', tax: '13.01' })
})
