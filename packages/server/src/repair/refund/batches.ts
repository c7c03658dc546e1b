import { add, type Decimal, isPositive, min, sub } from '@chepu/contract/kernel/decimal'

/** So many pieces of a batch. */
export interface BatchQty {
  batchNo: string
  qty: Decimal
}

/**
 * How `qty` pieces go back into the batches `out` that they came out of: each gets back at most what is out of it, the one that was taken first before the
 * others (business/repair-settlement 6). What is out of none, since it was taken back into another batch before, goes with the last one.
 */
export function batchesBack(out: readonly BatchQty[], qty: Decimal): BatchQty[] {
  let left = qty
  const back = out.map(({ batchNo, qty: most }) => {
    const part = min(most, left)
    left = sub(left, part)
    return { batchNo, qty: part }
  })
  const last = back.at(-1)
  if (!last) return [{ batchNo: '', qty }]
  last.qty = add(last.qty, left)
  return back.filter((each) => isPositive(each.qty))
}
