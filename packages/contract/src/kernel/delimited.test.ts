import { expect, test } from 'vitest'
import { csvRows, decodeText, safeCell } from './delimited'

test('cells in quotes hold delimiters, line breaks and quotes; blank rows keep their place', () => {
  expect(csvRows('编码,"名称, 规格",数量\r\n\r\nA1,"3"" 管\n左",2\n')).toEqual([
    ['编码', '名称, 规格', '数量'],
    [''],
    ['A1', '3" 管\n左', '2'],
  ])
  expect(csvRows('编码;进价\nA1;12,5')).toEqual([
    ['编码', '进价'],
    ['A1', '12,5'],
  ])
  expect(csvRows('编码\t名称,规格\rA1\tx')).toEqual([
    ['编码', '名称,规格'],
    ['A1', 'x'],
  ])
})

test('what keeps programs from working with a cell is no part of it', () => {
  const written = ['=1+1', '-A1', '@home', '+86', "'s", '00123']
  expect(csvRows(written.map(safeCell).join(','))).toEqual([written])
  expect(csvRows('编码,数量\n="00123","=""4"""\n')).toEqual([
    ['编码', '数量'],
    ['00123', '4'],
  ])
})

// 机油滤 in UTF-8.
const filter = [0xe6, 0x9c, 0xba, 0xe6, 0xb2, 0xb9, 0xe6, 0xbb, 0xa4]

test('text is read in the encodings that spreadsheets save', () => {
  expect(decodeText(Uint8Array.from(filter))).toBe('机油滤')
  expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, ...filter))).toBe('机油滤')
  // GBK of 机油滤, and UTF-16 of 机 with its mark, each way round.
  expect(decodeText(Uint8Array.of(0xbb, 0xfa, 0xd3, 0xcd, 0xc2, 0xcb))).toBe('机油滤')
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x3a, 0x67))).toBe('机')
  expect(decodeText(Uint8Array.of(0xfe, 0xff, 0x67, 0x3a))).toBe('机')
  expect(decodeText(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0))).toBeUndefined()
})
