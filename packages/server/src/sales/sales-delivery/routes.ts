import type { Bind } from '../../kernel/http/bind'
import type { GoodsKind } from '../../kernel/goods/types'
import { bindDocument } from '../../kernel/goods/routes'
import { actions } from './actions'
import { traits } from './traits'

const salesDeliveryKind = { ...traits, actions } satisfies GoodsKind

export const bindSalesDelivery = (bind: Bind): void => bindDocument(bind, salesDeliveryKind)
