// Whom a caller administers: in which organisations, and which users of theirs he may touch.
import { button } from '@chepu/contract/access/catalogue'
import { type ScopeArea, scopeAreas } from '@chepu/contract/kernel/scope-areas'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../kernel/caller/caller'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { forbidden, notFound, refuse, staleRow } from '../../kernel/base/errors'
import { assertAssignable, worthOf } from './gain'
import { grantsOf, type Grants, holdingsOf, membershipCounts } from '../../kernel/caller/rights'
import { scopeOf } from '../../kernel/caller/scope'
import { heldPlaces } from '../../kernel/caller/visible-orgs'

/** Whether the caller's data reaches over the whole group anywhere (scope 全部), so that he administers group-wide roles. */
export const isGroupWide = (caller: Caller): boolean =>
  (Object.keys(scopeAreas) as ScopeArea[]).some((area) => scopeOf(caller, area) === 4)

/**
 * Organisations in which the caller holds one of the buttons: all of his for somebody with the whole group's data, else
 * the one he works in. What he may do in one organisation says nothing about another.
 */
export async function orgsWith(tx: CallerTx, buttons: readonly number[]): Promise<number[]> {
  const { caller } = tx
  const here = buttons.some((id) => caller.buttons.has(id)) ? [caller.orgId] : []
  if (!isGroupWide(caller) || caller.orgIds.length === 1) return here
  const elsewhere = (await heldPlaces(tx, buttons)).map((place) => place.orgId)
  const orgIds = caller.orgIds.filter((id) => id !== caller.orgId && elsewhere.includes(id))
  return [...here, ...orgIds].sort((a, b) => a - b)
}

/** The caller's own rights in an organisation, whether or not he works there. */
export const rightsIn = async (tx: CallerTx, orgId: number): Promise<Grants> =>
  orgId === tx.caller.orgId ? tx.caller : grantsOf(tx, tx.caller.userId, orgId)

/** What the caller may hand on in an organisation, whether or not he works there. */
export const ownHoldings = (tx: CallerTx, orgId = tx.caller.orgId): Promise<Grants> =>
  holdingsOf(tx, tx.caller.userId, orgId)

/** The same in an organisation where he must hold one of the buttons; others do not exist for him. */
export async function ownHoldingsIn(tx: CallerTx, orgId: number, buttons: readonly number[]): Promise<Grants> {
  if (!(await orgsWith(tx, buttons)).includes(orgId)) notFound('企业')
  return ownHoldings(tx, orgId)
}

/**
 * Organisations whose rights a change of a role is weighed by (ADR 0095): its own, where the caller must hold one of the
 * buttons; of a role of the group the one he works in and all in which somebody holds it.
 */
export async function orgsWeighing(
  tx: CallerTx,
  role: { orgId: number | null },
  buttons: readonly number[],
  heldIn: readonly number[],
): Promise<number[]> {
  if (role.orgId === null) return [...new Set([tx.caller.orgId, ...heldIn])]
  if (!(await orgsWith(tx, buttons)).includes(role.orgId)) notFound('企业')
  return [role.orgId]
}

/** A user as somebody who administers him sees him. */
export interface Person {
  id: number
  username: string
  realName: string
  mobile: string
  isActive: boolean
  isPlatform: boolean
  /** Another maker's program, which has neither password nor mobile. */
  isProgram: boolean
  version: number
  /** All organisations he is assigned to, also those that have not begun or are switched off. */
  orgIds: number[]
  /** Somebody above the caller: the platform's keeper for all others, and 老板 of an organisation for who is none there. */
  isAbove: boolean
}

/** `isAbove` as SQL for a user `u` with login `l`. */
export function aboveCaller({ caller }: CallerTx): RawBuilder<SqlBool> {
  const owner = sql<SqlBool>`exists (select 1 from user_role theirs
    join role r on r.group_id = theirs.group_id and r.id = theirs.role_id and r.code = 'owner'
    where theirs.group_id = u.group_id and theirs.user_id = u.id and not exists (
      select 1 from user_role mine where mine.group_id = theirs.group_id and mine.user_id = ${caller.userId}
        and mine.org_id = theirs.org_id and mine.role_id = theirs.role_id))`
  return sql<SqlBool>`(u.id <> ${caller.userId} and ((l.is_platform and not ${caller.isPlatform}::boolean) or ${owner}))`
}

/**
 * A user who is assigned to one of the organisations, locked against a second change. Users of other organisations do
 * not exist; 409 when he was changed since `version`.
 */
export async function lockPerson(
  tx: CallerTx,
  userId: number,
  orgIds: readonly number[],
  version?: number,
): Promise<Person> {
  await tx.query({
    text: 'select id from app_user where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, userId],
  })
  const person = await readPerson(tx, userId, orgIds)
  if (version !== undefined && person.version !== version) staleRow('用户')
  return person
}

/** The same without a lock. */
export async function readPerson(tx: CallerTx, userId: number, orgIds: readonly number[]): Promise<Person> {
  const [person] =
    await tx.select<Person>(sql<Person>`select u.id, u.username, u.real_name, u.mobile, u.is_active, u.version, l.is_platform, l.is_program,
      array(select uo.org_id from user_org uo where uo.group_id = u.group_id and uo.user_id = u.id) as org_ids,
      ${aboveCaller(tx)} as is_above
    from app_user u join shared.login l on l.id = u.id and l.group_id = u.group_id
    where u.group_id = ${tx.groupId} and u.id = ${userId}`)
  return person?.orgIds.some((id) => orgIds.includes(id)) ? person : notFound('用户')
}

/** Refuses to touch somebody who stands above the caller. */
export function assertTouch(person: Person): void {
  if (person.isAbove) forbidden(person.isPlatform ? '平台管理员只能由平台管理员操作' : '老板的账号只能由老板操作')
}

/** Refuses what concerns an account everywhere, for somebody who also works where the caller administers nothing. */
export function assertWhole(person: Person, orgIds: readonly number[]): void {
  if (person.orgIds.every((id) => orgIds.includes(id))) return
  refuse(`“${person.realName}”还属于您管理范围以外的企业，请由集团管理员操作`)
}

/**
 * Refuses to get hold of somebody's account by its password or its mobile, or to give it back to him, when it is worth more
 * than the caller could hand out, in any organisation or in one (ADR 0077).
 */
export async function assertNotBeyond(tx: CallerTx, person: Person, orgIds = person.orgIds): Promise<void> {
  if (person.id === tx.caller.userId) return
  for (const orgId of orgIds) {
    const own = await ownHoldings(tx, orgId)
    assertAssignable(own, await worthOf(tx, person.id, orgId), `“${person.realName}”`)
  }
}

/**
 * Does something that may take an organisation its last active owner or administrator, and refuses when it did
 * (business/access). The organisations are locked, so that two administrators do not remove each other at once.
 */
export async function keepGoverned<Result>(
  tx: CallerTx,
  orgIds: readonly number[],
  work: () => Promise<Result>,
): Promise<Result> {
  await tx.query({
    text: 'select id from org where group_id = $1 and id = any ($2::bigint[]) order by id for no key update',
    values: [tx.groupId, orgIds],
  })
  const before = await governed(tx, orgIds)
  const result = await work()
  const after = await governed(tx, orgIds)
  const lost = before.find((org) => !after.some((other) => other.id === org.id))
  if (lost) refuse(`企业“${lost.name}”至少要保留一名可用的老板或系统管理员`)
  return result
}

/** Refuses what would leave an organisation without the administrator that it has on record; only a hand-over changes him. */
export async function assertNoAdministrator(tx: CallerTx, person: Person, orgIds: readonly number[]): Promise<void> {
  const org = await tx.one<{ name: string }>({
    text: 'select name from org where group_id = $1 and admin_user_id = $2 and id = any ($3::bigint[]) limit 1',
    values: [tx.groupId, person.id, orgIds],
  })
  if (org) refuse(`“${person.realName}”是企业“${org.name}”的管理员，请先移交管理员`)
}

/** Organisations in which an active owner or administrator may give rights; a program is none. */
const governed = (tx: Tx, orgIds: readonly number[]) =>
  tx.query<{ id: number; name: string }>({
    text: `select o.id, o.name from org o where o.group_id = $1 and o.id = any ($2::bigint[]) and exists (
      select 1 from user_org uo
      join app_user u on u.group_id = uo.group_id and u.id = uo.user_id and u.is_active
      join shared.login l on l.id = u.id and l.group_id = u.group_id and not l.is_program
      join user_role ur on ur.group_id = uo.group_id and ur.user_id = uo.user_id and ur.org_id = uo.org_id
      join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active and r.code in ('owner', 'admin')
      join role_button rb on rb.group_id = r.group_id and rb.role_id = r.id and rb.button_id = $4
      where uo.group_id = o.group_id and uo.org_id = o.id and ${membershipCounts('$3')} and not exists (
        select 1 from user_button ub where ub.group_id = uo.group_id and ub.user_id = uo.user_id and ub.org_id = uo.org_id
          and ub.button_id = $4 and not ub.is_granted
      )
    )`,
    values: [tx.groupId, orgIds, shanghaiDay(), button('role', 'grant')],
  })
