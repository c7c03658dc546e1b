import type { CallerTx } from '../../kernel/db/tx'
import { pushOrgChange, raiseAccess } from '../../kernel/notify/notify'
import { wake } from '../../kernel/notify/wake'

/** Members of an organisation. */
async function memberIds(tx: CallerTx, orgId: number): Promise<number[]> {
  const rows = await tx.query<{ userId: number }>({
    name: 'org-members',
    text: 'select user_id from user_org where group_id = $1 and org_id = $2 order by user_id',
    values: [tx.groupId, orgId],
  })
  return rows.map((row) => row.userId)
}

/** Members work by the organisation's new settings from their next call on, and their pages read them anew. */
export async function refreshRights(tx: CallerTx, orgId: number): Promise<void> {
  refresh(tx, await memberIds(tx, orgId))
}

/** The same for everybody of the group, after a change that many organisations share. */
export async function refreshGroupRights(tx: CallerTx): Promise<void> {
  const rows = await tx.query<{ id: number }>({
    name: 'group-users',
    text: 'select id from app_user where group_id = $1 and is_active order by id',
    values: [tx.groupId],
  })
  refresh(
    tx,
    rows.map((row) => row.id),
  )
}

function refresh(tx: CallerTx, userIds: readonly number[]): void {
  wake(tx, { type: 'permission', groupId: tx.groupId, users: raiseAccess(tx, userIds) })
}

/** Ends every session in the organisation; each page is told why at once, or at its next call. */
export async function endSessions(tx: CallerTx, orgId: number, message: string): Promise<void> {
  const users = await memberIds(tx, orgId)
  pushOrgChange(tx, users, message, orgId)
  wake(tx, { type: 'session', users })
  await tx.query({
    text: `update shared.session set end_reason = $3
      where group_id = $1 and org_id = $2 and end_reason is null and expires_at > now()`,
    values: [tx.groupId, orgId, message],
  })
}
