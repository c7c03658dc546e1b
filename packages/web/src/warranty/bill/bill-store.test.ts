import { expect, test } from 'vitest'
import { BillStore } from './bill-store'

test('labour in words and a fee begin with the tax rate of labour, and keep what is typed', () => {
  const { tables, editor } = new BillStore('0.06')
  tables.extras.append([
    { name: '外出费', price: '106' },
    { name: '拖车费', price: '50', taxRate: '0' },
  ])
  tables.labour.append([
    { name: '检测', price: '53' },
    { name: '换离合器', serviceItemId: 3, price: '90', taxRate: '0.13' },
  ])
  expect(editor.payload().sections['labour']?.map(({ taxRate }) => taxRate)).toEqual(['0.06', '0.13'])
  expect(editor.payload().sections['extras']?.map(({ taxRate }) => taxRate)).toEqual(['0.06', '0'])
})
