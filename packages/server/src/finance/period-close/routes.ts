import { periodRoutes } from '@chepu/contract/finance/period-close'
import { registerClosingChecks } from '../../kernel/document/closing-checks'
import type { Bind } from '../../kernel/http/bind'
import { commonChecks } from './checks'
import { checkMonth, closeMonth, reopenMonth } from './close'
import { listMonths } from './list'
import { openingSteps } from './opening'

/** Calls of 月结. */
export function bindPeriodClose(bind: Bind): void {
  bind.reads(periodRoutes.list, (tx) => listMonths(tx))
  bind.reads(periodRoutes.opening, (tx) => openingSteps(tx))
  bind(periodRoutes.checks, (tx, { params }) => checkMonth(tx, params.month))
  bind(periodRoutes.close, (tx, { body }) => closeMonth(tx, body))
  bind(periodRoutes.reopen, (tx, { body }) => reopenMonth(tx, body))
  registerClosingChecks('finance', commonChecks)
}
