import { lineHeadings } from '@chepu/contract/kernel/line-headings'
import { Select } from 'antd'
import { useState } from 'react'
import { type ColumnMeaning, type LineSheet, openQuestion } from '../grid/line-grid-paste'
import { PageModal } from '../ui/page-modal'
import type { DialogProps } from '../ui/use-dialog'

const choices = [
  ...Object.entries(lineHeadings).map(([value, { title }]) => ({ value, label: title })),
  { value: 'nothing', label: '忽略此列' },
]

/** Asks what the columns of a pasted or imported sheet mean where that is not understood; answers the sheet with all of it told. */
export function AskHeadings({ input, onDone }: DialogProps<LineSheet, LineSheet>) {
  const [columns, setColumns] = useState(input.columns)
  const question = openQuestion({ columns })
  const choose = (at: number, meaning: ColumnMeaning) =>
    setColumns((old) => old.map((column) => (column.at === at ? { ...column, meaning } : column)))
  return (
    <PageModal
      open
      title="请选择列的含义"
      width={560}
      okText="继续"
      okButtonProps={{ disabled: question !== undefined }}
      onOk={() => onDone({ ...input, columns })}
      onCancel={() => onDone()}
    >
      <p className="picker-hint">
        {input.isHeaded
          ? '首行是表头，有些列无法识别。请选择各列对应的内容，不需要的选“忽略此列”。'
          : '没有表头，已按编码、数量、单价、货位、批次的顺序对应，请为多出的列选择内容。'}
      </p>
      <table className="de-headings">
        <thead>
          <tr>
            <th>列名</th>
            <th>首个数据</th>
            <th>对应内容</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ at, title, sample, meaning }) => (
            <tr key={at}>
              <td>{title}</td>
              <td>{sample}</td>
              <td>
                <Select
                  size="small"
                  aria-label={`${title}对应`}
                  placeholder="请选择"
                  value={meaning}
                  options={choices}
                  {...(meaning === undefined && { status: 'warning' as const })}
                  onChange={(value: ColumnMeaning) => choose(at, value)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {question && (
        <p className="de-error" role="status">
          {question}
        </p>
      )}
    </PageModal>
  )
}
