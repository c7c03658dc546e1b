import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { labelMark, type Mark, MarkRefused, markWidth } from './barcode'

beforeAll(() => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer as ArrayBuffer } })
})

/** What a reader sees in a mark that is printed with its dots, the bars 11 mm high. */
async function readFrom({ rows, dots }: Mark): Promise<string[]> {
  const lines = rows.length === 1 ? Array.from({ length: 22 }, () => rows[0] ?? '') : rows
  const width = (rows[0]?.length ?? 0) * dots
  const height = lines.length * dots
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (lines[Math.floor(y / dots)]?.[Math.floor(x / dots)] === '1')
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' })
  return found.map((each) => each.text)
}

describe('the mark of a label at 203 dpi', () => {
  it.each([
    ['A', 'bars', 4],
    ['00123', 'bars', 4],
    ['04152-YZZA1', 'bars', 2],
    ['0 986 AF0 051', 'bars', 2],
    ['a/b-c_d.e#1', 'bars', 2],
    ['6901140000018', 'bars', 3],
    ['a1B2c3D4e5F6g7H8', 'bars', 2],
    ['a1B2c3D4e5F6g7H8i', 'square', 4],
    ['ABCDE-12345-abcde-0099', 'square', 4],
    ['ABCDE-12345-abcde-12345-ABCDE1', 'square', 4],
    ['ABCDE-12345-abcde-12345-ABCDE-12345-abcd', 'square', 4],
    ['1234567890123456789012345678901234567890', 'square', 4],
    ['12345678901234567890123456789012', 'bars', 2],
    ['货架一', 'square', 5],
    ['配件甲01', 'square', 5],
    ['ＡＢ１２３', 'square', 4],
    ['é1', 'square', 5],
    ['货'.repeat(23), 'square', 3],
    ['货'.repeat(40), 'square', 3],
  ] as const)('%s as %s of %i dots reads as it is', async (text, kind, dots) => {
    const mark = await labelMark(text)
    expect({ kind: mark.kind, dots: mark.dots, read: await readFrom(mark) }).toEqual({ kind, dots, read: [text] })
    expect(markWidth(mark)).toBeLessThanOrEqual(kind === 'bars' ? 60 : 20)
  })

  it('refuses what no mark of this size can hold', async () => {
    await expect(labelMark('货'.repeat(60))).rejects.toThrow(MarkRefused)
  })
})
