import { settleQueries } from '@chepu/contract/finance/settle-queries'
import { accountSides } from '@chepu/contract/kernel/money-document'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { settleAdvances } from './advances'
import { settleItems } from './items'

/** Calls of the 结算页签. */
export function bindSettleTabs(bind: Bind): void {
  for (const side of accountSides) {
    bindQuery(bind, settleQueries[side].items, settleItems(side))
    bindQuery(bind, settleQueries[side].advances, settleAdvances(side))
  }
}
