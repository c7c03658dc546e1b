import { linePrices } from '@chepu/contract/kernel/price-fields'
import { useMemo } from 'react'
import { useSession } from '../../kit/base/session'
import type { LineColumnChoice } from '../../kit/goods-editor/line-columns'

const prices = new Set<string>(linePrices)

/** The columns of a transfer's lines; who sees no costs has none of prices, which he could only leave as they are. */
export function useSeenColumns(columns: readonly LineColumnChoice[]): readonly LineColumnChoice[] {
  const { sees } = useSession()
  return useMemo(
    () =>
      sees('cost_price') ? columns : columns.filter((each) => !prices.has(typeof each === 'string' ? each : each.name)),
    [columns, sees],
  )
}
