import type { CallerTx } from './tx'

export interface AuditEntry {
  /** Document kind or master name. */
  entity: string
  entityId: number
  action: string
  fromState?: string | null
  toState?: string | null
  reason?: string | undefined
  /** Changed fields as {field: [before, after]}, or what the action carried. */
  detail?: unknown
}

/** Appends to the audit trail: who, when, from which device, what (business/frame 13). The trail is never changed. */
export async function audit(tx: CallerTx, ...entries: readonly AuditEntry[]): Promise<void> {
  const { caller } = tx
  tx.sendInsert(
    'audit_log',
    [
      'group_id',
      'org_id',
      'user_id',
      'entity',
      'entity_id',
      'action',
      'from_state',
      'to_state',
      'reason',
      'detail',
      'device_id',
      'ip',
      'request_id',
    ],
    entries.map((entry) => [
      tx.groupId,
      caller.orgId,
      caller.userId,
      entry.entity,
      entry.entityId,
      entry.action,
      entry.fromState ?? null,
      entry.toState ?? null,
      entry.reason ?? '',
      entry.detail === undefined ? null : JSON.stringify(entry.detail),
      caller.deviceId,
      caller.ip,
      caller.requestId,
    ]),
  )
}

/** Who changed a thing last; printing changes nothing. */
export const lastChange = (tx: CallerTx, entity: string, entityId: number): Promise<{ userId: number } | undefined> =>
  tx.one({
    name: 'last-change',
    text: `select user_id from audit_log where group_id = $1 and entity = $2 and entity_id = $3 and action <> 'print'
      order by id desc limit 1`,
    values: [tx.groupId, entity, entityId],
  })

/** Fields whose value differs, as {field: [before, after]}, for the audit trail. */
export function changes(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, [unknown, unknown]> {
  const changed: Record<string, [unknown, unknown]> = {}
  for (const [field, value] of Object.entries(after)) {
    if (JSON.stringify(before[field] ?? null) !== JSON.stringify(value ?? null))
      changed[field] = [before[field] ?? null, value ?? null]
  }
  return changed
}
