import type { BoardDef } from '@chepu/contract/warehouse/board'

/** Whether documents of the kind are entered in the warehouse, and not only moved there. */
export const isOwn = ({ area }: BoardDef): boolean => area === 'stock'
