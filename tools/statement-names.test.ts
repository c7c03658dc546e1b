import { expect, test } from 'vitest'
import { statementNameFaults } from './statement-names'

const statement = (name: string, text: string) => `tx.one({ name: '${name}',\n  text: ${text}, values: [tx.groupId] })`

test('a name of two statements is told, one of the same statement is not', () => {
  const code = new Map([
    ['a.ts', statement('name-of-part', "'select name from part where group_id = $1'")],
    [
      'b.ts',
      statement('name-of-part', '`select code from part where group_id = $1`') + statement('other', '`select 1`'),
    ],
    ['c.ts', statement('name-of-part', "'select name from part where group_id = $1'")],
  ])
  expect(statementNameFaults(code)).toEqual(["b.ts: the statement 'name-of-part' is another one in a.ts"])
})
