import {
  couponBatches,
  coupons,
  enableCouponBatch,
  issueCoupons,
  saveCouponBatch,
  voidCoupons,
} from '@chepu/contract/cards/coupon'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { couponBatchSource, enableBatch, saveBatch } from './batch'
import { couponSource, voidAll } from './coupons'
import { issue } from './issue'

/** Batches of coupons and the coupons that are issued of them. */
export function bindCoupons(bind: Bind): void {
  bindQuery(bind, couponBatches, couponBatchSource)
  bind(saveCouponBatch, (tx, { body }) => saveBatch(tx, body))
  bind(enableCouponBatch, (tx, { params, body }) => enableBatch(tx, params.id, body))
  bind(issueCoupons, (tx, { body }) => issue(tx, body))
  bindQuery(bind, coupons, couponSource)
  bind(voidCoupons, (tx, { body }) => voidAll(tx, body))
}
