import { pauseKinds } from '@chepu/contract/repair/work-order'
import { numberText } from '@chepu/contract/kernel/typed'
import { DatePicker, Input, Radio } from 'antd'
import { useState } from 'react'
import dayjs from '../../kit/base/dayjs'
import type { Asked } from '../../kit/document/use-document-actions'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'

const words = { okText: '确定', cancelText: '取消', open: true, width: 420 } as const

/** 暂停: what the work waits for. */
export function PauseDialog({ onDone }: DialogProps<object, Asked>) {
  const [kind, setKind] = useState<keyof typeof pauseKinds>('parts')
  const [reason, setReason] = useState('')
  return (
    <PageModal
      {...words}
      title="暂停"
      onOk={() => onDone({ input: { kind }, reason: reason.trim() || pauseKinds[kind] })}
      onCancel={() => onDone()}
    >
      <div className="wo-ask">
        <Radio.Group
          value={kind}
          options={Object.entries(pauseKinds).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setKind(event.target.value as typeof kind)}
        />
        <Input
          aria-label="说明"
          placeholder="说明，如等什么件、等谁答复"
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </PageModal>
  )
}

/** 终检合格: how far the car was driven for it. */
export function CompleteDialog({ onDone }: DialogProps<object, Asked>) {
  const [km, setKm] = useState('')
  const take = () => onDone({ input: { roadTestKm: numberText(km) } })
  return (
    <PageModal {...words} title="终检合格" onOk={take} onCancel={() => onDone()}>
      <label className="kit-reason">
        路试里程（公里，可不填）
        <Input
          autoFocus
          inputMode="decimal"
          value={km}
          onChange={(event) => setKm(event.target.value)}
          onPressEnter={take}
        />
      </label>
    </PageModal>
  )
}

/** 交车: when the car should come again. */
export function HandoverDialog({ input, onDone }: DialogProps<{ day: string; km: string }, Asked>) {
  const [day, setDay] = useState<string | null>(input.day)
  const [km, setKm] = useState(input.km)
  const take = () => onDone({ input: { nextMaintenanceOn: day, nextMaintenanceKm: numberText(km) } })
  return (
    <PageModal {...words} title="交车" okText="交车" onOk={take} onCancel={() => onDone()}>
      <div className="wo-ask">
        <label>
          下次保养日期
          <DatePicker
            value={day === null ? null : dayjs(day)}
            onChange={(value) => setDay(value ? value.format('YYYY-MM-DD') : null)}
          />
        </label>
        <label>
          下次保养里程
          <Input inputMode="decimal" value={km} onChange={(event) => setKm(event.target.value)} onPressEnter={take} />
        </label>
      </div>
    </PageModal>
  )
}
