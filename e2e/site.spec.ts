import { siteRoutes } from '@chepu/contract/shell/site'
import { Colleague } from './api'
import { PrintPreview } from './pages/print-preview'
import { expect, test } from './story'

/** A picture of 2 x 1 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mP8z8DwnwEImBigAAAfFwICgH3ifwAAAABJRU5ErkJggg==',
  'base64',
)

const blank = { title: '', isVersionShown: false, servicePhone: '', settlementNote: '' }
const versionOf = async (keeper: Colleague) => (await keeper.call(siteRoutes.read)).version

test.describe('改站点', () => {
  // Every page shows it.
  test.use({ alone: true })

  // The next story finds the site as it was.
  test.afterEach(async ({ baseURL }) => {
    const keeper = await Colleague.signIn(baseURL ?? '', 'admin01')
    await keeper.call(siteRoutes.save, { body: { ...blank, version: await versionOf(keeper) } })
    for (const kind of ['logo', 'login'] as const) await keeper.call(siteRoutes.removeImage, { params: { kind } })
  })

  test('站点配置：标题、版本、电话、标志、登录图，改了处处都变', async ({ desk, secondDesk }) => {
    const { page, shell } = desk
    await desk.enter('admin01', '/siteConfig')
    const form = page.getByRole('region', { name: '站点配置' })
    await form.getByLabel('产品标题').fill('顺达车管家')
    await form.getByLabel('客服电话').fill('400-800-1234')
    await form.getByRole('switch', { name: '显示版本' }).setChecked(true)
    await form.getByRole('button', { name: /保\s*存/ }).click()
    await shell.says('已保存')
    await page.getByLabel('选择logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await expect(page.getByRole('img', { name: 'logo' })).toBeVisible()
    await page.getByLabel('选择登录页图').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
    await expect(page.getByRole('img', { name: '登录页图' })).toBeVisible()

    await expect(page).toHaveTitle('站点配置 - 顺达车管家')
    await expect(page.locator('.side-logo')).toHaveText('顺达车管家')
    await expect(page.locator('.side-logo img')).toHaveAttribute('src', /\/api\/site\/image\/logo\?v=\d+$/)
    await expect(page.getByText('顺达车管家 3.0.0 线上版')).toBeVisible()
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await expect(page.getByRole('link', { name: '客服电话 400-800-1234' })).toHaveAttribute('href', 'tel:4008001234')

    const other = secondDesk.page
    await other.goto('/login')
    await expect(other).toHaveTitle('登录 - 顺达车管家')
    await expect(other.getByText('客服电话 400-800-1234')).toBeVisible()
    await expect(other.locator('.login-brand')).toHaveClass(/with-picture/)
    await expect(other.locator('.login-brand img')).toHaveAttribute('src', /\/api\/site\/image\/logo\?v=\d+$/)
  })

  test('结算尾注印在销售单的页脚，三联单也放得下', async ({ desk, boss, baseURL }) => {
    const keeper = await Colleague.signIn(baseURL ?? '', 'admin01')
    const settlementNote =
      '货款请于三十日内结清，逾期按日加收万分之五；质保以三包凭证为准，退换货请保留原包装和本单，超过七日恕不办理，特价件与易耗件除外，敬请谅解并妥善保管本单以备查询核对之用。'
    await keeper.call(siteRoutes.save, { body: { ...blank, version: await versionOf(keeper), settlementNote } })
    const part = await boss.newPart()
    await boss.stock(part, '9')
    const customer = await boss.newCustomer()
    const { id } = await boss.delivers(
      customer,
      Array.from({ length: 9 }, () => ({ part, qty: '1', price: '2' })),
    )
    await desk.enter('boss01', `/sale?id=${id}`)
    await desk.editor.button('打印').click()
    const preview = new PrintPreview(desk.page)
    await preview.chooses('三联单 241×140')
    await expect(preview.sheets.last().locator('footer')).toContainText(`质量问题请凭单退换。 ${settlementNote}`)
    await preview.fitsItsPages()
  })
})

test('站点图片看内容也看大小，电话填错半秒后说明', async ({ desk }) => {
  const { page, shell } = desk
  await desk.enter('admin01', '/siteConfig')
  const logo = page.getByLabel('选择logo')
  await logo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
  await shell.says('只支持PNG、JPG、WebP图片')
  await logo.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([png, Buffer.alloc(600_000)]),
  })
  await shell.says('logo不能超过512KB')
  await page.getByLabel('客服电话').fill('12345')
  await expect(page.getByText('请输入正确的电话号码!')).toBeVisible()
})

test('没有平台权限的人看不到站点配置', async ({ desk }) => {
  await desk.page.goto('/siteConfig')
  await desk.login.signIn('boss01')
  await expect(desk.page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
})
