import { button } from '@chepu/contract/access/catalogue'
import type { RepairRow } from '@chepu/contract/kernel/repair-document'
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { hasOpenAmount } from '../../kit/document/open-amount'
import { DocumentList } from '../../kit/document/document-list'
import { repairColumns } from '../../kit/document/repair-columns'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { TextFilter } from '../../kit/list/filters'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'
import { WaitingOrders } from './waiting-orders'

const { plate, modelText, businessTypeName, labourAmount, materialAmount, otherAmount, totalAmount } = repairColumns

/** 费用结算: orders that wait for it, and the settlements that there are (business/repair-settlement 10). */
export default function SettlementList() {
  const { has, orgId } = useSession()
  const { open } = useTabs()
  const collect = (row: RepairRow & { openAmount?: unknown }) =>
    row.state === 'done' && row.orgId === orgId && hasOpenAmount(row) && has(button('collection', 'add'))
      ? [
          {
            key: 'collect',
            label: '收款',
            run: () =>
              open({
                key: 'collection',
                params: { new: 1, partnerId: row.partnerId, source: repairSettlement.kind, sourceIds: row.id },
              }),
          },
        ]
      : []
  const refund = (row: RepairRow) =>
    row.state === 'done' && row.orgId === orgId && has(repairRefund.buttons.add)
      ? [
          {
            key: 'refund',
            label: '退单',
            run: () =>
              open({ key: 'refundOrder', params: { new: 1, source: repairSettlement.kind, sourceId: row.id } }),
          },
        ]
      : []
  return (
    <div className="kit-stack">
      <WaitingOrders />
      <DocumentList<RepairRow, keyof NonNullable<typeof repairSettlement.columns> & string>
        document={repairSettlement}
        columns={[
          'billNo',
          'state',
          'workOrderNo',
          plate,
          'partnerName',
          totalAmount,
          'creatorName',
          'customerDue',
          'insuranceDue',
          'warrantyDue',
          'outputAmount',
          'orderDiscount',
          'collectedAmount',
          'openAmount',
          'bizDate',
          businessTypeName,
          'salespersonName',
          modelText,
          labourAmount,
          materialAmount,
          otherAmount,
          'approverName',
          'approvedAt',
          'printCount',
          'remark',
        ]}
        rowActions={(row) => [...collect(row), ...refund(row)]}
      >
        <TextFilter name="car" title="车牌/VIN" placeholder="车牌或VIN尾号" />
        <PartnerFilter name="partnerId" title="客户" role="customer" />
        <EmployeeFilter name="salespersonId" title="服务顾问" more />
      </DocumentList>
    </div>
  )
}
