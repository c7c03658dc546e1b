import { oldPartStates } from '@chepu/contract/warranty/old-part'
import { oldPartResults } from '@chepu/contract/warranty/old-part-return'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { useLine } from '../../kit/grid/use-line'
import { useDialog } from '../../kit/ui/use-dialog'
import { useTabs } from '../../kit/base/tabs'
import '../../kit/ui/small-table.css'
import { TagField } from '../old-part/scan-field'
import { ChooseDialog } from './dialogs'
import type { ReturnStore } from './return-store'

const wordsOf = <Labels extends Readonly<Record<string, string>>>(labels: Labels, value: string | null) =>
  value === null ? '' : ((labels as Readonly<Record<string, string | undefined>>)[value] ?? value)

/** What became of a part is told once the parcel is on its way; what a draft has is taken out again at the end of its line. */
const headsOf = (readOnly: boolean) => [
  '行',
  '标签号',
  '配件',
  '状态',
  ...(readOnly ? ['结果', '原因'] : []),
  '三包单',
  '车牌/VIN',
  '序列号',
  '',
]

/** The old parts of a parcel: scanned in or chosen while it is a draft, each with what became of it afterwards. */
export function TagTable({ store }: { store: ReturnStore }) {
  const { readOnly } = useEditor()
  const { partnerId } = useHeader()
  const order = useSyncExternalStore(store.tags.lines.subscribeOrder, store.tags.lines.order)
  const [choose, dialog] = useDialog(ChooseDialog)
  const doChoose = async () => {
    const taken = new Set(store.tags.lines.filled().map(({ oldPartId }) => oldPartId))
    const manufacturerId = typeof partnerId === 'number' ? partnerId : undefined
    const rows = await choose({ manufacturerId, taken })
    if (rows) store.add(rows)
  }
  return (
    <section aria-label="旧件">
      {!readOnly && (
        <div className="op-bar">
          <TagField
            label="扫旧件标签"
            placeholder="扫描旧件标签加入，或输入标签号回车"
            onTag={(tagNo) => void store.scan(tagNo).catch(() => undefined)}
          />
          <Button size="small" onClick={() => void doChoose()}>
            选旧件
          </Button>
          <span role="status">共 {order.length} 件</span>
        </div>
      )}
      {order.length > 0 && (
        <div className="small-table op-tags">
          <table aria-label="旧件明细">
            <thead>
              <tr>
                {headsOf(readOnly).map((head) => (
                  <th key={head}>{head}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {order.map((key, i) => (
                <TagRow key={key} store={store} line={key} no={i + 1} readOnly={readOnly} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {dialog}
    </section>
  )
}

function TagRow(props: { store: ReturnStore; line: number; no: number; readOnly: boolean }) {
  const { store, no, readOnly } = props
  const { open } = useTabs()
  const shown = useLine(store.tags.lines, props.line)
  if (!shown) return null
  const { line, errors } = shown
  const faults = Object.values(errors)
  return (
    <tr className={faults.length > 0 ? 'op-faulty' : undefined}>
      <td>{no}</td>
      <td>
        <button
          type="button"
          className="kit-link"
          onClick={() => open(`/oldPart?tag=${encodeURIComponent(line.tagNo)}`)}
        >
          {line.tagNo}
        </button>
        {faults.length > 0 && <div className="op-fault">{faults.join('；')}</div>}
      </td>
      <td>{[line.name, line.partCode].filter(Boolean).join(' ')}</td>
      <td>{wordsOf(oldPartStates, line.oldPartState)}</td>
      {readOnly && (
        <td className={line.result === line.oldPartState ? 'op-same' : undefined}>
          {wordsOf(oldPartResults, line.result)}
        </td>
      )}
      {readOnly && <td>{line.reason}</td>}
      <td>{line.billNo}</td>
      <td>{line.carText}</td>
      <td>{line.serialNo}</td>
      <td>
        {!readOnly && (
          <Button
            size="small"
            type="link"
            aria-label={`移出 ${line.tagNo}`}
            onClick={() => store.tags.lines.remove([line.key])}
          >
            移出
          </Button>
        )}
      </td>
    </tr>
  )
}
