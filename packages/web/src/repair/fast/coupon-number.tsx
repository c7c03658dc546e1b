import { fastOrder } from '@chepu/contract/repair/fast-order'
import { flushSync } from 'react-dom'
import { call, CallError, isAborted } from '../../kit/base/call'
import { useCouponEntry } from '../coupon-entry'
import { withBrought } from './counter'
import type { Counter } from './use-counter'

/** 券号 of a coupon that somebody brings, scanned or typed: it is ticked, or the field says why it is not good for the customer. */
export function CouponNumber({ counter, partnerId }: { counter: Pick<Counter, 'setState'>; partnerId: number }) {
  const take = async (couponNo: string) => {
    try {
      const coupon = await call(fastOrder.coupon, { body: { partnerId, couponNo }, quiet: true })
      if (coupon.problem !== null) return coupon.problem
      // Whoever stands there now may be another customer. A step waits for it, so that it is drawn at once.
      flushSync(() =>
        counter.setState((old) => (old.customer?.partnerId === partnerId ? withBrought(old, coupon) : old)),
      )
      return undefined
    } catch (error) {
      if (isAborted(error)) return ''
      return error instanceof CallError ? error.message : '服务异常，请稍后重试'
    }
  }
  const { typed, fault, ref, hint, type, enter } = useCouponEntry(take)
  return (
    <>
      <input
        ref={ref}
        className="fc-coupon-no"
        aria-label="代金券号"
        inputMode="numeric"
        maxLength={20}
        placeholder={hint('券号，扫码或输入后回车')}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.nativeEvent.isComposing || typed === '') return
          event.preventDefault()
          enter()
        }}
      />
      {fault && <em role="alert">{fault}</em>}
    </>
  )
}
