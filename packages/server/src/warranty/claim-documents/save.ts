import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { sendRows } from '../../kernel/document/rows'
import { type Saved, savedDraft } from '../../kernel/document/run-action'
import { assertDay, editable, typedColumns, writeHeader } from '../../kernel/document/save'
import { claimDocuments } from './repo'
import type { ClaimDocument, ClaimRequest, ClaimTraits, PreparedLine } from './types'

/**
 * Saves a claim document, new or changed: checks what it refers to, and writes header and lines. A constant number of statements, whatever the
 * number of lines.
 * @throws Failure invalid or refusal, naming field and line
 */
export async function saveClaim(tx: CallerTx, kind: ClaimTraits, request: ClaimRequest): Promise<Saved> {
  const { def } = kind
  const before = await editable(tx, claimDocuments, def, request)
  const { header } = request
  assertDay(header, before)
  await assertManufacturer(tx, header.partnerId, before)
  const { columns, lines } = await kind.prepare(tx, request, before)
  const written = { before, columns: { ...typedColumns(def, header), ...columns }, note: { lines: lines.length } }
  const saved = await writeHeader(tx, claimDocuments, def, written)
  if (before) await clearLines(tx, saved.id)
  writeLines(tx, saved.id, lines)
  await kind.saved?.(tx, saved.id, request, before)
  return savedDraft(tx.caller, def, saved, before)
}

/** Refuses who neither makes nor supplies; one that the document named before stays. He is held, so that he is not merged away. */
async function assertManufacturer(tx: CallerTx, partnerId: number, before: ClaimDocument | undefined): Promise<void> {
  const found = await tx.one<{ isActive: boolean }>({
    name: 'manufacturer-of-claim',
    text: `select is_active from partner where group_id = $1 and id = $2
      and cus_flag & ${partnerRoles.manufacturer | partnerRoles.supplier} <> 0 for key share`,
    values: [tx.groupId, partnerId],
  })
  if (partnerId !== before?.partnerId && !found?.isActive)
    invalid([{ path: 'header.partnerId', message: '厂家不存在或已停用' }])
}

const clearLines = (tx: CallerTx, documentId: number) =>
  tx.query({
    name: 'clear-claim-lines',
    text: 'delete from claim_line where group_id = $1 and document_id = $2',
    values: [tx.groupId, documentId],
  })

function writeLines(tx: CallerTx, documentId: number, lines: readonly PreparedLine[]): void {
  const rows = lines.map(({ section, columns }) => ({
    groupId: tx.groupId,
    documentId,
    section,
    lineNo: lines.filter((line) => line.section === section).findIndex((line) => line.columns === columns) + 1,
    ...columns,
  }))
  for (const section of new Set(lines.map((line) => line.section)))
    sendRows(
      tx,
      'claim_line',
      rows.filter((row) => row.section === section),
    )
}
