// What a second desk says of the lines of a document: the warehouse what it counted, the board of orders what it promises.
import { chargedFreight, countedAmounts } from '@chepu/contract/kernel/amounts'
import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import { compare, type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import { fieldError, invalid } from '../base/errors'
import type { CallerTx } from '../db/tx'
import { writeFigures } from './figures'
import { openBins, type PartUnit, qtyProblem, unitsOf } from './line-checks'
import { withCharges } from './sources'
import type { GoodsDocument, GoodsLine, GoodsTraits } from './types'

interface Named {
  lineId: number
  qty: Decimal
}

/**
 * What was said of the document's lines, by line id. `tooMuch` tells that it is more than the line has.
 * @throws Failure invalid for a line that is not the document's, is named twice, or cannot have this quantity
 */
export async function namedLines<Line extends Named>(
  tx: CallerTx,
  doc: GoodsDocument,
  said: readonly Line[],
  tooMuch: string,
): Promise<Map<number, Line>> {
  const lines = new Map(doc.lines.map((line) => [line.id, line]))
  if (said.length === 0) return new Map()
  const units = await unitsOf(
    tx,
    doc.lines.map((line) => line.partId),
  )
  const seen = new Set<number>()
  const errors = said.flatMap(({ lineId, qty }, i) => {
    const line = lines.get(lineId)
    if (!line) return [fieldError(`input.lines.${i}.lineId`, '所选明细不属于本单')]
    const at = `第${line.lineNo}行`
    if (seen.has(lineId)) return [fieldError(`input.lines.${i}.lineId`, `${at} 重复`)]
    seen.add(lineId)
    const problem =
      compare(qty, line.qty) > 0
        ? tooMuch
        : compare(qty, line.qty) < 0 && qtyProblem(qty, units.get(line.partId) as PartUnit)
    return problem ? [fieldError(`input.lines.${i}.qty`, `${at} ${problem}`)] : []
  })
  if (errors.length > 0) invalid(errors)
  return new Map(said.map((line) => [line.lineId, line]))
}

/**
 * Takes over what the warehouse counted: never more than the document says; totals are computed anew from it
 * (business/documents 4.4, ADR 0051). Lines that are not named keep their quantity.
 * @throws Failure invalid, by line
 */
export async function applyCounted(
  tx: CallerTx,
  kind: GoodsTraits,
  doc: GoodsDocument,
  counted: CountedLines,
): Promise<GoodsDocument> {
  const byLine = await namedLines(tx, doc, counted.lines, '实际数量不能大于单据数量')
  await assertBins(tx, doc, counted)
  const lines = doc.lines.map((line) => countedLine(line, byLine.get(line.id)))
  if (lines.every((line) => isZero(line.qty)))
    invalid([fieldError('input.lines', '实际数量全部为0，没有可以过账的货物')])
  const charged = await withCharges(tx, kind, doc.lines)
  const { lines: figures, ...totals } = countedAmounts(
    charged.map((line, i) => ({
      ...line,
      netAmount: line.isNetTyped ? line.netAmount : null,
      countedQty: lines[i]?.qty ?? '0',
    })),
    {
      taxIncluded: doc.taxIncluded,
      orderDiscount: doc.orderDiscount,
      chargedFreight: chargedFreight(kind.def.freightRule, doc),
    },
  )
  return writeFigures(tx, { ...doc, ...totals, lines: lines.map((line, i) => ({ ...line, ...figures[i] })) })
}

/** Goods lie in bins of the line's own warehouse. */
async function assertBins(tx: CallerTx, doc: GoodsDocument, counted: CountedLines): Promise<void> {
  const lines = new Map(doc.lines.map((line) => [line.id, line]))
  const moved = counted.lines.map(({ lineId, locationId }) => {
    const line = lines.get(lineId) as GoodsLine
    return { line, locationId: locationId === line.locationId ? null : locationId }
  })
  const warehouseOf = await openBins(
    tx,
    moved.map(({ locationId }) => locationId),
  )
  const errors = moved.flatMap(({ line, locationId }, i) =>
    locationId === null || warehouseOf(locationId) === line.warehouseId
      ? []
      : [fieldError(`input.lines.${i}.locationId`, `第${line.lineNo}行 货位不属于该仓库或已停用`)],
  )
  if (errors.length > 0) invalid(errors)
}

function countedLine(line: GoodsLine, counted: CountedLines['lines'][number] | undefined): GoodsLine {
  if (!counted) return { ...line, receivedQty: line.qty }
  return {
    ...line,
    qty: counted.qty,
    receivedQty: counted.qty,
    locationId: counted.locationId ?? line.locationId,
    // A bin that was named anew has been checked.
    locationIsOpen: line.locationIsOpen || (counted.locationId ?? line.locationId) !== line.locationId,
    batchNo: counted.batchNo || line.batchNo,
  }
}
