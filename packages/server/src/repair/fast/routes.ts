import { fastOrder, goodsTrades } from '@chepu/contract/repair/fast-order'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { broughtCoupon, deskOf, knownOf } from './desk'
import { goodsTrades as source } from './goods-trades'
import { cancelHeld, heldOrders, hold, makeNormal, takeOrder } from './hold'
import { settleAtOnce, withPaid } from './settle'
import { printSlip, slipOf } from './slip'
import { undoAtOnce } from './undo'

/** The calls of 快修快保 and 维修商品销售. */
export function bindFastCounter(bind: Bind): void {
  bind.reads(fastOrder.desk, (tx, { query }) => deskOf(tx, query.orderKind))
  bind.reads(fastOrder.known, (tx, { query }) => knownOf(tx, query))
  bind(fastOrder.coupon, (tx, { body }) => broughtCoupon(tx, body))
  bind(
    fastOrder.settle,
    (tx, { body }) => settleAtOnce(tx, body),
    (tx, _, made) => withPaid(tx, made),
  )
  bind(fastOrder.hold, (tx, { body }) => hold(tx, body))
  bind.reads(fastOrder.held, async (tx, { query }) => ({ rows: await heldOrders(tx, query.orderKind) }))
  bind.reads(fastOrder.take, (tx, { params }) => takeOrder(tx, params.id))
  bind(fastOrder.toNormal, (tx, { params, body }) => makeNormal(tx, params.id, body.version))
  bind(fastOrder.cancel, (tx, { params, body }) => cancelHeld(tx, params.id, body))
  bind(fastOrder.undo, (tx, { params, body }) => undoAtOnce(tx, params.id, body.reason))
  bind.reads(fastOrder.slip, (tx, { params }) => slipOf(tx, params.id))
  bind(fastOrder.print, async (tx, { params }) => ({ printCount: await printSlip(tx, params.id) }))
  bindQuery(bind, goodsTrades, source)
}
