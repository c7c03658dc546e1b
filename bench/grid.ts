import type { Page } from '@playwright/test'
import { freshPage, openBrowser, signInWith } from './browser'
import { figure, note, percentile, rounded, section } from './report'
import { login, openStage } from './stage'

const lines = 2000

/** From a key to the frame that shows its effect, in the line grid of a receipt with 2,000 lines. */
export async function measureGrid(): Promise<void> {
  section('Line grid: milliseconds from key to frame at 2,000 lines in the built page')
  const stage = await openStage({ parts: lines })
  const browser = await openBrowser()
  try {
    const page = await freshPage(browser, stage.origin)
    await signInWith(page, stage.origin, login, '/purchase?new=1')
    const cell = page.locator('.line-grid-active input')
    await cell.waitFor()
    await cell.focus()
    const rows = Array.from({ length: lines }, (_, i) => `B${String(i + 1).padStart(6, '0')}\t2\t10`).join('\n')
    const pasted = performance.now()
    await page.evaluate((text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, rows)
    await page.getByText(`共 ${lines} 行`).waitFor({ timeout: 60_000 })
    await page.waitForFunction(() => document.querySelectorAll('.line-grid .pending').length === 0, undefined, {
      timeout: 60_000,
    })
    note(`${lines} lines pasted and found`, `${rounded((performance.now() - pasted) / 1000)} s`)
    const times = await timesOf(page, async () => {
      for (let i = 0; i < 15; i += 1)
        for (const key of [
          '3',
          '.',
          '5',
          'Enter',
          'ArrowDown',
          'ArrowUp',
          'ArrowRight',
          'PageUp',
          'PageUp',
          'PageDown',
        ])
          await page.keyboard.press(key)
    })
    figure('grid', 'key to frame at 2,000 lines, p95', percentile(times, 0.95), ' ms')
    note(
      `${times.length} keys, median and longest`,
      `${rounded(percentile(times, 0.5))} and ${rounded(percentile(times, 1))} ms`,
    )
  } finally {
    await browser.close()
    await stage.close()
  }
}

/** Measured in the page itself: from the time stamp of the key's event to the task after the frame that follows it. */
async function timesOf(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    addEventListener(
      'keydown',
      (event) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => times.push(performance.now() - event.timeStamp))
          port1.start()
          port2.postMessage(0)
        }),
      { capture: true },
    )
  })
  await work()
  return page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
}
