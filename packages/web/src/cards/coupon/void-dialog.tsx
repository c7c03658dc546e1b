import { type CouponRow, voidCoupons } from '@chepu/contract/cards/coupon'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { Confirm } from '../../kit/ui/confirm'
import { ReasonField } from '../../kit/ui/reason-field'
import type { DialogProps } from '../../kit/ui/use-dialog'

/** 作废 of unused coupons, with a reason. */
export function VoidDialog({ input: rows, onDone }: DialogProps<readonly CouponRow[], true>) {
  const [reason, setReason] = useState('')
  const run = async () => {
    if (reason.trim() === '') {
      toast.error('请填写作废原因')
      throw new Error('no reason')
    }
    await call(voidCoupons, { body: { couponIds: rows.map(({ id }) => id), reason: reason.trim() } })
    toast.success(`已作废 ${rows.length} 张代金券`)
    onDone(true)
  }
  const title = rows.length === 1 ? `作废代金券：${rows[0]?.couponNo}` : `作废 ${rows.length} 张代金券`
  return (
    <Confirm title={title} okText="作废" danger run={run} onClose={() => onDone()}>
      <ReasonField value={reason} onChange={setReason} />
    </Confirm>
  )
}
