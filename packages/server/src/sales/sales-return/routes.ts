import type { GoodsKind } from '../../kernel/goods/types'
import { bindDocument } from '../../kernel/goods/routes'
import type { Bind } from '../../kernel/http/bind'
import { actions } from './actions'
import { traits } from './traits'

const salesReturnKind = { ...traits, actions } satisfies GoodsKind

export const bindSalesReturn = (bind: Bind): void => bindDocument(bind, salesReturnKind)
