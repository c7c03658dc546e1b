/** What the rule about exports lets pass, and why. */

/** Where a rule is broken; `name` is that of a function or export. */
export interface Place {
  path: string
  line: number
  name?: string
  message: string
}

/** Reasons by `path`, or `path (name)`. */
type Exceptions = Readonly<Record<string, string>>

export const unusedExportExceptions: Exceptions = {
  'packages/contract/src/kernel/states.ts (StateDef)': 'TypeScript names it in what useOpenEditor answers',
  'packages/web/src/kit/document/use-document-actions.ts (DocumentProblem)':
    'TypeScript names it in what useOpenEditor answers',
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
