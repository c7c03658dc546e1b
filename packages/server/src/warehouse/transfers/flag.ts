import type { ActionDef } from '@chepu/contract/kernel/document'
import { own } from '../../kernel/base/own'
import { forbidden } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument } from '../../kernel/goods/types'

type Step = (tx: CallerTx, doc: GoodsDocument, asked: never) => Promise<string>

/**
 * Steps of a document between two warehouses, each for who holds 调拨 in the warehouse of his side: who merely looks into the other one takes none
 * (business/access 6). The other side's warehouse is the one that the goods go to or are asked of.
 */
export function forHolders<Steps extends object>(defs: Readonly<Record<string, ActionDef>>, steps: Steps): Steps {
  const guarded = Object.entries(steps as Record<string, Step>).map(([name, step]) => [
    name,
    async (tx: CallerTx, doc: GoodsDocument, asked: never) => {
      const { by, label } = own<ActionDef>(defs, name) as ActionDef
      const warehouseId = by === 'counterparty' ? (doc.toWarehouseId as number) : doc.warehouseId
      if (!tx.caller.warehouses.get(warehouseId)?.has('transfer')) forbidden(`您没有该仓库的调拨权限，不能${label}`)
      return step(tx, doc, asked)
    },
  ])
  return Object.fromEntries(guarded) as Steps
}
