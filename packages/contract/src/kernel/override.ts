import { z } from 'zod'
import { route } from './route'
import { id, text255 } from './scalars'
import { oneOf } from './labelled'

/** Rules that somebody with the right may let a document pass (business/notifications 4, event 8). */
export const overrideLabels = {
  credit: '超信用',
  belowMin: '低于最低售价',
  belowCost: '低于成本价',
  discount: '超优惠权限',
} as const
export const override = oneOf(overrideLabels)
export type Override = z.output<typeof override>

/**
 * 请求放行: tells those who may let the document pass, and who may see it, that it waits for them. Answers their names. Asked again
 * for the document as it stands, nobody is told twice.
 */
export const askOverride = route({
  method: 'POST',
  path: '/api/web/override/ask',
  access: 'signedIn',
  summary: '请求放行',
  body: z.object({ kind: z.string().max(40), id, override, remark: text255.default('') }),
  data: z.object({ names: z.array(z.string()) }),
})
