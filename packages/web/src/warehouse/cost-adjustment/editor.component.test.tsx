import {
  listDepartments,
  listEmployees,
  listLocations,
  listWarehouses,
  partHints,
  resolveParts,
  searchParts,
} from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { lookupPart } from '../../../test/part'
import CostAdjustmentEditor from './editor'

const part = lookupPart({ partId: 5, partCode: 'P5', partName: '机油滤清器', price: '28.2', taxRate: '0' })

test('a line of a part begins without an amount, which the caret goes to', async () => {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  for (const lookup of [listDepartments, listEmployees, listLocations]) server.on(lookup, () => ({ rows: [] }))
  server.on(
    listWarehouses,
    () => ({ rows: [{ id: 1, code: 'W1', name: '主仓', kind: 'normal', isDefault: true, allowSale: true }] }) as never,
  )
  server.on(searchParts, () => ({ rows: [part], more: false }))
  server.on(resolveParts, () => ({ matches: [{ code: 'P5', parts: [part] }] }) as never)
  server.on(partHints, () => ({ rows: [] }) as never)
  draw(<CostAdjustmentEditor />, { params: { new: '1' } })
  await expect.element(page.getByLabelText('仓库', { exact: true })).toHaveValue('主仓')
  await page.getByRole('button', { name: '插入行' }).click()
  await userEvent.keyboard('P5{Enter}')
  await expect.element(page.getByText('机油滤清器')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '第1行 调整金额' })).toHaveFocus()
  await expect.element(page.getByRole('textbox', { name: '第1行 调整金额' })).toHaveValue('')
  await userEvent.keyboard('-5{Enter}')
  await expect.element(page.getByLabelText('合计', { exact: true })).toHaveTextContent('-5.00')
  await expect.element(page.getByLabelText('合计', { exact: true })).toHaveTextContent('数量合计 0')
})
