import {
  type ClaimLayout,
  type LayoutColumn,
  type LayoutField,
  layoutFields,
  layoutRows,
  lineFields,
  readLayout,
  saveLayout,
} from '@chepu/contract/warranty/claim-layout'
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { CallError } from '../../kit/base/call'
import { Gestures } from '../../kit/base/submit-once'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import { PageDrawer } from '../../kit/ui/page-drawer'
import './claim.css'

/** 索赔模板: the columns of a manufacturer's sheets, in their order (business/three-guarantees 4.3). */
export function LayoutDrawer(props: { manufacturerId: number; onClose: () => void }) {
  const narrow = useNarrow()
  const { data, error } = useCall(readLayout, { params: { id: props.manufacturerId } })
  return (
    <PageDrawer
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? 'auto' : 620}
      title={`索赔模板${data ? `：${data.manufacturerName}` : ''}`}
      onClose={props.onClose}
    >
      {error && <p role="alert">{error.message}</p>}
      {data && <LayoutForm key={data.version} {...props} start={data} version={data.version} />}
    </PageDrawer>
  )
}

type Form = Pick<ClaimLayout, 'name' | 'sheetName' | 'rowsOf' | 'stationCode' | 'columns'>

function LayoutForm(props: { manufacturerId: number; start: Form; version: number; onClose: () => void }) {
  const { name, sheetName, rowsOf, stationCode, columns } = props.start
  const [form, setForm] = useState<Form>({ name, sheetName, rowsOf, stationCode, columns })
  const [gestures] = useState(() => new Gestures(() => undefined))
  const refresh = useRefreshCalls()
  const set = (patch: Partial<Form>) => setForm((now) => ({ ...now, ...patch }))
  const save = async () => {
    const { manufacturerId, version } = props
    try {
      await gestures.run(() => gestures.change({ route: saveLayout, body: { manufacturerId, version, ...form } }))
      toast.success('已保存索赔模板')
      refresh(readLayout)
      props.onClose()
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      toast.error(problem.errors[0]?.message ?? problem.message)
    }
  }
  return (
    <>
      <div className="wc-fields">
        <label>
          模板名称
          <Input maxLength={40} value={form.name} onChange={(event) => set({ name: event.target.value })} />
        </label>
        <label>
          工作表名
          <Input maxLength={30} value={form.sheetName} onChange={(event) => set({ sheetName: event.target.value })} />
        </label>
        <label>
          本店服务站代码
          <Input
            maxLength={40}
            value={form.stationCode}
            onChange={(event) => set({ stationCode: event.target.value })}
          />
        </label>
        <label>
          每行
          <Select
            aria-label="每行"
            value={form.rowsOf}
            options={Object.entries(layoutRows).map(([value, label]) => ({ value, label }))}
            onChange={(next: Form['rowsOf']) => set({ rowsOf: next })}
          />
        </label>
      </div>
      <Columns columns={form.columns} rowsOf={form.rowsOf} onChange={(next) => set({ columns: next })} />
      <p>
        <Button type="primary" onClick={() => void save()}>
          保存
        </Button>
      </p>
    </>
  )
}

function Columns(props: {
  columns: readonly LayoutColumn[]
  rowsOf: ClaimLayout['rowsOf']
  onChange: (columns: LayoutColumn[]) => void
}) {
  const { columns, onChange } = props
  const options = (Object.keys(layoutFields) as LayoutField[])
    .filter((field) => props.rowsOf === 'line' || !lineFields.includes(field))
    .map((field) => ({ value: field, label: layoutFields[field] }))
  const at = (i: number, patch: Partial<LayoutColumn>) =>
    onChange(columns.map((column, n) => (n === i ? { ...column, ...patch } : column)))
  const move = (i: number, step: -1 | 1) => {
    const next = [...columns]
    const [moved] = next.splice(i, 1)
    if (moved) next.splice(i + step, 0, moved)
    onChange(next)
  }
  return (
    <div className="wc-columns" role="list" aria-label="列">
      {columns.map(({ heading, field, text }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a column is its place
        <div key={i} className="wc-column" role="listitem">
          <span>{i + 1}</span>
          <Input
            aria-label={`第${i + 1}列列名`}
            maxLength={40}
            value={heading}
            onChange={(event) => at(i, { heading: event.target.value })}
          />
          <Select
            aria-label={`第${i + 1}列内容`}
            showSearch={{ optionFilterProp: 'label' }}
            value={field}
            options={options}
            onChange={(next: LayoutField) =>
              at(i, { field: next, heading: heading === layoutFields[field] ? layoutFields[next] : heading })
            }
          />
          <span>
            <Button
              type="text"
              size="small"
              aria-label={`第${i + 1}列上移`}
              icon={<ArrowUpOutlined />}
              disabled={i === 0}
              onClick={() => move(i, -1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={`第${i + 1}列下移`}
              icon={<ArrowDownOutlined />}
              disabled={i === columns.length - 1}
              onClick={() => move(i, 1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={`删除第${i + 1}列`}
              icon={<DeleteOutlined />}
              onClick={() => onChange(columns.filter((_, n) => n !== i))}
            />
          </span>
          {field === 'fixed' && (
            <Input
              className="wc-fixed"
              aria-label={`第${i + 1}列固定内容`}
              placeholder="每行都填这个内容；空白为留空的列"
              maxLength={100}
              value={text ?? ''}
              onChange={(event) => at(i, { text: event.target.value })}
            />
          )}
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...columns, { heading: layoutFields.remark, field: 'remark' }])}>
        加一列
      </Button>
    </div>
  )
}
