import { technicianButtons } from '@chepu/contract/repair/worker-type'
import { equals } from '@chepu/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '../kernel/base/errors'
import { mayPress, sees } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'

/**
 * The rate of commission to be written, if any: who does not see it, or leaves it out, leaves it as it is; who sees it changes it with
 * the button 改提成率 alone (business/repair-masters 1.4).
 * @throws Failure invalid, at commissionRate
 */
export function settableRate(
  tx: CallerTx,
  rate: string | null | undefined,
  before: { commissionRate: string | null } | undefined,
): { commissionRate?: string | null } {
  if (rate === undefined || !sees(tx.caller, 'commission')) return {}
  const old = before?.commissionRate ?? null
  const isSame = rate === null || old === null ? rate === old : equals(rate, old)
  if (!isSame && !mayPress(tx.caller, technicianButtons.rate))
    invalid([{ path: 'commissionRate', message: '您没有“改提成率”的权限' }])
  return { commissionRate: rate }
}

/** Columns that tell what technicians earn; nothing for who may not see it (business/access 8). */
export const earning = (tx: CallerTx, columns: string): RawBuilder<unknown> =>
  sees(tx.caller, 'commission') ? sql.raw(`, ${columns}`) : sql``
