import { add, compare, trimZeros } from '@chepu/contract/kernel/decimal'
import { fieldError, invalid } from '../../kernel/base/errors'
import type { GoodsDocument } from '../../kernel/goods/types'
import type { OnItsWay } from '../transfers/transit'

/** What came, came short and came broken is together no more than what is on its way. @throws Failure invalid, by line */
export function assertWithin({ lines }: GoodsDocument, left: ReadonlyMap<number, OnItsWay>): void {
  const errors = lines.flatMap((line, i) => {
    const said = add(line.qty, line.shortQty ?? '0', line.damagedQty ?? '0')
    const most = left.get(line.sourceLineId as number)?.qty ?? '0'
    if (compare(said, most) <= 0) return []
    const figures = `实收、短少、破损合计 ${trimZeros(said)}，超过在途 ${trimZeros(most)}`
    return [fieldError(`lines.${i}.qty`, `[${line.partCode}] ${figures}`)]
  })
  if (errors.length > 0) invalid(errors)
}
