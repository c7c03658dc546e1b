import { purchaseOrderPrepayments } from '@chepu/contract/purchasing/purchase-order'
import type { GoodsKind } from '../../kernel/goods/types'
import { bindDocument } from '../../kernel/goods/routes'
import type { Bind } from '../../kernel/http/bind'
import { prepaymentsOf } from '../queries/prepayments'
import { actions } from './actions'
import { traits } from './traits'

const purchaseOrderKind = { ...traits, actions } satisfies GoodsKind

export function bindPurchaseOrder(bind: Bind): void {
  bindDocument(bind, purchaseOrderKind)
  bind(purchaseOrderPrepayments, (tx, { params }) => prepaymentsOf(tx, traits, params.id))
}
