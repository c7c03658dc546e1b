import { expect, type Locator, type Page } from '@playwright/test'
import { choose } from './select'

/** The settings pages of 组织与权限: roles, grants, matrices. */
export class RightsPage {
  constructor(readonly page: Page) {}

  readonly here = () => this.page.locator('section.page:visible')
  readonly save = () => this.here().getByRole('button', { name: '保存', exact: true })
  readonly box = (name: string | RegExp): Locator => this.here().getByRole('checkbox', { name })
  /** A box of the role's menu, at the left. */
  readonly menuBox = (name: string): Locator =>
    this.here().getByRole('list', { name: '菜单' }).getByRole('checkbox', { name, exact: true })
  /** A button by its number, as the grid shows it. */
  readonly button = (id: number): Locator =>
    this.here()
      .locator('.ac-boxes label')
      .filter({ has: this.page.getByText(String(id), { exact: true }) })
      .getByRole('checkbox')

  /** Chooses in a drop-down of the bar by typing. */
  async picks(label: string, text: string): Promise<void> {
    await choose(this.here().getByRole('combobox', { name: label, exact: true }), text)
  }

  async isRole(name: string): Promise<void> {
    await expect(this.here().getByText(`${name}（集团）`).first()).toBeVisible()
    await expect(this.save()).toBeDisabled()
  }
}
