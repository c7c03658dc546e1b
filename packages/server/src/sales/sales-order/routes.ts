import { salesOrderRoutes } from '@chepu/contract/sales/sales-order'
import type { Bind } from '../../app/http'
import type { GoodsKind } from '../../kernel/goods-document/kind'
import { bindDocument } from '../../kernel/goods-document/routes'
import { actions } from './actions'
import { traits } from './traits'

export const salesOrderKind = { ...traits, actions } satisfies GoodsKind

export const bindSalesOrder = (bind: Bind): void => bindDocument(bind, salesOrderRoutes, salesOrderKind)
