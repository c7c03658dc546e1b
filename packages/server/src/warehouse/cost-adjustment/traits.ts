import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { forbidden } from '../../kernel/base/errors'
import { seesIn } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { standardActions } from '../../kernel/goods/standard-actions'
import type { GoodsKind, GoodsTraits } from '../../kernel/goods/types'
import { postingOf } from './posting'

/** 成本调整单 on the server: for who sees what the goods of the warehouse cost. */
const traits: GoodsTraits<typeof costAdjustment> = {
  def: costAdjustment,
  partnerRole: anyRole,
  priceField: costAdjustment.priceField,
  prepare(tx, request) {
    assertSeen(tx, request.header.warehouseId)
    return Promise.resolve(request)
  },
}

function assertSeen({ caller }: CallerTx, warehouseId: number): void {
  if (!seesIn(caller, 'cost_price', warehouseId)) forbidden('您看不到该仓库的成本，不能调整成本')
}

/** Whether it was made of what an invoice says of its goods (business/invoices 5). */
async function followsInvoice(tx: CallerTx, id: number): Promise<boolean> {
  const row = await tx.one({
    name: 'invoice-of-adjustment',
    text: 'select 1 from invoice_adjustment where group_id = $1 and document_id = $2',
    values: [tx.groupId, id],
  })
  return row !== undefined
}

export const costAdjustmentKind = {
  ...traits,
  actions: standardActions(traits, async (doc, tx) => {
    assertSeen(tx, doc.warehouseId)
    return postingOf(doc, await followsInvoice(tx, doc.id))
  }),
} satisfies GoodsKind
