import { z } from 'zod'
import { oneOf } from './labelled'

/** What a finding means to whoever closes the month: it has to be dealt with before, or to be answered for in words. */
export const checkLevels = { refuses: '必须处理', warns: '说明后可结账' } as const

/** One point of the list that a month is checked by (business/closing 2). */
export const closingCheck = z.object({
  key: z.string(),
  title: z.string(),
  level: oneOf(checkLevels),
  /** How many offend; none, and it holds. */
  count: z.number().int(),
  /** What is wrong, or how to put it right. */
  detail: z.string(),
  /** Where the offenders stand: a screen, or the list of a kind of document, and the filters that leave these alone. */
  screen: z.string().nullable(),
  kind: z.string().nullable(),
  params: z.record(z.string(), z.string()),
})
export type ClosingCheck = z.output<typeof closingCheck>
