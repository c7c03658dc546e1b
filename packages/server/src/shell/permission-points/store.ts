import { permissionGroups } from '@chepu/contract/access/catalogue'
import type { PointRow } from '@chepu/contract/shell/permission-point'
import { fieldKeys, fieldLabels } from '@chepu/contract/kernel/fields'
import type { Database } from '../../kernel/db/db'
import type { Tx } from '../../kernel/db/tx'
import { areas, type ScreenEntry } from '../menu'

type NewPoint = Omit<PointRow, 'id' | 'version' | 'isActive'>

interface Menu {
  /** Count and sum of versions of the rows; any change moves it. */
  stamp: string
  points: readonly PointRow[]
}

// One a database, so that tests with several of them do not share a menu.
const menus = new WeakMap<Database, Menu>()

/** Folder of the field points, which stand in no menu. */
const fieldFolder = 'fields'

const plain = { path: '', component: '', buttonIds: null, meta: {}, isHidden: false }

/** The program's own catalogue as points: areas, screens, their buttons, and the fields. */
function programPoints(): NewPoint[] {
  const folders = areas.map(({ name, title, icon }, i): NewPoint => ({
    ...plain,
    key: name,
    parentKey: null,
    kind: 'folder',
    name: title,
    path: `/${name}`,
    component: 'Layout',
    meta: { icon },
    sort: (i + 1) * 10,
  }))
  const screens = areas.flatMap((area) => area.screens.map((entry, i) => screenPoint(area.name, entry, i)))
  return [...folders, ...screens, ...buttonPoints(screens), ...fieldPoints()]
}

const screenPoint = (parentKey: string, { key, title, page, hidden = false }: ScreenEntry, i: number): NewPoint => ({
  ...plain,
  key,
  parentKey,
  kind: 'screen',
  name: title,
  path: `/${key}`,
  component: key,
  buttonIds: page === null || page === 'platform' ? null : [page].flat(),
  isHidden: hidden,
  sort: (i + 1) * 10,
})

/** Buttons stand below the first screen of their group; a group without a screen waits until it has one. */
function buttonPoints(screens: readonly NewPoint[]): NewPoint[] {
  return permissionGroups.flatMap((group) => {
    const home = screens.find((screen) => !screen.isHidden && screen.buttonIds?.includes(group.pageId))
    if (!home) return []
    return group.actions.map((action, i) => ({
      ...plain,
      key: `${group.key}.${action.key}`,
      parentKey: home.key,
      kind: 'button' as const,
      name: action.label,
      buttonIds: [action.id],
      sort: (i + 1) * 10,
    }))
  })
}

const fieldPoints = (): NewPoint[] => [
  { ...plain, key: fieldFolder, parentKey: null, kind: 'folder', name: '可见字段', isHidden: true, sort: 9000 },
  ...fieldKeys.map((key, i) => ({
    ...plain,
    key,
    parentKey: fieldFolder,
    kind: 'field' as const,
    name: fieldLabels[key],
    sort: (i + 1) * 10,
  })),
]

/**
 * All points in their order, kept in memory until one of them changes. Points of the program that are missing are added
 * first, as after an update; what the platform's keeper changed stays.
 */
export async function readPoints(tx: Tx): Promise<readonly PointRow[]> {
  // The stamp is read first: rows that change in between are read again by the next question.
  const [now] = await tx.query<{ stamp: string }>({
    name: 'menu-stamp',
    text: `select count(*) || '/' || coalesce(sum(version), 0) as stamp from shared.permission_point`,
  })
  const stamp = now?.stamp ?? ''
  const known = menus.get(tx.db)
  if (known?.stamp === stamp) return known.points
  const points = await load(tx)
  const missing = missingOf(points)
  if (missing.length > 0) {
    await add(tx, missing)
    return load(tx)
  }
  menus.set(tx.db, { stamp, points })
  return points
}

const load = (tx: Tx) =>
  tx.query<PointRow>({
    name: 'menu-points',
    text: `select id, key, parent_key, kind, name, path, component, button_ids, meta, is_hidden, sort, is_active, version
      from shared.permission_point order by sort, id`,
  })

function missingOf(points: readonly PointRow[]): NewPoint[] {
  const there = new Set(points.map((point) => point.key))
  return programPoints().filter((point) => !there.has(point.key))
}

const add = (tx: Tx, points: readonly NewPoint[]) =>
  tx.query({
    text: `insert into shared.permission_point (key, parent_key, kind, name, path, component, button_ids, meta, is_hidden, sort)
      select p.key, p."parentKey", p.kind, p.name, p.path, p.component, p."buttonIds", p.meta, p."isHidden", p.sort
      from jsonb_to_recordset($1::jsonb) as p (key text, "parentKey" text, kind text, name text, path text, component text,
        "buttonIds" int[], meta jsonb, "isHidden" boolean, sort int)
      on conflict (key) do nothing`,
    values: [JSON.stringify(points)],
  })
