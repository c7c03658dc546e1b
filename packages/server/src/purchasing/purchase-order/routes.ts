import { purchaseOrderPrepayments } from '@chepu/contract/purchasing/purchase-order'
import type { Bind } from '../../kernel/http/bind'
import { prepaymentsOf } from '../queries/prepayments'
import { traits } from './traits'

/** What a purchase order answers beside the calls of every document. */
export const bindPurchaseOrder = (bind: Bind): void =>
  bind(purchaseOrderPrepayments, (tx, { params }) => prepaymentsOf(tx, traits, params.id))
