import { writeOffRoutes } from '@chepu/contract/finance/write-off'
import type { Bind } from '../../app/http'
import { bindMoneyDocument } from '../../kernel/money-document/routes'
import { actions } from './actions'
import { traits } from './traits'

export const bindWriteOff = (bind: Bind): void => bindMoneyDocument(bind, writeOffRoutes, { ...traits, actions })
