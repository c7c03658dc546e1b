import { listDepartments, listEmployees, listLocations, listWarehouses } from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import OtherOutEditor from './editor'

test('a new document shows no totals of money: what the goods cost is known when they leave', async () => {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  for (const lookup of [listWarehouses, listDepartments, listEmployees]) server.on(lookup, () => ({ rows: [] }))
  draw(<OtherOutEditor />, { params: { new: '1' } })
  await expect.element(page.getByText('数量合计')).toBeVisible()
  for (const title of ['金额合计', '未税合计', '税额', '价税合计', '成本金额']) {
    expect(page.getByLabelText('合计', { exact: true }).getByText(title).elements()).toEqual([])
  }
})

test('a new document offers the warehouses out of which the user lets goods go', async () => {
  const warehouse = { code: '', kind: 'goods', isDefault: false, allowSale: true }
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  for (const lookup of [listDepartments, listEmployees, listLocations]) server.on(lookup, () => ({ rows: [] }))
  server.on(listWarehouses, () => ({
    rows: [
      { ...warehouse, id: 1, name: '主仓', isDefault: true },
      { ...warehouse, id: 2, name: '后仓' },
    ],
  }))
  draw(<OtherOutEditor />, { params: { new: '1' }, flags: { 1: new Set(['view', 'in']) } })
  const field = page.getByLabelText('仓库', { exact: true })
  await expect.element(field).toHaveValue('后仓')
  await field.fill('主')
  await expect.element(page.getByRole('option', { name: '主仓' })).not.toBeInTheDocument()
})
