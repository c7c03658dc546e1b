import { describe, expect, test } from 'vitest'
import { anchorsOf, checkCitations, checkLinks, sectionsOf, untoldInvariants } from './citations'

const page = '# Ledgers\n\n## 1 The books\n\n### 1.1 Rows 台账\n\n## 2 Posting\n\nText of 3 lines.\n'
const known = { pages: new Map([['ledgers', sectionsOf(page)]]), decisions: new Set(['0054', '0055']) }
const check = (text: string) => checkCitations(text, known).map(({ line, message }) => `${line} ${message}`)
/** A citation, put together here so that this file does not cite what it makes up. */
const cited = (rest: string) => ['business', rest].join('/')
/** What stands outside the repository, put together here so that this file does not cite it. */
const outside = (name: string, rest: string) => [name, rest].join(' ')

describe('citations', () => {
  test.each([
    [`// (${cited('ledgers 1.1')})`],
    [`/** Said by ${cited('ledgers 2')}. */`],
    [`/**\n * Said by (${cited('ledgers')}\n * 1.1) here.\n */`],
    [`-- (${cited('ledgers 1 and 2')}; ${cited('ledgers 1.1, 2')})`],
    [`// the rules of ${cited('ledgers')}, and of docs/business/ledgers.md`],
    [`import x from '../${cited('anything 9')}'`],
    ['// ADR 0054, 0055; docs/adr has them'],
    ['// A specification of 5 pages; the DOMAIN of a function; `DOMAIN=chepu.example`'],
  ])('accepts %s', (text) => {
    expect(check(text)).toEqual([])
  })

  test.each([
    [`\n// (${cited('ledgers 1.2')})`, `2 ${cited('ledgers')} has no section 1.2`],
    [`// ${cited('ledgers 1-3')}`, `1 ${cited('ledgers')} has no section 3`],
    [`/**\n * (${cited('ledgers')}\n * 7)\n */`, `2 ${cited('ledgers')} has no section 7`],
    [`// ${cited('ledgers 1 and 9')}`, `1 ${cited('ledgers')} has no section 9`],
    [`// (${cited('stock 1')})`, '1 docs/business has no page stock.md'],
    ['// ADR 0056', '1 docs/adr has no decision 0056'],
    ['// ADR 0054, 0057', '1 docs/adr has no decision 0057'],
    ['// see docs/adr/0058-gone.md', '1 docs/adr has no decision 0058'],
  ])('refuses %s', (text, finding) => {
    expect(check(text)).toEqual([finding])
  })

  test.each([
    [outside('DOMAIN', '4.3')],
    [outside('DOMAIN', 'section 2')],
    [outside('SPEC', '9')],
    [outside('SPEC', 'sections 5 and 6')],
    [outside('DOMAIN,', '4.3')],
    [`/** (${outside('DESIGN', '\n * 13)')} */`],
  ])('refuses %s, which nobody here can open', (text) => {
    expect(check(text)).toEqual([expect.stringContaining('stands outside the repository')])
  })
})

describe('links', () => {
  const files = new Map([
    ['docs/business/ledgers.md', anchorsOf(page)],
    ['docs/adr/0054-a.md', new Set<string>()],
    ['docs/adr', undefined],
  ])
  const links = (text: string) => checkLinks('docs/business/finance.md', text, files).map(({ message }) => message)

  test.each([
    ['[x](ledgers.md#11-rows-台账) and [y](../adr/0054-a.md), [z](../adr)'],
    ['[x](https://example.com/a) `[y](nowhere.md)`'],
    ['```\n[x](nowhere.md)\n```'],
  ])('accepts %s', (text) => {
    expect(links(text)).toEqual([])
  })

  test('refuses a file or a heading that is not there', () => {
    expect(links('[x](ledger.md)\n[y](ledgers.md#3-none)\n[z](../adr/0055-b.md)')).toEqual([
      'no docs/business/ledger.md',
      'docs/business/ledgers.md has no heading #3-none',
      'no docs/adr/0055-b.md',
    ])
  })

  test('reads a heading of its own page', () => {
    const text = '## 1 Here\n\n[up](#1-here) [nowhere](#2-there)'
    const own = new Map([['docs/business/finance.md', anchorsOf(text)]])
    expect(checkLinks('docs/business/finance.md', text, own).map(({ message }) => message)).toEqual([
      'docs/business/finance.md has no heading #2-there',
    ])
  })
})

test('every invariant is told on the page of the books', () => {
  const paths = ['x/invariants/i01-bins.sql', 'x/invariants/i45-entries.sql', 'x/invariants/index.ts']
  expect(untoldInvariants(paths, '\n| I01 | stock of a bin |\n')).toEqual([
    'x/invariants/i45-entries.sql:1 is not told in business/ledgers 6: add a row I45',
  ])
})
