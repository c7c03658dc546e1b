import { type OldPartRow, placeOldParts, saveOldPart, scrapOldParts } from '@chepu/contract/warranty/old-part'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { call, newIdempotencyKey } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { Confirm } from '../../kit/ui/confirm'
import { ReasonField } from '../../kit/ui/reason-field'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { useLocations, useWarehouses } from '../../pickers/lists'
import './old-part.css'

interface Place {
  warehouseId: number | null
  locationId: number | null
}

/** Warehouse and location where old parts lie. */
function PlaceFields(props: { value: Place; onChange: (place: Place) => void }) {
  const { warehouseId, locationId } = props.value
  const warehouses = useWarehouses().filter(({ kind }) => kind === 'old_part')
  const locations = useLocations(warehouseId ?? undefined)
  return (
    <>
      <label>
        仓库
        <Select
          aria-label="仓库"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={warehouseId}
          options={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next?: number) => props.onChange({ warehouseId: next ?? null, locationId: null })}
        />
      </label>
      <label>
        货位
        <Select
          aria-label="货位"
          allowClear
          disabled={locations.length === 0}
          showSearch={{ optionFilterProp: 'label' }}
          value={locationId}
          options={locations.map(({ id, code }) => ({ value: id, label: code }))}
          onChange={(next?: number) => props.onChange({ warehouseId, locationId: next ?? null })}
        />
      </label>
    </>
  )
}

const titleOf = (step: string, rows: readonly OldPartRow[]) =>
  rows.length === 1 ? `${step}：${rows[0]?.tagNo}` : `${step} ${rows.length} 件旧件`

const fail = (message: string): never => {
  toast.error(message)
  throw new Error(message)
}

/** 移位: several old parts into one place. */
export function PlaceDialog({ input: rows, onDone }: DialogProps<readonly OldPartRow[], true>) {
  const [place, setPlace] = useState<Place>({
    warehouseId: rows[0]?.warehouseId ?? null,
    locationId: rows[0]?.locationId ?? null,
  })
  const run = async () => {
    const { warehouseId, locationId } = place
    if (warehouseId === null) return fail('请选择仓库')
    const body = { ids: rows.map(({ id }) => id), warehouseId, locationId }
    await call(placeOldParts, { body, idempotencyKey: newIdempotencyKey() })
    toast.success(`已移位 ${rows.length} 件旧件`)
    onDone(true)
  }
  return (
    <Confirm title={titleOf('移位', rows)} okText="移位" run={run} onClose={() => onDone()}>
      <div className="op-ask">
        <PlaceFields value={place} onChange={setPlace} />
      </div>
    </Confirm>
  )
}

/** Serial number, place and remark of one. */
export function EditDialog({ input: row, onDone }: DialogProps<OldPartRow, true>) {
  const [values, setValues] = useState({
    serialNo: row.serialNo,
    remark: row.remark,
    warehouseId: row.warehouseId,
    locationId: row.locationId,
  })
  const change = (patch: Partial<typeof values>) => setValues((now) => ({ ...now, ...patch }))
  const run = async () => {
    const body = { version: row.version, ...values }
    await call(saveOldPart, { params: { id: row.id }, body, idempotencyKey: newIdempotencyKey() })
    toast.success(`${row.tagNo} 已保存`)
    onDone(true)
  }
  return (
    <Confirm title={titleOf('修改', [row])} okText="保存" run={run} onClose={() => onDone()}>
      <div className="op-ask">
        <label>
          序列号
          <Input
            autoFocus
            maxLength={60}
            value={values.serialNo}
            onChange={(event) => change({ serialNo: event.target.value })}
          />
        </label>
        <PlaceFields value={values} onChange={change} />
        <label>
          备注
          <Input maxLength={255} value={values.remark} onChange={(event) => change({ remark: event.target.value })} />
        </label>
      </div>
    </Confirm>
  )
}

/** 报废, with a reason. */
export function ScrapDialog({ input: rows, onDone }: DialogProps<readonly OldPartRow[], true>) {
  const [reason, setReason] = useState('')
  const run = async () => {
    if (reason.trim() === '') return fail('请填写报废原因')
    const body = { ids: rows.map(({ id }) => id), reason: reason.trim() }
    await call(scrapOldParts, { body, idempotencyKey: newIdempotencyKey() })
    toast.success(`已报废 ${rows.length} 件旧件`)
    onDone(true)
  }
  return (
    <Confirm title={titleOf('报废', rows)} okText="报废" danger run={run} onClose={() => onDone()}>
      {rows.some((row) => row.returns === 'true') && <p>其中有须返厂的旧件，报废后厂家可能扣款。</p>}
      <ReasonField value={reason} onChange={setReason} />
    </Confirm>
  )
}
