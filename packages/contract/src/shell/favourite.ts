import { z } from 'zod'
import { route } from '../kernel/route'

const path = '/api/config/favorite/'
const tabName = z.string({ error: '请选择页面' }).trim().min(1, '请选择页面').max(60)

/** A favourite tab, with the names of business/frame 3.4. */
const favourite = z.object({
  path: z.string(),
  /** Screen key, as the tab bar names it. */
  name: z.string(),
  title: z.string(),
  meta: z.object({ title: z.string() }),
})
export type Favourite = z.output<typeof favourite>

const favourites = z.array(favourite)

/**
 * 收藏 of a user (business/frame 2.5 and 7.3), in the order they were added. A page whose permission is gone is left out, and is back
 * with the permission. Every change answers the new list.
 */
export const favouriteRoutes = {
  list: route({
    method: 'GET',
    path,
    access: 'signedIn',
    beforeOwnPassword: true,
    summary: '收藏的页面',
    data: favourites,
  }),
  add: route({
    method: 'POST',
    path,
    access: 'signedIn',
    summary: '收藏页面',
    body: z.object({ name: tabName }),
    data: favourites,
  }),
  /** By name, in the query or in the body: some clients send no body with a DELETE. */
  remove: route({
    method: 'DELETE',
    path,
    access: 'signedIn',
    summary: '取消收藏',
    query: z.object({ name: tabName.optional() }),
    body: z.object({ name: tabName }).nullish(),
    data: favourites,
  }),
}
