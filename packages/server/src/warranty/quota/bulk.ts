// Quotas by the thousand, for imports.
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { auditMany, insertMany } from '../../kernel/master/bulk'
import { quotaKey } from './quota'

/** A quota as it stands. */
export interface StandingQuota extends Omit<QuotaRowInput, 'id'> {
  id: number
}

/** A quota as an import brings it; without an id it is new. */
export interface QuotaRowInput {
  id?: number | undefined
  manufacturerId: number
  serviceItemId: number
  validFrom: string
  labourCode: string
  /** 6 decimals. */
  hours: string
  remark: string
}

/** Quotas of manufacturers, to compare a file with; with `lock` they stay as they are until the commit. */
export const standingQuotas = (
  tx: CallerTx,
  manufacturerIds: readonly number[],
  lock: boolean,
): Promise<StandingQuota[]> =>
  tx.query({
    text: `select id, manufacturer_id, service_item_id, valid_from, labour_code, hours, remark from labour_quota
      where group_id = $1 and manufacturer_id = any ($2::bigint[]) order by id ${lock ? 'for no key update' : ''}`,
    values: [tx.groupId, [...manufacturerIds]],
  })

/** Saves many quotas; the caller has checked them in this transaction. What is changed is in force again. */
export async function writeQuotas(tx: CallerTx, inputs: readonly QuotaRowInput[]): Promise<void> {
  await onViolation({ [quotaKey]: '定额刚被他人新增，请重新校验' }, async () => {
    const changed = inputs.flatMap(({ id, ...row }) => (id === undefined ? [] : [{ id, ...row }]))
    if (changed.length > 0)
      await tx.query({
        text: `update labour_quota t set version = t.version + 1, is_active = true, hours = n.hours, labour_code = n.labour_code, remark = n.remark
          from unnest($2::bigint[], $3::numeric[], $4::text[], $5::text[]) as n (id, hours, labour_code, remark)
          where t.group_id = $1 and t.id = n.id`,
        values: [
          tx.groupId,
          changed.map(({ id }) => id),
          changed.map(({ hours }) => hours),
          changed.map(({ labourCode }) => labourCode),
          changed.map(({ remark }) => remark),
        ],
      })
    const fresh = inputs.filter(({ id }) => id === undefined).map(({ id: _, ...row }) => row)
    const added = fresh.length === 0 ? [] : await insertMany<{ id: number }>(tx, 'labour_quota', fresh, 'returning id')
    const told = (action: string) => (row: { id: number }) => ({
      entity: 'labour_quota',
      entityId: row.id,
      action,
      detail: { import: true },
    })
    await auditMany(tx, [...added.map(told('add')), ...changed.map(told('update'))])
  })
}
