import { isZero } from '@chepu/contract/kernel/decimal'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { audit, changes } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, notFound, refuse, stale } from '../../kernel/base/errors'
import type { GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import { assertNotMade } from '../../kernel/document/made'
import { assertFlags } from '../../kernel/document/warehouse-flags'
import { lockDocument } from '../../kernel/goods/repo'
import type { Written } from '../../kernel/document/run-action'
import { assertOwn, inScope } from '../../kernel/caller/scope'

interface Waybill {
  version: number
  carrierId: number | null
  waybill: string
  packages: number | null
}

/** 填运单号: who carries the goods under which number, before or after they have left (business/warehouse 2.3). */
export async function writeWaybill(tx: CallerTx, kind: GoodsKind, id: number, input: Waybill): Promise<Written> {
  if (!('waybill' in kind.def.header.shape)) refuse(`${kind.def.title}没有运单`)
  const doc = await lockDocument(tx, kind.def.kind, id)
  if (!doc || !inScope(tx.caller, kind.def.area, doc)) notFound('单据')
  assertOwn(tx.caller, doc)
  await assertFlags(tx, kind.def, { label: '填运单号', flags: ['out'] }, doc)
  await assertNotMade(tx, doc)
  if (doc.version !== input.version) stale()
  await assertCarrier(tx, doc, input.carrierId)
  if (doc.isRed || (doc.state !== 'approved' && doc.state !== 'done'))
    refuse(`单据 ${doc.billNo} 尚未审核，不能填运单号`)
  const next = { carrierId: input.carrierId, waybill: input.waybill, packages: input.packages }
  const [saved] = await tx.query<Written>({
    name: 'write-waybill',
    text: `update goods_document set carrier_id = $3, waybill = $4, packages = $5, version = version + 1
      where group_id = $1 and id = $2 returning id, bill_no, version, state`,
    values: [tx.groupId, id, next.carrierId, next.waybill, next.packages],
  })
  await audit(tx, { entity: kind.def.kind, entityId: id, action: '填运单号', detail: changes({ ...doc }, next) })
  return saved as Written
}

/** A carrier, and after posting the same one when his freight has been posted. */
async function assertCarrier(tx: CallerTx, doc: GoodsDocument, carrierId: number | null): Promise<void> {
  if (carrierId === doc.carrierId) return
  if (doc.state === 'done' && !isZero(doc.freight)) refuse('运费已随单据过账，不能更换物流公司')
  await assertNothingBrought(tx, doc)
  if (carrierId === null) return
  const carrier = await tx.one<{ id: number }>({
    name: 'check-carrier',
    text: `select id from partner where group_id = $1 and id = $2 and cus_flag & ${partnerRoles.logistics} <> 0 and is_active`,
    values: [tx.groupId, carrierId],
  })
  if (!carrier) invalid([{ path: 'carrierId', message: '物流公司不存在或已停用' }])
}

/** Whose carrier has brought what he collected for it has been carried by him (business/finance 2.5). */
async function assertNothingBrought(tx: CallerTx, doc: GoodsDocument): Promise<void> {
  const slip = await tx.one<{ billNo: string }>({
    name: 'brought-by-carrier',
    text: `select m.bill_no from open_item i
      join write_off_line w on w.group_id = i.group_id and w.open_item_id = i.id
      join money_slip m on m.group_id = w.group_id and m.kind = w.doc_kind and m.id = w.doc_id and m.purpose = 'cod'
      where i.group_id = $1 and i.source_kind = $2 and i.source_id = $3 group by m.group_id, m.bill_no having sum(w.amount) > 0 limit 1`,
    values: [tx.groupId, doc.kind, doc.id],
  })
  if (slip) refuse(`物流公司已交代收货款 ${slip.billNo}，不能更换`)
}
