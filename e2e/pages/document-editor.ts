import { expect, type Locator, type Page } from '@playwright/test'

/** The editor of a goods document. */
export class DocumentEditor {
  constructor(readonly page: Page) {}

  /** The page of the shown tab. */
  readonly here = () => this.page.locator('section.page:visible')
  readonly toolbar = () => this.here().getByRole('toolbar', { name: '单据操作' })
  readonly button = (label: string): Locator => this.toolbar().getByRole('button', { name: label, exact: true })
  /** A field of the header; the list that may stand open under it has its name, too. */
  readonly field = (label: string): Locator => {
    const header = this.here().locator('.de-header')
    return header.getByLabel(label, { exact: true }).and(header.locator(':not([role="listbox"])'))
  }
  readonly state = () => this.here().locator('.de-state .kit-tag')
  readonly number = () => this.here().locator('.de-number')
  readonly notice = () => this.here().locator('.de-notice')
  readonly grid = () => this.here().locator('.line-grid')
  /** A drawn line, counted from 1. */
  readonly line = (no: number): Locator =>
    this.grid()
      .locator('.line-grid-row')
      .nth(no - 1)
  readonly lineCount = () => this.here().locator('.de-count')
  /** The one input of the grid, over the active cell. */
  readonly cell = () => this.grid().locator('.line-grid-active input')
  readonly heads = () => this.grid().locator('.line-grid-head .line-grid-cell').allInnerTexts()
  readonly totals = () => this.here().getByLabel('合计', { exact: true })

  async isReady(): Promise<void> {
    await expect(this.toolbar()).toBeVisible()
  }

  /** Chooses from a list field by typing what its option says. */
  async picks(label: string, text: string): Promise<void> {
    const field = this.field(label)
    await field.fill(text)
    await this.here().getByRole('option', { name: text }).first().click()
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await expect(field).toHaveValue(new RegExp(text))
  }

  /** Types a code into the waiting blank line and figures into the next stops, as with the keyboard. */
  async entersLine(code: string, ...figures: string[]): Promise<void> {
    const lines = this.grid().locator('.line-grid-row')
    await this.cell().focus()
    await this.page.keyboard.type(code, { delay: 70 })
    await this.page.keyboard.press('Enter')
    await expect(this.grid().getByText(code, { exact: true }).first()).toBeVisible()
    await expect(lines.filter({ hasText: code }).locator('.pending')).toHaveCount(0)
    for (const figure of figures) {
      await this.page.keyboard.type(figure, { delay: 70 })
      await this.page.keyboard.press('Enter')
    }
  }

  /** Types into a column of the first line. */
  async fillsFirst(column: string, text: string): Promise<void> {
    const at = (await this.heads()).findIndex((head) => head.replace('*', '').trim() === column)
    await this.line(1).locator('.line-grid-cell').nth(at).click()
    await expect(this.cell()).toHaveAccessibleName(`第1行 ${column}`)
    await this.cell().fill(text)
    await this.page.keyboard.press('Enter')
  }

  async saves(): Promise<void> {
    await this.button('保存').click()
    await expect(this.number()).toHaveText(/\d{8}/)
  }

  async isState(label: string): Promise<void> {
    await expect(this.state()).toHaveText(label)
  }
}
