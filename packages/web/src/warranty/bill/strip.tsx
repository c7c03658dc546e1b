import type { BillPrices } from '@chepu/contract/warranty/bill-prices'
import { vinText } from '@chepu/contract/kernel/vin'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { useTabs } from '../../kit/base/tabs'
import { useDocumentMeta, useHeader } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'
import { shown } from '../../kit/grid/line-grid-text'
import { Deadline } from './deadline'

/** What the bill was made of, whether it is within the terms, until when it is claimed, and whether the VIN was checked. `asked` is what the terms say of it as it is typed. */
export function BillStrip({ asked }: { asked: BillPrices | undefined }) {
  const header = useHeader()
  const { state } = useDocumentMeta()
  const { isInTerm, termText, claimBy } = asked ?? header
  return (
    <div className="wb-strip" aria-label="三包检查">
      <Former kind={workOrder.kind} id={header['workOrderId']} label={`工单 ${shown(header['workOrderNo'])}`} />
      <Former
        kind={repairSettlement.kind}
        id={header['settlementId']}
        label={`结算单 ${shown(header['settlementNo'])}`}
      />
      {shown(termText) !== '' && <span className={isInTerm === true ? 'wb-in' : 'wb-over'}>{shown(termText)}</span>}
      {asked && asked.policies.length === 0 && <span className="kit-note">没有适用的三包政策</span>}
      {typeof claimBy === 'string' && (
        <span>
          申报截止 <Deadline day={claimBy} state={header['isRed'] === true ? 'reversed' : state} />
        </span>
      )}
      <CheckedVin vin={shown(header['vin'])} typed={vinText(shown(header['checkedVin']))} />
    </div>
  )
}

function Former({ kind, id, label }: { kind: string; id: unknown; label: string }) {
  const { open } = useTabs()
  const path = typeof id === 'number' ? documentPath(kind, id) : undefined
  if (!path) return null
  return (
    <button type="button" className="kit-link" onClick={() => open(path)}>
      {label}
    </button>
  )
}

function CheckedVin({ vin, typed }: { vin: string; typed: string }) {
  if (vin === '' || typed === '') return null
  return typed === vin ? (
    <span className="wb-in">VIN已核对</span>
  ) : (
    <span className="wb-over">VIN不一致：车辆 {vin}</span>
  )
}
