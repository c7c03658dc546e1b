import { z } from 'zod'
import { route } from '../kernel/route'

/** Path of the call, for the page that must not load the contract. */
export const errorLogPath = '/api/web/error/log'

/** Longest texts of a fault; what is longer is cut by the client. */
const faultLimits = { message: 500, stack: 4000 } as const

/** A fault of a page, for the server's log (business/frame 9.5). Open to all, since the sign-in page may fail too. */
export const errorLog = route({
  method: 'POST',
  path: errorLogPath,
  access: 'public',
  summary: '前端错误上报',
  body: z.object({
    /** Release of the page. */
    release: z.string().max(20),
    /** Path of the page, without its query. */
    path: z.string().max(200),
    source: z.enum(['error', 'rejection', 'boundary']),
    message: z.string().min(1).max(faultLimits.message),
    stack: z.string().max(faultLimits.stack).default(''),
  }),
  data: z.object({}),
})
export type Fault = z.input<typeof errorLog.body>
