import { stateLabel } from '@chepu/contract/kernel/states'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { Button } from 'antd'
import { type ReactNode, useSyncExternalStore } from 'react'
import { moneyText } from '../../kit/base/format'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { documentPath } from '../../kit/document/document-screens'
import type { EditorSection } from '../../kit/document/editor-section'
import type { GridLine } from '../../kit/grid/line-grid-store'
import { useLine } from '../../kit/grid/use-line'
import '../../kit/ui/small-table.css'
import '../claim/claim.css'

/** A bill that a claim document names. */
export interface NamedBill extends GridLine {
  readonly billId: number
  readonly billNo: string
  readonly billState: string
  readonly plate: string | null
  readonly vin: string | null
  readonly customerName: string | null
  /** Yuan with tax; missing where amounts are not seen, and of what is not answered yet. */
  readonly claimedAmount: string | undefined
  readonly confirmedAmount: string | undefined
}

interface BillTableProps<Line extends NamedBill> {
  section: EditorSection<Line>
  /** 选三包单 of the manufacturer; the document has those that are `taken`. */
  onChoose: (manufacturerId: number, taken: ReadonlySet<number>) => Promise<void>
  onRemove: (key: number) => void
  /** What a bill waits for while the document may be changed. */
  noteOf?: (line: Line) => string
  /** A column of the kind's own. */
  column?: { title: string; show: (line: Line) => ReactNode }
}

/** The bills of a claim document, chosen while it is a draft. */
export function BillTable<Line extends NamedBill>(props: BillTableProps<Line>) {
  const { section, onChoose, column } = props
  const { lines } = section
  const { readOnly } = useEditor()
  const { partnerId } = useHeader()
  const order = useSyncExternalStore(lines.subscribeOrder, lines.order)
  const doChoose = async () => {
    if (typeof partnerId !== 'number') return void toast.error('请先选择厂家')
    await onChoose(partnerId, new Set(lines.filled().map(({ billId }) => billId)))
  }
  return (
    <section aria-label="三包单">
      <div className="de-lines-bar">
        <b>{section.section.title}</b>
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
                {column && <th>{column.title}</th>}
                <th>客户</th>
                <th aria-label="操作" />
              </tr>
            </thead>
            <tbody>
              {order.map((key, i) => (
                <BillRow key={key} {...props} line={key} no={i + 1} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function BillRow<Line extends NamedBill>(props: BillTableProps<Line> & { line: number; no: number }) {
  const { section, onRemove, noteOf, column, no } = props
  const { readOnly } = useEditor()
  const { open } = useTabs()
  const shown = useLine(section.lines, props.line)
  if (!shown) return null
  const { line, errors } = shown
  const faults = Object.values(errors)
  const path = documentPath(warrantyBill.kind, line.billId)
  return (
    <tr>
      <td>{no}</td>
      <td>
        <button type="button" className="kit-link" onClick={() => path && open(path)}>
          {line.billNo}
        </button>
        {!readOnly && noteOf && <div className="wc-fault">{noteOf(line)}</div>}
        {faults.length > 0 && <div className="wc-fault">{faults.join('；')}</div>}
      </td>
      <td>{line.plate || line.vin}</td>
      <td className="right">{moneyText(line.claimedAmount)}</td>
      <td className="right">{moneyText(line.confirmedAmount)}</td>
      <td>{stateLabel(warrantyBill, line.billState)}</td>
      {column && <td>{column.show(line)}</td>}
      <td>{line.customerName}</td>
      <td>
        {!readOnly && (
          <Button size="small" type="link" aria-label={`移出 ${line.billNo}`} onClick={() => onRemove(line.key)}>
            移出
          </Button>
        )}
      </td>
    </tr>
  )
}
