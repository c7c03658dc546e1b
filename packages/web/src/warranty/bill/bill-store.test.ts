import { expect, test } from 'vitest'
import { BillStore } from './bill-store'

test('a fee begins with the tax rate of labour, and keeps what is typed', () => {
  const { tables, editor } = new BillStore('0.06')
  tables.extras.append([
    { name: '外出费', price: '106' },
    { name: '拖车费', price: '50', taxRate: '0' },
  ])
  expect(editor.payload().sections['extras']?.map(({ taxRate }) => taxRate)).toEqual(['0.06', '0'])
})
