import { describe, expect, test } from 'vitest'
import { notExcepted } from './exceptions'
import { unusedExports } from './unused-exports'

const found = (sources: Record<string, string>) =>
  unusedExports(new Map(Object.entries(sources))).map(({ path, line, name }) => `${path}:${line} ${name}`)

describe('an export is refused that', () => {
  test.each([
    ['nobody imports', 'export const spare = 1', '', 'spare'],
    ['its own file alone uses', 'export interface Row {}\nexport const rows: Row[] = []', 'rows', 'Row'],
    ['is passed on to nobody', "export { given } from './b'", '', 'given'],
    ['stands among others that are used', 'const one = 1, two = 2\nexport { one, two as second }', 'one', 'second'],
    ['is the default of a file nobody imports', 'export default function Page() {}', '', 'default'],
  ])('%s', (_, source, taken, name) => {
    const other = taken === '' ? 'export {}' : `import { ${taken} } from './a'`
    expect(found({ 'packages/web/src/a.ts': source, 'packages/web/src/b.ts': other })).toEqual([
      expect.stringMatching(`^packages/web/src/a.ts:[12] ${name}$`),
    ])
  })
})

describe('an export passes that another file takes', () => {
  const path = 'packages/contract/src/kernel/decimal.ts'
  test.each([
    ['by name', "import { add as plus } from '@chepu/contract/kernel/decimal'"],
    ['as a type', "import type { add } from '@chepu/contract/kernel/decimal'"],
    ['by a path', "import { add } from '../../contract/src/kernel/decimal'"],
    ['to pass it on whole', "export * from '@chepu/contract/kernel/decimal'"],
    ['with all others', "import * as all from '@chepu/contract/kernel/decimal'"],
    ['lazily', "const later = () => import('@chepu/contract/kernel/decimal')"],
  ])('%s', (_, statement) => {
    expect(found({ [path]: 'export const add = 1', 'packages/server/src/post.ts': statement })).toEqual([])
  })

  test('from the index of a folder, or as the default', () => {
    const sources = {
      'packages/server/src/ledgers/index.ts': 'export const post = 1\nexport default post',
      'packages/server/src/sale.ts': "import other, { post } from './ledgers'",
    }
    expect(found(sources)).toEqual([])
  })

  test('or that a tool reads by the name of the file', () => {
    expect(found({ 'vitest.config.ts': 'export default {}' })).toEqual([])
  })
})

describe('an exception', () => {
  const places = [
    { path: 'a.ts', line: 1, message: 'long' },
    { path: 'a.ts', line: 7, name: 'draw', message: 'draw is spare' },
  ]

  test('lets pass what it names', () => {
    expect(notExcepted(places, { 'a.ts': 'one table' })).toEqual(['a.ts:7 draw is spare'])
    expect(notExcepted(places, { 'a.ts (draw)': 'one picture' })).toEqual(['a.ts:1 long'])
  })

  test('that lets nothing pass is refused', () => {
    expect(notExcepted([], { 'a.ts (draw)': 'one picture' })).toEqual([
      'tools/exceptions.ts:1 a.ts (draw) needs no exception any more',
    ])
  })
})
