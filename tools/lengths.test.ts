import { describe, expect, test } from 'vitest'
import { longFile, longFunctions } from './lengths'

const lines = (count: number) => 'work()\n'.repeat(count)
/** A body of so many lines, with those of the function's head and end. */
const body = (count: number) => `{\n${lines(count - 2)}}`
const remarks = '\n// why\n/* before\n what */\n'

describe('a file', () => {
  test.each([
    ['a.ts', 400],
    ['a.tsx', 400],
    ['a.api.test.ts', 400],
  ])('%s may have %i lines beside blank ones and comments', (path, most) => {
    expect(longFile(path, lines(most) + remarks)).toEqual([])
    expect(longFile(path, lines(most + 1))).toEqual([
      { path, line: 1, message: `${most + 1} lines, a file has ${most}` },
    ])
  })

  test('counts lines of a text that look like comments', () => {
    expect(longFile('a.ts', `const sql = \`\n${'// kept\n'.repeat(400)}\``)).toHaveLength(1)
  })
})

describe('a function', () => {
  test.each([
    ['a.ts', 80],
    ['a.tsx', 120],
  ])('of %s may have %i lines beside blank ones and comments', (path, most) => {
    expect(longFunctions(path, `function draw() ${body(most).replace('{', `{${remarks}`)}`)).toEqual([])
    expect(longFunctions(path, `\nfunction draw() ${body(most + 1)}`)).toEqual([
      { path, line: 2, name: 'draw', message: `draw has ${most + 1} lines, a function ${most}` },
    ])
  })

  test.each([
    ['draw', `const draw = async () => ${body(81)}`],
    ['draw', `const draw = function () ${body(81)}`],
    ['draw', `export const views = { draw() ${body(81)} }`],
    ['draw', `class View { draw() ${body(81)} }`],
    ['draw', `export default function draw() ${body(81)}`],
    ['memo', `export default memo(() => ${body(81)})`],
    ["it 'sells'", `it('sells', async () => ${body(81)})`],
    ["it.each 'sells %s'", `it.each([1])('sells %s', async () => ${body(81)})`],
  ])('is named %s in %s', (name, source) => {
    expect(longFunctions('a.ts', source).map((place) => place.name)).toEqual([name])
  })

  test.each([
    [`describe('sales', () => ${body(500)})`],
    [`describe.each([1])('sales %s', () => ${body(500)})`],
    [`test.describe('sales', () => ${body(500)})`],
  ])('is not the body of %s', (source) => {
    expect(longFunctions('a.test.ts', source)).toEqual([])
    const longTest = source.replace('work()', `it('sells', () => ${body(81)})`)
    expect(longFunctions('a.test.ts', longTest).map((place) => place.name)).toEqual(["it 'sells'"])
  })
})
