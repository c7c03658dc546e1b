import { salesDeliveryRoutes } from '@chepu/contract/sales/sales-delivery'
import type { Bind } from '../../app/http'
import type { GoodsKind } from '../../kernel/goods-document/kind'
import { bindDocument } from '../../kernel/goods-document/routes'
import { actions } from './actions'
import { traits } from './traits'

export const salesDeliveryKind = { ...traits, actions } satisfies GoodsKind

export const bindSalesDelivery = (bind: Bind): void => bindDocument(bind, salesDeliveryRoutes, salesDeliveryKind)
