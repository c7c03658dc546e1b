import { expect, it } from 'vitest'
import { namedBills, takenOf, withQty, withUntaxed } from './red-part'

const line = {
  lineNo: 1,
  name: '滤清器',
  spec: '',
  unitName: '个',
  taxRate: '0.13',
  qty: '10',
  untaxed: '1000.00',
  tax: '130.00',
  part: { qty: '2', untaxed: '200.00', tax: '26.00' },
}
const bill = (openItemId: number | null, rest: string, isChosen = true) => ({
  sourceKind: 'sales_return',
  sourceId: 7,
  openItemId,
  billNo: 'XT1',
  kindName: '销售退货单',
  bizDate: '2026-11-01',
  rest,
  isOfBlue: true,
  isChosen,
})

it('takes what is proposed, or what was typed, and of the chosen bills as much as that', () => {
  const bills = [bill(1, '-113.00'), bill(2, '-500.00', false), bill(null, '-200.00')]
  const proposed = takenOf([line], bills, {})
  expect(proposed.links.map(({ openItemId, amount }) => [openItemId, amount])).toEqual([
    [1, '-113.00'],
    [null, '-113.00'],
  ])
  expect([proposed.taxed, proposed.left]).toEqual(['226.00', '87.00'])
  const more = takenOf([line], bills, { 1: withQty(line, '3') })
  expect([more.lines[0], more.taxed, more.left]).toEqual([
    { lineNo: 1, qty: '3', untaxed: '300.00', tax: '39.00' },
    '339.00',
    '-26.00',
  ])
  expect(takenOf([line], bills, { 1: withQty(line, '0') })).toMatchObject({ lines: [], links: [], left: '313.00' })
})

it('keeps the quantity where less money goes back, and none where no money does', () => {
  expect(withUntaxed(line, line.part, '150')).toEqual({ qty: '2', untaxed: '150.00', tax: '19.50' })
  expect(withUntaxed(line, line.part, '0')).toEqual({ qty: null, untaxed: '0.00', tax: '0.00' })
})

it('names bills by their items, slips of cards by themselves, and none by what nothing is', () => {
  expect(namedBills([bill(1, '-1'), bill(null, '-1'), bill(3, '-1')])).toEqual({ itemIds: '1,3', slipIds: '7' })
  expect(namedBills([])).toEqual({ itemIds: '0' })
})
