import { repairColumns as shared } from '@chepu/contract/kernel/repair-columns'
import type { RepairColumnField, RepairRow } from '@chepu/contract/kernel/repair-document'
import { type Column, columnsOf } from '../list/columns'

/** A column of a list of documents of cars; its export gives every field that it may name. */
type RepairColumn = Column<RepairRow> & { key: RepairColumnField }

/** Columns of the lists of documents of cars, by name (business/repair 1.2). */
export const repairColumns = Object.fromEntries(
  columnsOf<typeof shared, RepairRow>(shared).map((column) => [column.key, column]),
) as { [Name in RepairColumnField]: RepairColumn }
