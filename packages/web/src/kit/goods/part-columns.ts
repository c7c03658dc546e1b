import { partQueryColumns } from '@chepu/contract/kernel/part-columns'
import { type Column, columnsOf } from '../list/columns'

/** A part in lists and queries (business/lists 1.4). */
export const partColumns: readonly Column[] = columnsOf(partQueryColumns)
