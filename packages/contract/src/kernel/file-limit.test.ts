import { expect, test } from 'vitest'
import { fileTooLarge, kilobyte, megabyte, sizeLimit } from './file-limit'

test('a limit is said in whole numbers of the larger unit that fits', () => {
  expect([512 * kilobyte, megabyte - 1, megabyte, 5 * megabyte].map(sizeLimit)).toEqual([
    '512KB',
    '1023KB',
    '1MB',
    '5MB',
  ])
})

test('a file that is too large is called by its name', () => {
  expect(fileTooLarge({ label: '附件', maxBytes: 10 * megabyte })).toBe('附件不能超过10MB')
})
