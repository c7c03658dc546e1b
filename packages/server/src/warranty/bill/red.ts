import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { CallerTx } from '../../kernel/db/tx'
import { insertRed, negated } from '../../kernel/document/red'
import { insertRows } from '../../kernel/document/rows'
import { repairDocuments } from '../../kernel/repair/repo'
import type { WarrantyBill } from './types'

/** Writes the red bill beside one in the books, with its lines, all figures negated; its lines name none of the settlement's. */
export async function insertRedBill(tx: CallerTx, bill: WarrantyBill, bizDate: string): Promise<WarrantyBill> {
  const { lines, technicianIds: _, ...header } = bill
  const json = Object.fromEntries(
    (['insurers', 'packageUses', 'papers', 'exterior'] as const).map((name) => [name, jsonOf(header[name])]),
  )
  const figures = ['labourAmount', 'materialAmount', 'otherAmount', 'totalAmount'] as const
  const columns = { ...negated(header, figures), ...json }
  const red = await insertRed(tx, repairDocuments, warrantyBill, columns as WarrantyBill, bizDate)
  await insertRows(
    tx,
    'repair_line',
    lines.map(({ partCode: _code, ...line }) => ({
      ...negated(line, ['qty', 'amount', 'netAmount']),
      documentId: red.id,
      sourceLineId: null,
    })),
  )
  return red
}

const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))
