import { recurringMoney, recurringRoutes } from '@chepu/contract/finance/recurring-money'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { recurringList } from './list'
import { makeRecurring } from './make'
import { enableRecurring, saveRecurring, skipRecurring } from './template'

/** Calls of 固定收支. */
export function bindRecurring(bind: Bind): void {
  bindQuery(bind, recurringMoney, recurringList)
  bind(recurringRoutes.save, (tx, { body }) => saveRecurring(tx, body))
  bind(recurringRoutes.enable, (tx, { params, body }) => enableRecurring(tx, params.id, body))
  bind(recurringRoutes.make, (tx, { body }) => makeRecurring(tx, body))
  bind(recurringRoutes.skip, (tx, { params, body }) => skipRecurring(tx, params.id, body))
}
