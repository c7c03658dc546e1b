import type { DataOf } from '@chepu/contract/kernel/route'
import { oldPartStates } from '@chepu/contract/warranty/old-part'
import { stateLabel } from '@chepu/contract/kernel/states'
import { claimOldParts, warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { moneyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { useDocumentMeta, useEditor, useHeader } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'
import { useLine } from '../../kit/grid/use-line'
import { useDialog } from '../../kit/ui/use-dialog'
import '../../kit/ui/small-table.css'
import { ChooseBills } from './choose-dialog'
import type { ClaimStore } from './claim-store'
import './claim.css'

type OldPart = DataOf<typeof claimOldParts>[number]
const noParts: readonly OldPart[] = []
const dayOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The bills of a claim, chosen while it is a draft; afterwards with what became of each, and where its old parts are. */
export function BillTable({ store }: { store: ClaimStore }) {
  const { readOnly } = useEditor()
  const { id } = useDocumentMeta()
  const { partnerId, fromDay, toDay } = useHeader()
  const order = useSyncExternalStore(store.bills.subscribeOrder, store.bills.order)
  const [choose, dialog] = useDialog(ChooseBills)
  const found = useCall(claimOldParts, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const doChoose = async () => {
    if (typeof partnerId !== 'number') return void toast.error('请先选择厂家')
    const taken = new Set(store.bills.filled().map(({ billId }) => billId))
    const chosen = await choose({ manufacturerId: partnerId, fromDay: dayOf(fromDay), toDay: dayOf(toDay), taken })
    if (chosen) store.add(chosen)
  }
  return (
    <section aria-label="三包单">
      <div className="de-lines-bar">
        <b>{warrantyClaim.sections.bills.title}</b>
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
                <th>旧件</th>
                <th>客户</th>
                <th aria-label="操作" />
              </tr>
            </thead>
            <tbody>
              {order.map((key, i) => (
                <BillRow key={key} store={store} line={key} no={i + 1} parts={found.data ?? noParts} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {dialog}
    </section>
  )
}

const answered = new Set<string>(['confirmed', 'part_confirmed', 'rejected', 'settled'])

function BillRow(props: { store: ClaimStore; line: number; no: number; parts: readonly OldPart[] }) {
  const { store, no } = props
  const { readOnly } = useEditor()
  const { open } = useTabs()
  const shown = useLine(store.bills, props.line)
  if (!shown) return null
  const { line, errors } = shown
  const faults = Object.values(errors)
  const path = documentPath(warrantyBill.kind, line.billId)
  const isAnswered = line.billState !== null && answered.has(line.billState)
  return (
    <tr>
      <td>{no}</td>
      <td>
        <button type="button" className="kit-link" onClick={() => path && open(path)}>
          {line.billNo}
        </button>
        {faults.length > 0 && <div className="wc-fault">{faults.join('；')}</div>}
      </td>
      <td>{line.plate || line.vin}</td>
      <td className="right">{line.claimedAmount === undefined ? '' : moneyText(line.claimedAmount)}</td>
      <td className="right">
        {isAnswered && line.confirmedAmount !== undefined ? moneyText(line.confirmedAmount) : ''}
      </td>
      <td>{stateLabel(warrantyBill, line.billState ?? 'approved')}</td>
      <td>
        <Parts parts={props.parts.filter(({ billId }) => billId === line.billId)} />
      </td>
      <td>{line.customerName}</td>
      <td>
        {!readOnly && (
          <Button
            size="small"
            type="link"
            aria-label={`移出 ${line.billNo}`}
            onClick={() => store.bills.remove([line.key])}
          >
            移出
          </Button>
        )}
      </td>
    </tr>
  )
}

function Parts({ parts }: { parts: readonly OldPart[] }) {
  const { open } = useTabs()
  return (
    <div className="wc-parts">
      {parts.map(({ id, tagNo, partName, state, place, returnNo }) => (
        <button
          key={id}
          type="button"
          className="kit-link"
          title={partName}
          onClick={() => open(`/oldPart?tag=${encodeURIComponent(tagNo)}`)}
        >
          {tagNo} {[oldPartStates[state], place, returnNo].filter(Boolean).join(' ')}
        </button>
      ))}
    </div>
  )
}
