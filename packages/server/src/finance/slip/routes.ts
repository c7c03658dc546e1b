import { collectionRoutes } from '@chepu/contract/finance/collection'
import { paymentRoutes } from '@chepu/contract/finance/payment'
import type { Bind } from '../../kernel/http/bind'
import { bindMoneyDocument } from '../../kernel/money/routes'
import { collectionActions, paymentActions } from './actions'
import { collectionTraits, paymentTraits } from './traits'

export function bindSlips(bind: Bind): void {
  bindMoneyDocument(bind, collectionRoutes, { ...collectionTraits, actions: collectionActions })
  bindMoneyDocument(bind, paymentRoutes, { ...paymentTraits, actions: paymentActions })
}
