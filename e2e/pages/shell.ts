import { expect, type Locator, type Page } from '@playwright/test'
import { choose } from './select'

/** Menu, top bar and tabs around the pages. */
export class Shell {
  constructor(readonly page: Page) {}

  readonly menu = () => this.page.getByRole('complementary', { name: '菜单' })
  readonly organisation = () => this.page.getByTitle('切换企业')
  readonly tab = (title: string | RegExp): Locator =>
    this.page.getByRole('navigation', { name: '已打开的页面' }).getByRole('button', { name: title }).first()

  async isThere(): Promise<void> {
    await expect(this.page.getByRole('navigation', { name: '已打开的页面' })).toBeVisible()
  }

  /** Goes to another page by its address as a link of the program does, without loading anew, and leaves this one's tab open. */
  async goes(address: string): Promise<void> {
    const left = await this.page.locator('section.page:visible').elementHandle()
    await this.page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await left?.waitForElementState('hidden')
  }

  /** Closes all tabs but the one in view: what stays open is drawn on, and slows what comes after it. */
  async closesOthers(): Promise<void> {
    const tabs = this.page.getByRole('navigation', { name: '已打开的页面' })
    await tabs.locator('[aria-current=page]').click({ button: 'right' })
    await this.page.getByRole('menuitem', { name: '关闭其他' }).click()
  }

  async opens(group: string, screen: string): Promise<void> {
    const entry = this.menu().getByRole('menuitem', { name: screen, exact: true })
    const above = this.menu().getByRole('menuitem', { name: group }).first()
    // A menu that is still to be drawn may stand open at this group: a click would shut it.
    await expect(above).toBeVisible()
    if (!(await entry.isVisible())) await above.click()
    // Its entries slide into their places.
    await expect(this.menu().locator('[class*="motion-collapse"]')).toHaveCount(0)
    await entry.click()
  }

  /** Titles of the areas in the side menu. */
  async areas(): Promise<string[]> {
    return this.menu().getByRole('menu').first().locator('> li').allInnerTexts()
  }

  readonly bell = () => this.page.getByRole('button', { name: /^消息，/ })
  readonly bellLists = () => this.page.getByRole('dialog', { name: '通知、待办和消息' })

  /** Opens the bell at one of its lists. */
  async rings(list: '通知' | '待办' | '消息'): Promise<Locator> {
    await this.bell().click()
    await this.bellLists().getByRole('tab', { name: list }).click()
    return this.bellLists()
  }

  /** Chooses another organisation in the dialog of the top bar by typing a part of its name. */
  async changesOrganisation(text: string): Promise<void> {
    await this.organisation().click()
    const dialog = this.dialog('切换企业')
    await choose(dialog.getByRole('combobox', { name: '企业' }), text)
    await dialog.getByRole('button', { name: '确定' }).click()
  }

  async closesTab(title: string): Promise<void> {
    await this.page.getByRole('button', { name: `关闭 ${title}` }).click()
  }

  async signsOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^用户菜单/ }).click()
    await this.page.getByRole('menuitem', { name: '退出登录' }).click()
  }

  /** A message that appears for a moment. */
  async says(text: string | RegExp): Promise<void> {
    await expect(this.page.locator('.ant-message-notice').filter({ hasText: text }).first()).toBeVisible()
  }

  readonly dialog = (title: string | RegExp): Locator => this.page.getByRole('dialog', { name: title })
}
