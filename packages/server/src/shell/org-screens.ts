import type { BodyOf } from '../kernel/http/bind'
import { audit } from '../kernel/db/audit'
import type { CallerTx, Tx } from '../kernel/db/tx'
import { refuse } from '../kernel/base/errors'
import { pushPermission } from '../kernel/notify/notify'
import type { menuSwitchRoutes } from '@chepu/contract/access/menu-switch'
import { orgButtons } from '@chepu/contract/access/org'
import { assertMayChange } from '../kernel/caller/visible-orgs'
import { screenOf } from './menu'
import { readPoints } from './permission-points/store'

/** Which screens an organisation shows. */
export interface OrgScreens {
  isOfType: (screen: string) => boolean
  isOff: (screen: string) => boolean
  shows: (screen: string) => boolean
}

/** Here the switch itself stands. */
const fixed = 'organization'

/** Screens by the organisation's type (all when the type names none) and its own switches. */
export async function orgScreens(tx: Tx, orgId: number): Promise<OrgScreens> {
  const row = await tx.one<{ screens: string[] | null; off: string[] }>({
    name: 'org-screens',
    text: `select t.screens, array(select f.screen from org_screen_off f where f.group_id = o.group_id and f.org_id = o.id) as off
      from org o left join org_type t on t.group_id = o.group_id and t.code = o.org_type
      where o.group_id = $1 and o.id = $2`,
    values: [tx.groupId, orgId],
  })
  const ofType = row?.screens ? new Set(row.screens) : null
  const off = new Set(row?.off)
  const isOfType = (screen: string) => ofType === null || ofType.has(screen)
  return { isOfType, isOff: (screen) => off.has(screen), shows: (screen) => isOfType(screen) && !off.has(screen) }
}

/** The organisation whose menu is asked about: the one he works in, where the call has asked for his right, or one that he may set up. */
async function orgOf(tx: CallerTx, orgId: number | undefined): Promise<number> {
  if (orgId === undefined) return tx.caller.orgId
  await assertMayChange(tx, orgId, orgButtons.config)
  return orgId
}

/** The menu of an organisation with its switches. */
export async function readSwitches(tx: CallerTx, asked: number | undefined) {
  const orgId = await orgOf(tx, asked)
  const points = await readPoints(tx)
  const screens = await orgScreens(tx, orgId)
  const listed = points.filter(
    (point) => point.kind === 'screen' && point.isActive && !point.isHidden && isSwitchable(point.component),
  )
  const folders = points.filter((point) => point.kind === 'folder' && point.isActive && !point.isHidden)
  const areas = folders.map(({ key, name }) => ({
    key,
    name,
    screens: listed
      .filter((point) => point.parentKey === key)
      .map((point) => ({
        key: point.component,
        name: point.name,
        isOn: !screens.isOff(point.component),
        isOfType: screens.isOfType(point.component),
        isFixed: point.component === fixed,
      })),
  }))
  return { orgid: orgId, areas: areas.filter((area) => area.screens.length > 0) }
}

const isSwitchable = (component: string): boolean => {
  const entry = screenOf(component)
  return entry !== undefined && entry.page !== 'platform'
}

/** Switches screens on or off for an organisation; its people's menus follow at once. */
export async function saveSwitches(tx: CallerTx, body: BodyOf<typeof menuSwitchRoutes.save>) {
  const orgId = await orgOf(tx, body.orgid)
  for (const { key } of body.screens) if (!isSwitchable(key)) refuse(`没有菜单“${key}”`)
  const off = body.screens.filter((screen) => !screen.isOn).map((screen) => screen.key)
  if (off.includes(fixed)) refuse('企业管理不能关闭')
  const on = body.screens.filter((screen) => screen.isOn).map((screen) => screen.key)
  await tx.query({
    text: 'delete from org_screen_off where group_id = $1 and org_id = $2 and screen = any ($3::text[])',
    values: [tx.groupId, orgId, on],
  })
  await tx.insert(
    'org_screen_off',
    ['group_id', 'org_id', 'screen'],
    [...new Set(off)].map((screen) => [tx.groupId, orgId, screen]),
    'on conflict do nothing',
  )
  await audit(tx, { entity: 'org_screen_off', entityId: orgId, action: 'update', detail: { on, off } })
  const members = await tx.query<{ userId: number }>({
    text: 'select user_id from user_org where group_id = $1 and org_id = $2',
    values: [tx.groupId, orgId],
  })
  pushPermission(
    tx,
    members.map((member) => member.userId),
  )
  return { orgid: orgId }
}
