import { purchaseReturnRoutes } from '@chepu/contract/purchasing/purchase-return'
import type { Bind } from '../../app/http'
import { bindDocument } from '../../kernel/goods-document/routes'
import { actions } from './actions'
import { traits } from './traits'

export const bindPurchaseReturn = (bind: Bind): void => bindDocument(bind, purchaseReturnRoutes, { ...traits, actions })
