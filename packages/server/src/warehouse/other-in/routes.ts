import type { Bind } from '../../kernel/http/bind'
import { bindDocument } from '../../kernel/goods/routes'
import { actions } from './actions'
import { traits } from './traits'

export const bindOtherIn = (bind: Bind): void => bindDocument(bind, { ...traits, actions })
