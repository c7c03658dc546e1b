import { passwordInfo } from '@chepu/contract/shell/session'
import { Colleague } from './api'
import { choose } from './pages/select'
import { expect, test } from './story'

test('用户名或密码错误时说清楚，不放行', async ({ desk, boss }) => {
  const { username } = await boss.hires('销售员')
  await desk.page.goto('/login')
  await desk.login.signIn(username, 'wrong-1')
  await desk.login.says('登录失败，用户名或密码错误')
  await expect(desk.page).toHaveURL(/\/login$/)
})

test.describe('不许去的服务地址', () => {
  test.use({ provoked: /elsewhere\.example/ })
  test('浏览器指定的服务地址未被允许时，登录页说出这个地址', async ({ desk }) => {
    await desk.page.goto('/login')
    await desk.page.evaluate(() => localStorage.setItem('gateway', 'http://elsewhere.example'))
    await desk.login.signIn('boss01')
    await desk.login.says(/服务地址 http:\/\/elsewhere\.example 无法访问/)
  })
})

test('接口文档登录后才能看', async ({ desk }) => {
  await desk.page.goto('/api/docs')
  await expect(desk.page.getByText('接口文档仅供登录用户查看')).toBeVisible()
  await desk.enter('boss01')
  await desk.page.goto('/api/docs')
  await expect(desk.page.getByRole('heading', { name: '车铺接口' })).toBeVisible()
  const call = (path: string) => desk.page.getByRole('cell', { name: path, exact: true }).first()
  await expect(call('/api/web/goods-receipt')).toBeVisible()
  await desk.page.getByRole('link', { name: '仓库', exact: true }).click()
  await expect(desk.page.getByRole('heading', { name: '仓库', exact: true })).toBeInViewport()
  await desk.page.getByRole('searchbox', { name: '搜索接口' }).fill('post 采购入库 审核')
  await expect(call('/api/web/goods-receipt/:id/act/:action')).toBeVisible()
  await expect(call('/api/web/brand')).toBeHidden()
  await desk.page.getByRole('link', { name: 'openapi.json' }).click()
  await expect(desk.page.getByText('"openapi":"3.1.0"')).toBeVisible()
})

test('没有登录打开单据，登录后回到这张单据', async ({ desk }) => {
  await desk.page.goto('/purchase?new=1')
  await expect(desk.page).toHaveURL(/\/login\?redirect=/)
  await desk.login.signIn('boss01')
  await desk.editor.isReady()
  await expect(desk.page).toHaveURL(/\/purchase\?new=1$/)
  await expect(desk.page).toHaveTitle(/^新增采购入库单 - /)
})

test('退出登录后回到登录页，后退也进不去', async ({ desk }) => {
  await desk.enter('boss01')
  await desk.shell.signsOut()
  await desk.login.isThere()
  await desk.page.goto('/purchase')
  await desk.login.isThere()
})

test('登录过期后提示身份已失效并回到登录页', async ({ desk }) => {
  await desk.enter('boss01')
  await desk.shell.opens('采购', '采购入库')
  const entry = desk.shell.menu().getByRole('menuitem', { name: '采购订单', exact: true })
  // In one step, since any call of the page may be the first to learn that the session is over.
  await entry.evaluate((item) => {
    sessionStorage.setItem('token', 'f'.repeat(43))
    ;(item as HTMLElement).click()
  })
  await desk.login.isThere()
  await desk.login.says('身份已失效，请重新登录！')
  await expect(desk.page).toHaveURL(/\/login\?type=logout$/)
})

test('成功的回答里说身份失效，一律用规定的话提示并回到登录页', async ({ desk }) => {
  await desk.page.route('**/api/web/purchase-order?*', (route) =>
    route.fulfill({ json: { code: 521, msg: '令牌作废', data: null } }),
  )
  await desk.enter('boss01')
  await desk.shell.opens('采购', '采购订单')
  await desk.login.isThere()
  await desk.login.says('身份已失效，请重新登录！')
  await expect(desk.page).toHaveURL(/\/login\?type=logout$/)
  expect(await desk.page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
})

test('第二步没有用户信息时，不怪网络', async ({ desk }) => {
  await desk.page.route('**/api/web/user/login', (route) => route.fulfill({ json: { code: 0, msg: 'ok', data: null } }))
  await desk.page.goto('/login')
  await desk.login.signIn('boss01')
  await desk.login.says('Verification failed, please Login again.')
  expect(await desk.page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
})

test('采购员的菜单没有财务的收付款，老板看得到全部', async ({ desk, secondDesk }) => {
  await desk.enter('buyer01')
  await desk.shell.opens('采购', '采购入库')
  for (const area of ['收款', '付款', '对得上', '应收账款']) {
    await expect(desk.shell.menu().getByText(area)).toHaveCount(0)
  }
  await desk.page.goto('/booksCheck')
  await expect(desk.page.getByRole('heading', { name: '页面不存在' })).toBeVisible()

  await secondDesk.enter('boss01')
  for (const area of ['采购', '销售', '财务', '统计']) {
    await expect(secondDesk.shell.menu().getByRole('menuitem', { name: area })).toBeVisible()
  }
})

test('同一账号在另一台设备登录，要先确认强制登录，原设备随即退出', async ({ desk, secondDesk, boss }) => {
  const { username } = await boss.hires('技师')
  await desk.enter(username)
  await secondDesk.page.goto('/login?did=other-device')
  await secondDesk.login.signIn(username)
  await secondDesk.login.says('账号已在其他设备登录')
  await secondDesk.page.getByRole('button', { name: '强制登录' }).click()
  await desk.login.says('您的账号已在其他设备登录，本机已退出')
  await secondDesk.shell.isThere()
})

test('登录设备：看得到自己在哪里登录，结束一处或结束其他所有登录，那里随即退出', async ({
  desk,
  secondDesk,
  boss,
  baseURL,
}) => {
  const { username } = await boss.hires('服务顾问')
  await secondDesk.page.goto('/login')
  await secondDesk.login.signIn(username)
  await secondDesk.shell.isThere()
  const program = await Colleague.signIn(baseURL ?? '', username)
  await desk.page.goto('/login?redirect=%2FeditPwd%2Findex')
  await desk.login.signIn(username)
  const section = desk.page.getByRole('region', { name: '登录设备' })
  const rows = section.getByRole('listitem')
  await expect(rows.first()).toContainText(/Chrome · Linux\s*本机/)
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expect(rows.filter({ hasText: '未知设备' }).first()).toContainText(/登录时间 \d{4}-\d\d-\d\d \d\d:\d\d/)
  const count = await rows.count()
  await section.getByRole('button', { name: '结束Chrome · Linux的登录' }).first().click()
  const question = desk.shell.dialog('结束登录')
  await expect(question).toContainText('将立即退出，那里没有保存的内容可能丢失')
  await question.getByRole('button', { name: /结\s?束/ }).click()
  await desk.shell.says('该登录已结束')
  await expect(rows).toHaveCount(count - 1)
  await secondDesk.login.says('身份已失效，请重新登录！')
  await secondDesk.login.isThere()

  await section.getByRole('button', { name: '结束其他登录' }).click()
  await desk.shell
    .dialog('结束其他登录')
    .getByRole('button', { name: /结\s?束/ })
    .click()
  await desk.shell.says('其他登录已结束')
  await expect(rows).toHaveCount(1)
  await expect(section.getByRole('button')).toHaveCount(0)
  await expect(program.call(passwordInfo)).rejects.toThrow('身份已失效，请重新登录！')
})

test('切换企业后换成那家企业的数据，选当前企业会提醒', async ({ desk }) => {
  await desk.enter('boss01')
  await expect(desk.shell.organisation()).toHaveText(/鼎程配件贸易中心/)
  await desk.shell.organisation().click()
  const dialog = desk.shell.dialog('切换企业')
  await dialog.getByRole('button', { name: '确定' }).click()
  await desk.shell.says('您已在所选择组织，请重新选择！')
  await choose(dialog.getByRole('combobox', { name: '企业' }), '城东')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(desk.shell.organisation()).toHaveText(/鼎程城东维修店/)
})
