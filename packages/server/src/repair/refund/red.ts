import { neg } from '@chepu/contract/kernel/decimal'
import type { StateOf } from '@chepu/contract/kernel/document'
import { repairRefund } from '@chepu/contract/repair/refund'
import type { CallerTx } from '../../kernel/db/tx'
import { insertRed, negated } from '../../kernel/document/red'
import { insertRows } from '../../kernel/document/rows'
import { repairDocuments } from '../../kernel/repair/repo'
import type { RepairDocument } from '../../kernel/repair/types'

const headerFigures = [
  'labourAmount',
  'materialAmount',
  'otherAmount',
  'totalAmount',
  'orderDiscount',
  'packaged',
  'couponAmount',
  'deductible',
  'salvage',
  'customerDue',
  'insuranceDue',
  'warrantyDue',
  'receivedAmount',
  'costAmount',
] as const
const lineFigures = [
  'qty',
  'amount',
  'netAmount',
  'taxedAmount',
  'couponShare',
  'discountShare',
  'giftShare',
  'salvageShare',
  'deductibleShare',
  'outputAmount',
  'costAmount',
] as const

/** Writes the red refund beside a posted one, with its lines, all figures negated. */
export async function insertRedRefund(
  tx: CallerTx,
  refund: RepairDocument<StateOf<typeof repairRefund>>,
  bizDate: string,
) {
  const { lines, technicianIds: _, ...header } = refund
  const insurers = JSON.stringify(header.insurers)
  const packageUses = JSON.stringify(header.packageUses)
  const own = { ...negated(header, headerFigures), insurers, packageUses, exterior: null, lines, technicianIds: [] }
  const { lines: __, technicianIds: ___, ...columns } = own
  const red = await insertRed(tx, repairDocuments, repairRefund, columns as typeof refund, bizDate)
  const redLines = lines.map(({ partCode: ____, ...line }) => ({
    ...negated(line, lineFigures),
    documentId: red.id,
    assessedAmount: null,
    packageValue: line.packageValue === null ? null : neg(line.packageValue),
    refundAmount: null,
  }))
  return { red, lines: await insertRows(tx, 'repair_line', redLines) }
}
