import type { Reschedule } from '@chepu/contract/repair/reservation'
import { DatePicker, InputNumber, Select } from 'antd'
import { useState } from 'react'
import dayjs from '../../kit/base/dayjs'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { useEmployees } from '../../pickers/lists'
import { useBays } from '../../pickers/repair-lists'
import { ConflictNote } from './conflict-note'

/** What 改期 sends. */
export type Moved = Reschedule

interface Place {
  id: number
  expectedAt: string
  minutes: number
  bayId: number | null
  salespersonId: number | null
}

/** 改期: another time, bay or adviser; what it would overlap is told. */
export function MoveDialog({ input, onDone }: DialogProps<Place, Moved>) {
  const bays = useBays()
  const employees = useEmployees()
  const [expectedAt, setExpectedAt] = useState(input.expectedAt)
  const [minutes, setMinutes] = useState(input.minutes)
  const [bayId, setBayId] = useState(input.bayId)
  const [salespersonId, setSalesperson] = useState(input.salespersonId)
  const place = { expectedAt, minutes, bayId, salespersonId }
  return (
    <PageModal
      open
      width={420}
      title="改期"
      okText="改期"
      cancelText="取消"
      onOk={() => onDone(place)}
      onCancel={() => onDone()}
    >
      <div className="ar-ask">
        <label>
          预约到店
          <DatePicker
            autoFocus
            aria-label="预约到店"
            allowClear={false}
            value={dayjs(expectedAt)}
            showTime={{ format: 'HH:mm', minuteStep: 5 }}
            format="YYYY-MM-DD HH:mm"
            needConfirm={false}
            onChange={(next) => next && setExpectedAt(next.toISOString())}
          />
        </label>
        <label>
          预计时长（分钟）
          <InputNumber
            aria-label="预计时长"
            min={5}
            max={1440}
            precision={0}
            value={minutes}
            onChange={(next) => setMinutes(next ?? 60)}
          />
        </label>
        <label>
          工位
          <Select
            allowClear
            aria-label="工位"
            value={bayId}
            options={bays.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => setBayId(id ?? null)}
          />
        </label>
        <label>
          服务顾问
          <Select
            allowClear
            showSearch
            optionFilterProp="label"
            aria-label="服务顾问"
            value={salespersonId}
            options={employees.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => setSalesperson(id ?? null)}
          />
        </label>
        <ConflictNote {...place} except={input.id} />
      </div>
    </PageModal>
  )
}
