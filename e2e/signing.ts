import type { Page } from '@playwright/test'

/** Draws a stroke into the field for signatures, as a finger does, and sends it. */
export async function signs(page: Page): Promise<void> {
  const canvas = page.getByLabel('签名', { exact: true })
  await canvas.scrollIntoViewIfNeeded()
  const place = await canvas.boundingBox()
  if (!place) throw new Error('there is no place to sign')
  await page.mouse.move(place.x + 30, place.y + 40)
  await page.mouse.down()
  await page.mouse.move(place.x + 300, place.y + 150, { steps: 20 })
  await page.mouse.up()
  await page.getByRole('button', { name: '确认并签字' }).click()
}
