import { describe, expect, it } from 'vitest'
import { onlyYes } from '@chepu/contract/kernel/query'
import { arrange, type Column, fitted, pageSums, permitted, settingsOf, shownColumns, textOf, widthOf } from './columns'

const columns: Column[] = [
  { key: 'billNo', title: '单号', fixed: 'left' },
  { key: 'qty', title: '数量', kind: 'qty' },
  { key: 'price', title: '单价', kind: 'price' },
  { key: 'cost', title: '成本', kind: 'money', field: 'cost_price' },
]
const keys = (list: readonly Column[]) => list.map((column) => column.key)

describe('column settings', () => {
  it('bring order, width, hidden and frozen columns back', () => {
    const arranged = arrange(columns, [
      { key: 'price', width: 60, fixed: 'left' },
      { key: 'billNo', hidden: true },
      { key: 'qty' },
      { key: 'cost' },
    ])
    expect(keys(arranged)).toEqual(['price', 'billNo', 'qty', 'cost'])
    expect(arranged[0]).toMatchObject({ width: 60, fixed: 'left' })
    expect(arranged[1]).not.toHaveProperty('fixed')
    expect(keys(shownColumns(arranged))).toEqual(['price', 'qty', 'cost'])
  })

  it('survive a release that adds and drops columns', () => {
    const arranged = arrange(columns, [{ key: 'gone' }, { key: 'cost' }, { key: 'billNo' }])
    expect(keys(arranged)).toEqual(['cost', 'billNo', 'qty', 'price'])
  })

  it('are the same after saving and reading', () => {
    const arranged = arrange(columns, [{ key: 'qty', hidden: true, width: 90 }])
    expect(settingsOf(arrange(columns, settingsOf(arranged)))).toEqual(settingsOf(arranged))
  })

  it('put frozen columns at their sides', () => {
    expect(keys(shownColumns([{ key: 'a', title: 'a', fixed: 'right' }, ...columns]))).toEqual([
      'billNo',
      'qty',
      'price',
      'cost',
      'a',
    ])
  })
})

it('leaves out columns without the field permission', () => {
  expect(keys(permitted(columns, (field) => field !== 'cost_price'))).toEqual(['billNo', 'qty', 'price'])
})

it('sums quantities and money of a page exactly and without the absent ones; prices are not summed', () => {
  const rows = [
    { qty: '0.1', price: '9', cost: '10.10' },
    { qty: '0.2', price: '9', cost: null },
    { qty: '-1', price: '9' },
  ]
  expect(pageSums(rows, columns)).toEqual({ qty: '-0.7', cost: '10.1' })
  expect(pageSums([], columns)).toEqual({ qty: '0', cost: '0' })
})

it('reads values by kind', () => {
  expect(textOf('1200.5', { key: 'a', title: '', kind: 'money' })).toBe('1,200.50')
  expect(textOf('none', { key: 'a', title: '', labels: { none: '不开票' } })).toBe('不开票')
  expect(textOf(true, { key: 'a', title: '', kind: 'flag' })).toBe('是')
  expect(textOf(false, { key: 'a', title: '', kind: 'flag' })).toBe('否')
  expect(textOf(false, { key: 'a', title: '', kind: 'flag', labels: onlyYes })).toBe('')
  expect(textOf(null, { key: 'a', title: '' })).toBe('')
  const at = '2026-01-31T16:30:05Z'
  expect(textOf(at, { key: 'a', title: '', kind: 'time' })).toBe('2026-02-01 00:30:05')
  expect(textOf(at, { key: 'a', title: '', kind: 'time', toMinute: true })).toBe('2026-02-01 00:30')
})

describe('columns in a room', () => {
  const text = (key: string, width: number): Column => ({ key, title: key, width })
  const widths = (list: readonly Column[]) => list.map(widthOf)

  it('stay as they are when all of them fit', () => {
    const some = [text('a', 100), text('b', 200)]
    expect(fitted(some, 300)).toBe(some)
  })

  it('end where the room ends: texts take what the column that is cut would have had', () => {
    const some: Column[] = [
      text('a', 100),
      { key: 'n', title: 'n', kind: 'qty', width: 80 },
      text('b', 120),
      text('c', 90),
    ]
    expect(widths(fitted(some, 350))).toEqual([125, 80, 145, 90])
  })

  it('leave the place of those that are frozen at the right', () => {
    const some: Column[] = [text('a', 100), text('b', 100), text('c', 100), { ...text('r', 60), fixed: 'right' }]
    expect(widths(fitted(some, 300))).toEqual([120, 120, 100, 60])
  })
})
