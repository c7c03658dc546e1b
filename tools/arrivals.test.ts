import { expect, test } from 'vitest'
import { checkArrivals } from './arrivals'

/** sha256 of 'a' and of 'b'. */
const a = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'
const b = '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d'
const rising = '# From here on a new file has the highest number.'
const list = (...lines: string[]) => `${['# In order of arrival.', ...lines].join('\n')}\n`

test('old files stand as they came, new ones with rising numbers', () => {
  const files = { '0001_a.sql': 'a', '0005_b.sql': 'b', '0003_b.sql': 'b', '0007_a.sql': 'a' }
  const arrivals = list(`0001_a.sql ${a}`, `0005_b.sql ${b}`, `0003_b.sql ${b}`, rising, `0007_a.sql ${a}`)
  expect(checkArrivals(files, arrivals)).toEqual([])
})

test.each([
  ['a file that nobody listed', { '0002_b.sql': 'b' }, [], `0002_b.sql is new: add the line 0002_b.sql ${b}`],
  ['a changed file', { '0001_a.sql': 'b' }, [], '0001_a.sql was changed: databases have run it; write a new file'],
  ['a file that is gone', {}, [`0002_b.sql ${b}`], '0002_b.sql is gone: databases have run it, so it stays'],
  [
    'a late file with a low number',
    { '0005_a.sql': 'a', '0004_b.sql': 'b' },
    [`0005_a.sql ${a}`, `0004_b.sql ${b}`],
    '0004_b.sql comes after 0005_a.sql: give it the highest number',
  ],
  [
    'a late file with a number that two have',
    { '0002_a.sql': 'a', '0002_b.sql': 'b' },
    [`0002_a.sql ${a}`, `0002_b.sql ${b}`],
    '0002_b.sql comes after 0002_a.sql: give it the highest number',
  ],
])('refuses %s', (_, files, lines, message) => {
  expect(checkArrivals({ '0001_a.sql': 'a', ...files }, list(`0001_a.sql ${a}`, rising, ...lines))).toEqual([message])
})
