import { z } from 'zod'

/** Values with what they mean, for descriptions: `special 专票、normal 普票`. */
export const labelled = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map((pair) => pair.join(' '))
    .join('、')

/** One of the names of a record: what a field may be stands once, with what each value means. Anything else is refused with `error`. */
export const oneOf = <Named extends object>(named: Named, error?: string) =>
  z.enum(Object.keys(named) as (keyof Named & string)[], error)
