import { isZero } from '@chepu/contract/kernel/decimal'
import { isPriced } from '@chepu/contract/warehouse/transfers'
import { fieldError, invalid } from '../../kernel/base/errors'
import type { GoodsDocument } from '../../kernel/goods/types'

/** Another organisation pays for what it gets. @throws Failure invalid, by line, where nobody has said what a part costs it */
export function assertPriced(order: GoodsDocument): void {
  if (!isPriced(order)) return
  const errors = order.lines.flatMap((line, i) =>
    isZero(line.price)
      ? [fieldError(`lines.${i}.price`, `[${line.partCode}] 没有调拨价，请录入或在商品资料中维护`)]
      : [],
  )
  if (errors.length > 0) invalid(errors)
}
