import { otherOutRoutes } from '@chepu/contract/warehouse/other-out'
import type { Bind } from '../../app/http'
import { bindDocument } from '../../kernel/goods-document/routes'
import { actions } from './actions'
import { traits } from './traits'

export const bindOtherOut = (bind: Bind): void => bindDocument(bind, otherOutRoutes, { ...traits, actions })
