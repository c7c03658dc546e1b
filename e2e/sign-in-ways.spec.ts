import type { Page } from '@playwright/test'
import { codeTo, type Colleague, fresh, freshAddress, freshMobile } from './api'
import { type Desk, expect, test } from './story'

/** Somebody new with a phone, and the code that is sent to it. */
async function newPhone(boss: Colleague, origin: string | undefined) {
  const mobile = freshMobile()
  const { username } = await boss.hires('收银/财务', mobile)
  return { username, mobile, code: () => codeTo(origin ?? '', mobile) }
}

/** Whoever confirms at a provider's page is known to it by `name`. */
const confirmsAs = (page: Page, name: string) =>
  page.route(/\/(connect\/qrconnect|wwopen\/sso\/qrConnect|iam\/authorize)\?/, (route) =>
    route.continue({ url: `${route.request().url()}&who=${name}` }),
  )

/** Confirms on the phone, for which the link in the provider's page stands. */
const confirmIn = (page: Page, title: string) =>
  page.frameLocator(`iframe[title="${title}"]`).getByRole('link', { name: '确认登录' }).click()

async function binds(desk: Desk, phone: Awaited<ReturnType<typeof newPhone>>): Promise<void> {
  await expect(desk.page).toHaveURL(/\/bind$/)
  await expect(desk.page.getByRole('heading', { name: '账号绑定' })).toBeVisible()
  await desk.login.asksCode(phone.mobile)
  await desk.login.says('验证码已发送，若未收到请确认手机号是否已登记')
  await desk.login.code().fill(await phone.code())
  await desk.page.getByRole('button', { name: '绑定' }).click()
}

test('短信登录：60秒内不能重发，验证码错了说清楚，对了就进去', async ({ desk, boss, baseURL }) => {
  const phone = await newPhone(boss, baseURL)
  await desk.login.comesFrom(freshAddress())
  await desk.page.clock.install()
  await desk.page.goto('/login?redirect=%2FstockInquiry')
  await desk.login.opensTab('短信登录')
  await desk.login.asksCode('12345')
  await desk.login.says('请输入正确的手机号')
  await desk.login.asksCode(phone.mobile)
  const again = desk.page.getByRole('button', { name: '重新获取' })
  await expect(again).toHaveText('60秒后重新获取')
  await expect(again).toBeDisabled()
  await desk.page.clock.runFor(59_000)
  await expect(again).toHaveText('1秒后重新获取')
  await desk.page.clock.runFor(1_000)
  await expect(again).toBeEnabled()
  await expect(again).toHaveText('重新获取')

  const code = await phone.code()
  await desk.login.code().fill('12')
  await desk.login.code().press('Enter')
  await desk.login.says('请输入6位短信验证码')
  await desk.login.code().fill(code === '000000' ? '000001' : '000000')
  await desk.login.code().press('Enter')
  await desk.login.says('短信验证码错误或已过期')
  await desk.login.code().fill(code)
  await desk.login.code().press('Enter')
  await expect(desk.page).toHaveURL(/\/stockInquiry$/)
})

test('密码错三次后要输入图形验证码，错五次锁定15分钟', async ({ desk }) => {
  const stranger = `nobody_${fresh()}`
  await desk.login.comesFrom(freshAddress())
  await desk.page.goto('/login')
  for (let i = 1; i <= 3; i += 1) {
    await expect(desk.login.captcha()).toBeHidden()
    await desk.login.signIn(stranger, `wrong_${i}`)
    await expect(desk.page.getByText('登录失败，用户名或密码错误')).toHaveCount(i)
  }
  await expect(desk.login.captcha()).toBeVisible()
  await desk.login.signIn(stranger, 'wrong_4')
  await desk.login.says('请输入图形验证码')
  const picture = desk.page.getByRole('img', { name: '图形验证码，点击换一张' })
  const first = await picture.getAttribute('src')
  await picture.click()
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  await desk.login.captcha().fill('0000')
  await desk.login.captcha().press('Enter')
  await desk.login.says('图形验证码错误或已过期，请重新输入')
  await expect(desk.login.captcha()).toHaveValue('')
})

test('微信扫码：没绑定的先绑定手机号，绑定后直接进到要去的页面，下次扫码直接登录，本人能解绑', async ({
  desk,
  boss,
  baseURL,
}) => {
  test.slow()
  const phone = await newPhone(boss, baseURL)
  await confirmsAs(desk.page, phone.username)
  await desk.login.comesFrom(freshAddress())
  await desk.page.goto('/login?redirect=%2FstockInquiry')
  await desk.login.opensTab('微信登录')
  const frame = desk.page.locator('iframe[title="微信扫码登录"]')
  await expect(frame).toHaveAttribute('width', '300')
  await expect(frame).toHaveAttribute('height', '400')
  await confirmIn(desk.page, '微信扫码登录')
  await binds(desk, phone)
  await desk.shell.isThere()
  await desk.shell.signsOut()
  await desk.login.isThere()
  await desk.page.goto('/login?redirect=%2FstockInquiry')
  await desk.login.opensTab('微信登录')
  await confirmIn(desk.page, '微信扫码登录')
  await expect(desk.page).toHaveURL(/\/stockInquiry$/)

  await desk.page.goto('/editPwd/index')
  const own = desk.page.getByRole('region', { name: '本人资料' })
  await expect(own).toContainText(phone.username)
  await own.getByRole('button', { name: '解绑微信' }).click()
  const question = desk.shell.dialog('解绑微信')
  await expect(question).toContainText('其他登录方式和已登录的设备不受影响')
  await question.getByRole('button', { name: /解\s?绑/ }).click()
  await desk.shell.says('已解绑微信')
  await expect(own.getByRole('button', { name: '解绑微信' })).toHaveCount(0)
})

test('企业微信扫码在另一台设备登录，先问是否强制登录；管理员解绑后正在用的登录不断', async ({
  desk,
  secondDesk,
  boss,
  baseURL,
}) => {
  test.slow()
  const phone = await newPhone(boss, baseURL)
  for (const { page, login } of [desk, secondDesk]) {
    await confirmsAs(page, phone.username)
    await login.comesFrom(freshAddress())
  }
  await desk.page.goto('/login')
  await desk.login.opensTab('企业微信')
  await confirmIn(desk.page, '企业微信扫码登录')
  await binds(desk, phone)
  await desk.shell.isThere()
  await secondDesk.page.goto('/login?did=another-phone')
  await secondDesk.login.opensTab('企业微信')
  await confirmIn(secondDesk.page, '企业微信扫码登录')
  await secondDesk.login.says('账号已在其他设备登录')
  await secondDesk.page.getByRole('button', { name: '强制登录' }).click()
  await secondDesk.shell.isThere()

  // The first browser is led out by itself.
  await desk.login.isThere()
  await desk.enter('boss01', `/user?q=${phone.username}`)
  const row = desk.list.row(phone.username)
  await expect(row).toContainText('企业微信')
  await row.getByRole('button', { name: '更多' }).click()
  await desk.page.getByRole('menuitem', { name: '解绑企业微信' }).click()
  await desk.shell
    .dialog('解绑企业微信')
    .getByRole('button', { name: /解\s?绑/ })
    .click()
  await desk.shell.says('已解绑企业微信')
  await expect(row).not.toContainText('企业微信')
  await secondDesk.page.goto('/editPwd/index')
  await expect(secondDesk.page.getByRole('region', { name: '本人资料' })).toContainText(phone.username)
})

test('改自己的手机号要输入登录密码，改姓名不用', async ({ desk, boss, baseURL }) => {
  const { username, mobile } = await newPhone(boss, baseURL)
  await desk.enter(username, '/editPwd/index')
  const own = desk.page.getByRole('region', { name: '本人资料' })
  await expect(own.locator('dd').nth(2)).toHaveText(mobile)
  await own.getByRole('button', { name: '修改资料' }).click()
  const form = desk.shell.dialog('修改资料')
  await form.getByLabel('手机', { exact: true }).fill(freshMobile())
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form.getByText('改手机请输入登录密码')).toBeVisible()
  await form.getByLabel('登录密码').fill('wrong_1')
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await expect(form.getByText('登录密码不正确')).toBeVisible()
  await form.getByLabel('手机', { exact: true }).fill(mobile)
  await form.getByRole('button', { name: /保\s?存/ }).click()
  await desk.shell.says('资料已修改')
  await expect(own).toContainText(mobile)
})

test('企业账号登录：去企业身份系统确认后回来；取消和伪造的返回都不放行', async ({ desk, boss, baseURL }) => {
  const phone = await newPhone(boss, baseURL)
  await confirmsAs(desk.page, phone.username)
  await desk.login.comesFrom(freshAddress())
  await desk.page.goto('/login')
  await desk.page.getByRole('button', { name: '企业账号登录' }).click()
  await desk.page.getByRole('link', { name: '确认登录' }).click()
  await binds(desk, phone)
  await desk.shell.isThere()

  await desk.shell.signsOut()
  await desk.login.isThere()
  await desk.page.goto('/auth-redirect?error=access_denied&state=iam.x')
  await desk.login.says('您已取消授权，未能登录。')
  await expect(desk.page).toHaveURL(/\/auth-redirect$/)
  await desk.page.goto('/auth-redirect?code=forged&state=iam.forged')
  await desk.login.says('授权已失效，请重新登录')
  await desk.page.goto('/bind')
  await desk.login.says('请先用微信、企业微信或企业账号登录，再绑定账号。')
})

test('登录后浏览器里存的正是约定的内容，退出后一样不留', async ({ desk }) => {
  await desk.page.goto('/login')
  await desk.login.signIn('buyer01')
  await desk.shell.isThere()
  const keys = () => desk.page.evaluate(() => Object.keys(sessionStorage))
  const promised = (
    'token whids orgList orgInfo userpermission userUniqueIdAll user ' +
    'typeData dataType enums enumsMap treeEnums allRegion'
  ).split(' ')
  await expect.poll(keys).toEqual(expect.arrayContaining(promised))
  const stored = await desk.page.evaluate(() => {
    const read = (key: string) => JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const [unit] = read('enums').unit
    return { name: read('enumsMap').unit[unit.id], unit: unit.name, province: read('allRegion')[0].label }
  })
  expect(stored).toEqual({ name: stored.unit, unit: stored.unit, province: '北京市' })
  const cookies = async () => (await desk.page.context().cookies()).map(({ name }) => name)
  expect(await cookies()).toEqual(expect.arrayContaining(['realName', 'userId', 'OrgName', 'OrgId', 'forgid', 'EmpId']))
  await desk.shell.signsOut()
  await desk.login.isThere()
  expect((await keys()).filter((key) => promised.includes(key))).toEqual([])
  const left = await cookies()
  for (const name of ['realName', 'userId', 'OrgName', 'OrgId', 'forgid', 'EmpId']) expect(left).not.toContain(name)
})

test('重定向只认本站的页面', async ({ desk }) => {
  for (const evil of ['/\t/evil.example', '/sale/..//evil.example']) {
    await desk.page.goto(`/login?redirect=${encodeURIComponent(evil)}`)
    await desk.login.signIn('sales02')
    await expect(desk.page).toHaveURL(/^http:\/\/localhost:\d+\/dashboard$/)
  }
})
