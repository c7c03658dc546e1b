import { orgRoutes } from '@chepu/contract/access/org'
import { employeeRoutes } from '@chepu/contract/access/staff'
import { dictionaryRoutes } from '@chepu/contract/basics/dictionary'
import type { Locator, Page } from '@playwright/test'
import { fresh } from './api'
import { expect, holdBack, test } from './story'

const choose = async (page: Page, field: Locator, option: string | RegExp) => {
  await field.click()
  await page.locator('.ant-select-dropdown:visible').getByText(option).first().click()
}
/** The row of a list that holds the text. */
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** Takes an action of a row, which stands in it or under 更多. */
const more = async (page: Page, text: string, action: string) => {
  const own = row(page, text).getByRole('button', { name: action, exact: true })
  await expect(row(page, text).getByRole('button', { name: '更多' })).toBeVisible()
  if (await own.isVisible()) return own.click()
  const item = page.getByRole('menuitem', { name: action })
  // The answer of a search may draw the row anew, and its open menu goes with the former one.
  await expect(async () => {
    if (!(await item.isVisible())) await row(page, text).getByRole('button', { name: '更多' }).click()
    await item.click({ timeout: 5000 })
  }).toPass()
}
const find = async (page: Page, label: string, text: string) => {
  await page.getByLabel(label, { exact: true }).first().fill(text)
  await page.getByRole('button', { name: '查询' }).click()
}

test('老板新建门店并开通账号，编码重复和格式不对当场提示', async ({ desk, secondDesk }) => {
  const { page } = desk
  const code = `Z${fresh().slice(-3)}`
  const username = `m_${fresh().toLowerCase()}`
  await desk.enter('boss01', '/organization')
  await page.getByRole('button', { name: '新建企业' }).click()
  await page.getByLabel('名称*', { exact: true }).fill(`新店${code}`)
  await page.getByLabel('编码*', { exact: true }).fill('店')
  await choose(page, page.getByLabel('企业类型*'), '综合维修')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('编码应为2-4位字母或数字')).toBeVisible()

  await page.getByLabel('编码*', { exact: true }).fill('01')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('企业编码“01”已存在')).toBeVisible()

  await page.getByLabel('编码*', { exact: true }).fill(code)
  await page.getByLabel('地区', { exact: true }).fill('天河')
  await page.locator('.ant-cascader-menu-item').filter({ hasText: '天河区' }).first().click()
  await page.getByRole('button', { name: '保存并开通账号' }).click()
  const dialog = desk.shell.dialog('保存并开通账号')
  await dialog.getByLabel('用户名*').fill(username)
  await dialog.getByLabel('姓名*').fill('新店长')
  await dialog.getByRole('button', { name: '保存并开通' }).click()
  const shown = desk.shell.dialog('门店已建立，管理员账号已开通')
  await expect(shown).toContainText('密码只显示这一次，请转交本人；首次登录后须修改。')
  const password = await shown.locator('code').innerText()
  await shown.getByRole('button', { name: '我已记下' }).click()
  await expect(desk.shell.tab(`编辑门店-新店${code}`)).toBeVisible()

  // The new administrator enters his shop, and must first choose a password of his own.
  await secondDesk.page.goto('/login')
  await secondDesk.login.signIn(username, password)
  await secondDesk.shell.isThere()
  await expect(secondDesk.shell.organisation()).toContainText(`新店${code}`)
  await expect(secondDesk.page.getByLabel('旧密码')).toBeVisible()
})

test('参数按组说明，保存后立即生效，停用的门店里的人立即退出', async ({ desk, secondDesk, boss }) => {
  const shop = await boss.opensShop()
  await secondDesk.enter(shop.manager)

  const { page } = desk
  await desk.enter('boss01', '/organization')
  await find(page, '企业', shop.code)
  await more(page, shop.name, '参数设置')
  const drawer = desk.shell.dialog(`参数设置：${shop.name}`)
  for (const group of ['采购与入库', '销售与出库', '审核与期间', '集团'])
    await expect(drawer.getByRole('heading', { name: group })).toBeVisible()
  await expect(drawer).toContainText('业务日期最多可早于今天几天，0 表示只能录当天；已结账的月份始终不能补录。')
  await drawer.getByLabel('允许补录天数').fill('999')
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(drawer).toContainText('不能大于366')
  await drawer.getByLabel('允许补录天数').fill('0')
  await drawer.getByRole('switch', { name: '仓库确认入库' }).click()
  await drawer.getByRole('button', { name: '保存' }).click()
  await desk.shell.says('参数已保存，立即生效')
  expect((await boss.call(orgRoutes.read, { params: { id: shop.id } })).config).toMatchObject({
    backdateDays: 0,
    receiptTwoDesk: true,
  })

  await more(page, shop.name, '停用')
  const confirm = desk.shell.dialog('停用企业')
  await expect(confirm).toContainText(
    `停用“${shop.name}”后，正在该企业工作的用户会立即退出，任何人都不能再进入；单据和账目保留。`,
  )
  await confirm
    .getByRole('button', { name: '停 用' })
    .or(confirm.getByRole('button', { name: '停用' }))
    .click()
  await desk.shell.says('已停用')
  await expect(secondDesk.page.getByText(`企业“${shop.name}”已停用，请重新登录`).first()).toBeVisible()

  // The company that one stands in cannot be stopped.
  await find(page, '企业', '鼎程配件贸易中心')
  // Rows of its shops name the trading centre as well, while they stand there.
  await expect(row(page, shop.name)).toHaveCount(0)
  await more(page, '鼎程配件贸易中心', '停用')
  await desk.shell
    .dialog('停用企业')
    .getByRole('button', { name: /停\s?用/ })
    .click()
  await desk.shell.says('不能停用当前所在的企业，请先切换到其他企业')
})

test('管理员移交给企业里的另一个人，双方收到通知', async ({ desk, boss }) => {
  const shop = await boss.opensShop()
  const { page } = desk
  await desk.enter('boss01', '/storeManagement')
  await find(page, '门店', shop.code)
  await more(page, shop.name, '管理员移交')
  const dialog = desk.shell.dialog(`管理员移交：${shop.name}`)
  await expect(dialog).toContainText(`当前管理员：店长${shop.code}`)
  await choose(page, dialog.getByLabel('新的管理员*'), /程远山/)
  await dialog.getByRole('button', { name: /移\s?交/ }).click()
  await desk.shell.says('已移交')
  await expect(row(page, shop.name)).toContainText('程远山')
})

test('部门架构里新增员工、调岗、生成账号、离职', async ({ desk, boss }) => {
  const { page } = desk
  const name = `测${fresh()}`
  await desk.enter('boss01', '/companyorganization')
  await page
    .getByRole('treeitem', { name: /采购部/ })
    .getByText('采购部')
    .click()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const form = desk.shell.dialog('新增员工')
  await form.getByLabel('姓名*').fill('测')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toContainText('姓名应为2-20位汉字、字母、数字或下划线')
  await form.getByLabel('姓名*').fill(name)
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await desk.shell.says('已保存')
  await expect(row(page, name)).toContainText('采购部')

  await more(page, name, '调岗')
  const move = desk.shell.dialog(`调岗：${name}`)
  await choose(page, move.getByLabel('职位'), '采购员')
  await move.getByRole('button', { name: /调\s?岗/ }).click()
  await desk.shell.says('已调岗')
  await expect(row(page, name)).toContainText('采购员')

  await more(page, name, '生成账号')
  const account = desk.shell.dialog(`生成账号：${name}`)
  await account.getByLabel('用户名*').fill('短')
  await account.getByRole('button', { name: /生\s?成/ }).click()
  await expect(account).toContainText('应为6-20位字母、数字或下划线')
  await expect(account).toContainText('请至少选择一个角色')
  const username = `u_${fresh().toLowerCase()}`
  await account.getByLabel('用户名*').fill(username)
  await choose(page, account.getByLabel('角色*'), '采购员')
  await account.getByText(`生成账号：${name}`).click()
  await account.getByRole('button', { name: /生\s?成/ }).click()
  const shown = desk.shell.dialog('账号已生成')
  await expect(shown).toContainText(username)
  await shown.getByRole('button', { name: '我已记下' }).click()

  await more(page, name, '离职')
  const leave = desk.shell.dialog(`离职：${name}`)
  await expect(leave).toContainText(`账号 ${username} 立即退出，不能再登录`)
  await leave.getByRole('button', { name: '确认离职' }).click()
  await desk.shell.says('已离职')
  await expect(row(page, name)).toHaveCount(0)
  const { rows } = await boss.call(employeeRoutes.list, { query: { q: name } })
  expect(rows).toMatchObject([{ isActive: false, username }])
})

test('停用的字典条目从下拉框消失', async ({ desk, boss }) => {
  const word = `原因${fresh()}`
  await boss.call(dictionaryRoutes.save, { body: { kind: 'purchase_return_reason', name: word, sort: 99 } })
  const { page } = desk
  await desk.enter('boss01', '/purchaseBack?new=1')
  await desk.editor.field('退货原因').click()
  await desk.editor.field('退货原因').fill(word)
  await expect(page.getByRole('option', { name: word })).toBeVisible()

  await desk.shell.opens('基础资料', '数据字典')
  await page
    .getByRole('treeitem', { name: /采购退货原因/ })
    .getByText('采购退货原因')
    .click()
  await expect(page.getByText('用于采购退货单的“退货原因”；停用后不能再选，已有资料和单据不受影响。')).toBeVisible()
  await find(page, '采购退货原因', word)
  await expect(row(page, word)).toBeVisible()
  // An answer from before the change comes after it: it must not stand.
  const search = await holdBack(page, /\/dictionary\?.*q=/)
  await page.getByRole('button', { name: '查询' }).click()
  await search.taken
  await more(page, word, '停用')
  await desk.shell
    .dialog('停用采购退货原因')
    .getByRole('button', { name: /停\s?用/ })
    .click()
  await expect(desk.shell.dialog('停用采购退货原因')).toHaveCount(0)
  search.release()
  await expect(row(page, word)).toContainText('停用')

  await desk.shell.tab(/采购退货单/).click()
  await desk.editor.field('退货原因').fill('')
  await desk.editor.field('退货原因').fill(word)
  await expect(page.getByRole('option', { name: word })).toHaveCount(0)
})

test('平台管理员维护地区，别人只能查看', async ({ desk, secondDesk }) => {
  await desk.enter('boss01', '/regions')
  await expect(desk.page.getByText('北京市')).toBeVisible()
  await expect(desk.page.getByRole('button', { name: '新增地区' })).toHaveCount(0)

  const { page } = secondDesk
  await secondDesk.enter('admin01', '/regions')
  await page.getByRole('button', { name: '新增地区' }).click()
  const form = secondDesk.shell.dialog('新增地区')
  await form.getByLabel('代码*').fill('12')
  await form.getByLabel('名称*').fill('短码')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toContainText('代码应为6位数字')
  await form.getByLabel('代码*').fill('110000')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form).toContainText('地区代码110000已存在')
  await form.getByRole('button', { name: /取\s?消/ }).click()
  await page.getByPlaceholder('搜索名称').fill('天河区')
  await expect(page.getByText('广东省')).toBeVisible()
  await page
    .getByRole('treeitem', { name: /广州市/ })
    .getByRole('button', { name: '更多' })
    .click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await secondDesk.shell
    .dialog('删除地区')
    .getByRole('button', { name: /删\s?除/ })
    .click()
  await secondDesk.shell.says('“广州市”有下级地区，不能删除，可改为停用')
})
