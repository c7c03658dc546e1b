import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Input } from 'antd'
import { useState } from 'react'
import type { Asked } from '../../kit/document/use-document-actions'
import { DayInput } from '../../kit/ui/day-input'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { PageModal } from '../../kit/ui/page-modal'
import './claim.css'

/** A claim that is about to be sent. */
interface Sending {
  bizDate: string
  manufacturerNo: string
}

/** 标记已发送: the day, and the number under which the manufacturer has it, where he has given one. */
export function SendDialog({ input, onDone }: DialogProps<Sending, Asked>) {
  const { bizDate } = input
  const today = shanghaiDay()
  const [sentOn, setSentOn] = useState(today)
  const [manufacturerNo, setManufacturerNo] = useState(input.manufacturerNo)
  // Said, not put right in silence: what was typed is what somebody believes.
  const fault = sentOn > today ? '不能晚于今天' : sentOn < bizDate ? `不能早于业务日期 ${bizDate}` : ''
  const take = () => fault === '' && onDone({ input: { sentOn, manufacturerNo: manufacturerNo.trim() } })
  return (
    <PageModal
      open
      width={420}
      title="标记已发送"
      okText="已发送"
      okButtonProps={{ disabled: fault !== '' }}
      cancelText="取消"
      onOk={take}
      onCancel={() => onDone()}
    >
      <p>所选三包单将变为「已申报」。</p>
      <label>
        发送日期
        <DayInput
          className="wc-day"
          allowClear={false}
          day={sentOn}
          invalid={fault !== ''}
          onChange={(day) => day !== null && setSentOn(day)}
        />
      </label>
      {fault !== '' && (
        <div role="alert" className="wc-fault">
          发送日期{fault}
        </div>
      )}
      <label>
        厂家受理号（可不填）
        <Input
          maxLength={60}
          value={manufacturerNo}
          onChange={(event) => setManufacturerNo(event.target.value)}
          onPressEnter={take}
        />
      </label>
    </PageModal>
  )
}
