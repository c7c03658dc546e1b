import { pointRoutes, type PointRow } from '@chepu/contract/shell/permission-point'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import SysPermission from './sys-permission'

const folder: PointRow = {
  id: 1,
  key: 'customers',
  parentKey: null,
  kind: 'folder',
  name: '客户',
  path: '/customers',
  component: '',
  buttonIds: null,
  meta: {},
  isHidden: false,
  sort: 1,
  isActive: true,
  version: 1,
}
const screen: PointRow = { ...folder, id: 2, key: 'customer', parentKey: 'customers', kind: 'screen', name: '客户管理' }

beforeEach(() => server.on(pointRoutes.list, () => ({ rows: [folder, screen], components: [] })))

test('the keyboard reaches what may be done with a point', async () => {
  draw(<SysPermission />)
  await page.getByRole('textbox', { name: '搜索权限点' }).click()
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}')
  await expect.element(page.getByRole('button', { name: '新增菜单' })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/修改/)
})

test('on a phone a point has one button, which offers the rest', async () => {
  await page.viewport(390, 844)
  draw(<SysPermission />)
  await expect.element(page.getByText('客户管理')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '修改' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: '更多' }).nth(1).click()
  await page.getByRole('menuitem', { name: '修改' }).click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/修改/)
})
