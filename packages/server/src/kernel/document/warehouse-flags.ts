// What the steps of documents want in their warehouses (business/access 6, ADR 0181).
import type { ActionDef, DocumentDef } from '@chepu/contract/kernel/document'
import { missingFlag, type Places, type WarehouseFlag, warehouseFlags } from '@chepu/contract/kernel/warehouse-flags'
import { fieldError, forbidden, invalid } from '../base/errors'
import { flagsOf } from '../caller/caller'
import type { CallerTx } from '../db/tx'

/** A step as far as flags decide about it; one that names no side is its owner's. */
type Step = Pick<ActionDef, 'label' | 'by' | 'flags'>

/**
 * Refuses a step to who lacks a flag that it wants in the warehouse of his side, naming both. The rights of the caller are in memory; only
 * a refusal asks for the name. @throws Failure forbidden
 */
export async function assertFlags(
  tx: CallerTx,
  def: Pick<DocumentDef, 'flags'>,
  step: Step,
  places: Places,
): Promise<void> {
  const missing = missingFlag(def, step, places, flagsOf(tx.caller))
  if (missing) forbidden(`${await lackOf(tx, missing)}，不能${step.label}`)
}

/**
 * Refuses a warehouse that somebody names for a document of his to who could take none of its steps there; one of which he knows nothing does
 * not exist for him. `path` is the field that names it. @throws Failure invalid
 */
export async function assertPlace(
  tx: CallerTx,
  def: Pick<DocumentDef, 'flags'>,
  warehouseId: number,
  path = 'header.warehouseId',
): Promise<void> {
  const flagsAt = flagsOf(tx.caller)
  const missing = missingFlag(def, {}, { warehouseId }, flagsAt)
  if (!missing) return
  const message = flagsAt(warehouseId)?.has('view')
    ? `${await lackOf(tx, missing)}，不能开单`
    : '仓库不存在，或您没有该仓库的权限'
  invalid([fieldError(path, message)])
}

/** What somebody lacks where, in words. */
async function lackOf(
  tx: CallerTx,
  { warehouseId, flag }: { warehouseId: number; flag: WarehouseFlag },
): Promise<string> {
  const warehouse = await tx.one<{ name: string }>({
    name: 'warehouse-without-flag',
    text: 'select name from warehouse where group_id = $1 and id = $2',
    values: [tx.groupId, warehouseId],
  })
  return `您没有${warehouse?.name ?? '该仓库'}的${warehouseFlags[flag]}权限`
}
