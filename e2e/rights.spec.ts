import { rolePermissionRoutes, roleRoutes } from '@chepu/contract/access/role'
import { membershipRoutes, userRoutes } from '@chepu/contract/access/user'
import { userWarehouseRoutes } from '@chepu/contract/access/user-rights'
import type { WarehouseFlag } from '@chepu/contract/kernel/warehouse-flags'
import { pointRoutes, type PointRow } from '@chepu/contract/shell/permission-point'
import { shopBase } from '@chepu/contract/shell/lookups'
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { Colleague, fresh, type Person } from './api'
import { faults } from './axe'
import { RightsPage } from './pages/rights'
import { expect, holdBack, test } from './story'

/** A role of the story alone that holds what another one does, and a way to put it back to that. */
async function newRole(boss: Colleague, like: string) {
  const { rows } = await boss.call(roleRoutes.list, { query: { q: like } })
  const from = rows.find((row) => row.name === like)?.id as number
  const name = `${like}${fresh()}`
  const { id } = await boss.call(roleRoutes.save, { body: { action: 'copy', from, code: `r${fresh()}`, name } })
  const read = () => boss.call(rolePermissionRoutes.read, { query: { roleId: id } })
  const { buttons, fields, limits, allWarehouses } = await read()
  const restore = async () =>
    boss.call(rolePermissionRoutes.save, {
      body: { roleId: id, version: (await read()).version, buttons, fields, limits, allWarehouses },
    })
  return { id, name, restore }
}

/** Address of the call that answers the menu. */
const menuTreePath = /\/api\/web\/menu\/tree/

/** A menu entry of the platform and its renaming, whatever it is called at the moment. */
async function menuEntry(keeper: Colleague, key: string) {
  const read = async () => (await keeper.call(pointRoutes.list)).rows.find((row) => row.key === key) as PointRow
  const rename = async (name: string) => keeper.call(pointRoutes.replace, { body: { ...(await read()), name } })
  return { rename }
}

/** What a user may do in the named warehouses. */
async function lets(boss: Colleague, { id }: Person, flags: WarehouseFlag[], names: readonly string[]) {
  const { orgid: orgId } = await boss.call(shopBase)
  const { users, warehouses } = await boss.call(userWarehouseRoutes.read, { query: { orgId } })
  const { userId, version } = users.find((user) => user.userId === id) as (typeof users)[number]
  const chosen = warehouses.filter(({ name }) => names.includes(name))
  const cells = chosen.map((warehouse) => ({ warehouseId: warehouse.id, flags }))
  await boss.call(userWarehouseRoutes.save, { body: { orgId, users: [{ userId, version, cells }] } })
}

/** A new colleague with a one-time password. */
async function hire(boss: Colleague, realName: string) {
  const username = `u_${fresh().toLowerCase()}`
  const saved = await boss.call(userRoutes.save, { body: { username, realName } })
  return { id: saved.id, username, password: saved.oneTimePassword as string }
}

test('老板给角色加一项权限，同事打开着的页面不用刷新就多出菜单', async ({ desk, secondDesk, boss }) => {
  const keeper = await newRole(boss, '仓管')
  await desk.enter((await boss.hires(keeper.name)).username)
  await expect(desk.shell.menu().getByRole('menuitem', { name: '采购', exact: true })).toHaveCount(0)

  await secondDesk.enter('boss01', `/rolePermissions?roleId=${keeper.id}`)
  const page = new RightsPage(secondDesk.page)
  await page.isRole(keeper.name)
  await page.menuBox('采购订单').check()
  await expect(page.button(pageOf('purchase_order'))).toBeChecked()
  await page.save().click()
  await secondDesk.shell.says(/^已保存，已通知\d名用户$/)
  await desk.shell.opens('采购', '采购订单')
  await expect(desk.page).toHaveURL(/\/purchaseOrder$/)
  await keeper.restore()
  await expect(desk.shell.menu().getByRole('menuitem', { name: '采购', exact: true })).toHaveCount(0)
})

test('被移出企业的人当场收到提示，确定后回到登录页', async ({ desk, boss }) => {
  const person = await hire(boss, '临时工')
  await desk.page.goto('/login')
  await desk.login.signIn(person.username, person.password)
  await desk.shell.isThere()
  await expect(desk.page.getByLabel('旧密码')).toBeVisible()
  // A call that is still out would be the first to learn of it, and sign out without the notice.
  await desk.page.waitForLoadState('networkidle')
  const { rows } = await boss.call(membershipRoutes.list, { query: { userId: person.id } })
  const { orgId, orgName, version } = rows[0] as (typeof rows)[number]
  await boss.call(membershipRoutes.save, { body: { action: 'remove', userId: person.id, orgId, version } })
  const notice = desk.shell.dialog('提示')
  await expect(notice).toContainText(`您已被移出“${orgName}”，请重新登录`)
  await notice.getByRole('button', { name: '确定' }).click()
  await desk.login.isThere()
})

test('新建用户得到只显示一次的密码，首次登录要先改密码', async ({ desk, secondDesk }) => {
  const username = `u_${fresh().toLowerCase()}`
  await desk.enter('boss01', '/user')
  await desk.page.getByRole('button', { name: '新增', exact: true }).click()
  const form = desk.shell.dialog('新增用户')
  await form.getByLabel('用户名').fill('ab')
  await form.getByLabel('姓名').fill('新同事')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form.getByText('应为6-20位字母、数字或下划线')).toBeVisible()
  await form.getByLabel('用户名').fill(username)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  const shown = desk.shell.dialog('一次性密码')
  const password = await shown.getByLabel('一次性密码').innerText()
  await shown.getByRole('button', { name: '我已记下' }).click()
  await expect(desk.list.row(username)).toContainText('新同事')
  await expect(desk.page.getByText(password)).toHaveCount(0)

  await secondDesk.page.goto('/login')
  await secondDesk.login.signIn(username, password)
  await expect(secondDesk.page).toHaveURL(/\/editPwd\/index$/)
  await expect(secondDesk.page.getByText('您现在用的是一次性密码，请先修改密码')).toBeVisible()
  await secondDesk.shell.tab('首页').click()
  await secondDesk.shell.says('您现在用的是一次性密码，请先修改密码')
  await secondDesk.page.goto('/dashboard')
  await expect(secondDesk.page).toHaveURL(/\/editPwd\/index$/)
  await secondDesk.page.getByLabel('旧密码').fill(password)
  await secondDesk.page.getByLabel('新密码', { exact: true }).fill('Own_Secret1')
  await secondDesk.page.getByLabel('确认新密码').fill('Own_Secret1')
  await secondDesk.page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(secondDesk.page).toHaveURL(/\/dashboard$/)
  // A call that is still out would be the first to learn of it, and sign out without the notice.
  await secondDesk.page.reload({ waitUntil: 'networkidle' })

  await desk.list.row(username).getByRole('button', { name: '更多' }).click()
  await desk.page.getByRole('menuitem', { name: '停用' }).click()
  await expect(desk.shell.dialog('停用用户')).toContainText('停用后“新同事”立即退出，不能再登录。')
  await desk.shell.dialog('停用用户').getByRole('button', { name: '停用' }).click()
  await expect(secondDesk.shell.dialog('提示')).toContainText('您的账号已停用，请联系管理员')
})

test('销售员看不到组织与权限，直接输入地址也进不去', async ({ desk }) => {
  await desk.enter('sales01')
  await expect(desk.shell.menu().getByRole('menuitem', { name: '组织与权限' })).toHaveCount(0)
  await desk.page.goto('/rolePermissions')
  await expect(desk.page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
})

test('两个人改同一个角色，后保存的人看到提示并重新加载', async ({ desk, boss }) => {
  const technician = await newRole(boss, '技师')
  await desk.enter('boss01', `/rolePermissions?roleId=${technician.id}`)
  const page = new RightsPage(desk.page)
  await page.isRole(technician.name)
  await page.button(pageOf('part')).check()
  await technician.restore()
  await desk.shell.tab('首页').click()
  const read = desk.page.waitForResponse(/\/role_permission\?/)
  await desk.shell.tab('角色权限').click()
  expect((await read).ok()).toBe(true)
  await expect(page.button(pageOf('part'))).toBeChecked()
  await page.save().click()
  await expect(desk.page.getByRole('alert')).toContainText('角色已被他人修改，请刷新后重试')
  await desk.page.getByRole('button', { name: '重新加载' }).click()
  await expect(page.button(pageOf('part'))).not.toBeChecked()
  await expect(page.save()).toBeDisabled()
})

test('角色有未保存的修改，换角色和关页签都要先问', async ({ desk, boss }) => {
  const technician = await newRole(boss, '技师')
  await desk.enter('boss01', `/rolePermissions?roleId=${technician.id}`)
  const page = new RightsPage(desk.page)
  await page.isRole(technician.name)
  await page.button(pageOf('part')).check()
  await page.picks('角色', '采购员')
  const question = desk.shell.dialog('有未保存的修改')
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.button(pageOf('part'))).toBeChecked()
  // A page that is not in view is asked about as well.
  await desk.shell.tab('首页').click()
  await expect(page.save()).toBeHidden()
  await desk.shell.closesTab('角色权限')
  await expect(desk.shell.dialog('有未保存的内容')).toBeVisible()
  await desk.page.keyboard.press('Escape')
  // A dialog on its way out gives the focus back, which would shut a list opened meanwhile.
  await expect(desk.shell.dialog('有未保存的内容')).toHaveCount(0)
  await desk.shell.tab('角色权限').click()
  await page.picks('角色', '采购员')
  await question.getByRole('button', { name: '放弃修改' }).click()
  await page.isRole('采购员')
})

test('同一角色既录付款又审付款，保存前提醒职责冲突', async ({ desk, boss }) => {
  const name = `出纳${fresh()}`
  const code = `r${fresh()}`
  const { id } = await boss.call(roleRoutes.save, { body: { action: 'save', code, name } })
  await desk.enter('boss01', `/rolePermissions?roleId=${id}`)
  const page = new RightsPage(desk.page)
  await page.isRole(name)
  await page.button(button('payment', 'add')).check()
  await page.button(button('payment', 'approve')).check()
  await desk.page.keyboard.press('Control+s')
  const question = desk.shell.dialog('职责冲突提醒')
  await expect(question).toContainText('同一角色既能新增付款单，又能审核付款单')
  await question.getByRole('button', { name: '仍然保存' }).click()
  await desk.shell.says('已保存')
  await page.picks('对比角色', '采购员')
  await expect(desk.page.getByTitle('对比角色没有').first()).toBeVisible()
  await boss.call(roleRoutes.save, { body: { action: 'delete', id, version: 2 } })
})

test('仓库权限用键盘勾选：方向键移动，空格勾选，Ctrl+S 保存', async ({ desk, boss }) => {
  const [buyer, seller] = [await boss.hires('采购员'), await boss.hires('销售员')]
  await lets(boss, buyer, ['view'], ['轮胎仓'])
  await lets(boss, seller, ['view'], ['轮胎仓'])
  await desk.enter('boss01', '/warehousePermissions')
  const page = new RightsPage(desk.page)
  const flag = ({ username }: Person, name: string) =>
    page
      .here()
      .getByRole('row', { name: new RegExp(username) })
      .getByRole('checkbox', { name: new RegExp(`轮胎仓 ${name}$`) })
  const count = flag(buyer, '盘点')
  await flag(buyer, '出库').focus()
  await desk.page.keyboard.press('ArrowRight')
  await expect(count).toBeFocused()
  await expect(count).not.toBeChecked()
  await desk.page.keyboard.press('Space')
  await expect(page.here().getByText('1名用户未保存')).toBeVisible()
  // Somebody else's row is changed meanwhile, and the matrix read again.
  await lets(boss, seller, ['view', 'count'], ['轮胎仓'])
  await desk.shell.tab('首页').click()
  await desk.shell.tab('仓库权限').click()
  await expect(flag(seller, '盘点')).toBeChecked()
  await expect(count).toBeChecked()
  await count.focus()
  await desk.page.keyboard.press('Control+s')
  await desk.shell.says('已保存，已通知1名用户')
  await expect(count).toBeChecked()
  await count.uncheck()
  await page.save().click()
  await expect(page.here().getByText('未保存')).toHaveCount(0)
  await expect(flag(buyer, '查看')).toBeChecked()
})

test('用户授权的增加和收回看得出来处', async ({ desk, boss }) => {
  const buyer = await boss.hires('采购员')
  await desk.enter('boss01', `/Privilege?userId=${buyer.id}`)
  const page = new RightsPage(desk.page)
  await expect(page.here().getByText('角色继承：采购员')).toBeVisible()
  await page.button(button('brand', 'delete')).check()
  await page.button(button('goods_receipt', 'approve')).uncheck()
  await page.save().click()
  await desk.shell.says('已保存，对方的菜单和按钮随即更新')
  await page.here().getByRole('button', { name: '查看有效权限' }).click()
  const rights = desk.shell.dialog(/^有效权限/)
  await rights.getByLabel('搜索有效权限').fill('品牌-删除')
  await expect(rights.getByRole('row', { name: /品牌-删除/ })).toContainText('用户增加')
  await rights.getByLabel('搜索有效权限').fill('采购入库-审核')
  await expect(rights.getByRole('row', { name: /采购入库-审核/ })).toContainText('角色：采购员；用户收回')
  await desk.page.keyboard.press('Escape')
  await page.button(button('brand', 'delete')).uncheck()
  await page.button(button('goods_receipt', 'approve')).check()
  await page.save().click()
  await expect(page.save()).toBeDisabled()
})

test.describe('菜单改名', () => {
  // Everybody's menu bears the name.
  test.use({ alone: true })
  test('平台管理员给菜单改名，别人打开着的页面随即看到', async ({ desk, secondDesk, baseURL }) => {
    const brands = await menuEntry(await Colleague.signIn(baseURL ?? '', 'admin01'), 'brands')
    await brands.rename('品牌管理')
    await secondDesk.enter('boss01', '/brands')
    const entry = (name: string) => secondDesk.shell.menu().getByRole('menuitem', { name, exact: true })
    await expect(entry('品牌管理')).toBeVisible()
    try {
      await desk.enter('admin01', '/sysPermission')
      await desk.page.getByLabel('搜索权限点').fill('品牌管理')
      await desk.page.locator('.lp-node').filter({ hasText: '品牌管理' }).getByRole('button', { name: '修改' }).click()
      const form = desk.shell.dialog('修改菜单：品牌管理')
      await form.getByLabel('名称').fill('品牌档案')
      await form.getByRole('button', { name: '保存', exact: true }).click()
      await desk.shell.says('已保存，在线用户的菜单随即更新')
      await expect(entry('品牌档案')).toBeVisible()
      await expect(entry('品牌管理')).toHaveCount(0)

      // Two changes shortly after one another: the menu of the first comes after that of the second, and does not stand.
      const { page } = secondDesk
      const first = await holdBack(page, menuTreePath)
      await brands.rename('品牌资料')
      await first.taken
      await brands.rename('品牌管理')
      await expect(entry('品牌管理')).toBeVisible()
      const late = page.waitForResponse(menuTreePath)
      first.release()
      await late
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await expect(entry('品牌管理')).toBeVisible()
    } finally {
      await brands.rename('品牌管理')
    }
  })
})

test('收回一个仓库的成本权限：采购员还能查它的库存，只是看不到成本', async ({ desk, secondDesk, boss }) => {
  const buyer = await boss.hires('采购员')
  await lets(boss, buyer, ['view', 'cost'], ['主仓', '轮胎仓'])
  await desk.enter('boss01', '/warehousePermissions')
  const page = new RightsPage(desk.page)
  const box = page
    .here()
    .getByRole('row', { name: new RegExp(buyer.username) })
    .getByRole('checkbox', { name: /轮胎仓 成本$/ })
  await expect(box).toBeChecked()
  await box.uncheck()
  await page.save().click()
  await desk.shell.says('已保存，已通知1名用户')
  await secondDesk.enter(buyer.username, '/stockInquiry')
  const costs = async (warehouse: string) => {
    const rows = secondDesk.list.row(warehouse)
    await expect(rows.first()).toBeVisible()
    const at = (await secondDesk.list.heads()).findIndex((head) => head.trim() === '成本价')
    expect(at).toBeGreaterThan(0)
    return (await rows.locator(`td:nth-child(${at + 1})`).allInnerTexts()).map((text) => text.trim()).filter(Boolean)
  }
  await secondDesk.list.here().getByLabel('仓库', { exact: true }).fill('轮胎仓')
  await secondDesk.list.here().getByRole('option').first().click()
  await secondDesk.list.here().getByRole('button', { name: '查询' }).click()
  await expect(secondDesk.list.row('主仓')).toHaveCount(0)
  expect(await costs('轮胎仓')).toEqual([])
  await secondDesk.list.here().getByRole('button', { name: '重置' }).click()
  await expect.poll(() => costs('主仓').then((found) => found.length)).toBeGreaterThan(0)
})

test('销售员的折扣上限可以单独设为不限，与“按角色”分得清', async ({ desk, boss }) => {
  const seller = await boss.hires('销售员')
  await desk.enter('boss01', `/Privilege?userId=${seller.id}`)
  const page = new RightsPage(desk.page)
  await page.here().getByText('字段与上限').click()
  const byRole = page.box('折扣上限按角色（10%）')
  const unlimited = page.box('折扣上限不限')
  await expect(byRole).toBeChecked()
  await unlimited.check()
  await expect(byRole).not.toBeChecked()
  await page.save().click()
  await desk.shell.says('已保存，对方的菜单和按钮随即更新')
  await page.here().getByRole('button', { name: '查看有效权限' }).click()
  const rights = desk.shell.dialog(/^有效权限/)
  await expect(rights.getByRole('row', { name: /折扣上限/ })).toContainText('不限')
  await expect(rights.getByRole('row', { name: /折扣上限/ })).toContainText('用户设置')
  await desk.page.keyboard.press('Escape')
  await expect(rights).toHaveCount(0)
  // The page stays where it was.
  await expect(unlimited).toBeChecked()
  await byRole.check()
  await expect(unlimited).not.toBeChecked()
  await page.save().click()
  await expect(page.save()).toBeDisabled()
})

test('角色权限在手机上不超出屏幕，对读屏可用', async ({ desk }) => {
  await desk.page.setViewportSize({ width: 390, height: 844 })
  await desk.enter('boss01', '/rolePermissions')
  await expect(desk.page.getByText('配件采购').first()).toBeVisible()
  expect(await desk.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
    0,
  )
  expect(await faults(desk.page)).toEqual([])
})
