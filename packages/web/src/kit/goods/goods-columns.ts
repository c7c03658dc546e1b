import { goodsColumns as shared, type GoodsColumnName } from '@chepu/contract/kernel/goods-columns'
import type { GoodsColumnField, GoodsRow } from '@chepu/contract/kernel/goods-document'
import { type Column, columnsOf } from '../list/columns'

/** Columns that document lists know by name. */
export const goodsColumns = Object.fromEntries(columnsOf(shared).map((column) => [column.key, column])) as Record<
  GoodsColumnName,
  Column
>
/** A column that all kinds have, with a view of the list's own. */
export type GoodsColumn = Column<GoodsRow> & { key: GoodsColumnField }

/** What every document list begins with (business/lists 1.3); the columns of the kind's own follow. */
export const documentColumns = [
  'billNo',
  'state',
  'bizDate',
  'partnerName',
  'warehouseName',
  'lineCount',
  'totalQty',
  'totalTaxed',
] as const satisfies readonly GoodsColumnName[]

/** What every document list ends with, behind 制单人, which must stand in view. */
export const documentEnd = ['approverName', 'approvedAt', 'remark'] as const satisfies readonly GoodsColumnName[]
