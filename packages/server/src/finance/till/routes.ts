import { openTills, printTill, readTill, reopenTill, sealTill, tillDay, tillDays } from '@chepu/contract/finance/till'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { openTillList } from './open-days'
import { findTill, printOf, tillList } from './read'
import { dayOfCaller, reopenDay, sealDay } from './till'

/** Calls of 日结交款. */
export function bindTill(bind: Bind): void {
  bind(tillDay, (tx, { query }) => dayOfCaller(tx, query.day))
  bind(sealTill, (tx, { body }) => sealDay(tx, body))
  bind(readTill, (tx, { params }) => findTill(tx, params.id))
  bind(reopenTill, (tx, { params, body }) => reopenDay(tx, params.id, body))
  bind(printTill, (tx, { params }) => printOf(tx, params.id))
  bindQuery(bind, tillDays, tillList)
  bindQuery(bind, openTills, openTillList)
}
