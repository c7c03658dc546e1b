import { expenseCategoryRoutes, type ExpenseCategoryRow } from '@chepu/contract/basics/expense-category'
import { isDifference, type MoneyDirection } from '@chepu/contract/finance/other-money'
import { useMemo } from 'react'
import { useCall } from '../../kit/base/use-call'
import type { PickOption } from '../../kit/ui/pick-options'

/** Where a category stands, from the top: 房租水电 / 水费. */
function pathOf(row: ExpenseCategoryRow, byId: ReadonlyMap<number, ExpenseCategoryRow>): string {
  const parent = row.parentId === null ? undefined : byId.get(row.parentId)
  return parent ? `${pathOf(parent, byId)} / ${row.name}` : row.name
}

/** Categories of one direction; those that the program alone books by and those out of use only where `all` are wanted. */
export function useCategories(direction: MoneyDirection, all = false): readonly PickOption<ExpenseCategoryRow>[] {
  const { data } = useCall(expenseCategoryRoutes.list, {}, { stale: 60_000 })
  return useMemo(() => {
    const rows = data?.rows ?? []
    const byId = new Map(rows.map((row) => [row.id, row]))
    return rows
      .filter((row) => row.direction === direction && (all || (row.isActive && !isDifference(row))))
      .map((row) => ({ id: row.id, label: pathOf(row, byId), words: row.name, value: row }))
  }, [data, direction, all])
}
