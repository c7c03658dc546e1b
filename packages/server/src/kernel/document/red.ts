// 红冲 writes a document of today beside the one that it undoes, with all figures negated (business/documents 1.6).
import { neg } from '@chepu/contract/kernel/decimal'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { stateAt } from '@chepu/contract/kernel/states'
import type { CallerTx } from '../db/tx'
import { nextDocument } from '../db/numbering'
import { periodOf } from '../ledgers/types'
import { sendRow } from './rows'
import type { Family, LockedDocument } from './types'

/**
 * Writes the red header of a posted document: number, day and people are of now, all else is `header`, the columns of the blue one
 * with its figures negated. What stands beside it otherwise than as the red one of the whole says so by `relation`. Answers it as ledger rows refer to it.
 */
export async function insertRed<Header extends LockedDocument>(
  tx: CallerTx,
  { table }: Family,
  def: DocumentDef,
  header: Header,
  bizDate: string,
  relation: Partial<Header> = {},
): Promise<Header> {
  const [{ userId }, now] = [tx.caller, new Date().toISOString()]
  const red = {
    ...header,
    ...(await nextDocument(tx, def.prefix, table)),
    bizDate,
    period: periodOf(bizDate),
    state: stateAt(def, 'posted'),
    version: 1,
    revision: 0,
    isRed: true,
    redOf: header.id,
    printCount: 0,
    creatorId: userId,
    createdAt: now,
    submitterId: null,
    submittedAt: null,
    approverId: userId,
    approvedAt: now,
    posterId: userId,
    postedAt: now,
    ...relation,
  }
  sendRow(tx, table, red)
  return red
}

/** A row with these figures, decimals as text, negated. */
export function negated<Row extends object>(row: Row, figures: readonly (keyof Row)[]): Row {
  const copy = { ...row }
  for (const figure of figures) copy[figure] = neg(row[figure] as string) as Row[typeof figure]
  return copy
}
