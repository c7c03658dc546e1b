import type { Bind } from '../../kernel/http/bind'
import { bindMoneyDocument } from '../../kernel/money/routes'
import { actions } from './actions'
import { traits } from './traits'

export const bindBalanceAdjustment = (bind: Bind): void => bindMoneyDocument(bind, { ...traits, actions })
