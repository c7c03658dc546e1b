import { useState } from 'react'
import type { z } from 'zod'
import { fieldErrors } from '../../kit/form/master-faults'

/** Messages by limit of what is to be saved; `show` brings the pane of the limits forward when there are any. */
export function useLimitFaults(schema: z.ZodType, show: () => void) {
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  /** Whether it may be sent. */
  const isFine = (body: unknown): boolean => {
    const { error } = schema.safeParse(body)
    setFaults(error ? fieldErrors(error.issues.map((issue) => ({ ...issue, path: issue.path.slice(-1) }))) : {})
    if (error) show()
    return !error
  }
  return { faults, isFine }
}
