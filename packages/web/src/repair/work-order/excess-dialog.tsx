import { type ExcessTaker, excessTakers } from '@chepu/contract/repair/assessed-line'
import { Radio } from 'antd'
import { useState } from 'react'
import { moneyText } from '../../kit/base/format'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'

/** 超定损处理: who bears what a line comes to above the assessment. Arrows choose, Enter takes it. */
export function ExcessDialog({ input, onDone }: DialogProps<{ name: string; excess: string }, ExcessTaker>) {
  const [taker, setTaker] = useState<ExcessTaker>('customer')
  return (
    <PageModal
      open
      width={380}
      title={`超定损处理：${input.name}`}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ autoFocus: true }}
      onOk={() => onDone(taker)}
      onCancel={() => onDone()}
    >
      <p>高于定损价 {moneyText(input.excess)} 元</p>
      <Radio.Group
        value={taker}
        options={Object.entries(excessTakers).map(([value, label]) => ({ value, label }))}
        onChange={(event) => setTaker(event.target.value as ExcessTaker)}
      />
    </PageModal>
  )
}
