import { deductionKinds, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { Button, Select } from 'antd'
import { useSyncExternalStore } from 'react'
import { moneyText } from '../../kit/base/format'
import { useEditor } from '../../kit/document/document-context'
import { useLine } from '../../kit/grid/use-line'
import { AmountInput } from '../../kit/ui/qty-input'
import '../../kit/ui/small-table.css'
import '../claim/claim.css'
import type { DeductionLine, SettlementStore } from './settlement-store'

/** 扣款: what the manufacturer keeps back, of a bill or of none; typed by whoever may deduct. */
export function DeductionTable({ store, mayDeduct }: { store: SettlementStore; mayDeduct: boolean }) {
  const { readOnly } = useEditor()
  const fixed = readOnly || !mayDeduct
  const order = useSyncExternalStore(store.deductions.lines.subscribeOrder, store.deductions.lines.order)
  return (
    <section aria-label="扣款">
      <div className="de-lines-bar">
        <b>{warrantySettlement.sections.deductions.title}</b>
        {!fixed && (
          <Button size="small" onClick={() => store.deduct()}>
            加扣款
          </Button>
        )}
      </div>
      {order.length > 0 && (
        <div className="small-table">
          <table aria-label="扣款明细">
            <thead>
              <tr>
                <th>行</th>
                <th>扣款类型</th>
                <th>三包单</th>
                <th className="right">金额</th>
                <th>原因</th>
                <th aria-label="操作" />
              </tr>
            </thead>
            <tbody>
              {order.map((key, i) => (
                <DeductionRow key={key} store={store} line={key} no={i + 1} fixed={fixed} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const kinds = Object.entries(deductionKinds).map(([value, label]) => ({
  value: value as DeductionLine['deduction'],
  label,
}))

function DeductionRow(props: { store: SettlementStore; line: number; no: number; fixed: boolean }) {
  const { store, no, fixed } = props
  const shown = useLine(store.deductions.lines, props.line)
  const bills = useBillNos(store)
  if (!shown) return null
  const { line, errors } = shown
  const faults = Object.values(errors)
  const set = (patch: Partial<Omit<DeductionLine, 'key'>>) => store.deductions.lines.update(line.key, patch)
  if (fixed)
    return (
      <tr>
        <td>{no}</td>
        <td>{deductionKinds[line.deduction]}</td>
        <td>{bills.get(line.billId)}</td>
        <td className="right">{moneyText(line.amount)}</td>
        <td>{line.reason}</td>
        <td />
      </tr>
    )
  return (
    <tr>
      <td>{no}</td>
      <td>
        <Select
          size="small"
          aria-label={`扣款第${no}行类型`}
          value={line.deduction}
          options={kinds}
          onChange={(deduction) => set({ deduction })}
        />
        {faults.length > 0 && <div className="wc-fault">{faults.join('；')}</div>}
      </td>
      <td>
        <Select
          size="small"
          className="wv-bill"
          aria-label={`扣款第${no}行三包单`}
          placeholder="不分单"
          allowClear
          value={line.billId}
          options={[...bills].map(([value, label]) => ({ value, label }))}
          onChange={(billId: number | undefined) => set({ billId: billId ?? null })}
        />
      </td>
      <td className="right">
        <AmountInput label={`扣款第${no}行金额`} amount={line.amount} onEnter={(amount) => set({ amount })} />
      </td>
      <td>
        <input
          className="qty-input wv-reason"
          aria-label={`扣款第${no}行原因`}
          value={line.reason}
          onChange={(event) => set({ reason: event.target.value })}
        />
      </td>
      <td>
        <Button
          size="small"
          type="link"
          aria-label={`删除扣款第${no}行`}
          onClick={() => store.deductions.lines.remove([line.key])}
        >
          删除
        </Button>
      </td>
    </tr>
  )
}

/** Numbers of the settlement's bills by id, following what is chosen. */
function useBillNos(store: SettlementStore): ReadonlyMap<number | null, string> {
  useSyncExternalStore(store.bills.lines.subscribeOrder, store.bills.lines.order)
  return new Map(store.bills.lines.filled().map(({ billId, billNo }) => [billId, billNo]))
}
