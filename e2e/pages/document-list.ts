import { expect, type Locator, type Page } from '@playwright/test'

/** A list of documents or of anything else. */
export class DocumentList {
  constructor(readonly page: Page) {}

  /** The page of the shown tab. */
  readonly here = () => this.page.locator('section.page:visible')
  readonly row = (text: string | RegExp): Locator => this.here().locator('tbody tr').filter({ hasText: text })
  readonly heads = () => this.here().locator('thead th').allInnerTexts()

  async finds(billNo: string): Promise<Locator> {
    await this.here().getByLabel('单号', { exact: true }).fill(billNo)
    await this.here().getByLabel('单号', { exact: true }).press('Enter')
    await expect(this.row(billNo)).toHaveCount(1)
    return this.row(billNo)
  }
}
