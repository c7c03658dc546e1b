import type { CallerTx } from '../../kernel/db'

/** Active members of an organisation. */
export async function memberIds(tx: CallerTx, orgId: number): Promise<number[]> {
  const rows = await tx.query<{ userId: number }>({
    name: 'org-members',
    text: 'select user_id from user_org where group_id = $1 and org_id = $2 order by user_id',
    values: [tx.groupId, orgId],
  })
  return rows.map((row) => row.userId)
}

/** Drops what is cached of the members' rights, with which the organisation's settings are read. */
export async function refreshRights(tx: CallerTx, orgId: number): Promise<void> {
  await raise(tx, await memberIds(tx, orgId))
}

/** Ends every session in the organisation; each browser is told why at once, or at its next call. */
export async function endSessions(tx: CallerTx, orgId: number, message: string): Promise<void> {
  const members = await memberIds(tx, orgId)
  await tx.query({
    text: `update shared.session set end_reason = $3
      where group_id = $1 and org_id = $2 and end_reason is null and expires_at > now()`,
    values: [tx.groupId, orgId, message],
  })
  await raise(tx, members)
}

async function raise(tx: CallerTx, users: readonly number[]): Promise<void> {
  if (users.length === 0) return
  await tx.query({
    name: 'raise-access-of-members',
    text: `update shared.login set access_version = access_version + 1 where group_id = $1 and id = any ($2::bigint[])`,
    values: [tx.groupId, users],
  })
}

/** The same for everybody of the group, after a change that many organisations share. */
export async function refreshGroupRights(tx: CallerTx): Promise<void> {
  await tx.query({
    text: 'update shared.login set access_version = access_version + 1 where group_id = $1',
    values: [tx.groupId],
  })
}
