import type { Page } from '@playwright/test'
import { freshPage, openBrowser, signInWith, slowDown } from './browser'
import { pageFiles, sizeOf } from './page-files'
import { figure, note, rounded, section } from './report'
import { login, openStage } from './stage'

/** Bytes that pages take over the wire, and how soon they can be used on a slow line. */
export async function measureSizes(): Promise<void> {
  section('Sizes: KB over the wire in brotli, and seconds until a page can be used')
  const stage = await openStage({ parts: 50 })
  const browser = await openBrowser()
  try {
    const plain = await freshPage(browser, stage.origin)
    // While nobody types, login fetches ahead what the first list needs; that is not what login itself takes.
    await plain.addInitScript({ content: 'window.requestIdleCallback = () => 0' })
    const bytes = await watchBytes(plain)
    await plain.goto(`${stage.origin}/login`)
    await plain.locator('input').first().waitFor()
    await plain.waitForLoadState('networkidle')
    figure('sizes', 'login, JavaScript in brotli', bytes.scripts / 1024, ' KB')
    note('login, everything', `${rounded(bytes.all / 1024)} KB`)
    await plain.context().close()

    const slow = await freshPage(browser, stage.origin)
    await slowDown(slow)
    const started = performance.now()
    await slow.goto(`${stage.origin}/login`, { waitUntil: 'commit' })
    await slow.locator('input').first().waitFor()
    await slow.locator('input').first().fill('a')
    figure('sizes', 'login ready, Slow 4G and a quarter of the processor', (performance.now() - started) / 1000, ' s')
    await slow.context().close()

    const list = await freshPage(browser, stage.origin)
    const loaded = await watchBytes(list)
    await signInWith(list, stage.origin, login, '/purchase')
    await list.getByRole('table').first().waitFor()
    await list.waitForLoadState('networkidle')
    figure('sizes', 'first list, everything in brotli', loaded.all / 1024, ' KB')
    figure('sizes', 'first list, its files in brotli', sizeOf(await pageFiles(list)), ' KB')
    note('first list, JavaScript', `${rounded(loaded.scripts / 1024)} KB in ${loaded.scriptFiles} files`)
  } finally {
    await browser.close()
    await stage.close()
  }
}

/** Bytes of answers with their headers as they arrive, compressed. */
async function watchBytes(page: Page): Promise<{ all: number; scripts: number; scriptFiles: number }> {
  const bytes = { all: 0, scripts: 0, scriptFiles: 0 }
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  const scripts = new Set<string>()
  tools.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.add(requestId)
  })
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength
    if (!scripts.has(requestId)) return
    bytes.scripts += encodedDataLength
    bytes.scriptFiles += 1
  })
  return bytes
}
