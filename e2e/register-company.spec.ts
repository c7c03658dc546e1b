import { randomInt } from 'node:crypto'
import { creditCheckDigit } from '@chepu/contract/kernel/credit-code'
import type { Page } from '@playwright/test'
import { codeTo, fresh, freshAddress, freshMobile, password, shownBy } from './api'
import { type Desk, expect, test } from './story'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** A credit code that no other company has. */
function freshCreditCode(): string {
  const body = `91110101MA${String(randomInt(10 ** 7)).padStart(7, '0')}`
  return body + creditCheckDigit(body)
}
const newcomer = () => ({
  mobile: freshMobile(),
  username: `b_${fresh().toLowerCase()}`,
  code: freshCreditCode(),
})

/** Has another picture shown, once none is on its way, and reads it. */
async function readsPicture(page: Page): Promise<string> {
  const picture = page.getByRole('img', { name: '图形验证码，点击换一张' })
  await expect(picture).toHaveAttribute('src', /^data:/)
  await page.waitForLoadState('networkidle')
  const answered = page.waitForResponse((response) => response.url().endsWith('/api-base-user/captcha'))
  await picture.click()
  const { data } = await (await answered).json()
  await expect(picture).toHaveAttribute('src', data.image)
  return shownBy(page.url(), data.captcha_id)
}

/** Fills both steps in; the application waits. */
async function registers(desk: Desk, who: { mobile: string; username: string; company: string; code: string }) {
  const { page } = desk
  await page.getByLabel('手机号').fill(who.mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('请输入图形验证码')).toBeVisible()
  await desk.login.captcha().fill(await readsPicture(page))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await desk.shell.says('验证码已发送')
  await page.getByLabel('短信验证码').fill(await codeTo(page.url(), who.mobile))
  await page.getByLabel('用户名').fill(who.username)
  await page.getByLabel('密码*', { exact: true }).fill(password)
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('企业名称').fill(who.company)
  await page.getByLabel('统一社会信用代码').fill(who.code)
  await page.getByLabel('企业类型').click()
  await page.getByTitle('综合维修').click()
  await page.getByLabel('地区').fill('东城区')
  await page.getByText('北京市 / 东城区').click()
  await page.getByLabel('联系人').fill('王小车')
  await page.getByLabel('营业执照').setInputFiles({ name: '执照.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('img', { name: '营业执照预览' })).toBeVisible()
  await page.getByRole('button', { name: '《车铺服务协议》' }).click()
  await desk.shell.dialog('车铺服务协议').getByRole('button', { name: '同意' }).click()
  await page.getByRole('button', { name: '提交申请' }).click()
}

test('企业注册：填错的地方说清楚，提交后等待审核，平台通过后管理员就能开业', async ({ desk, secondDesk }) => {
  test.slow()
  const who = {
    ...newcomer(),
    company: `顺达汽车维修厂${fresh()}`,
  }
  await desk.login.comesFrom(freshAddress())
  await desk.page.goto('/login')
  await desk.page.getByRole('link', { name: '企业注册' }).click()
  await expect(desk.page).toHaveTitle(/^企业注册 - /)
  await desk.page.getByRole('button', { name: '下一步' }).click()
  for (const fault of ['请输入正确的手机号', '请输入6位短信验证码', '应为6-20位字母、数字或下划线']) {
    await expect(desk.page.getByText(fault).first()).toBeVisible()
  }
  await registers(desk, { ...who, code: `${who.code.slice(0, 17)}${who.code[17] === '1' ? '2' : '1'}` })
  await desk.login.says('统一社会信用代码不正确，请核对')
  await desk.page.getByLabel('统一社会信用代码').fill(who.code)
  await desk.page.getByRole('button', { name: '提交申请' }).click()
  await desk.login.says('申请已提交，请等待审核')
  await desk.page.getByRole('link', { name: '返回登录' }).click()
  await desk.login.signIn(who.username)
  await desk.login.says(`企业“${who.company}”正在审核中，审核通过后即可登录`)

  await secondDesk.enter('admin01', '/orgApproval')
  const row = secondDesk.page.getByRole('row', { name: who.company })
  await expect(row).toContainText('待审')
  await row.getByRole('button', { name: '更多' }).click()
  await secondDesk.page.getByRole('menuitem', { name: '查看执照' }).click()
  await expect(secondDesk.page.getByRole('img', { name: `${who.company}的营业执照` })).toBeVisible()
  await secondDesk.page.keyboard.press('Escape')
  await row.getByRole('button', { name: '通过' }).click()
  await secondDesk.shell
    .dialog(/通过“顺达/)
    .getByRole('button', { name: '通过' })
    .click()
  await secondDesk.shell.says('已通过')
  await expect(row).toContainText('通过')

  await desk.login.signIn(who.username)
  await desk.shell.isThere()
  await expect(desk.shell.organisation()).toHaveText(new RegExp(who.company))
  await desk.shell.opens('基础资料', '仓库资料')
  await expect(desk.page.getByText('主仓').first()).toBeVisible()
})

test('驳回要写原因，申请人登录时看得到', async ({ desk, secondDesk }) => {
  test.slow()
  const who = {
    ...newcomer(),
    company: `顺利汽配商行${fresh()}`,
  }
  await desk.login.comesFrom(freshAddress())
  await desk.page.goto('/register/company')
  await registers(desk, who)
  await desk.login.says('申请已提交，请等待审核')
  await secondDesk.enter('admin01', '/orgApproval')
  const row = secondDesk.page.getByRole('row', { name: who.company })
  await row.getByRole('button', { name: '更多' }).click()
  await secondDesk.page.getByRole('menuitem', { name: '驳回' }).click()
  const dialog = secondDesk.shell.dialog(/驳回“顺利/)
  await dialog.getByRole('button', { name: '驳回' }).click()
  await expect(dialog.getByText('请填写驳回原因')).toBeVisible()
  await dialog.getByLabel('驳回原因').fill('执照照片不清楚')
  await dialog.getByRole('button', { name: '驳回' }).click()
  await secondDesk.shell.says('已驳回')
  await desk.page.goto('/login')
  await desk.login.signIn(who.username)
  await desk.login.says(`企业“${who.company}”未通过审核：执照照片不清楚`)
})

test('老板为集团申请新门店，自己不能审核，管理员审核通过后可以切换过去', async ({ desk, secondDesk }) => {
  const name = `鼎程城北快修店${fresh()}`
  await desk.enter('boss01', '/orgApproval')
  await desk.page.getByRole('button', { name: '申请门店' }).click()
  const dialog = desk.shell.dialog('申请门店')
  await dialog.getByLabel('门店名称').fill(name)
  await dialog.getByLabel('类型').click()
  await desk.page.getByTitle('快修店').last().click()
  await dialog.getByLabel('统一社会信用代码').fill(freshCreditCode())
  await dialog.getByLabel('联系人').fill('李店长')
  await dialog.getByLabel('地区').fill('西城区')
  await desk.page.getByText('北京市 / 西城区').click()
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await desk.shell.says('申请已提交，请等待审核')
  const approves = async ({ page, shell }: Desk) => {
    await page.getByRole('row', { name }).getByRole('button', { name: '通过' }).click()
    await shell
      .dialog(/通过“鼎程城北/)
      .getByRole('button', { name: '通过' })
      .click()
  }
  await approves(desk)
  await desk.shell.says('不能审核自己提交的申请')
  await secondDesk.enter('admin01', '/orgApproval')
  await approves(secondDesk)
  await secondDesk.shell.says('已通过')
  await desk.page.reload()
  await desk.shell.changesOrganisation(name)
  await expect(desk.shell.organisation()).toHaveText(new RegExp(name))
})
