import { faults } from './axe'
import { expect, test } from './story'

test('登录页对读屏和低视力用户可用', async ({ desk }) => {
  await desk.page.goto('/login')
  await desk.login.isThere()
  expect(await faults(desk.page)).toEqual([])
  await desk.login.opensTab('短信登录')
  expect(await faults(desk.page)).toEqual([])
  await desk.page.keyboard.press('Shift+Tab')
  await expect(desk.page.getByRole('tab', { name: '短信登录' })).toBeFocused()
  await desk.page.keyboard.press('ArrowLeft')
  await desk.page.keyboard.press('Enter')
  await expect(desk.login.username()).toBeFocused()
})

test('企业注册页对读屏和低视力用户可用，填错的地方也读得出', async ({ desk }) => {
  await desk.page.goto('/register/company')
  await desk.page.getByRole('button', { name: '下一步' }).click()
  await expect(desk.page.getByText('请输入正确的手机号')).toBeVisible()
  expect(await faults(desk.page)).toEqual([])
})

const pages: [title: string, path: string, ready: string][] = [
  ['首页', '/dashboard', '近30天'],
  ['采购入库列表', '/purchase', '本页合计'],
  ['采购入库单', '/purchase?new=1', '价税合计'],
  ['销售出库列表', '/sale', '批量审核'],
  ['销售出库单', '/sale?new=1', '价税合计'],
  ['库存查询', '/stockInquiry', '本页合计'],
  ['应收账款', '/receivableAccount', '对账单'],
  ['收款单', '/collection?new=1', '收款方式'],
  ['配件资料', '/parts', '机油滤清器'],
  ['对得上', '/booksCheck', '全部对得上'],
  ['密码修改', '/editPwd/index', '确认新密码'],
  ['门店账户', '/storeAccount', '当前余额'],
  ['打印模板', '/reportConfigAdd', '明细列与列宽'],
]
for (const [title, path, ready] of pages) {
  test(`${title}对读屏和低视力用户可用`, async ({ desk, boss }) => {
    const [part] = await boss.parts(7, 1)
    if (!part) throw new Error('没有可用的配件')
    if (path === '/purchase') await boss.receives([{ part, qty: '1', price: '1' }])
    await desk.enter('boss01', path)
    await expect(desk.page.getByText(ready).first()).toBeVisible()
    expect(await faults(desk.page)).toEqual([])
  })
}

test('站点配置对读屏和低视力用户可用', async ({ desk }) => {
  await desk.enter('admin01', '/siteConfig')
  await expect(desk.page.getByRole('button', { name: '上传logo' })).toBeVisible()
  expect(await faults(desk.page)).toEqual([])
})
