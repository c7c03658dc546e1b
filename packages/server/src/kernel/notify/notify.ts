import { shanghaiDay } from '../base/calendar'
import type { Statement } from '../db/statement'
import type { CallerTx, Tx } from '../db/tx'
import { wake } from './wake'

/** Something that users are told: a notice (通知) or a business event (消息), business/notifications 2 and 4. */
export interface Notification {
  users: readonly number[]
  kind: 'notice' | 'news'
  /** Number of the event (business/notifications 4); notices have none. */
  msgType?: number | null
  /** What the bell shows, in Chinese. */
  message: string
  /** Organisation in which it is shown; absent: in all that the user works in. */
  orgId?: number | null
  /** What a click opens: a screen key and the parameters of its address. */
  screen?: string
  params?: Record<string, string | number>
  /** The same event is told to the same user once; absent: every time. */
  eventKey?: string
}

/**
 * Tells users something: rows in the caller's transaction, sent without waiting, and a wake of their sockets after the
 * commit. Users must belong to the transaction's group.
 */
export function notify(tx: Tx, { users, kind, message, ...more }: Notification): void {
  const told = [...new Set(users)]
  if (told.length === 0) return
  tx.send({
    name: 'notify',
    text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, screen, params, event_key)
      select $1, told.id, $3::bigint, $4, $5::int, $6, $7, $8::jsonb, $9 from unnest($2::bigint[]) as told (id)
      on conflict (group_id, user_id, event_key) do nothing`,
    values: [
      tx.groupId,
      told,
      more.orgId ?? null,
      kind,
      more.msgType ?? null,
      message,
      more.screen ?? null,
      more.params ? JSON.stringify(more.params) : null,
      more.eventKey ?? null,
    ],
  })
  wake(tx, { type: 'news', groupId: tx.groupId, users: told, message, orgId: more.orgId ?? null })
}

/** Takes events out of all bells when they need nobody any more; the rows are kept for the record. Sent without waiting. */
export function takeBack(tx: Tx, eventKeys: readonly string[]): void {
  const statement = {
    name: 'take-back',
    text: `update notification set is_read = true, cleared_at = now()
      where group_id = $1 and event_key = any ($2::text[]) and cleared_at is null returning user_id`,
    values: [tx.groupId, eventKeys],
  }
  tx.send<{ userId: number }>(statement, (rows) => {
    const users = rows.map((row) => row.userId)
    if (users.length > 0) wake(tx, { type: 'news', groupId: tx.groupId, users, message: '', orgId: null })
  })
}

/** The caller has seen to the event himself: what his bell says of it is read. Sent without waiting. */
export function markKnown(tx: CallerTx, eventKey: string): void {
  const { userId } = tx.caller
  const statement = {
    name: 'mark-known',
    text: `update notification set is_read = true
      where group_id = $1 and user_id = $2 and event_key = $3 and not is_read returning id`,
    values: [tx.groupId, userId, eventKey],
  }
  tx.send<{ id: number }>(statement, (rows) => {
    if (rows.length > 0) wake(tx, { type: 'news', groupId: tx.groupId, users: [userId], message: '', orgId: null })
  })
}

/** The event goes on under another key; it is told to nobody once more. Sent without waiting. */
export function renameEvent(tx: Tx, eventKey: string, next: string): void {
  tx.send({
    name: 'rename-event',
    text: 'update notification set event_key = $3 where group_id = $1 and event_key = $2 and cleared_at is null',
    values: [tx.groupId, eventKey, next],
  })
}

/** As `notify`, by a statement of one's own that inserts the rows and returns `user_id, org_id, message` of each. */
export function notifyBy(tx: Tx, statement: Statement): void {
  tx.send<{ userId: number; orgId: number | null; message: string }>(statement, (rows) => {
    for (const { userId, orgId, message } of rows) {
      wake(tx, { type: 'news', groupId: tx.groupId, users: [userId], message, orgId })
    }
  })
}

/** Active people of an organisation, or, without one, of the group; programs read no announcements. */
export async function membersOf(tx: Tx, orgId: number | null): Promise<number[]> {
  const rows = await tx.query<{ id: number }>({
    name: 'members-of',
    text: `select u.id from app_user u join shared.login l on l.id = u.id and l.group_id = u.group_id and not l.is_program
      where u.group_id = $1 and u.is_active and ($2::bigint is null or exists (
        select 1 from user_org uo where uo.group_id = u.group_id and uo.user_id = u.id and uo.org_id = $2::bigint
          and uo.is_active and (uo.starts_on is null or uo.starts_on <= $3)
      )) order by u.id`,
    values: [tx.groupId, orgId, shanghaiDay()],
  })
  return rows.map((row) => row.id)
}

/**
 * Active members of an organisation who effectively hold a button (business/access 4): by a role or a grant of their own,
 * and neither withdrawn nor stopped for everybody.
 */
export async function usersWith(tx: Tx, orgId: number, buttonId: number): Promise<number[]> {
  const rows = await tx.query<{ userId: number }>({
    name: 'users-with',
    text: `select uo.user_id from user_org uo
      join app_user u on u.group_id = uo.group_id and u.id = uo.user_id and u.is_active
      where uo.group_id = $1 and uo.org_id = $2 and uo.is_active and (uo.starts_on is null or uo.starts_on <= $4)
        and (exists (
          select 1 from user_role ur
          join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
          join role_button rb on rb.group_id = ur.group_id and rb.role_id = ur.role_id and rb.button_id = $3
          where ur.group_id = uo.group_id and ur.user_id = uo.user_id and ur.org_id = uo.org_id
            and (r.org_id is null or r.org_id = ur.org_id)
        ) or exists (
          select 1 from user_button ub where ub.group_id = uo.group_id and ub.user_id = uo.user_id
            and ub.org_id = uo.org_id and ub.button_id = $3 and ub.is_granted
        )) and not exists (
          select 1 from shared.permission_point p where p.kind = 'button' and not p.is_active and $3 = any (p.button_ids)
        ) and not exists (
          select 1 from user_button ub where ub.group_id = uo.group_id and ub.user_id = uo.user_id
            and ub.org_id = uo.org_id and ub.button_id = $3 and not ub.is_granted
        )
      order by uo.user_id`,
    values: [tx.groupId, orgId, buttonId, shanghaiDay()],
  })
  return rows.map((row) => row.userId)
}

/**
 * Rights of the users changed: what is cached of them is dropped, others than the caller are told, and their pages fetch menu
 * and buttons anew (business/access 4).
 */
export function pushPermission(tx: CallerTx, userIds: readonly number[]): void {
  const users = raiseAccess(tx, userIds)
  const others = users.filter((id) => id !== tx.caller.userId)
  notify(tx, { users: others, kind: 'notice', message: `您的权限已由 ${tx.caller.realName} 调整` })
  wake(tx, { type: 'permission', groupId: tx.groupId, users })
}

/**
 * The users may not go on: removed from the organisation `orgId`, or, without one, stopped everywhere. Their pages
 * show the message and sign out; no call of theirs is answered before that either.
 */
export function pushOrgChange(tx: Tx, userIds: readonly number[], message: string, orgId: number | null = null): void {
  const users = raiseAccess(tx, userIds)
  wake(tx, { type: 'orgChange', groupId: tx.groupId, users, message, orgId })
}

/** Drops the cached rights of the users, with which the settings of their organisation are read; sorted and once each. */
export function raiseAccess(tx: Tx, userIds: readonly number[]): number[] {
  const users = [...new Set(userIds)].sort((a, b) => a - b)
  if (users.length > 0) {
    tx.send({
      name: 'raise-access',
      text: `update shared.login set access_version = access_version + 1 where group_id = $1 and id = any ($2::bigint[])`,
      values: [tx.groupId, users],
    })
  }
  return users
}
