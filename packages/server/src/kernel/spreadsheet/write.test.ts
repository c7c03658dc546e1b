import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows } from './read'
import { writeCsv, writeWorkbook } from './write'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-sheet-'))
})
afterAll(() => rm(folder, { recursive: true }))

const columns = [
  { title: '编码', kind: 'text' },
  { title: '单价', kind: 'number' },
  { title: '日期', kind: 'date' },
] as const

async function written(rows: unknown[][]) {
  const path = join(folder, 'rows.xlsx')
  await writeWorkbook(path, { sheet: '库存', columns: [...columns] }, rows)
  return { xml: firstSheetXml(path), rows: (await readRows(path)).rows }
}

/** The first part of the package is the first sheet. */
function firstSheetXml(path: string) {
  const file = readFileSync(path)
  return inflateRawSync(file.subarray(30 + file.readUInt16LE(26))).toString()
}

test('values come back as they went in', async () => {
  const { rows } = await written([
    ['00123', '12.30', '2026-03-01'],
    ['A&B <c> "d" _x0041_ \u0001\n下一行', -5, '2026-03-01 13:30:00'],
    ['😀', null, new Date('2026-03-01T16:30:00Z')],
  ])
  expect(rows).toEqual([
    ['编码', '单价', '日期'],
    ['00123', '12.3', { kind: 'date', text: '2026-03-01' }],
    ['A&B <c> "d" _x0041_ \u0001\n下一行', '-5', { kind: 'date', text: '2026-03-01 13:30:00' }],
    ['😀', null, { kind: 'date', text: '2026-03-02 00:30:00' }],
  ])
})

test('decimal strings stand in the file digit by digit; what a double cannot hold and what is no number is text', async () => {
  const { xml } = await written([
    ['a', '1234567890.12'],
    ['b', '12.30'],
    ['c', '1234567890123456.78'],
    ['d', '***'],
  ])
  expect(xml).toContain('<c r="B2" s="7"><v>1234567890.12</v></c>')
  expect(xml).toContain('<c r="B3" s="7"><v>12.30</v></c>')
  expect(xml).toMatch(/<c r="B4" s="2" t="inlineStr">.*1234567890123456\.78</)
  expect(xml).toMatch(/<c r="B5" s="2" t="inlineStr">.*\*\*\*</)
})

test('lines above the header are frozen with it, and a filter hides neither them nor the sums below', async () => {
  const path = join(folder, 'framed.xlsx')
  const frame = { head: ['单位：甲店', '期间：三月'], foot: [['合计', '3.00']] }
  const rows = [
    ['a', '1.00'],
    ['b', '2.00'],
  ]
  await writeWorkbook(path, { sheet: '对账单', columns: [...columns], ...frame }, rows)
  const xml = firstSheetXml(path)
  expect(xml).toContain('<pane ySplit="3" topLeftCell="A4"')
  expect(xml).toContain('<autoFilter ref="A3:C5"/>')
  const read = await readRows(path)
  expect(read.rows.map(([first]) => first)).toEqual(['单位：甲店', '期间：三月', '编码', 'a', 'b', '合计'])
})

test('comma-separated text has its mark, quotes what needs it, and is no formula either', async () => {
  const path = join(folder, 'rows.csv')
  const rows = [
    ['00123', '12.30', '2026-03-01T16:30:00.043Z'],
    ['a,"b"', '-5', '2026-03-01'],
    ['=1+1', null, null],
    ['-12V\n两行', '1', null],
  ]
  const frame = { head: ['单位：甲店'], foot: [['合计', '8.30']] }
  expect(await writeCsv(path, { columns: [...columns], ...frame }, rows)).toBe(4)
  expect(readFileSync(path, 'utf8').split('\r\n')).toEqual([
    '\ufeff单位：甲店',
    '编码,单价,日期',
    '00123,12.30,2026-03-02 00:30:00',
    '"a,""b""",-5,2026-03-01',
    "'=1+1,,",
    `"'-12V\n两行",1,`,
    '合计,8.30,',
    '',
  ])
})

test('days that do not exist or lie before Excel counts rightly stay text', async () => {
  const { rows } = await written([
    ['a', '1', '2026-02-30'],
    ['b', '1', '1900-02-28'],
    ['c', '1', '明天'],
  ])
  expect(rows.slice(1).map((row) => row[2])).toEqual(['2026-02-30', '1900-02-28', '明天'])
})

test('text is never a formula', async () => {
  const dangerous = ['=1+1', '+86', '-x', '@SUM(A1)', '=cmd|calc', '\t=1']
  const { xml, rows } = await written(dangerous.map((text) => [text]))
  expect(rows.slice(1)).toEqual(dangerous.map((text) => [text]))
  expect(xml).not.toContain('<f')
})

test('the header is bold, frozen and filtered', async () => {
  const { xml } = await written([['a'], ['b']])
  expect(xml).toContain('<c r="A1" s="1"')
  expect(xml).toContain('state="frozen"')
  expect(xml).toContain('<autoFilter ref="A1:C3"/>')
})

test('after 100,000 rows the next sheet begins', async () => {
  const path = join(folder, 'long.xlsx')
  function* rows() {
    for (let row = 1; row <= 100_001; row += 1) yield [`P${row}`]
  }
  expect(await writeWorkbook(path, { sheet: '库存', columns: [...columns] }, rows())).toBe(100_001)
  const file = readFileSync(path)
  expect(file.includes('xl/worksheets/sheet2.xml')).toBe(true)
  expect(file.includes('xl/worksheets/sheet3.xml')).toBe(false)
  const xml = firstSheetXml(path)
  expect(xml).toContain('P100000<')
  expect(xml).not.toContain('P100001<')
})

test('when the rows fail, so does the export, their source is closed and no file is left', async () => {
  const path = join(folder, 'failed.xlsx')
  let closed = false
  async function* rows() {
    try {
      for (let row = 0; row < 20_000; row += 1) yield ['a', '1']
      throw new Error('connection lost')
    } finally {
      closed = true
    }
  }
  await expect(writeWorkbook(path, { sheet: '库存', columns: [...columns] }, rows())).rejects.toThrow('connection lost')
  expect(closed).toBe(true)
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('when the file cannot be written, the source of the rows is closed', async () => {
  let closed = false
  async function* rows() {
    try {
      for (;;) yield ['a', '1']
    } finally {
      closed = true
    }
  }
  const path = join(folder, 'no-such-folder', 'x.xlsx')
  await expect(writeWorkbook(path, { sheet: '库存', columns: [...columns] }, rows())).rejects.toThrow('ENOENT')
  await expect.poll(() => closed).toBe(true)
})
