import type { CDPSession, Page } from '@playwright/test'

/** A scanner at the computer: types a code and Enter into whatever has the keyboard, by the clock and not by the machine's load. */
export class Scanner {
  private clock = 0

  private constructor(private readonly devtools: CDPSession) {}

  static async of(page: Page): Promise<Scanner> {
    return new Scanner(await page.context().newCDPSession(page))
  }

  /** A code of plain signs with `gap` ms from key to key, ended by Enter. */
  async scans(code: string, gap = 8): Promise<void> {
    await this.types(code, gap)
    await this.press({ key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }, gap)
  }

  /** The same without Enter, as fingers type: `gap` ms from key to key. */
  async types(text: string, gap: number): Promise<void> {
    this.clock = Math.max(this.clock + 1000, Date.now())
    for (const sign of text) await this.press({ key: sign, text: sign }, gap)
  }

  private async press(key: { key: string; text: string; windowsVirtualKeyCode?: number }, gap: number): Promise<void> {
    this.clock += gap
    const timestamp = this.clock / 1000
    await this.devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp })
    await this.devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp })
  }
}
