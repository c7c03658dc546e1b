import { convertPurchase, purchaseToSale as query } from '@chepu/contract/sales/purchase-to-sale'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { convert } from './convert'
import { purchaseToSale } from './queries'

/** 采购转销售: what may be sold out of purchases, and the drafts made of it. */
export function bindPurchaseToSale(bind: Bind): void {
  bindQuery(bind, query, purchaseToSale)
  bind(convertPurchase, (tx, { body }) => convert(tx, body))
}
