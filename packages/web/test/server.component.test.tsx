// The server behind the pages of component tests behaves as a real one does to a browser.
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { expect, test } from 'vitest'
import { call } from '../src/kit/base/call'
import { server } from './page'

test('is not asked by a page that is gone before its call was sent', async () => {
  const gone = new AbortController()
  const asked = call(basicsInfo, { signal: gone.signal })
  gone.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.faults).toEqual([])
})
