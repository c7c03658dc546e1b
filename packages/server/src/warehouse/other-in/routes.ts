import { otherInRoutes } from '@chepu/contract/warehouse/other-in'
import type { Bind } from '../../app/http'
import { bindDocument } from '../../kernel/goods-document/routes'
import { actions } from './actions'
import { traits } from './traits'

export const bindOtherIn = (bind: Bind): void => bindDocument(bind, otherInRoutes, { ...traits, actions })
