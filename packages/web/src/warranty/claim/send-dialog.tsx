import { Input } from 'antd'
import { useState } from 'react'
import type { Asked } from '../../kit/document/use-document-actions'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { PageModal } from '../../kit/ui/page-modal'

/** 标记已发送: with the number under which the manufacturer has it, where he has given one. */
export function SendDialog({ input, onDone }: DialogProps<string, Asked>) {
  const [manufacturerNo, setManufacturerNo] = useState(input)
  const take = () => onDone({ input: { manufacturerNo: manufacturerNo.trim() } })
  return (
    <PageModal
      open
      width={420}
      title="标记已发送"
      okText="已发送"
      cancelText="取消"
      onOk={take}
      onCancel={() => onDone()}
    >
      <p>所选三包单将变为「已申报」。</p>
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
