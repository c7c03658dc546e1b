import { locationBatch, locationCodeOf, locationRoutes, type Span } from '@chepu/contract/basics/warehouse'
import { Input, Space } from 'antd'
import { FormDialog } from '../kit/form/form-dialog'
import type { FieldControl, FormValues } from '../kit/form/master-form'
import { toast } from '../kit/base/toast'
import type { DialogProps } from '../kit/ui/use-dialog'
import { useWarehouses } from '../pickers/lists'
import { optionsById } from '../pickers/part-options'

/** From one number to another. */
function SpanControl({ id, value, onChange }: FieldControl) {
  const span = value as Span
  const part = (end: keyof Span, label: string) => (
    <Input
      id={end === 'from' ? id : undefined}
      aria-label={label}
      inputMode="numeric"
      maxLength={3}
      value={span[end] || ''}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '')
        onChange({ ...span, [end]: digits === '' ? 0 : Number.parseInt(digits, 10) })
      }}
    />
  )
  return (
    <Space.Compact block>
      {part('from', '起')}
      {part('to', '止')}
    </Space.Compact>
  )
}

/** 批量生成: all locations of a zone by racks, levels and slots. Codes that exist stay as they are. */
export function GenerateLocations({ onDone }: DialogProps<undefined, true>) {
  const warehouses = useWarehouses()
  return (
    <FormDialog
      title="批量生成货位"
      okText="生成"
      schema={locationBatch}
      preset={{ warehouseId: warehouses.find((warehouse) => warehouse.isDefault)?.id ?? null }}
      fields={[
        {
          name: 'warehouseId',
          title: '仓库',
          kind: 'select',
          numeric: true,
          required: true,
          options: optionsById(warehouses),
        },
        { name: 'zone', title: '区', required: true, initial: 'A' },
        { name: 'racks', title: '架', initial: { from: 1, to: 2 }, render: SpanControl },
        { name: 'levels', title: '层', initial: { from: 1, to: 4 }, render: SpanControl },
        { name: 'slots', title: '位', initial: { from: 1, to: 5 }, render: SpanControl },
      ]}
      note={noteOf}
      onSave={(body) => ({ route: locationRoutes.batch, body })}
      onSaved={({ added, existing }) => {
        toast.success(existing > 0 ? `已生成${added}个货位，${existing}个已存在` : `已生成${added}个货位`)
        onDone(true)
      }}
      onClose={() => onDone()}
    />
  )
}

function noteOf(values: FormValues) {
  const [racks, levels, slots] = [values['racks'], values['levels'], values['slots']] as [Span, Span, Span]
  const count = [racks, levels, slots].reduce((product, { from, to }) => product * Math.max(0, to - from + 1), 1)
  const code = (end: keyof Span) => locationCodeOf(String(values['zone']), racks[end], levels[end], slots[end])
  return (
    <p>
      共{count}个：{code('from')} 到 {code('to')}
    </p>
  )
}
