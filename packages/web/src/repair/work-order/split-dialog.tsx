import { trimZeros } from '@chepu/contract/kernel/decimal'
import { numberText } from '@chepu/contract/kernel/typed'
import { Input } from 'antd'
import { useState } from 'react'
import { PageModal } from '../../kit/ui/page-modal'
import type { DialogProps } from '../../kit/ui/use-dialog'

/** 拆分行: how many pieces of a line become one of their own. */
export function SplitDialog({ input, onDone }: DialogProps<{ name: string; qty: string }, string>) {
  const [qty, setQty] = useState('1')
  return (
    <PageModal
      open
      width={380}
      title={`拆分行：${input.name}`}
      okText="拆分"
      cancelText="取消"
      onOk={() => onDone(numberText(qty))}
      onCancel={() => onDone()}
    >
      <label className="kit-reason">
        拆出数量（共 {trimZeros(input.qty || '0')}），拆出的行可以另选付费方
        <Input
          autoFocus
          value={qty}
          inputMode="decimal"
          onChange={(event) => setQty(event.target.value)}
          onPressEnter={() => onDone(numberText(qty))}
        />
      </label>
    </PageModal>
  )
}
