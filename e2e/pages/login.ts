import { expect, type Page } from '@playwright/test'
import { password } from '../api'

/** 登录, and the pages that lead there. */
export class LoginPage {
  constructor(readonly page: Page) {}

  readonly username = () => this.page.getByLabel('用户名')
  readonly password = () => this.page.getByLabel('密码', { exact: true })
  readonly mobile = () => this.page.getByLabel('手机号').filter({ visible: true })
  readonly code = () => this.page.getByLabel('短信验证码').filter({ visible: true })
  readonly captcha = () => this.page.getByLabel(/^图形验证码/).filter({ visible: true })

  /** Types the pair and presses Enter, as at the counter. */
  async signIn(username: string, secret = password): Promise<void> {
    await this.username().fill(username)
    await this.password().fill(secret)
    await this.password().press('Enter')
  }

  async opensTab(name: '密码登录' | '短信登录' | '微信登录' | '企业微信'): Promise<void> {
    await this.page.getByRole('tab', { name }).click()
  }

  /** Types a mobile and has a code sent to it. */
  async asksCode(mobile: string): Promise<void> {
    await this.mobile().fill(mobile)
    await this.page.getByRole('button', { name: '获取验证码' }).filter({ visible: true }).click()
  }

  /** The visitor comes from an address of his own: what he does wrong does not weigh on other stories. */
  async comesFrom(address: string): Promise<void> {
    await this.page.setExtraHTTPHeaders({ 'x-forwarded-for': address })
  }

  async isThere(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: '登录' })).toBeVisible()
  }

  async says(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text)).toBeVisible()
  }
}
