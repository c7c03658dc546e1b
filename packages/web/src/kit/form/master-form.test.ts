import { expect, it } from 'vitest'
import { fieldErrors, mended, namedFaults } from './master-faults'
import { formValues, integerOf, sentValues } from './master-form'

const fields = [
  { name: 'name', title: '名称' },
  { name: 'price', title: '单价', kind: 'decimal' as const },
  { name: 'months', title: '三包(月)', kind: 'integer' as const },
  { name: 'isActive', title: '启用', kind: 'switch' as const, initial: true },
  { name: 'kind', title: '类型', kind: 'select' as const },
]

it('starts a new row with the defaults, and an old one with what it has', () => {
  expect(formValues(fields)).toEqual({ name: '', price: null, months: null, isActive: true, kind: null })
  expect(formValues(fields, { name: '曼牌', price: '1.5000', isActive: false, kind: 'part', more: 1 })).toEqual({
    name: '曼牌',
    price: '1.5',
    months: null,
    isActive: false,
    kind: 'part',
  })
})

it('shows the first fault of a field, whether the form or the server found it', () => {
  expect(
    fieldErrors([
      { path: ['name'], message: '必填' },
      { path: ['name'], message: '太短' },
      { path: 'body.price', message: '价格不能小于0' },
      { path: 'rows.0.code', message: '重复' },
    ]),
  ).toEqual({ name: '必填', price: '价格不能小于0', rows: '重复', 'rows.0.code': '重复' })
})

it('reads a typed count, and leaves what is none for the schema to refuse', () => {
  expect(['', '12', '１２', '-3', '1.5', '1e3', '0', '007'].map(integerOf)).toEqual([
    null,
    12,
    12,
    -3,
    '1.5',
    '1e3',
    0,
    '007',
  ])
})

it('sends numbers as people type them, and names the field of what is none', () => {
  const typed = { name: '１，２３４', price: '￥１，２３４.50', isActive: true, kind: null }
  expect(sentValues(fields, typed)).toEqual({ ...typed, price: '1234.5' })
  const found = { name: '太长', price: '价格不能小于0', months: '应为整数' }
  expect(namedFaults(fields, { ...typed, price: '12abc', months: '007' }, found)).toEqual({
    name: '太长',
    price: '单价：“12abc”带有“abc”，请只填数字',
    months: '三包(月)：“007”以0开头，不是数字',
  })
  expect(namedFaults(fields, { ...typed, price: '-1', months: -1 }, found)).toEqual({
    name: '太长',
    price: '单价：价格不能小于0',
    months: '三包(月)：应为整数',
  })
  expect(namedFaults(fields, typed, {})).toEqual({})
})

it('says why a figure in a row is none, and forgets the faults of cells that have changed', () => {
  const rows = { name: 'terms', title: '条款', columns: [{ name: 'months', title: '月数', kind: 'count' }] }
  const before = [
    { months: '3a1', from: '' },
    { months: -5, from: '' },
  ]
  const found = { terms: '请输入正整数', 'terms.0.months': '请输入正整数', 'terms.1.months': '必须大于0', name: '必填' }
  const named = namedFaults([...fields, rows], { terms: before }, found)
  expect(named).toEqual({ ...found, 'terms.0.months': '“3a1”带有“a”，请只填数字' })
  const after = [before[0], { months: 5, from: '' }]
  expect(mended(named, 'terms', before, after)).toEqual({
    name: '必填',
    terms: '“3a1”带有“a”，请只填数字',
    'terms.0.months': '“3a1”带有“a”，请只填数字',
  })
  expect(mended(named, 'terms', before, [...before, before[0]])).toEqual({ name: '必填' })
  expect(mended(named, 'name', '', '曼牌')).not.toHaveProperty('name')
})
