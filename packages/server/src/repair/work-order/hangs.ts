// What hangs on an order, so that it stays with its car and its customer (business/repair 4.6).
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { reception } from '@chepu/contract/repair/reception'
import { reservation } from '@chepu/contract/repair/reservation'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { invalid } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairDocument, RepairRequest } from '../../kernel/repair/types'

const titles: Readonly<Record<string, string>> = {
  [reservation.kind]: reservation.title,
  [reception.kind]: reception.title,
  [workOrder.kind]: '返工原单',
  [insuranceCase.kind]: insuranceCase.title,
  [repairSettlement.kind]: repairSettlement.title,
  deposit: '订金',
}

type Before = Pick<RepairDocument, 'vehicleId' | 'partnerId'> | undefined

/** Whether a document that stands names another car or another customer by a save. */
export const isMoved = ({ header }: RepairRequest, before: Before): boolean =>
  before !== undefined && (header.vehicleId !== before.vehicleId || header.partnerId !== before.partnerId)

/**
 * Refuses to move an order to another car or customer while something of the ones that it has hangs on it, naming that: what it was made of, what it repeats, a case,
 * a settlement, a deposit. A customer that was merged into another may become that one. Answers whether it is somebody else's, or of another car, from now on.
 * @throws Failure invalid
 */
export async function assertMovable(
  tx: CallerTx,
  request: RepairRequest,
  before: RepairDocument | undefined,
): Promise<boolean> {
  if (!before || !isMoved(request, before)) return false
  const isOtherCar = request.header.vehicleId !== before.vehicleId
  const rows = await hangingOn(tx, before, request.header.partnerId)
  if (!isOtherCar && rows.some(({ kind }) => kind === 'heir')) return false
  const hanging = rows
    .filter(({ kind }) => kind !== 'heir')
    .map(({ kind, billNo }) => `${own(titles, kind)}${billNo && ` ${billNo}`}`)
  if (hanging.length === 0) return true
  const [field, word] = isOtherCar ? ['vehicleId', '车辆'] : ['partnerId', '客户']
  return invalid([
    {
      path: `header.${field}`,
      message: `工单有${hanging.join('、')}，不能更换${word}；请取消工单，按正确的车辆和客户重新开单`,
    },
  ])
}

/** Documents that hang on an order, and `heir` where its customer was merged into the one who is named now. */
const hangingOn = (tx: CallerTx, order: RepairDocument, partnerId: number) =>
  tx.query<{ kind: string; billNo: string }>({
    name: 'hanging-on-order',
    text: `select d.kind, d.bill_no from repair_document d where d.group_id = $1 and d.id = any ($4::bigint[])
      union all
      select d.kind, d.bill_no from repair_document d join repair_line l on l.group_id = d.group_id and l.document_id = d.id
        where d.group_id = $1 and l.id = any ($5::bigint[]) and d.id <> all ($4::bigint[]) group by d.id, d.kind, d.bill_no
      union all
      select d.kind, d.bill_no from repair_document d
        where d.group_id = $1 and d.work_order_id = $3 and d.kind in ('insurance_case', 'repair_settlement') and d.state <> 'voided'
      union all
      select 'deposit', '' from partner_ledger l join money_slip m on m.group_id = l.group_id and m.kind = l.doc_kind and m.id = l.doc_id
        where m.group_id = $1 and m.org_id = $2 and m.partner_id = $6 and m.source_id = $3 and m.source_kind = 'work_order' and l.account = 'ADV_IN'
        having sum(l.amount) <> 0
      union all
      select 'heir', '' from partner p where p.group_id = $1 and p.id = $6 and p.merged_into_id = $7`,
    values: [
      tx.groupId,
      order.orgId,
      order.id,
      [order.receptionId, order.reservationId, order.reworkOfId].filter((id) => id !== null),
      order.lines.flatMap(({ reworkOfLineId }) => reworkOfLineId ?? []),
      order.partnerId,
      partnerId,
    ],
  })
