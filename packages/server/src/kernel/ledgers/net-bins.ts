import { add, type Decimal, isPositive } from '@chepu/contract/kernel/decimal'
import type { Bin } from './holdings'
import { poolKey } from './pools'
import type { StockMove } from './types'

/** What a posting leaves in a bin, or takes from it. Of several documents one may have brought goods there and another taken them. */
interface NetBin extends Bin {
  came: boolean
  went: boolean
}

/** The net of a posting by bin; `documentOf` tells the documents of one posting apart. Changes of value alone move nothing. */
export function netByBin(
  rows: readonly { move: StockMove; locationId: number; batchNo: string; qty: Decimal }[],
  documentOf: (move: StockMove) => number,
): NetBin[] {
  const net = new Map<string, Bin & { byDocument: Map<number, Decimal> }>()
  for (const { move, locationId, batchNo, qty } of rows) {
    if (move.direction === 'revalue') continue
    const { warehouseId, partId } = move
    const key = `${poolKey(move)}:${locationId}:${batchNo}`
    const bin = net.get(key) ?? { warehouseId, partId, locationId, batchNo, qty: '0', byDocument: new Map() }
    bin.qty = add(bin.qty, qty)
    bin.byDocument.set(documentOf(move), add(bin.byDocument.get(documentOf(move)) ?? '0', qty))
    net.set(key, bin)
  }
  return [...net.values()].map(({ byDocument, ...bin }) => {
    const nets = [...byDocument.values()]
    return { ...bin, came: nets.some(isPositive), went: nets.some((qty) => !isPositive(qty)) }
  })
}
