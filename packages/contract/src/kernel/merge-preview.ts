import { z } from 'zod'

/** What a merge would do, before it is done: why it is refused, when it is, and what goes over, in words. */
export const mergePreview = z.object({
  refusals: z.array(z.string()),
  moves: z.array(z.object({ what: z.string(), detail: z.string() })),
})
export type MergePreview = z.output<typeof mergePreview>
