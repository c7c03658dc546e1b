import { balanceAdjustmentRoutes } from '@chepu/contract/finance/balance-adjustment'
import type { Bind } from '../../app/http'
import { bindMoneyDocument } from '../../kernel/money-document/routes'
import { actions } from './actions'
import { traits } from './traits'

export const bindBalanceAdjustment = (bind: Bind): void =>
  bindMoneyDocument(bind, balanceAdjustmentRoutes, { ...traits, actions })
