import { announcementButtons, type announcementRoutes, type AnnouncementRow } from '@chepu/contract/shell/announcement'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { assertMayChange, changeableOrgs, visibleOrgs } from '../../kernel/caller/visible-orgs'
import { audit } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, notFound, refuse, staleRow } from '../../kernel/base/errors'
import { membersOf, notify } from '../../kernel/notify/notify'
import { allOf, containing, isAnyOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { wake } from '../../kernel/notify/wake'
import { pageOf, totalsOf } from '../../kernel/query/page'

interface Filters {
  q?: string | undefined
  state?: 'published' | 'withdrawn' | undefined
}

const eventKey = (id: number) => `announcement:${id}`

/** Announcements of the organisations that the caller sees, and of the whole group. */
export async function listAnnouncements(
  tx: CallerTx,
  filters: Filters & Paging,
): Promise<{ rows: AnnouncementRow[]; more: boolean }> {
  const mine = mayPress(tx.caller, announcementButtons.withdraw)
    ? await changeableOrgs(tx, announcementButtons.withdraw)
    : []
  const order = sortedBy({ title: 'a.title', createdAt: 'a.created_at' }, filters.sort)
  return pageOf(
    tx,
    sql<AnnouncementRow>`
    select a.id, a.title, a.body, a.org_id, case when a.org_id is null then '全集团' else o.name end as org_name,
      u.real_name as creator_name, a.created_at, a.version,
      case when a.withdrawn_at is null then 'published' else 'withdrawn' end as state,
      case when a.org_id is null then ${await coversGroup(tx, mine)}::boolean else ${isAnyOf('a.org_id', mine)} end as may_withdraw
    from announcement a join app_user u on u.group_id = a.group_id and u.id = a.created_by
    left join org o on o.group_id = a.group_id and o.id = a.org_id
    where ${await where(tx, filters)}
    order by ${order ?? sql`a.id desc`}`,
    filters,
  )
}

export async function announcementTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from announcement a where ${await where(tx, filters)}`)
}

async function where(tx: CallerTx, { q, state }: Filters): Promise<RawBuilder<SqlBool>> {
  return allOf([
    sql<SqlBool>`a.group_id = ${tx.groupId}`,
    sql<SqlBool>`(a.org_id is null or ${isAnyOf('a.org_id', await visibleOrgs(tx))})`,
    ...(q ? [sql<SqlBool>`a.title ilike ${containing(q)}`] : []),
    ...(state ? [sql<SqlBool>`(a.withdrawn_at is null) = ${state === 'published'}`] : []),
  ])
}

/** Active organisations to which the caller may speak, and whether these are all of the group. */
export async function announcementPlaces(tx: CallerTx): Promise<DataOf<typeof announcementRoutes.places>> {
  const orgIds = await changeableOrgs(tx, announcementButtons.add)
  const rows = await tx.query<{ id: number; name: string }>({
    text: `select id, name from org where group_id = $1 and status = 'active' and id = any ($2::bigint[]) order by code`,
    values: [tx.groupId, orgIds],
  })
  return { rows, isWholeGroup: await coversGroup(tx, orgIds) }
}

/** Publishes an announcement and tells every user whom it reaches. */
export async function publishAnnouncement(
  tx: CallerTx,
  { title, body, orgId }: BodyOf<typeof announcementRoutes.publish>,
): Promise<{ id: number }> {
  await assertMaySpeak(tx, orgId, announcementButtons.add)
  const [row] = await tx.insert<{ id: number }>(
    'announcement',
    ['group_id', 'org_id', 'title', 'body', 'created_by'],
    [[tx.groupId, orgId, title, body, tx.caller.userId]],
    'returning id',
  )
  const id = row?.id as number
  await audit(tx, { entity: 'announcement', entityId: id, action: 'publish', detail: { title, orgId } })
  const users = await membersOf(tx, orgId)
  notify(tx, { users, kind: 'notice', message: title, orgId, params: { announcement: id }, eventKey: eventKey(id) })
  return { id }
}

/** Takes an announcement out of every bell. */
export async function withdrawAnnouncement(tx: CallerTx, id: number, version: number): Promise<{ id: number }> {
  const row = await tx.one<{ orgId: number | null; version: number; withdrawnAt: string | null }>({
    text: 'select org_id, version, withdrawn_at from announcement where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, id],
  })
  if (!row || (row.orgId !== null && !(await visibleOrgs(tx)).includes(row.orgId))) notFound('公告')
  await assertMaySpeak(tx, row.orgId, announcementButtons.withdraw)
  if (row.withdrawnAt !== null) refuse('公告已经撤回')
  if (row.version !== version) staleRow('公告')
  await tx.query({
    text: 'update announcement set withdrawn_at = now(), version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  const told = await tx.query<{ userId: number }>({
    text: `update notification set cleared_at = least(cleared_at, now())
      where group_id = $1 and kind = 'notice' and event_key = $2 returning user_id`,
    values: [tx.groupId, eventKey(id)],
  })
  const users = told.map((each) => each.userId)
  wake(tx, { type: 'news', groupId: tx.groupId, users, message: '', orgId: row.orgId })
  await audit(tx, { entity: 'announcement', entityId: id, action: 'withdraw' })
  return { id }
}

/** The text, for everybody whom it reaches, while it stands. */
export async function readAnnouncement(tx: CallerTx, id: number): Promise<DataOf<typeof announcementRoutes.read>> {
  const row = await tx.one<DataOf<typeof announcementRoutes.read> & { orgId: number | null }>({
    text: `select a.id, a.title, a.body, a.org_id, u.real_name as creator_name, a.created_at from announcement a
      join app_user u on u.group_id = a.group_id and u.id = a.created_by
      where a.group_id = $1 and a.id = $2 and a.withdrawn_at is null`,
    values: [tx.groupId, id],
  })
  if (!row || !reaches(tx, row.orgId)) return notFound('公告')
  const { orgId: _, ...shown } = row
  return shown
}

const reaches = (tx: CallerTx, orgId: number | null) => orgId === null || tx.caller.orgIds.includes(orgId)

/** Who speaks to an organisation holds the button in it or above it; who speaks to the whole group, for all that are active. */
async function assertMaySpeak(tx: CallerTx, orgId: number | null, button: number): Promise<void> {
  if (orgId !== null) return assertMayChange(tx, orgId, button)
  if (!(await coversGroup(tx, await changeableOrgs(tx, button))))
    forbidden('面向全集团的公告须由在全部企业都有此项权限的人处理')
}

/** Whether these are all active organisations of the group. */
async function coversGroup(tx: CallerTx, orgIds: readonly number[]): Promise<boolean> {
  const row = await tx.one<{ others: number }>({
    text: `select count(*) as others from org where group_id = $1 and status = 'active' and not id = any ($2::bigint[])`,
    values: [tx.groupId, orgIds],
  })
  return row?.others === 0
}
