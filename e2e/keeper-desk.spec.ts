import { type Desk, expect, test } from './story'

/** What a queue of the board says of how much waits. */
const numberOf = async ({ page }: Desk, title: string): Promise<number> =>
  Number.parseInt(await page.getByRole('region', { name: title, exact: true }).locator('h2 b').innerText(), 10)

for (const [where, width, height] of [
  ['电脑', 1440, 900],
  ['手机', 390, 844],
] as const) {
  test(`仓管在${where}上看工作台，从待入库走到入库管理`, async ({ desk, boss }) => {
    const { page } = desk
    const part = await boss.newPart()
    await page.setViewportSize({ width, height })
    const { billNo } = await boss.finds(part, '5')
    await desk.enter('store01', '/warehouse')
    const queue = page.getByRole('region', { name: '待入库', exact: true })
    const row = queue.getByRole('button', { name: billNo })
    await expect(row).toBeVisible()
    expect(await numberOf(desk, '待入库')).toBeGreaterThan(0)
    const [across = 0, down = 0] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ])
    expect(across).toBeLessThanOrEqual(width)
    if (width > 992) expect(down).toBeLessThanOrEqual(height)

    await row.press('Enter')
    await expect(page).toHaveURL(/purWareHous/)
  })
}
