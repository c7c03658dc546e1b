import type { Bind } from '../../kernel/http/bind'
import { bindMoneyDocument } from '../../kernel/money/routes'
import { collectionActions, paymentActions } from './actions'
import { collectionTraits, paymentTraits } from './traits'

export function bindSlips(bind: Bind): void {
  bindMoneyDocument(bind, { ...collectionTraits, actions: collectionActions })
  bindMoneyDocument(bind, { ...paymentTraits, actions: paymentActions })
}
