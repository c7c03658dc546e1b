import { z } from 'zod'
import { route } from '../kernel/route'
import { faultLimits, signInPaths } from './sign-in-paths'

/** A fault of a page, for the server's log (business/frame 9.5). Open to all, since the sign-in page may fail too. */
export const errorLog = route({
  method: 'POST',
  path: signInPaths.errorLog,
  access: 'public',
  summary: '前端错误上报',
  body: z.object({
    /** Release of the page. */
    release: z.string().max(20),
    /** Path of the page, without its query. */
    path: z.string().max(faultLimits.path),
    source: z.enum(['error', 'rejection', 'boundary']),
    message: z.string().min(1).max(faultLimits.message),
    stack: z.string().max(faultLimits.stack).default(''),
  }),
  data: z.object({}),
})
export type Fault = z.input<typeof errorLog.body>
