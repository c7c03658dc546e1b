import { expect, test } from 'vitest'
import { startOf } from './use-document'

test('an address that names no document begins none', () => {
  expect(startOf({ id: '12' }).id).toBe(12)
  expect(startOf({ new: '1' }).id).toBeUndefined()
  expect(startOf({ id: 'abc' }).id).toBe(0)
  expect(startOf({ id: '-1' }).id).toBe(0)
})
