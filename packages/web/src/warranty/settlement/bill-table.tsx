import { stateLabel } from '@chepu/contract/kernel/states'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { moneyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'
import { useLine } from '../../kit/grid/use-line'
import '../../kit/ui/small-table.css'
import { useDialog } from '../../kit/ui/use-dialog'
import '../claim/claim.css'
import { ChooseBills } from './choose-dialog'
import { partsText } from './parts-text'
import type { SettlementStore } from './settlement-store'

/** The bills of a settlement, chosen while it is a draft. */
export function BillTable({ store }: { store: SettlementStore }) {
  const { readOnly } = useEditor()
  const { partnerId } = useHeader()
  const order = useSyncExternalStore(store.bills.subscribeOrder, store.bills.order)
  const [choose, dialog] = useDialog(ChooseBills)
  const doChoose = async () => {
    if (typeof partnerId !== 'number') return void toast.error('请先选择厂家')
    const taken = new Set(store.bills.filled().map(({ billId }) => billId))
    const chosen = await choose({ partnerId, taken })
    if (chosen) store.add(chosen)
  }
  return (
    <section aria-label="三包单">
      <div className="de-lines-bar">
        <b>{warrantySettlement.sections.bills.title}</b>
        <span className="de-count" role="status">
          共 {order.length} 张
        </span>
        {!readOnly && (
          <Button size="small" onClick={() => void doChoose()}>
            选三包单
          </Button>
        )}
      </div>
      {order.length > 0 && (
        <div className="small-table">
          <table aria-label="三包单明细">
            <thead>
              <tr>
                <th>行</th>
                <th>三包单</th>
                <th>车牌/VIN</th>
                <th className="right">申报额</th>
                <th className="right">确认额</th>
                <th>状态</th>
                <th>客户</th>
                <th aria-label="操作" />
              </tr>
            </thead>
            <tbody>
              {order.map((key, i) => (
                <BillRow key={key} store={store} line={key} no={i + 1} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {dialog}
    </section>
  )
}

function BillRow(props: { store: SettlementStore; line: number; no: number }) {
  const { store } = props
  const { readOnly } = useEditor()
  const { open } = useTabs()
  const shown = useLine(store.bills, props.line)
  if (!shown) return null
  const { line, errors } = shown
  const faults = Object.values(errors)
  const path = documentPath(warrantyBill.kind, line.billId)
  return (
    <tr>
      <td>{props.no}</td>
      <td>
        <button type="button" className="kit-link" onClick={() => path && open(path)}>
          {line.billNo}
        </button>
        {!readOnly && <div className="wc-fault">{partsText(line)}</div>}
        {faults.length > 0 && <div className="wc-fault">{faults.join('；')}</div>}
      </td>
      <td>{line.plate || line.vin}</td>
      <td className="right">{line.claimedAmount === undefined ? '' : moneyText(line.claimedAmount)}</td>
      <td className="right">{line.confirmedAmount === undefined ? '' : moneyText(line.confirmedAmount)}</td>
      <td>{stateLabel(warrantyBill, line.billState)}</td>
      <td>{line.customerName}</td>
      <td>
        {!readOnly && (
          <Button size="small" type="link" aria-label={`移出 ${line.billNo}`} onClick={() => store.remove(line.key)}>
            移出
          </Button>
        )}
      </td>
    </tr>
  )
}
