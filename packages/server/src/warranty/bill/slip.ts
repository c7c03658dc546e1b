import type { DataOf } from '@chepu/contract/kernel/route'
import { type billSlip as route, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { notFound } from '../../kernel/base/errors'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { repairDocuments } from '../../kernel/repair/repo'
import { labourCodeOf, tagsOf } from '../claim/lines'

/** What 三包鉴定单 tells beside the bill: codes by which its manufacturer knows the work, and tags of its old parts (business/three-guarantees 3.8). @throws Failure notFound */
export async function slipOf(tx: CallerTx, billId: number): Promise<DataOf<typeof route>> {
  const bill = await repairDocuments.read(tx, warrantyBill.kind, billId)
  if (!bill || !inScope(tx.caller, warrantyBill.area, bill)) notFound('三包单')
  const lines = await tx.query<DataOf<typeof route>['lines'][number]>({
    name: 'slip-of-bill',
    text: `select r.id as line_id, coalesce(${labourCodeOf('b.manufacturer_id')}, '') as labour_code, array(${tagsOf} and o.bill_line_id = r.id order by o.tag_no) as tags
      from repair_line r
      join repair_document b on b.group_id = r.group_id and b.id = r.document_id
      where r.group_id = $1 and r.document_id = $2 order by r.id`,
    values: [tx.groupId, billId],
  })
  const fault = await tx.one<{ code: string }>({
    name: 'fault-of-slip',
    text: 'select code from fault_code where group_id = $1 and id = $2',
    values: [tx.groupId, bill.faultCodeId],
  })
  return { faultCode: fault?.code ?? '', lines }
}
