import { z } from 'zod'
import { route } from '../kernel/route'
import { id } from '../kernel/scalars'

/** A warehouse of any org of the group, named with its org. */
const groupWarehouse = z.object({
  id,
  orgId: id,
  orgName: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  isDefault: z.boolean(),
})

/** Warehouses of one org of the group, as the other side of a transfer (business/basics 9). */
export const listOrgWarehouses = route({
  method: 'POST',
  path: '/api/web/org/warehouse',
  access: 'signedIn',
  summary: '指定企业的仓库',
  body: z.object({ orgId: id }),
  data: z.object({ rows: z.array(groupWarehouse) }),
})

/** Warehouses of all orgs that the caller may choose, for the filters of reports; in his own org only those he may see. */
export const listAllWarehouses = route({
  method: 'GET',
  path: '/api/web/all/warehouse',
  access: 'signedIn',
  summary: '集团全部仓库',
  data: z.object({ rows: z.array(groupWarehouse) }),
})
