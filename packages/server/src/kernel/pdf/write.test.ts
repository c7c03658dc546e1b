import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseLayout } from './layout'
import { writePdf } from './write'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-pdf-'))
})
afterAll(() => rm(folder, { recursive: true }))

const columns = [
  { title: '单号', kind: 'text' },
  { title: '时间', kind: 'date' },
  { title: '价税合计', kind: 'number' },
] as const

/** What the streams of a PDF hold: pages, fonts and the table of the letters that they use. */
function streamsOf(file: Buffer): string[] {
  const raw = file.toString('latin1')
  return [...raw.matchAll(/\/FlateDecode[^]*?stream\n/g)].flatMap(({ index, 0: head }) => {
    const start = index + head.length
    return inflateSync(file.subarray(start, raw.indexOf('\nendstream', start))).toString('latin1')
  })
}

/** The texts of each page, as a reader's program copies them. */
function pagesOf(path: string): string[][] {
  const streams = streamsOf(readFileSync(path))
  const letters = streams.flatMap((stream) =>
    [...stream.matchAll(/<0[0-9a-f]{3}> <[0-9a-f]{4}> \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, code = '']) =>
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    ),
  )
  const textOf = (hex: string) =>
    (hex.match(/.{4}/g) ?? []).map((glyph) => letters[Number.parseInt(glyph, 16)]).join('')
  return streams
    .filter((stream) => stream.includes('TJ'))
    .map((page) =>
      [...page.matchAll(/\[(.*)\] TJ/g)].map(([, shown = '']) =>
        [...shown.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => textOf(hex)).join(''),
      ),
    )
}

test('a table stands on its pages with title, filters, sums, and the titles of its columns on each', async () => {
  const path = join(folder, 'rows.pdf')
  const rows = Array.from({ length: 60 }, (_, i) => [`RK${i}`, '2026-03-01T16:30:00Z', `${i}.50`])
  const foot = [['合计', null, '1800.00']]
  const count = await writePdf(path, { sheet: '采购入库单', head: ['往来单位 甲'], columns: [...columns], foot }, rows)
  expect(count).toBe(60)
  const [first = [], second = []] = pagesOf(path)
  expect(first.slice(0, 8)).toEqual([
    '采购入库单',
    '往来单位 甲',
    '单号',
    '时间',
    '价税合计',
    'RK0',
    '2026-03-02 00:30:00',
    '0.50',
  ])
  expect(first).toContain('第 1 页/共 2 页')
  expect(second.slice(0, 3)).toEqual(['单号', '时间', '价税合计'])
  expect(second).toEqual(expect.arrayContaining(['RK59', '59.50', '合计', '1800.00', '第 2 页/共 2 页']))
})

test('a table of more rows than anybody prints is refused, and leaves no file', async () => {
  const path = join(folder, 'long.pdf')
  const rows = Array.from({ length: 5001 }, () => ['a', '2026-03-01', '1'])
  await expect(writePdf(path, { sheet: '单', columns: [...columns] }, rows)).rejects.toThrow(
    'PDF 最多 5000 行，请缩小范围，或改用 Excel',
  )
  expect(existsSync(path)).toBe(false)
})

test('figures keep their width, texts give way, and many columns stand on the larger paper', () => {
  const widthOf = (text: string) => text.length
  const kinds = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ title: '列', kind: i === 0 ? ('text' as const) : ('number' as const) }))
  const row = (count: number) => Array.from({ length: count }, (_, i) => (i === 0 ? 'x'.repeat(200) : '12345.67'))
  const layout = (count: number) => chooseLayout(kinds(count), [row(count)], widthOf, 28)
  const total = ({ columns }: ReturnType<typeof layout>) => columns.reduce((sum, { width }) => sum + width, 0)
  expect(layout(4)).toMatchObject({
    paper: 'A4',
    fontSize: 8,
    columns: [{ align: 'left' }, { align: 'right' }, {}, {}],
  })
  expect(layout(4).columns[1]?.width).toBe(8 * 8 + 5)
  expect(layout(14)).toMatchObject({ paper: 'A4', fontSize: 6 })
  expect(layout(20)).toMatchObject({ paper: 'A3' })
  for (const count of [4, 14, 20, 60]) expect(total(layout(count))).toBeLessThan(count > 12 ? 1191 - 55 : 842 - 55)
})
