import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { plainDecimal } from './cell'
import type { ReadLimits } from './container'
import { SpreadsheetError } from './errors'
import { rawWorkbook } from './raw-workbook.fixture'
import { readRows } from './read'
import { workbook } from './write'

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)

/** The fault a file is refused with, or the rows when it is not refused. */
const faultOf = (file: Uint8Array | string, limits: Partial<ReadLimits> = {}) =>
  readRows(file, { limits }).catch((error: unknown) => {
    if (!(error instanceof SpreadsheetError)) throw error
    expect(error.message).toMatch(/\p{Script=Han}/u)
    return error.fault
  })

const merged = { kind: 'merged', text: '' }

test('a workbook saved by LibreOffice is read as it was typed', async () => {
  expect((await readRows(fixture('libreoffice.xlsx'))).rows).toEqual([
    ['编码', '名称*', '数量', '单价', '日期', '备注'],
    ['00123', '机油滤清器', '12.3', '0.0000001', { kind: 'date', text: '2026-03-01' }, '机油格'],
    ['6901234567890', '刹车片 前 <左&右>', '0.1', '1.1', { kind: 'date', text: '2026-03-01 13:30:00' }, '=1+1'],
    [],
    ['A-1', '合并', merged, { kind: 'formula', text: '' }, '1', '机油滤清器'],
    ['A-2', merged, merged, '-5', null, { kind: 'formula', text: '' }],
    [
      { kind: 'long_number', text: '1234567890123460000' },
      '机油滤清器',
      '123456789012.345',
      '0',
      { kind: 'date', text: '1999-12-31' },
      ' 前后空格 ',
    ],
  ])
})

test('numbers come back as the digits that were typed', () => {
  const typed = [
    '12.3',
    '0.3',
    '0.0000001',
    '1234567.89',
    '100',
    '-0.05',
    '0',
    '123456789012345',
    '1000000000000000000000',
  ]
  expect(typed.map((digits) => plainDecimal(JSON.parse(digits)))).toEqual(typed)
  expect(plainDecimal(0.1 + 0.2)).toBe('0.3')
  expect(plainDecimal(-0)).toBe('0')
})

test('the first visible sheet is read; inline strings, rich text, error values and cells without an address are understood', async () => {
  const file = await rawWorkbook([
    { rows: '<row><c t="inlineStr"><is><t>隐藏</t></is></c></row>', state: 'hidden' },
    {
      rows: `<row r="1"><c t="inlineStr"><is><t>编码</t></is></c><c t="inlineStr"><is><r><t>机</t></r><r><t>油</t></r></is></c></row>
        <row r="3"><c r="B3" t="e"><v>#N/A</v></c><c r="C3"><f t="shared" si="0"/><v>7</v></c><c r="D3" t="b"><v>1</v></c></row>`,
    },
  ])
  expect((await readRows(file)).rows).toEqual([
    ['编码', '机油'],
    [],
    [null, { kind: 'error', text: '' }, { kind: 'formula', text: '' }, { kind: 'boolean', text: 'TRUE' }],
  ])
})

test('20,000 rows of 14 columns are read off the main thread', async () => {
  const columns = Array.from({ length: 14 }, (_, index) => ({ title: `列${index}`, kind: 'text' as const }))
  const rows = Array.from({ length: 20_000 }, (_, row) => columns.map((_, column) => `配件${row}-${column}`))
  const file = await buffer(workbook([{ sheet: '配件', columns, rows }]))
  const before = performance.eventLoopUtilization()
  const result = await readRows(file)
  const { utilization } = performance.eventLoopUtilization(before)
  expect(result.rows).toHaveLength(20_001)
  expect(result.rows[20_000]).toEqual(rows[19_999])
  expect(utilization).toBeLessThan(0.5)
})

test('a CSV file is read in the encodings and with the delimiters that spreadsheets save', async () => {
  const rows = [['编码', '品名'], [], ['00123', '机油;滤,"芯"'], [{ kind: 'long_number', text: '6.90123E+12' }]]
  const text = '编码,品名\r\n,\r\n="00123","机油;滤,""芯"""\r\n6.90123E+12,\r\n\r\n'
  expect((await readRows(Buffer.from(text))).rows).toEqual(rows)
  expect((await readRows(Buffer.from(`\ufeff${text}`, 'utf16le'))).rows).toEqual(rows)
  // 编码;品名 in GBK.
  const gbk = Buffer.concat([Buffer.from('b1e0c2eb3bc6b7c3fb0a', 'hex'), Buffer.from('A1;1,5')])
  expect((await readRows(gbk)).rows).toEqual([
    ['编码', '品名'],
    ['A1', '1,5'],
  ])
  expect(await faultOf(Buffer.from('A\n'.repeat(8)), { rows: 6 })).toBe('too_many_rows')
  expect((await readRows(Buffer.from(`A,${'长'.repeat(3000)}`))).rows).toEqual([
    ['A', { kind: 'too_long', text: '3000' }],
  ])
})

test('a quotation mark without its second is told with its row, whatever comes after it', async () => {
  const file = Buffer.from(`编码,名称\nA,"一"\nB,"${'长,长\n'.repeat(1_000_000)}`)
  await expect(readRows(file)).rejects.toMatchObject({
    fault: 'damaged',
    message: '第3行有以双引号开头的内容超过 2000 个字符，可能缺少结尾的双引号，请修改后再导入',
  })
})

test('what is no workbook and no CSV is named', async () => {
  const encrypted = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')])
  expect(await faultOf(fixture('libreoffice-97.xls'))).toBe('old_xls')
  expect(await faultOf(encrypted)).toBe('encrypted')
  expect(await faultOf(fixture('libreoffice.fods'))).toBe('not_xlsx')
  expect(await faultOf(Buffer.from('%PDF-1.7\n\u0001'))).toBe('not_xlsx')
  expect(await faultOf(Buffer.alloc(0))).toBe('not_xlsx')
  expect(await faultOf(await rawWorkbook([{ rows: '', state: 'hidden' }]))).toBe('no_sheet')
})

test('a damaged file is refused wherever it is damaged', async () => {
  const file = readFileSync(fixture('libreoffice.xlsx'))
  expect(await faultOf(file.subarray(0, file.length - 30))).toBe('damaged')
  expect(await faultOf(file.subarray(0, 1000))).toBe('damaged')
  const sheet = file.indexOf('xl/worksheets/sheet1.xml')
  const scratched = Buffer.from(file)
  scratched.fill(0xff, sheet + 60, sheet + 90)
  expect(await faultOf(scratched)).toBe('damaged')
})

/** Half as many megabytes of zeros as pieces. */
function* zeros(pieces: number) {
  for (let piece = 0; piece < pieces; piece += 1) yield '0'.repeat(512 * 1024)
}

test('a zip bomb is refused before it is inflated, also one that lies about its size', async () => {
  const bomb = await rawWorkbook([{ rows: zeros(400) }])
  expect(bomb.length).toBeLessThan(2_000_000)
  expect(await faultOf(bomb)).toBe('bomb')

  // The directory's last entry is the sheet; its declared size stands 24 bytes in.
  const liar = Buffer.from(bomb)
  liar.writeUInt32LE(1000, bomb.lastIndexOf('xl/worksheets/sheet1.xml') - 46 + 24)
  expect(await faultOf(liar)).toBe('damaged')
  liar.writeUInt32LE(0, bomb.lastIndexOf('xl/worksheets/sheet1.xml') - 46 + 24)
  expect(await faultOf(liar)).toBe('damaged')
})

test('a file that fills the memory of its thread is refused and the next one is read', async () => {
  // A quarter of the usual memory is full in a quarter of the time.
  const sparse = Array.from({ length: 250_000 }, (_, row) => `<row><c r="CZ${row + 1}"><v>${row}</v></c></row>`)
  expect(await faultOf(await rawWorkbook([{ rows: sparse.join('') }]), { rows: 500_000, memoryMb: 96 })).toBe('bomb')
  expect((await readRows(fixture('libreoffice.xlsx'))).rows).toHaveLength(7)
}, 60_000)

test('limits of bytes, rows and time hold', async () => {
  const file = fixture('libreoffice.xlsx')
  expect(await faultOf(file, { bytes: 1000 })).toBe('too_big')
  expect(await faultOf(file, { inflatedBytes: 1000 })).toBe('bomb')
  expect(await faultOf(file, { rows: 5 })).toBe('too_many_rows')
  expect(await faultOf(file, { rows: 6 })).toHaveProperty('rows')
  expect(await faultOf(file, { milliseconds: 1 })).toBe('too_slow')
})

test('rows are counted while the file is read, which ends at the first too many', async () => {
  function* rows() {
    for (let row = 1; row <= 31_000; row += 1) yield `<row r="${row}"><c r="A${row}"><v>${row}</v></c></row>`
    // Who reads as far as this finds the file damaged.
    yield '</sheetData><<'
  }
  // A hidden sheet before it counts for nothing.
  expect(await faultOf(await rawWorkbook([{ rows: '', state: 'hidden' }, { rows: rows() }]))).toBe('too_many_rows')
  // Neither do blank rows below the data.
  const blank = await rawWorkbook([{ rows: '<row r="1"><c r="A1"><v>1</v></c></row><row r="900000"/>' }])
  expect((await readRows(blank)).rows).toEqual([['1']])
})

test('a forgotten cell far below the data counts as rows, not as damage', async () => {
  for (const last of ['N1048576', 'CZ1048576'])
    expect(await faultOf(await rawWorkbook([{ rows: `<row><c r="${last}"><v>1</v></c></row>` }]))).toBe('too_many_rows')
})

test('a cell of 2 MB is reported, not carried along', async () => {
  const file = await rawWorkbook([
    { rows: `<row><c t="inlineStr"><is><t>${'长'.repeat(2_000_000)}</t></is></c></row>` },
  ])
  expect((await readRows(file)).rows).toEqual([[{ kind: 'too_long', text: '2000000' }]])
})
