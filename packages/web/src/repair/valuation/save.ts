import type { BodyOf } from '@chepu/contract/kernel/route'
import { setValuation, type ValuationRow } from '@chepu/contract/repair/valuation'
import { call } from '../../kit/base/call'

type Line = BodyOf<typeof setValuation>['lines'][number]

/** Saves what lines are to be, order by order: each order is changed as a whole, or not at all. */
export async function saveValuation(rows: readonly ValuationRow[], lineOf: (row: ValuationRow) => Line): Promise<void> {
  for (const orderId of new Set(rows.map((row) => row.orderId))) {
    const own = rows.filter((row) => row.orderId === orderId)
    const body = { version: own[0]?.version as number, lines: own.map(lineOf) }
    await call(setValuation, { params: { id: orderId }, body })
  }
}
