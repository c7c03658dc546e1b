import type { Favourite } from '@chepu/contract/shell/favourite'
import { fixedPages } from '@chepu/contract/shell/fixed-pages'
import type { MenuItem } from '@chepu/contract/shell/session'
import { audit } from '../kernel/db/audit'
import type { CallerTx } from '../kernel/db/tx'
import { notFound, refuse } from '../kernel/base/errors'
import { menuOf } from './menu-tree'

interface Page {
  path: string
  name: string
  title: string
  type?: string | undefined
}

const pagesOf = (items: readonly MenuItem[]): Page[] =>
  items.flatMap(({ jsondata: { path, name, meta }, children }) =>
    children.length > 0 ? pagesOf(children) : [{ path, name, title: meta.title, type: meta.type }],
  )

/** Pages that the caller may open now, by the name of their tab. */
async function openPages(tx: CallerTx): Promise<Map<string, Page>> {
  const pages: readonly Page[] = [...pagesOf(await menuOf(tx)), ...fixedPages]
  return new Map(pages.map((page) => [page.name, page]))
}

/** The caller's favourites as their pages are called now; without those that he may not open (any more). */
export async function favouritesOf(tx: CallerTx): Promise<Favourite[]> {
  const rows = await tx.query<{ name: string }>({
    name: 'favourites',
    text: 'select name from favourite where group_id = $1 and user_id = $2 order by id',
    values: [tx.groupId, tx.caller.userId],
  })
  const pages = await openPages(tx)
  return rows.flatMap(({ name }) => {
    const page = pages.get(name)
    return page ? [{ path: page.path, name, title: page.title, meta: { title: page.title } }] : []
  })
}

/** Adds the page of a tab; a second time changes nothing. Pages with a type are no favourites (business/frame 2.5). */
export async function addFavourite(tx: CallerTx, name: string): Promise<Favourite[]> {
  const page = (await openPages(tx)).get(name)
  if (!page) return notFound('页面')
  if (page.type) return refuse(`“${page.title}”不能收藏`)
  const [added] = await tx.insert<{ id: number }>(
    'favourite',
    ['group_id', 'user_id', 'name', 'title', 'path'],
    [[tx.groupId, tx.caller.userId, name, page.title, page.path]],
    'on conflict (group_id, user_id, name) do nothing returning id',
  )
  if (added) await audit(tx, { entity: 'favourite', entityId: added.id, action: 'add', detail: { name } })
  return favouritesOf(tx)
}

/** Takes a favourite away; one that is not there is no fault. */
export async function removeFavourite(tx: CallerTx, name: string): Promise<Favourite[]> {
  const removed = await tx.one<{ id: number }>({
    name: 'remove-favourite',
    text: 'delete from favourite where group_id = $1 and user_id = $2 and name = $3 returning id',
    values: [tx.groupId, tx.caller.userId, name],
  })
  if (removed) await audit(tx, { entity: 'favourite', entityId: removed.id, action: 'remove', detail: { name } })
  return favouritesOf(tx)
}
