import type { PointRow } from '@chepu/contract/shell/permission-point'
import type { MenuItem } from '@chepu/contract/shell/session'
import { type Caller, mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { mayOpen, screenOf } from './menu'
import { orgScreens, type OrgScreens } from './org-screens'
import { readPoints } from './permission-points/store'

/**
 * The side menu of a caller, made of the platform's points: screens whose page id he holds, that his organisation's type
 * has and that the organisation has not switched off; a folder without any is left out (business/access 4).
 */
export async function menuOf(tx: CallerTx): Promise<MenuItem[]> {
  const points = await readPoints(tx)
  const screens = await orgScreens(tx, tx.caller.orgId)
  const shown = points.filter(
    (point) =>
      point.isActive && isForRoles(point, tx.caller) && (point.kind !== 'screen' || isShown(tx.caller, point, screens)),
  )
  const below = new Map<string | null, PointRow[]>()
  for (const point of shown) below.set(point.parentKey, [...(below.get(point.parentKey) ?? []), point])
  return itemsBelow(null, below)
}

function isShown(caller: Caller, point: PointRow, screens: OrgScreens): boolean {
  const entry = screenOf(point.component)
  if (!entry || !mayOpen(caller, entry)) return false
  if (point.buttonIds && !mayPress(caller, point.buttonIds)) return false
  // Pages that are reached from other pages follow those.
  return point.isHidden || screens.shows(point.component)
}

/** An item without roles is open to all. The client's own filter knows no roles, so the server applies them (business/frame 6). */
const isForRoles = ({ meta }: PointRow, caller: Caller): boolean =>
  !meta.roles || meta.roles.length === 0 || meta.roles.some((role) => caller.roles.includes(role))

function itemsBelow(parentKey: string | null, below: ReadonlyMap<string | null, PointRow[]>): MenuItem[] {
  return (below.get(parentKey) ?? []).flatMap((point): MenuItem[] => {
    if (point.kind === 'screen') return [itemOf(point, [])]
    const children = point.kind === 'folder' ? itemsBelow(point.key, below) : []
    return children.length > 0 ? [itemOf(point, children)] : []
  })
}

function itemOf(
  { key, path, name, component, isHidden, parentKey, meta, kind }: PointRow,
  children: MenuItem[],
): MenuItem {
  const { roles: _applied, type, icon, ...flags } = meta
  return {
    jsondata: {
      path: path || `/${key}`,
      name: key,
      hidden: isHidden,
      component: kind === 'screen' ? component : parentKey === null ? 'Layout' : 'Empty',
      meta: { title: name, ...flags, ...(icon ? { icon } : {}), ...(type ? { type } : {}) },
    },
    children,
  }
}
