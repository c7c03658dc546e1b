import { expect, it } from 'vitest'
import { statementsOf } from './migrate'

it('cuts a migration at the semicolons that end a statement, and at no other', () => {
  const statements = [
    "-- one; not two\nupdate a set b = 'x; ''y' where \"c;\" = 1;",
    'create function f() returns int language sql as $$ select 1; $$;',
    'do $body$ begin perform 1; /* ; */ end $body$;',
    'select 2',
  ]
  expect(statementsOf(`${statements.join('\n\n')}\n-- nothing comes any more;\n`)).toEqual([
    ...statements.slice(0, -1),
    'select 2\n-- nothing comes any more;',
  ])
  expect(statementsOf('select 1;\n-- the end\n')).toEqual(['select 1;'])
})
