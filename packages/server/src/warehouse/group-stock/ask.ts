import type { Decimal } from '@chepu/contract/kernel/decimal'
import { add, trimZeros } from '@chepu/contract/kernel/decimal'
import { maxLines } from '@chepu/contract/kernel/goods-document'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { qty } from '@chepu/contract/kernel/scalars'
import { firstState } from '@chepu/contract/kernel/states'
import type { askForTransfer } from '@chepu/contract/warehouse/group-stock'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { fieldError, invalid } from '../../kernel/base/errors'
import { shanghaiDay } from '../../kernel/base/calendar'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { Saved } from '../../kernel/document/run-action'
import { assertPlace } from '../../kernel/document/warehouse-flags'
import { goodsDocuments } from '../../kernel/goods/repo'
import { saveDraft } from '../../kernel/goods/save'
import type { GoodsDocument } from '../../kernel/goods/types'
import { traits } from '../transfer-request/traits'

type AskedLine = { partId: number; qty: Decimal }

/** A warehouse that goods may be asked of. */
export interface Supplier {
  id: number
  orgId: number
  /** Organisation and warehouse in words. */
  name: string
}

/** Warehouses of the group by their ids, those that nobody sends from left out. */
export async function suppliersOf(tx: CallerTx, ids: readonly number[]): Promise<Map<number, Supplier>> {
  const rows = await tx.query<Supplier>({
    name: 'transfer-suppliers',
    text: `select w.id, w.org_id, concat(o.name, ' ', w.name) as name
      from warehouse w join org o on o.group_id = w.group_id and o.id = w.org_id and o.status = 'active'
      where w.group_id = $1 and w.id = any ($2::bigint[]) and w.is_active and w.kind <> 'transit'`,
    values: [tx.groupId, ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Saves a draft of a 调拨申请单 of today by the caller, for goods of the supplier in base units. Refuses as saving by hand does. */
export function createRequestDraft(
  tx: CallerTx,
  draft: { warehouseId: number; supplier: Supplier; remark: string; lines: readonly AskedLine[] },
): Promise<Saved> {
  const { warehouseId, supplier, remark, lines } = draft
  const header = transferRequest.header.parse({
    bizDate: shanghaiDay(),
    warehouseId,
    counterOrgId: supplier.orgId === tx.caller.orgId ? null : supplier.orgId,
    toWarehouseId: supplier.id,
    handlerId: tx.caller.employeeId,
    remark,
  })
  return saveDraft(tx, traits, { header, lines: lines.map(lineOf) })
}

const lineOf = (line: AskedLine) => ({
  ...transferRequest.sections.lines.line.parse({ ...line, priceSource: 'manual' }),
  sourceLineId: null,
})

/** 申请调拨 of one part (business/warehouse 6.3): on the caller's own draft of today between the two warehouses, else on a new one. */
export async function askForPart(tx: CallerTx, body: BodyOf<typeof askForTransfer>) {
  const { warehouseId, fromWarehouseId, partId, qty } = body
  const supplier = (await suppliersOf(tx, [fromWarehouseId])).get(fromWarehouseId)
  if (!supplier) return invalid([fieldError('fromWarehouseId', '供货仓库不存在')])
  await assertKnown(tx, body)
  // Two presses of one person find the same draft.
  await tx.query({
    name: 'lock-who-asks',
    text: 'select id from app_user where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, tx.caller.userId],
  })
  const draft = await ownDraft(tx, warehouseId, supplier)
  const asked = draft && linesWith(draft, { partId, qty })
  const { id, billNo } =
    draft && asked && asked.length <= maxLines
      ? await saveDraft(tx, traits, {
          id: draft.id,
          version: draft.version,
          header: transferRequest.header.parse(draft),
          lines: asked,
        })
      : await createRequestDraft(tx, { warehouseId, supplier, remark: '缺货申请', lines: [{ partId, qty }] })
  return { id, billNo }
}

/** Refuses what the draft would refuse, by the names that the call has for it. */
async function assertKnown(tx: CallerTx, { warehouseId, partId }: BodyOf<typeof askForTransfer>): Promise<void> {
  await assertPlace(tx, transferRequest, warehouseId, 'warehouseId')
  const part = await tx.one({
    name: 'part-asked-for',
    text: 'select id from part where group_id = $1 and id = $2',
    values: [tx.groupId, partId],
  })
  if (!part) invalid([fieldError('partId', '配件不存在')])
}

/** The caller's latest draft of today between the two warehouses, locked, where he may change it. */
async function ownDraft(tx: CallerTx, warehouseId: number, supplier: Supplier): Promise<GoodsDocument | undefined> {
  if (!mayPress(tx.caller, transferRequest.buttons.update)) return undefined
  const found = await tx.one<{ id: number }>({
    name: 'own-request-draft',
    text: `select id from goods_document
      where group_id = $1 and org_id = $2 and kind = $3 and state = $4 and warehouse_id = $5 and to_warehouse_id = $6
        and creator_id = $7 and biz_date = $8 order by id desc limit 1`,
    values: [
      tx.groupId,
      tx.caller.orgId,
      transferRequest.kind,
      firstState(transferRequest),
      warehouseId,
      supplier.id,
      tx.caller.userId,
      shanghaiDay(),
    ],
  })
  const draft = found && (await goodsDocuments.lock(tx, transferRequest.kind, found.id))
  return draft?.state === firstState(transferRequest) ? draft : undefined
}

/** The lines of the draft with so much more of the part. */
function linesWith({ lines }: GoodsDocument, more: AskedLine) {
  const own = lines.find(({ partId }) => partId === more.partId)
  const sum = add(own?.qty ?? '0', more.qty)
  const fault = qty.safeParse(sum).error?.issues[0]?.message
  if (fault) invalid([fieldError('qty', `与草稿中已申请的合计 ${trimZeros(sum)}，${fault}`)])
  const kept = lines.map((line) => (line === own ? { ...line, qty: sum, auxUnitId: null, auxQty: null } : line))
  return [...kept.map(lineOf), ...(own ? [] : [lineOf(more)])]
}
