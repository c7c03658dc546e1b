import { expect, type Page } from '@playwright/test'
import { password } from '../api'

/** 登录. */
export class LoginPage {
  constructor(readonly page: Page) {}

  readonly username = () => this.page.getByLabel('用户名')
  readonly password = () => this.page.getByLabel('密码', { exact: true })

  /** Types the pair and presses Enter, as at the counter. */
  async signIn(username: string, secret = password): Promise<void> {
    await this.username().fill(username)
    await this.password().fill(secret)
    await this.password().press('Enter')
  }

  async isThere(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: '登录' })).toBeVisible()
  }

  async says(text: string): Promise<void> {
    await expect(this.page.getByText(text)).toBeVisible()
  }
}
