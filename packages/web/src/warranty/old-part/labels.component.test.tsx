// The sticker of an old part as Chromium draws it at the dots of a label printer, read by a program of others.
import type { OldPartLabel } from '@chepu/contract/warranty/old-part'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { labelMark, markWidth } from '../../kit/print/barcode'
import { dotsOf, labelHtml, labelPage } from '../../kit/print/label-template'
import { oldPartLabel } from './labels'

/** Drawn so much larger than its 50x30 mm that a dot of 203 dpi is about two pixels. */
const zoom = 4

const bytesOf = (url: string) =>
  new Promise<ArrayBuffer>((resolve, reject) => {
    const asked = new XMLHttpRequest()
    asked.responseType = 'arraybuffer'
    asked.addEventListener('load', () => resolve(asked.response as ArrayBuffer))
    asked.addEventListener('error', () => reject(new Error(url)))
    asked.open('GET', url)
    asked.send()
  })

const label = (more: Partial<OldPartLabel>): OldPartLabel => ({
  tagNo: 'JJ0226112800010101',
  partName: '离合器压盘总成 适用东风天龙重卡 430 推式',
  partCode: '1601090-ZB601',
  vin: 'LSVAA4187C2184847',
  billNo: 'SB022611280001',
  storedOn: '2026-11-28',
  ...more,
})

/** What stands on the drawn sticker: its text, its mark as read, and by how much anything runs over. */
async function drawn(of: OldPartLabel) {
  const text = oldPartLabel(of)
  const mark = await labelMark(text.code, dotsOf('small'))
  const frame = document.createElement('iframe')
  Object.assign(frame.style, { width: '800px', height: '500px', border: '0' })
  frame.srcdoc = labelPage('small')
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  const paper = frame.contentDocument as Document
  paper.body.style.zoom = String(zoom)
  paper.body.insertAdjacentHTML('beforeend', labelHtml(text, mark))
  const sticker = paper.querySelector('.label') as HTMLElement
  const shot = await page.screenshot({ element: frame, base64: true, save: false })
  const png = Uint8Array.from(atob(typeof shot === 'string' ? shot : ''), (sign) => sign.codePointAt(0) ?? 0)
  const read = (await readBarcodes(png)).map((found) => found.text)
  frame.remove()
  return { kind: mark.kind, width: markWidth(mark), over: sticker.scrollHeight - sticker.clientHeight, read }
}

test('a tag is read off the sticker as it is; where bars do not fit on 50 mm a square stands in their place', async () => {
  prepareZXingModule({ overrides: { wasmBinary: await bytesOf(wasm) } })
  for (const tagNo of ['JJ0226112800010101', 'JJ0226112800011299', 'JJ10026112800010102', 'JJWUHAN26112800010102']) {
    const { width, ...found } = await drawn(label({ tagNo }))
    const kind = tagNo.includes('WUHAN') ? 'square' : 'bars'
    expect({ tagNo, ...found }).toEqual({ tagNo, kind, over: 0, read: [tagNo] })
    expect(width).toBeLessThanOrEqual(kind === 'bars' ? 50 : 20)
  }
})
