import { z } from 'zod'

/** Work that waits for the user: so many rows stand in the list of `screen` when it is opened with `params`. */
export const homeTask = z.object({
  title: z.string(),
  count: z.number(),
  /** Yuan with 2 decimals, for those who may see them. */
  amount: z.string().optional(),
  screen: z.string(),
  params: z.record(z.string(), z.string()),
})
export type HomeTask = z.output<typeof homeTask>
