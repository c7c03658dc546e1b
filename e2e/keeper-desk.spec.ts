import { type Desk, expect, test } from './story'

/** What a queue of the board says of how much waits. */
const numberOf = async ({ page }: Desk, title: string): Promise<number> =>
  Number.parseInt(await page.getByRole('region', { name: title, exact: true }).locator('h2 b').innerText(), 10)

for (const [where, width, height] of [
  ['电脑', 1440, 900],
  ['手机', 390, 844],
] as const) {
  test(`仓管在${where}上看工作台，收一张货，待入库就少一张`, async ({ desk, boss }) => {
    const { page } = desk
    const part = await boss.newPart()
    await page.setViewportSize({ width, height })
    const { billNo } = await boss.finds(part, '5')
    await desk.enter('store01', '/warehouse')
    const queue = page.getByRole('region', { name: '待入库', exact: true })
    const row = queue.getByRole('button', { name: billNo })
    await expect(row).toBeVisible()
    const before = await numberOf(desk, '待入库')
    const [across = 0, down = 0] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ])
    expect(across).toBeLessThanOrEqual(width)
    if (width > 992) expect(down).toBeLessThanOrEqual(height)

    await row.press('Enter')
    await expect(page).toHaveURL(/purWareHous/)
    await page.getByRole('button', { name: '收货', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: '确认入库' }).click()
    await expect(page.getByText(`${billNo} 已入库`)).toBeVisible()
    await desk.shell.goes('/warehouse')
    await expect(row).toHaveCount(0)
    expect(await numberOf(desk, '待入库')).toBe(before - 1)
  })
}
