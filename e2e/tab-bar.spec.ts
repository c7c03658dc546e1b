import type { Locator } from '@playwright/test'
import { expect, test } from './story'

/** Labels of the menu that is open, in their order. */
const entries = (menu: Locator) => menu.getByRole('menuitem')

test('页签右键：收藏、关闭、关闭其他、关闭所有；首页不能关也不能收藏', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('store01')
  const menu = page.locator('.ant-dropdown:visible')
  await shell.tab('首页').click({ button: 'right' })
  await expect(entries(menu)).toHaveText(['关闭', '关闭其他', '关闭所有'])
  await expect(menu.getByRole('menuitem', { name: '关闭', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  for (const screen of ['入库管理', '出库管理', '库存查询']) await shell.opens('仓库', screen)
  await shell.tab('出库管理').click({ button: 'right' })
  await expect(entries(menu)).toHaveText(['收藏', '关闭', '关闭其他', '关闭所有'])
  await menu.getByRole('menuitem', { name: '关闭', exact: true }).click()
  await expect(shell.tab('出库管理')).toHaveCount(0)
  await shell.tab('入库管理').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: '关闭其他' }).click()
  await expect(shell.tab('库存查询')).toHaveCount(0)
  await expect(shell.tab('首页')).toBeVisible()
  await expect(page).toHaveURL(/\/purWareHous$/)
  await shell.tab('入库管理').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: '关闭所有' }).click()
  await expect(shell.tab('入库管理')).toHaveCount(0)
  await expect(shell.tab('首页')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('页签排不下时，右端的列表里都找得到', async ({ desk }) => {
  const { page, shell } = desk
  await page.setViewportSize({ width: 1000, height: 700 })
  await desk.enter('boss01', '/purchaseOrder')
  const screens = ['采购入库', '采购退货', '采购订单查询', '供应商管理']
  for (const screen of screens) await shell.opens('采购', screen)
  for (const screen of ['销售订单', '订单确认', '销售出库', '销售退货']) await shell.opens('销售', screen)
  await expect(shell.tab('采购订单')).not.toBeInViewport()
  await page.getByRole('button', { name: /个已打开的页面$/ }).click()
  const list = page.locator('.ant-dropdown:visible').getByRole('menuitem')
  await expect(list).toHaveText(['首页', '采购订单', ...screens, '销售订单', '订单确认', '销售出库', '销售退货'])
  await list.filter({ hasText: /^采购订单$/ }).click()
  await expect(page).toHaveURL(/\/purchaseOrder$/)
  await expect(shell.tab('采购订单')).toBeInViewport()
})

test('收藏的页面在首页成为快捷入口，换台电脑也在，取消后不在', async ({ desk, secondDesk, boss }) => {
  const { page, shell } = desk
  const { username } = await boss.hires('收银/财务')
  await desk.enter(username)
  const entry = page.getByRole('navigation', { name: '快捷入口' }).getByRole('button', { name: '收款单' })
  const menu = page.locator('.ant-dropdown:visible')
  await expect(page.getByRole('button', { name: '选择常用页面' })).toBeVisible()
  await shell.opens('财务', '收款单')
  await shell.tab('收款单').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: '收藏', exact: true }).click()
  await shell.says('已收藏“收款单”，可在首页打开')
  await shell.closesTab('收款单')
  await entry.click()
  await expect(page).toHaveURL(/\/collection$/)

  await secondDesk.enter(username)
  await expect(secondDesk.page.getByRole('button', { name: '收款单', exact: true })).toBeVisible()

  await shell.tab('收款单').click({ button: 'right' })
  await expect(entries(menu)).toHaveText(['取消收藏', '关闭', '关闭其他', '关闭所有'])
  await menu.getByRole('menuitem', { name: '取消收藏' }).click()
  await shell.says('已取消收藏“收款单”')
  await shell.tab('首页').click()
  await expect(entry).toHaveCount(0)
})

test('页签菜单不用鼠标也能用', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('sales01')
  await shell.opens('销售', '销售订单')
  // The list takes the keyboard when its rows are there.
  await expect(desk.list.here().getByRole('region', { name: '销售订单' })).toBeFocused()
  const menu = page.locator('.ant-dropdown:visible')
  const entry = (name: string) => menu.getByRole('menuitem', { name, exact: true })
  await shell.tab('销售订单').focus()
  await page.keyboard.press('Shift+F10')
  await expect(entry('收藏')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await shell.tab('销售订单').focus()
  await page.keyboard.press('ContextMenu')
  await expect(entry('收藏')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(entry('关闭')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shell.tab('销售订单')).toHaveCount(0)
})

test('不缓存的页面离开再回来是新的，其他页面原样还在', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('sales01', '/editPwd/index')
  await page.getByLabel('旧密码').fill('abc123')
  await shell.opens('销售', '销售订单')
  await desk.list.here().getByLabel('单号', { exact: true }).fill('XD')
  await shell.tab('密码修改').click()
  await expect(page.getByLabel('旧密码')).toHaveValue('')
  await shell.tab('销售订单').click()
  await expect(desk.list.here().getByLabel('单号', { exact: true })).toHaveValue('XD')
})
