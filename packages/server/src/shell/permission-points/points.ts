import { type PointRow, type pointRoutes } from '@chepu/contract/shell/permission-point'
import { permissionGroups } from '@chepu/contract/access/catalogue'
import { audit, changes } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, notFound, refuse, staleRow } from '../../kernel/base/errors'
import { wake } from '../../kernel/notify/wake'
import { areas, screenOf } from '../menu'
import { readPoints } from './store'

const deepestFolder = 3
/** The page that changes the menu cannot take itself away. */
const ownScreen = 'sysPermission'
const buttonIds = new Set(permissionGroups.flatMap((group) => [group.pageId, ...group.actions.map(({ id }) => id)]))

/** Every point, and the screens that an entry may open. */
export async function listPoints(tx: CallerTx) {
  const components = areas.flatMap((area) => area.screens).map(({ key, title }) => ({ key, name: title }))
  return { rows: [...(await readPoints(tx))], components }
}

type Added = BodyOf<typeof pointRoutes.add>
type Replaced = BodyOf<typeof pointRoutes.replace>

/** Adds a folder or a second entry of a screen; buttons and fields come with the program. */
export async function addPoint(tx: CallerTx, body: Added): Promise<{ id: number }> {
  const all = await lockAll(tx)
  assertFields(all, body.kind, body)
  assertPlace(all, body.kind, body.parentKey)
  const last = Math.max(0, ...all.filter((each) => each.parentKey === body.parentKey).map((each) => each.sort))
  const point = { ...body, sort: last + 10 }
  const row = await onViolation({ permission_point_key_key: `标识“${body.key}”已存在` }, () =>
    tx.one<{ id: number }>({
      text: `insert into shared.permission_point (key, parent_key, kind, name, path, component, button_ids, meta, is_hidden, sort)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      values: [
        point.key,
        point.parentKey,
        point.kind,
        point.name,
        point.path,
        point.component,
        point.buttonIds,
        JSON.stringify(point.meta),
        point.isHidden,
        point.sort,
      ],
    }),
  )
  const id = row?.id as number
  await audit(tx, { entity: 'permission_point', entityId: id, action: 'add', detail: point })
  pushMenu(tx)
  return { id }
}

/** Puts name, path, component, ids and route data in the place of the old ones; key and kind stay. */
export async function replacePoint(tx: CallerTx, { id, version, ...body }: Replaced): Promise<{ id: number }> {
  const all = await lockAll(tx)
  const before = lockedPoint(all, id, version)
  const isOfProgram = before.kind === 'button' || before.kind === 'field'
  const after = isOfProgram ? { ...before, name: body.name } : { ...before, ...body }
  if (!isOfProgram) assertFields(all, before.kind, after)
  if (after.isHidden && before.key === ownScreen) refuse('系统权限页不能隐藏')
  await tx.query({
    text: `update shared.permission_point set name = $2, path = $3, component = $4, button_ids = $5, meta = $6, is_hidden = $7,
      version = version + 1 where id = $1`,
    values: [id, after.name, after.path, after.component, after.buttonIds, JSON.stringify(after.meta), after.isHidden],
  })
  await audit(tx, { entity: 'permission_point', entityId: id, action: 'update', detail: changes({ ...before }, after) })
  pushMenu(tx)
  return { id }
}

/** Pages of everybody who is signed in, in whatever group, fetch menu and buttons anew. */
const pushMenu = (tx: CallerTx): void => wake(tx, { type: 'menu' })

/** Moves a point, or stops and starts it. A stopped button or field is taken from everybody at the next call. */
export async function changePoint(tx: CallerTx, body: BodyOf<typeof pointRoutes.change>): Promise<{ id: number }> {
  const all = await lockAll(tx)
  const before = lockedPoint(all, body.id, body.version)
  if (body.move) await move(tx, all, before, body.move)
  if (body.isActive !== undefined && body.isActive !== before.isActive) await enable(tx, all, before, body.isActive)
  pushMenu(tx)
  return { id: before.id }
}

async function move(
  tx: CallerTx,
  all: readonly PointRow[],
  point: PointRow,
  to: { parentKey: string | null; beforeKey: string | null },
): Promise<void> {
  assertPlace(all, point.kind, to.parentKey, point)
  const siblings = all.filter((each) => each.parentKey === to.parentKey && each.id !== point.id)
  const at = to.beforeKey === null ? siblings.length : siblings.findIndex((each) => each.key === to.beforeKey)
  if (at < 0) invalid([{ path: 'move.beforeKey', message: '目标位置不存在，请刷新后重试' }])
  const ordered = siblings.toSpliced(at, 0, point)
  await tx.query({
    text: `update shared.permission_point p set sort = n.sort, version = p.version + 1,
        parent_key = case when p.id = $3 then $4 else p.parent_key end
      from unnest($1::bigint[], $2::int[]) as n (id, sort) where p.id = n.id and (p.sort <> n.sort or p.id = $3)`,
    values: [ordered.map((each) => each.id), ordered.map((_, i) => (i + 1) * 10), point.id, to.parentKey],
  })
  await audit(tx, {
    entity: 'permission_point',
    entityId: point.id,
    action: 'move',
    detail: { parentKey: [point.parentKey, to.parentKey] },
  })
}

async function enable(tx: CallerTx, all: readonly PointRow[], point: PointRow, isActive: boolean): Promise<void> {
  if (!isActive && [ownScreen, ...ancestors(all, ownScreen)].includes(point.key))
    refuse('系统权限页及其上级目录不能停用')
  await tx.query({
    text: 'update shared.permission_point set is_active = $2, version = version + 1 where id = $1',
    values: [point.id, isActive],
  })
  await audit(tx, { entity: 'permission_point', entityId: point.id, action: isActive ? 'enable' : 'disable' })
  if (point.kind === 'button' || point.kind === 'field')
    await tx.query({ text: 'update shared.login set access_version = access_version + 1' })
}

/** All points, locked against a second keeper, since a move renumbers neighbours. */
const lockAll = (tx: CallerTx) =>
  tx.query<PointRow>({
    text: `select id, key, parent_key, kind, name, path, component, button_ids, meta, is_hidden, sort, is_active, version
      from shared.permission_point order by sort, id for no key update`,
  })

function lockedPoint(all: readonly PointRow[], id: number, version: number): PointRow {
  const point = all.find((each) => each.id === id)
  if (!point) return notFound('权限点')
  if (point.version !== version) staleRow('权限点')
  return point
}

/** Keys of the folders above a point. */
function ancestors(all: readonly PointRow[], key: string | null): string[] {
  const parentKey = all.find((each) => each.key === key)?.parentKey ?? null
  return parentKey === null ? [] : [parentKey, ...ancestors(all, parentKey)]
}

function assertPlace(
  all: readonly PointRow[],
  kind: PointRow['kind'],
  parentKey: string | null,
  moved?: PointRow,
): void {
  const wrong = (message: string): never => invalid([{ path: 'parentKey', message }])
  const parent = all.find((each) => each.key === parentKey)
  if (parentKey !== null && !parent) wrong('上级不存在')
  if (kind === 'button' ? parent?.kind !== 'screen' : parent && parent.kind !== 'folder')
    wrong(kind === 'button' ? '按钮应在菜单下' : '上级应为目录')
  if (kind !== 'folder' && parentKey === null) wrong('请选择上级')
  const above = parentKey === null ? [] : [parentKey, ...ancestors(all, parentKey)]
  if (moved && above.includes(moved.key)) wrong('不能移到自己的下级')
  if (kind === 'folder' && above.length + heightOf(all, moved) > deepestFolder) wrong(`目录最多${deepestFolder}级`)
}

/** Levels of folders from a point down; a new one has one. */
function heightOf(all: readonly PointRow[], point: PointRow | undefined): number {
  const below = all.filter((each) => point && each.parentKey === point.key && each.kind === 'folder')
  return 1 + Math.max(0, ...below.map((each) => heightOf(all, each)))
}

function assertFields(
  all: readonly PointRow[],
  kind: PointRow['kind'],
  point: Pick<PointRow, 'path' | 'component' | 'buttonIds'> & { id?: number },
): void {
  if (kind !== 'screen') return
  if (!screenOf(point.component)) invalid([{ path: 'component', message: '请选择组件' }])
  if (point.path === '') invalid([{ path: 'path', message: '请输入路径' }])
  const taken = all.find((each) => each.kind === 'screen' && each.path === point.path && each.id !== point.id)
  if (taken) invalid([{ path: 'path', message: `路径已被“${taken.name}”使用` }])
  if (point.buttonIds?.some((id) => !buttonIds.has(id))) invalid([{ path: 'buttonIds', message: '按钮编号不存在' }])
}
