import { salesReturnRoutes } from '@chepu/contract/sales/sales-return'
import type { GoodsKind } from '../../kernel/goods-document/kind'
import { bindDocument } from '../../kernel/goods-document/routes'
import type { Bind } from '../../app/http'
import { actions } from './actions'
import { traits } from './traits'

export const salesReturnKind = { ...traits, actions } satisfies GoodsKind

export const bindSalesReturn = (bind: Bind): void => bindDocument(bind, salesReturnRoutes, salesReturnKind)
