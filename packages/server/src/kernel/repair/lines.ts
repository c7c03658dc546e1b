import { repairSectionNames } from '@chepu/contract/kernel/repair-document'
import { snake } from '../db/names'
import type { Value } from '../db/statement'
import type { CallerTx } from '../db/tx'
import { invalid } from '../base/errors'
import type { Columns, PreparedLine, RepairDocument, RepairLine, RepairRequest } from './types'

/** Columns of a line that saving writes; all others belong to what happens to it afterwards. */
const written = [
  'name',
  'serviceItemId',
  'partId',
  'workerTypeId',
  'supplierId',
  'labourLineId',
  'pricingMode',
  'stdHours',
  'qty',
  'price',
  'priceSource',
  'discountRate',
  'amount',
  'netAmount',
  'taxRate',
  'payer',
  'payerPartnerId',
  'payerDepartmentId',
  'assessedAmount',
  'purchaseAmount',
  'complaint',
  'cause',
  'remedy',
  'qualityKm',
  'qualityDays',
  'isAdded',
  'isCustomerSupplied',
  'isConsumable',
  'isValued',
  'returnsOldPart',
  'agreement',
  'agreedAt',
  'sourceLineId',
  'reworkOfLineId',
  'remark',
] as const satisfies readonly (keyof RepairLine)[]

const defaults: Partial<Record<(typeof written)[number], Value>> = {
  name: '',
  stdHours: '0',
  discountRate: '1',
  amount: '0',
  netAmount: '0',
  taxRate: '0',
  payer: 'customer',
  priceSource: '',
  complaint: '',
  cause: '',
  remedy: '',
  isAdded: false,
  isCustomerSupplied: false,
  isConsumable: false,
  isValued: false,
  returnsOldPart: false,
  agreement: 'open',
  remark: '',
}

/** Refuses ids of lines that are none of the document's. */
export function assertOwnLines(lines: readonly PreparedLine[], before: RepairDocument | undefined): void {
  const known = new Map(before?.lines.map((line) => [line.id, line.section]))
  const strange = lines.find(({ id, section }) => id !== undefined && known.get(id) !== section)
  if (strange) invalid([{ path: `${strange.section}`, message: '明细不属于本单据，请刷新后重试' }])
}

/**
 * Writes the lines of a document: those that stay keep their ids, since picking and technicians refer to them, new ones get theirs, the
 * rest goes. A constant number of statements. Labour comes first, so that material can name it; those of a new document have `ids`.
 */
export async function writeLines(
  tx: CallerTx,
  documentId: number,
  lines: readonly PreparedLine[],
  before: RepairDocument | undefined,
  ids: readonly number[],
): Promise<void> {
  if (!before) return sendNew(tx, documentId, lines, ids)
  const kept = lines.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (before && before.lines.length > kept.length) await removeLines(tx, documentId, kept)
  const numbered = numberedLines(lines)
  const labour = numbered.filter(({ section }) => section === 'labour')
  const labourIds = await putLines(tx, documentId, labour, before)
  const rest = numbered.filter(({ section }) => section !== 'labour')
  nameLabour(rest, labourIds)
  await putLines(tx, documentId, rest, before)
}

interface NumberedLine extends PreparedLine {
  lineNo: number
}

const numberedLines = (lines: readonly PreparedLine[]): NumberedLine[] =>
  lines.map((line) => ({
    ...line,
    lineNo: lines.filter(({ section }) => section === line.section).indexOf(line) + 1,
  }))

function nameLabour(lines: readonly NumberedLine[], labourIds: readonly number[]): void {
  for (const line of lines) line.columns['labourLineId'] = line.labourNo ? (labourIds[line.labourNo - 1] ?? null) : null
}

const placeColumns = ['group_id', 'document_id', 'section', 'line_no']

/** Ids for the lines of a new document, so that they are sent with its header (ADR 0306). */
export async function idsForLines(tx: CallerTx, count: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>({
    name: 'ids-for-repair-lines',
    text: `select nextval(pg_get_serial_sequence('repair_line', 'id')) as id from generate_series(1, $1::int)`,
    values: [count],
  })
  return rows.map(({ id }) => id)
}

/** Sends the lines of a new document by their ids, and waits for none. */
function sendNew(tx: CallerTx, documentId: number, lines: readonly PreparedLine[], ids: readonly number[]): void {
  const numbered = numberedLines(lines)
  const isLabour = ({ section }: NumberedLine) => section === 'labour'
  nameLabour(
    numbered.filter((line) => !isLabour(line)),
    ids.filter((_, i) => isLabour(numbered[i] as NumberedLine)),
  )
  const rows = numbered.map((line, i) => [
    tx.groupId,
    documentId,
    line.section,
    line.lineNo,
    ...rowOf(line, undefined),
    ids[i],
  ])
  if (rows.length > 0) tx.sendInsert('repair_line', [...placeColumns, ...written.map(snake), 'id'], rows)
}

/** Inserts new lines and overwrites standing ones; answers the ids in order. */
async function putLines(
  tx: CallerTx,
  documentId: number,
  lines: readonly NumberedLine[],
  before: RepairDocument | undefined,
): Promise<number[]> {
  const standing = new Map(before?.lines.map((line) => [line.id, line]))
  const rows = lines.map((line) => rowOf(line, standing.get(line.id ?? 0)))
  const place = ({ section, lineNo }: NumberedLine): Value[] => [tx.groupId, documentId, section, lineNo]
  const columns = [...placeColumns, ...written.map(snake)]
  const fresh = lines.flatMap((line, i) => (line.id === undefined ? [[...place(line), ...(rows[i] as Value[])]] : []))
  const stay = lines.flatMap((line, i) =>
    line.id === undefined ? [] : [[...place(line), ...(rows[i] as Value[]), line.id]],
  )
  const [added] = await Promise.all([
    fresh.length === 0 ? [] : tx.insert<{ id: number }>('repair_line', columns, fresh, 'returning id'),
    stay.length === 0 ? [] : overwrite(tx, columns, stay),
  ])
  const next = added.values()
  return lines.map(({ id }) => id ?? (next.next().value as { id: number }).id)
}

const overwrite = (tx: CallerTx, columns: readonly string[], rows: Value[][]) => {
  const changed = columns.slice(2).map((column) => `${column} = excluded.${column}`)
  const tail = `on conflict (group_id, id) do update set ${changed.join(', ')}`
  return tx.insert('repair_line', [...columns, 'id'], rows, tail)
}

/** What is written of a line: what was typed, else what stands, else what a line begins with. */
function rowOf({ columns }: PreparedLine, before: RepairLine | undefined): Value[] {
  return written.map((name) => {
    const typed = columns[name]
    if (typed !== undefined) return typed
    return (before?.[name] as Value | undefined) ?? defaults[name] ?? null
  })
}

/** Lines that are gone; material that stays goes with none of them any more. */
function removeLines(tx: CallerTx, documentId: number, kept: readonly number[]) {
  return tx.query({
    name: 'remove-repair-lines',
    text: `with loose as (
        update repair_line set labour_line_id = null
        where group_id = $1 and document_id = $2 and id = any ($3::bigint[]) and labour_line_id <> all ($3::bigint[])
      )
      delete from repair_line where group_id = $1 and document_id = $2 and id <> all ($3::bigint[])`,
    values: [tx.groupId, documentId, [...kept]],
  })
}

/** The lines of a request, section by section, each with its typed fields as columns. */
export const typedLines = (request: RepairRequest): PreparedLine[] =>
  repairSectionNames.flatMap((section) =>
    ((request[section] ?? []) as (Columns & { id?: number; labourNo?: number | null })[]).map(
      ({ id, labourNo, ...columns }): PreparedLine => ({ id, section, labourNo: labourNo ?? null, columns }),
    ),
  )
