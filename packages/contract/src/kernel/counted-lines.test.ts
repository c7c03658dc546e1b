import { expect, test } from 'vitest'
import { countedLines } from './counted-lines'

const parse = (line: object) => countedLines.safeParse({ lines: [{ lineId: 7, ...line }] })

test('a counted line names its line and quantity; nothing may have come, location and batch stay as they were', () => {
  expect(parse({ qty: '0' }).data).toEqual({ lines: [{ lineId: 7, qty: '0', locationId: null, batchNo: '' }] })
  expect(parse({ qty: '2.5', locationId: 4, batchNo: ' B1 ' }).data?.lines[0]).toMatchObject({
    locationId: 4,
    batchNo: 'B1',
  })
})

test('a quantity below zero, a missing line and a long batch are refused', () => {
  expect(parse({ qty: '-1' }).success).toBe(false)
  expect(countedLines.safeParse({ lines: [{ qty: '1' }] }).success).toBe(false)
  expect(parse({ qty: '1', batchNo: 'x'.repeat(40) }).success).toBe(true)
  expect(parse({ qty: '1', batchNo: 'x'.repeat(41) }).error?.issues[0]?.message).toBe('最多40个字符')
})
