import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../tools/chromium.mjs'

const device = 'bench'

/** A browser for measurements; CHROMIUM names another one than Debian's. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })

/** A page as a newcomer sees it: nothing cached. */
export async function freshPage(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  await context.addCookies([{ name: 'did', value: device, url: origin }])
  return context.newPage()
}

/** Signs in with the keyboard and ends on the page that `redirect` names. */
export async function signInWith(
  page: Page,
  origin: string,
  login: { username: string; password: string },
  redirect: string,
) {
  await page.goto(`${origin}/login?redirect=${encodeURIComponent(redirect)}`)
  await page.locator('input').first().click()
  await page.keyboard.type(login.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(login.password)
  await page.keyboard.press('Enter')
}

/** Slow 4G as the browsers' tools define it, and a processor of a quarter of the speed. */
export async function slowDown(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
