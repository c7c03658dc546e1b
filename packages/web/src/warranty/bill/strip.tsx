import type { BillPrices } from '@chepu/contract/warranty/bill-prices'
import { vinText } from '@chepu/contract/kernel/vin'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Button } from 'antd'
import { useCallback, useSyncExternalStore } from 'react'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useDocumentMeta, useHeader } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'
import { shown } from '../../kit/grid/line-grid-text'
import { type BillStore, billTables } from './bill-store'
import { Deadline } from './deadline'

/** What the bill was made of, whether it is within the terms, until when it is claimed, and whether the VIN was checked. `asked` is what the terms say of it as it is typed. */
export function BillStrip({ bill, asked }: { bill: BillStore; asked: BillPrices | undefined }) {
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
      {asked?.doubts.map((doubt) => (
        <span key={doubt} className="wb-over">
          {doubt}
        </span>
      ))}
      {asked && asked.policies.length === 0 && <span className="kit-note">没有适用的三包政策</span>}
      {typeof claimBy === 'string' && (
        <span>
          申报截止 <Deadline day={claimBy} state={header['isRed'] === true ? 'reversed' : state} />
        </span>
      )}
      {asked && <OtherPrices bill={bill} asked={asked} />}
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

/** How many lines come to something else than the terms pay, following each edit, and 按政策计价, which brings them to it. */
function OtherPrices({ bill, asked }: { bill: BillStore; asked: BillPrices }) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = billTables.map((table) => bill.tables[table].watch(listener))
      return () => stops.forEach((stop) => stop())
    },
    [bill],
  )
  const count = useSyncExternalStore(subscribe, () => bill.countOther(asked))
  if (count === 0) return null
  return (
    <span className="wb-pressing">
      {count} 行与政策价不同{' '}
      <Button
        size="small"
        title="工时、单价、索赔价与外出单价改为三包政策的"
        onClick={() => toast.info(`已按政策价调整 ${bill.priceAll(asked)} 行`)}
      >
        按政策计价
      </Button>
    </span>
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
