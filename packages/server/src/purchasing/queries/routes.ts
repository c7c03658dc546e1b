import { orderLines as lines, orderParts as parts } from '@chepu/contract/purchasing/order-query'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { orderLines, orderParts } from './order-lines'

/** 采购订单查询: lines and parts, with totals and export. */
export function bindOrderQueries(bind: Bind): void {
  bindQuery(bind, lines, orderLines)
  bindQuery(bind, parts, orderParts)
}
