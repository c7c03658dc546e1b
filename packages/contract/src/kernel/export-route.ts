import { z } from 'zod'
import { type Access, route } from './route'
import { id } from './scalars'

/** The call that queues an export of what a list shows with these filters and columns; its file comes later. */
export const exportRoute = <Filters extends z.ZodType>(spec: {
  path: string
  access: Access
  summary: string
  filters: Filters
}) =>
  route({
    method: 'POST',
    path: spec.path,
    access: spec.access,
    summary: spec.summary,
    body: z.object({ filters: spec.filters, columns: z.array(z.string().max(60)).max(60) }),
    data: z.object({ jobId: id }),
  })
