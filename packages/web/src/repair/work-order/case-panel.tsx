import { button } from '@chepu/contract/access/catalogue'
import { type CaseOfCar, casesOfCar, insuranceCase } from '@chepu/contract/repair/insurance-case'
import { stateLabel } from '@chepu/contract/kernel/states'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Button } from 'antd'
import { call } from '../../kit/base/call'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useDocumentMeta, useEditor, useHeader } from '../../kit/document/document-context'
import { documentPath, newDocument } from '../../kit/document/document-screens'
import { useBusinessTypes } from '../../pickers/repair-lists'

/** 保险案件 of the order and of its car, where its business is that of insurers or there are any (business/repair-insurance 1.2). */
export function CasePanel() {
  const { vehicleId, businessTypeId } = useHeader()
  const { id } = useDocumentMeta()
  const { has } = useSession()
  const isInsured = useBusinessTypes().find((type) => type.id === businessTypeId)?.defaultPayer === 'insurance'
  const isCar = typeof vehicleId === 'number'
  const query = { vehicleId: isCar ? vehicleId : 0, ...(id !== undefined && { workOrderId: id }) }
  const rows = useCall(casesOfCar, { query }, { enabled: isCar, keeps: true }).data?.rows ?? []
  const { open } = useTabs()
  if (!isCar || (rows.length === 0 && !isInsured)) return null
  const mayAdd = id !== undefined && has(insuranceCase.buttons.add)
  return (
    <aside className="wo-panel" aria-label="保险案件">
      <b>保险案件</b>
      {rows.map((row) => (
        <Case key={row.id} row={row} />
      ))}
      {mayAdd ? (
        <Button size="small" onClick={() => open(newDocument(insuranceCase, { source: workOrder, sourceId: id }))}>
          新建案件
        </Button>
      ) : (
        id === undefined && rows.length === 0 && <span>保存工单后可以新建</span>
      )}
    </aside>
  )
}

function Case({ row }: { row: CaseOfCar }) {
  const { id } = useDocumentMeta()
  const { readOnly } = useEditor()
  const { has } = useSession()
  const { open } = useTabs()
  const refresh = useRefreshCalls()
  const attach = async () => {
    const body = { version: row.version, input: { workOrderId: id } }
    await call(insuranceCase.routes.act, { params: { id: row.id, action: 'attach' }, body } as never)
    refresh(casesOfCar)
  }
  const mayAttach = row.workOrderId === null && id !== undefined && !readOnly && has(button('work_order', 'update'))
  return (
    <span>
      <button
        type="button"
        className="kit-link"
        title={row.billNo}
        onClick={() => open(documentPath(insuranceCase.kind, row.id) ?? '')}
      >
        {row.insurerName} {row.caseNo}
      </button>
      （{stateLabel(insuranceCase, row.state)}
      {row.assessedTotal !== undefined && `，定损 ${moneyText(row.assessedTotal)}`}）
      {mayAttach && (
        <Button size="small" onClick={() => void attach()}>
          关联本单
        </Button>
      )}
    </span>
  )
}
