import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { locationRoutes } from '@chepu/contract/basics/warehouse'
import type { Browser, Page, TestInfo } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { fresh, type Goods } from './api'
import { Scanner } from './pages/scanner'
import { expect, test } from './story'

const dpi = 203

/** The roll that was sent to the printer, as it came into the hidden frame. */
async function rollOf(page: Page, count: number): Promise<string> {
  const frame = page.locator('iframe.kit-print-hidden').last()
  await expect(frame.contentFrame().locator('.label')).toHaveCount(count)
  const html = await frame.evaluate((element: HTMLIFrameElement) => element.contentDocument?.documentElement.outerHTML)
  return `<!doctype html>${html}`
}

/** What two readers of others find on the stickers, one after another, printed with the dots of a label printer. */
async function readRoll(browser: Browser, html: string, info: TestInfo): Promise<string[]> {
  const context = await browser.newContext({ deviceScaleFactor: dpi / 96 })
  const paper = await context.newPage()
  await paper.setContent(html)
  const labels = await paper.locator('.label').all()
  const found: string[] = []
  for (const label of labels) {
    const png = await label.screenshot()
    const marks = await readBarcodes(new Uint8Array(png))
    found.push(marks.map((mark) => mark.text).join())
    expect(await label.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  }
  const path = info.outputPath(`labels-${labels.length}.pdf`)
  await paper.pdf({ path, preferCSSPageSize: true })
  await context.close()
  const zbar = readWithZbar(path, info)
  if (zbar) expect(zbar).toEqual(found)
  return found
}

/** The same from the printed PDF by zbar; undefined where it or poppler is not installed. */
function readWithZbar(path: string, info: TestInfo): string[] | undefined {
  const pages = `${path}-page`
  try {
    execFileSync('zbarimg', ['--version'], { stdio: 'ignore' })
    execFileSync('pdftoppm', ['-r', String(dpi), '-gray', path, pages])
  } catch {
    info.annotations.push({
      type: 'skipped',
      description: 'zbarimg or pdftoppm is not installed: PDF not read by zbar',
    })
    return undefined
  }
  const folder = path.slice(0, path.lastIndexOf('/'))
  const images = readdirSync(folder).filter((name) => `${folder}/${name}`.startsWith(pages))
  return images.toSorted().map((name) =>
    execFileSync('zbarimg', ['--raw', '-q', `${folder}/${name}`], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim(),
  )
}

test('标签：任何编码都打得出、扫得回；入库单按件数问张数，超过 500 张先问', async ({ desk, boss, browser }, info) => {
  const { page } = desk
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })
  const tail = fresh().slice(-6)
  const codes = [
    `ZZ 986 ${tail}`,
    `zz/b-c_d.e#${tail}`,
    `ZzCdEfGhIjKlMnOp${tail}`,
    `ZzCdEfGhIjKlMnOpQrStUvWx${tail}`,
    `ZzCdEfGhIjKlMnOpQrStUvWxYz01234567${tail}`,
    `配件甲${tail}`,
  ]
  const goods: Goods[] = []
  for (const code of codes) {
    const part = await boss.newPart({ code, name: `标签件 ${code} 名称很长也不该悄悄截断` })
    goods.push({ part, qty: code === codes[0] ? '600' : '2', price: '10' })
  }
  const { id, billNo } = await boss.receives(goods)
  const location = `货架${tail}一`
  await boss.call(locationRoutes.save, { body: { warehouseId: await boss.warehouse(), code: location } })

  await page.addInitScript(() => (window.print = () => undefined))
  // The receipt itself offers what its row does.
  await desk.enter('boss01', `/purchase?id=${id}`)
  await desk.editor.isReady()
  await desk.editor.here().getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '打印标签' }).click()
  await expect(desk.shell.dialog(`打印标签 ${billNo}`).getByRole('status')).toHaveText('共 610 张')
  await page.keyboard.press('Escape')
  await desk.enter('boss01', '/purchase')
  const row = await desk.list.finds(billNo)
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '打印标签' }).click()
  const dialog = desk.shell.dialog(`打印标签 ${billNo}`)
  await expect(dialog.getByRole('status')).toHaveText('共 610 张')
  await dialog.getByRole('button', { name: '打印', exact: true }).click()
  const question = desk.shell.dialog(/^打印标签$/)
  await expect(question).toContainText('共 610 张标签，确定打印吗？')
  await question.getByRole('button', { name: '每种 1 张，共 6 张' }).click()
  const roll = await rollOf(page, 6)
  expect(await readRoll(browser, roll, info)).toEqual(codes)
  await dialog.getByLabel('第1行张数').fill('3')
  const scanner = await Scanner.of(page)
  await scanner.scans('6901140000018')
  await expect(page.getByText('这里不能扫码，已忽略 6901140000018')).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('共 13 张')
  await dialog.getByRole('button', { name: '每行1张' }).click()
  await expect(dialog.getByRole('status')).toHaveText('共 6 张')

  await page.goto('/goodsAllocation')
  await desk.list.here().getByPlaceholder('货位编码').fill(location)
  await desk.list.here().getByPlaceholder('货位编码').press('Enter')
  await expect(desk.list.here().locator('tbody tr')).toHaveCount(1)
  await desk.list.here().getByRole('button', { name: '打印标签' }).click()
  expect(await readRoll(browser, await rollOf(page, 1), info)).toEqual([location])
})
