import { fastOrder } from '@chepu/contract/repair/fast-order'
import { useState } from 'react'
import { call, CallError, isAborted } from '../../kit/base/call'
import { withBrought } from './counter'
import type { Counter } from './use-counter'

/** 券号 of a coupon that somebody brings, scanned or typed: it is ticked, or the field says why it is not good for the customer. */
export function CouponNumber({ counter, partnerId }: { counter: Counter; partnerId: number }) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const take = async () => {
    try {
      const coupon = await call(fastOrder.coupon, { body: { partnerId, couponNo: typed } })
      setFault(coupon.problem ?? '')
      if (coupon.problem !== null) return
      // Whoever stands there now may be another customer.
      counter.setState((old) => (old.customer?.partnerId === partnerId ? withBrought(old, coupon) : old))
      setTyped('')
    } catch (error) {
      if (!isAborted(error)) setFault(error instanceof CallError ? error.message : '服务异常，请稍后重试')
    }
  }
  return (
    <>
      <input
        className="fc-coupon-no"
        aria-label="代金券号"
        inputMode="numeric"
        maxLength={20}
        placeholder="券号，扫码或输入后回车"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value.trim())
          setFault('')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.nativeEvent.isComposing || typed === '') return
          event.preventDefault()
          void take()
        }}
      />
      {fault && <em role="alert">{fault}</em>}
    </>
  )
}
