import { expect, type Locator } from '@playwright/test'

/**
 * Chooses in a drop-down of antd by typing, as one does by keyboard: waits until what was typed has found its option, and
 * until the list is closed again, so that the next step meets no half-opened list.
 */
export async function choose(box: Locator, text: string): Promise<void> {
  const list = box.page().locator('.ant-select-dropdown:visible')
  await box.fill(text)
  await expect(list.locator('.ant-select-item-option-active')).toContainText(text)
  await box.press('Enter')
  await expect(list).toHaveCount(0)
}
