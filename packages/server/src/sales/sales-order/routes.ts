import type { Bind } from '../../kernel/http/bind'
import type { GoodsKind } from '../../kernel/goods/types'
import { bindDocument } from '../../kernel/goods/routes'
import { actions } from './actions'
import { traits } from './traits'

const salesOrderKind = { ...traits, actions } satisfies GoodsKind

export const bindSalesOrder = (bind: Bind): void => bindDocument(bind, salesOrderKind)
