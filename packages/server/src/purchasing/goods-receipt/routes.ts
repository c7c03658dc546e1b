import { goodsReceiptRoutes } from '@chepu/contract/purchasing/goods-receipt'
import type { Bind } from '../../app/http'
import { bindDocument } from '../../kernel/goods-document/routes'
import { actions } from './actions'
import { traits } from './traits'

export const bindGoodsReceipt = (bind: Bind): void => bindDocument(bind, goodsReceiptRoutes, { ...traits, actions })
