import { expect, it } from 'vitest'
import { fieldErrors, formValues, integerOf, numberFaults, sentValues } from './master-form'

const fields = [
  { name: 'name', title: '名称' },
  { name: 'price', title: '单价', kind: 'decimal' as const },
  { name: 'isActive', title: '启用', kind: 'switch' as const, initial: true },
  { name: 'kind', title: '类型', kind: 'select' as const },
]

it('starts a new row with the defaults, and an old one with what it has', () => {
  expect(formValues(fields)).toEqual({ name: '', price: null, isActive: true, kind: null })
  expect(formValues(fields, { name: '曼牌', price: '1.5000', isActive: false, kind: 'part', more: 1 })).toEqual({
    name: '曼牌',
    price: '1.5',
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
  ).toEqual({ name: '必填', price: '价格不能小于0', rows: '重复' })
})

it('reads a typed count, and leaves what is none for the schema to refuse', () => {
  expect(['', '12', '１２', '-3', '1.5', '1e3', '00'].map(integerOf)).toEqual([null, 12, 12, -3, '1.5', '1e3', 0])
})

it('sends numbers as people type them, and names what is none', () => {
  const typed = { name: '１，２３４', price: '￥１，２３４.50', isActive: true, kind: null }
  expect(sentValues(fields, typed)).toEqual({ ...typed, price: '1234.5' })
  expect(numberFaults(fields, { ...typed, price: '3 个' })).toEqual({ price: '“3 个”带有“个”，请只填数字' })
  expect(numberFaults(fields, typed)).toEqual({})
})
