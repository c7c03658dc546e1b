import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** 打印预览 of documents. */
export class PrintPreview {
  readonly dialog: Locator
  readonly paper: FrameLocator
  readonly sheets: Locator

  constructor(readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: /^打印/ })
    this.paper = this.dialog.frameLocator('iframe')
    this.sheets = this.paper.locator('.sheet')
  }

  async chooses(paper: 'A4' | '三联单 241×140' | '80mm 小票'): Promise<void> {
    await this.dialog.getByText(paper, { exact: true }).click()
  }

  /** Nothing on a page may reach over its edge, nor a text over that of its cell or line. */
  async fitsItsPages(): Promise<void> {
    const cut = await this.sheets.evaluateAll((sheets) =>
      sheets
        .flatMap((sheet) => [sheet, ...sheet.querySelectorAll('td, th, footer span, .fields span')])
        .filter((box) => box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).display !== 'inline')
        .concat(sheets.filter((sheet) => sheet.scrollWidth > sheet.clientWidth + 1))
        .map((box) => box.textContent),
    )
    expect(cut).toEqual([])
  }

  /** Presses 打印; the browser's own dialog is not opened in a story. */
  async prints(): Promise<void> {
    await this.dialog.getByRole('button', { name: '打印', exact: true }).click()
  }

  /** The paper as the printer gets it. */
  async html(): Promise<string> {
    return (await this.dialog.locator('iframe').getAttribute('srcdoc')) ?? ''
  }
}
