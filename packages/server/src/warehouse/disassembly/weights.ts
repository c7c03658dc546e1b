import { type Decimal, isPositive, mul } from '@chepu/contract/kernel/decimal'
import { fieldError, invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument } from '../../kernel/goods/types'
import { lastReceiptCosts } from '../../purchasing/public'
import { kitOf } from '../kit/posting'

/**
 * What each component weighs when the kit's cost is shared, by line id: its ratio where every line names one, else what its goods cost at
 * their last receipt (business/ledgers 4.6). @throws Failure invalid where neither is known, by line, or where nothing weighs anything
 */
export async function weightsOf(tx: CallerTx, doc: GoodsDocument): Promise<Map<number, Decimal>> {
  const { components } = kitOf(doc)
  const isByRatio = components.every((line) => line.costRatio !== null)
  const costs = isByRatio
    ? new Map<number, Decimal>()
    : await lastReceiptCosts(
        tx,
        doc.orgId,
        components.map((line) => line.partId),
      )
  const errors = components.flatMap((line) =>
    isByRatio || costs.has(line.partId)
      ? []
      : [
          fieldError(
            `lines.${line.lineNo - 1}.costRatio`,
            `[${line.partCode}] 没有入库成本可参考，请为每行组件填写成本比例`,
          ),
        ],
  )
  if (errors.length > 0) invalid(errors)
  const weights = components.map((line): [number, Decimal] => [
    line.id,
    isByRatio ? (line.costRatio as Decimal) : mul(costs.get(line.partId) as Decimal, line.qty),
  ])
  if (!weights.some(([, weight]) => isPositive(weight))) invalid([fieldError('lines', '组件的成本比例合计应大于0')])
  return new Map(weights)
}
