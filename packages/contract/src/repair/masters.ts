import { z } from 'zod'
import { pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'

interface Buttons {
  view: number
  add: number
  update: number
  remove: number
}

/** The calls of a master of the repair shop below `path`: list, totals, save, enable, remove. */
export const masterRoutes = <Row extends z.ZodType, Filters extends z.ZodRawShape, Body extends z.ZodType>(
  path: string,
  title: string,
  { view, add, update, remove }: Buttons,
  { row, filters, body }: { row: Row; filters: z.ZodObject<Filters>; body: Body },
) => ({
  list: route({
    method: 'GET',
    path,
    access: view,
    summary: `${title}列表`,
    query: filters.extend(paging.shape),
    data: pageOf(row),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: view,
    summary: `${title}合计`,
    query: filters,
    data: totals,
  }),
  save: route({ method: 'POST', path, access: [add, update], summary: `保存${title}`, body, data: savedRow }),
  enable: enableRoute(path, update, title),
  remove: removeRoute(path, remove, title),
})
