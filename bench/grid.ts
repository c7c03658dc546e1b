import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { freshPage, openBrowser, signInWith } from './browser'
import { figure, note, percentile, rounded, section } from './report'
import { login, openStage } from './stage'

/**
 * From a key to the frame that shows its effect, in the line grid of a receipt with as many lines as most have, and with 2,000. Where
 * the time goes, and why few lines have no aim at p95: docs/performance.md.
 */
export async function measureGrid(): Promise<void> {
  section('Line grid: milliseconds from key to frame in the built page')
  const few = await measureReceipt(50)
  figure('grid', 'key to frame at 50 lines, median', percentile(few.times, 0.5), ' ms')
  note(
    'at 50 lines, p95 and longest',
    `${rounded(percentile(few.times, 0.95))} and ${rounded(percentile(few.times, 1))} ms`,
  )
  const many = await measureReceipt(2000)
  figure('grid', '2,000 lines pasted and found', many.pasted / 1000, ' s')
  figure('grid', 'key to frame at 2,000 lines, median', percentile(many.times, 0.5), ' ms')
  figure('grid', 'key to frame at 2,000 lines, p95', percentile(many.times, 0.95), ' ms')
  note(`${many.times.length} keys, longest`, `${rounded(percentile(many.times, 1))} ms`)
}

/** Milliseconds of the paste, and of each key. Throws where a dialog has taken the keyboard: then not the grid was measured. */
async function measureReceipt(lines: number): Promise<{ pasted: number; times: number[] }> {
  const stage = await openStage({ parts: lines })
  const browser = await openBrowser()
  try {
    const page = await freshPage(browser, stage.origin)
    await signInWith(page, stage.origin, login, '/purchase?new=1')
    const pasted = await pasteLines(page, lines)
    await toQuantity(page, lines)
    const times = await timesOfKeys(page)
    if ((await page.getByRole('dialog').count()) > 0) throw new Error('a dialog took the keys')
    return { pasted, times }
  } finally {
    await browser.close()
    await stage.close()
  }
}

/** Pastes codes into the waiting line; answers the milliseconds until all of them are lines. */
async function pasteLines(page: Page, lines: number): Promise<number> {
  const cell = page.locator('.line-grid-active input')
  await cell.waitFor()
  await cell.focus()
  const rows = Array.from({ length: lines }, (_, i) => `B${String(i + 1).padStart(6, '0')}\t2\t10`).join('\n')
  const began = performance.now()
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
  return performance.now() - began
}

/** From the code of the waiting line, where a figure would be looked up as a part, to the quantity of the last one. */
async function toQuantity(page: Page, lines: number): Promise<void> {
  for (const key of ['ArrowUp', ...Array.from({ length: 6 }, () => 'ArrowRight')]) await page.keyboard.press(key)
  await page.getByLabel(`第${lines}行 数量`).waitFor()
}

/** A figure, on to the price and about, and back to a quantity further up; fifteen times. */
const round = ['3', '.', '5', 'Enter', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'PageUp', 'PageUp', 'PageDown']
const keys = Array.from({ length: 15 }, () => round).flat()

/** Of a scanner that types: it reports a key pressed, then released, and is asked every 10 ms. No hand is as fast. */
const msBetweenKeys = 20

/** Each key at its time, also where the page has not taken the one before: a page that is too slow has its keys wait. */
async function press(page: Page): Promise<void> {
  const began = performance.now()
  const pressed: Promise<void>[] = []
  for (const [i, key] of keys.entries()) {
    await setTimeout(Math.max(0, began + i * msBetweenKeys - performance.now()))
    pressed.push(page.keyboard.press(key))
  }
  await Promise.all(pressed)
}

/**
 * Milliseconds of each key, measured in the page itself: from the time stamp of its event to the task after the frame that follows
 * it. Throws where a key is not counted.
 */
async function timesOfKeys(page: Page): Promise<number[]> {
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
  await press(page)
  const isDone = (count: number) => (window as unknown as { keyTimes: number[] }).keyTimes.length >= count
  await page.waitForFunction(isDone, keys.length, { polling: 100, timeout: 10_000 }).catch(() => undefined)
  const times = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
  if (times.length !== keys.length) throw new Error(`${times.length} of ${keys.length} keys were counted`)
  return times
}
