import { listDepartments, listEmployees, listWarehouses } from '@chepu/contract/basics/lookups'
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
