import { z } from 'zod'
import { removeRoute } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { id, text } from '../kernel/scalars'
import { customerButtons } from './partner'

const access = customerButtons.view
const path = '/api/web/customer-search/saved'
/** Filters as they stand in the address of the page. */
const filters = z.record(z.string().max(40), z.string().max(200))

/** 方案 of 客户综合查询: filters that a user keeps under a name of his own (business/customers 8.3). */
export const savedSearchRoutes = {
  list: route({
    method: 'GET',
    path,
    access,
    summary: '查询方案',
    data: z.array(z.object({ id, name: z.string(), filters })),
  }),
  /** A name that he has already is overwritten. */
  save: route({
    method: 'POST',
    path,
    access,
    summary: '存为查询方案',
    body: z.object({ name: text(30).min(1, '请输入方案名称'), filters }),
    data: z.object({ id }),
  }),
  remove: removeRoute(path, access, '查询方案'),
}
