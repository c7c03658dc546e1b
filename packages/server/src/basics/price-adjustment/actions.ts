import { priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import type { ActionName, StateOf } from '@chepu/contract/kernel/document'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import type { ActionHandler } from '../../kernel/document/run-action'
import { costsOf } from '../price-list/costs'
import { holdProducts, isDue, putInForce } from './effect'
import { assertApprovable, setsSellingPrices } from './rules'
import type { Adjustment } from './types'

type State = StateOf<typeof priceAdjustment>
type Actions = Record<ActionName<typeof priceAdjustment>, ActionHandler<Adjustment, State>>

/** What the actions of a 调价单 do: an approval puts the prices in force, or lets them wait for their time. */
export const adjustmentActions: Actions = {
  ...entryHandlers,
  async approve(tx, doc, { note }) {
    const products = await holdProducts(tx, doc)
    assertApprovable(tx.caller, doc, products, await weighedCosts(tx, doc))
    const now = new Date()
    if (!isDue(doc, now)) return 'approved'
    await putInForce(tx, doc, products, tx.caller.userId)
    note({ effectiveAt: now.toISOString() })
    return 'effective'
  },
  unapprove: async () => 'draft',
}

/** Costs are asked for where the organisation forbids selling below them. */
const weighedCosts = (tx: CallerTx, doc: Adjustment) =>
  tx.caller.org.config.forbidBelowCost && setsSellingPrices(doc)
    ? costsOf(
        tx,
        doc.lines.map(({ partId }) => partId),
      )
    : new Map<number, never>()
