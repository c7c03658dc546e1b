import { depositOrders, orderOfDeposit } from '@chepu/contract/finance/collection'
import type { FirstTender, Wanted } from './slip-store'

const numbers = (text: string | undefined): number[] =>
  text && /^\d+(,\d+)*$/.test(text) ? text.split(',').map((part) => Number.parseInt(part, 10)) : []

/** Kinds of orders that a deposit may be tied to. */
const orders = new Set<string>([...Object.values(orderOfDeposit), ...Object.keys(depositOrders)])

/**
 * Where an editor begins, from its deep link: `?new=1&partnerId=3&itemIds=7,8`, the items of documents as
 * `?source=sales_delivery&sourceIds=5`, or a deposit for an order as `?source=work_order&sourceId=5`. What a bank says of money that the books lack:
 * `?bizDate=2026-11-02&accountId=4&amount=88.00&tradeNo=T1&remark=货款`.
 */
export function slipStart(params: Readonly<Record<string, string | undefined>>): {
  defaults: Record<string, unknown>
  wanted: Wanted | undefined
  tender: FirstTender | undefined
} {
  const [partnerId] = numbers(params['partnerId'])
  const { source, purpose, bizDate, remark, amount, tradeNo = '' } = params
  const [storeAccountId] = numbers(params['accountId'])
  const sourceIds = numbers(params['sourceIds'] ?? params['sourceId'])
  const isDeposit = source !== undefined && orders.has(source)
  const itemIds = numbers(params['itemIds'])
  return {
    defaults: {
      ...(partnerId === undefined ? {} : { partnerId }),
      ...(purpose ? { purpose } : {}),
      ...(bizDate ? { bizDate } : {}),
      ...(remark ? { remark } : {}),
      ...(isDeposit ? { purpose: 'deposit', sourceKind: source, sourceId: sourceIds[0] ?? null } : {}),
    },
    wanted:
      itemIds.length > 0 || (sourceIds.length > 0 && !isDeposit)
        ? { itemIds, sourceKind: source, sourceIds }
        : undefined,
    tender: storeAccountId === undefined || !amount ? undefined : { storeAccountId, amount, tradeNo },
  }
}
