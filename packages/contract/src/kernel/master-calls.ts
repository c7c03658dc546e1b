import { z } from 'zod'
import { pageOf, paging, totals } from './list-query'
import { type Access, idParam, route } from './route'
import { id } from './scalars'

/** What saving a row of basic data answers: `version` is what its next change names. */
export const savedRow = z.object({ id, version: z.number().int() })
export type SavedRow = z.output<typeof savedRow>

/** 启用 or 停用 of one row of basic data below `path`; a stale version is refused. */
export const enableRoute = (path: string, access: Access, title: string) =>
  route({
    method: 'POST',
    path: `${path}/:id/enable`,
    access,
    summary: `启用或停用${title}`,
    params: idParam,
    body: z.object({ isActive: z.boolean(), version: z.number().int() }),
    data: z.object({ id }),
  })

/** Deletes one row of basic data below `path` that nothing refers to. */
export const removeRoute = (path: string, access: Access, title: string) =>
  route({
    method: 'DELETE',
    path: `${path}/:id`,
    access,
    summary: `删除${title}`,
    params: idParam,
    data: z.object({ id }),
  })

interface Buttons {
  view: number
  add: number
  update: number
  remove: number
}

/** The calls of a master below `path`: list, totals, save, enable, remove. */
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
