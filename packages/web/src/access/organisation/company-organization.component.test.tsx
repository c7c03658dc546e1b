import { departmentRoutes, employeeRoutes } from '@chepu/contract/access/staff'
import { listEmployees } from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import CompanyOrganization from './company-organization'

test('who is added counts in his department at once', async () => {
  let employeeCount = 2
  const department = { id: 4, parentId: null, code: '', name: '仓储部', leaderId: null, leaderName: null, sort: 0 }
  server.on(departmentRoutes.list, () => ({ rows: [{ ...department, employeeCount, isActive: true, version: 1 }] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(employeeRoutes.list, () => ({ rows: [], more: false }))
  server.on(employeeRoutes.totals, () => ({ count: 0, sums: {} }))
  server.on(employeeRoutes.save, () => {
    employeeCount += 1
    return { id: 9, version: 1 }
  })
  draw(<CompanyOrganization />)
  await page.getByRole('treeitem', { name: /仓储部/ }).click()
  await expect.element(page.getByText('2人')).toBeVisible()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  await expect.element(page.getByRole('dialog').getByRole('textbox', { name: '姓名' })).toHaveFocus()
  await userEvent.keyboard('马腾{Control>}s{/Control}')
  await expect.element(page.getByText('3人')).toBeVisible()
  expect(server.asked(employeeRoutes.save)).toMatchObject([{ body: { name: '马腾', departmentId: 4 } }])
})
