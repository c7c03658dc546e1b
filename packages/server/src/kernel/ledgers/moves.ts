import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { StockMove } from './types'

/** A line of goods, whatever document it stands on. */
interface MovedLine {
  id: number
  lineNo: number
  partId: number
  partCode: string
  warehouseId: number
  locationId: number | null
  /** Where goods enter when no location was typed. */
  entryLocationId: number | null
  batchNo: string
  qty: Decimal
}

/** What a posting adds: how the goods are valued, and where they differ from their line. */
type Rest = Pick<StockMove, 'costing'> & Partial<StockMove>

const moveOf = (line: MovedLine) => ({
  lineId: line.id,
  lineNo: line.lineNo,
  partId: line.partId,
  partCode: line.partCode,
  warehouseId: line.warehouseId,
  batchNo: line.batchNo,
  qty: line.qty,
})

/** The goods of a line come in, to its location or where goods enter. */
export const moveIn = (line: MovedLine, rest: Rest): StockMove => ({
  direction: 'in',
  ...moveOf(line),
  locationId: line.locationId ?? line.entryLocationId,
  ...rest,
})

/** The goods of a line leave, from its location or from any. */
export const moveOut = (line: MovedLine, rest: Rest): StockMove => ({
  direction: 'out',
  ...moveOf(line),
  locationId: line.locationId,
  ...rest,
})
