import { Button } from 'antd'
import { useState } from 'react'
import { qtyText } from '../base/format'
import { useLabels } from '../print/label-roll'
import './label-dialog.css'
import { PageModal } from '../ui/page-modal'
import { type LabelledPart, partLabel, piecesOf } from './part-labels'

const wholeNumber = /^\d{1,5}$/

/** 打印标签 of a document's lines: how many stickers each gets, as many as its pieces unless somebody says otherwise. */
export function LabelDialog(props: {
  title: string
  parts: readonly (LabelledPart & { qty: string })[]
  onClose: () => void
}) {
  const { parts } = props
  const [copies, setCopies] = useState(() => parts.map(piecesOf))
  const [print, question] = useLabels()
  const [busy, setBusy] = useState(false)
  const wrong = copies.findIndex((text) => !wholeNumber.test(text))
  const total = copies.reduce((sum, text) => sum + (wholeNumber.test(text) ? Number.parseInt(text, 10) : 0), 0)
  const run = async () => {
    setBusy(true)
    const labels = parts.map((part, i) => ({ ...partLabel(part), copies: Number.parseInt(copies[i] ?? '0', 10) }))
    await print(labels.filter((label) => label.copies > 0)).finally(() => setBusy(false))
  }
  return (
    <PageModal
      open
      width="min(820px, 96vw)"
      title={props.title}
      onCancel={props.onClose}
      footer={[
        <span key="total" className="label-total" role="status">
          {wrong < 0 ? `共 ${total.toLocaleString('en-US')} 张` : `第${wrong + 1}行 张数应为 0–99999 的整数`}
        </span>,
        <Button key="close" onClick={props.onClose}>
          关闭
        </Button>,
        <Button
          key="print"
          type="primary"
          loading={busy}
          disabled={wrong >= 0 || total === 0}
          onClick={() => void run()}
        >
          打印
        </Button>,
      ]}
    >
      <div className="label-bar">
        <Button size="small" onClick={() => setCopies(parts.map(piecesOf))}>
          按件数
        </Button>
        <Button size="small" onClick={() => setCopies(parts.map(() => '1'))}>
          每行1张
        </Button>
      </div>
      <div className="label-lines">
        <table aria-label="标签">
          <thead>
            <tr>
              {['行', '配件编码', '配件名称', '数量', '张数'].map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map((part, i) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={i}>
                <td>{i + 1}</td>
                <td>{part.partCode}</td>
                <td>{part.partName}</td>
                <td className="label-figure">
                  {qtyText(part.qty)} {part.unitName}
                </td>
                <td>
                  <input
                    className="label-figure"
                    aria-label={`第${i + 1}行张数`}
                    aria-invalid={wholeNumber.test(copies[i] ?? '') ? undefined : true}
                    inputMode="numeric"
                    maxLength={5}
                    value={copies[i]}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => setCopies(copies.with(i, event.target.value.trim()))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {question}
    </PageModal>
  )
}
