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

/** Which document it is: every list begins so. */
export const documentHead = ['billNo', 'state', 'bizDate'] as const satisfies readonly GoodsColumnName[]

/** With whom and where, and how much. */
export const documentGoods = [
  'partnerName',
  'warehouseName',
  'lineCount',
  'totalQty',
] as const satisfies readonly GoodsColumnName[]

/** What lists of priced documents begin with (business/lists 1.3); the columns of the kind's own follow. */
export const documentColumns = [
  ...documentHead,
  ...documentGoods,
  'totalTaxed',
] as const satisfies readonly GoodsColumnName[]

/** What every document list ends with, behind 制单人, which must stand in view. */
export const documentEnd = ['approverName', 'approvedAt', 'remark'] as const satisfies readonly GoodsColumnName[]
