/** What the rules about lengths and exports let pass, and why. */

/** Where a rule is broken; `name` is that of a function or export. */
export interface Place {
  path: string
  line: number
  name?: string
  message: string
}

/** Reasons by `path`, or `path (name)`. */
type Exceptions = Readonly<Record<string, string>>

export const longFileExceptions: Exceptions = {
  'packages/contract/src/access/catalogue.ts': 'one table: every permission group with its page and buttons',
  'packages/server/test/oracle.ts': 'the second books, which share no line with the first and are read against them',
  'packages/server/test/planted-damages.api.test.ts': 'one table: which damage each invariant notices',
}

export const longFunctionExceptions: Exceptions = {
  "e2e/scanning.spec.ts (test '扫码进任何格子都是扫码：加行、加一，数量单价不动；打字再快也是打字；手机卡片上也一样')":
    'one walk over one document, field after field',
  'packages/contract/src/finance/accounts.ts (queriesOf)': 'one table: the columns of three queries',
  'packages/contract/src/kernel/document-calls.ts (documentCalls)': 'one table: the calls that every document answers',
  'packages/server/test/planted-damages.api.test.ts (damages)': 'one table: which damage each invariant notices',
}

/** Messages of the places that no exception lets pass, and of the exceptions that let nothing pass any more. */
export function notExcepted(places: readonly Place[], exceptions: Exceptions): string[] {
  const keyOf = ({ path, name }: Place) => (name === undefined ? path : `${path} (${name})`)
  const met = new Set(places.map(keyOf))
  return [
    ...places
      .filter((place) => !(keyOf(place) in exceptions))
      .map(({ path, line, message }) => `${path}:${line} ${message}`),
    ...Object.keys(exceptions)
      .filter((key) => !met.has(key))
      .map((key) => `tools/exceptions.ts:1 ${key} needs no exception any more`),
  ]
}
