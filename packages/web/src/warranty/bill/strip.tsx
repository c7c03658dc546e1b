import { vinText } from '@chepu/contract/kernel/vin'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { useTabs } from '../../kit/base/tabs'
import { useDocumentMeta, useHeader } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'
import { shown } from '../../kit/grid/line-grid-text'
import { Deadline } from './deadline'

/** What the bill was made of, whether it is within the terms, until when it is claimed, and whether the VIN was checked. */
export function BillStrip() {
  const header = useHeader()
  const { state } = useDocumentMeta()
  const { open } = useTabs()
  const { isInTerm, termText, claimBy, vin, checkedVin, workOrderId, workOrderNo, settlementId, settlementNo } = header
  const link = (kind: string, id: unknown, label: string) => {
    const path = typeof id === 'number' ? documentPath(kind, id) : undefined
    return path ? (
      <button type="button" className="kit-link" onClick={() => open(path)}>
        {label}
      </button>
    ) : null
  }
  const read = vinText(shown(checkedVin))
  const isSame = read !== '' && read === shown(vin)
  return (
    <div className="wb-strip" aria-label="三包检查">
      {link(workOrder.kind, workOrderId, `工单 ${shown(workOrderNo)}`)}
      {link(repairSettlement.kind, settlementId, `结算单 ${shown(settlementNo)}`)}
      {shown(termText) !== '' && <span className={isInTerm === true ? 'wb-in' : 'wb-over'}>{shown(termText)}</span>}
      {typeof claimBy === 'string' && (
        <span>
          申报截止 <Deadline day={claimBy} state={state} />
        </span>
      )}
      {shown(vin) !== '' && read !== '' && (
        <span className={isSame ? 'wb-in' : 'wb-over'}>{isSame ? 'VIN已核对' : `VIN不一致：车辆 ${shown(vin)}`}</span>
      )}
    </div>
  )
}
