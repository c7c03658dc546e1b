import { own } from '../../kernel/base/own'
import type { Tx } from '../../kernel/db/tx'
import type { Family } from '../../kernel/document/types'
import type { Invoice, InvoiceHeader } from './types'

/** Invoices of both directions (ADR 0368). Lines and links change only together with the header's version, or under its lock. */
export const invoices: Family<Invoice> = {
  table: 'invoice',
  lock: (tx, kind, id) => invoiceBy(tx, kind, id, { name: 'lock-invoice', tail: 'for no key update' }),
  read: (tx, kind, id) => invoiceBy(tx, kind, id, { name: 'read-invoice', tail: '' }),
}

async function invoiceBy(tx: Tx, kind: string, id: number, how: { name: string; tail: string }) {
  const header = tx.one<InvoiceHeader>({
    name: how.name,
    text: `select * from invoice where group_id = $1 and id = $2 and kind = $3 ${how.tail}`,
    values: [tx.groupId, id, kind],
  })
  const [document, lines, links] = await Promise.all([header, linesOf(tx, id), linksOf(tx, id)])
  return document && { ...document, lines, links }
}

const linesOf = (tx: Tx, id: number) =>
  tx.query<Invoice['lines'][number]>({
    name: 'invoice-lines',
    text: 'select * from invoice_line where group_id = $1 and invoice_id = $2 order by line_no',
    values: [tx.groupId, id],
  })

const linksOf = (tx: Tx, id: number) =>
  tx.query<Invoice['links'][number]>({
    name: 'invoice-links',
    text: 'select * from invoice_link where group_id = $1 and invoice_id = $2 order by line_no',
    values: [tx.groupId, id],
  })

/**
 * Writes the lines and links of an invoice in place of those that stood, in order from 1; lines of a red one have the numbers of the blue lines
 * that they take from.
 */
export async function writeRows(
  tx: Tx,
  invoiceId: number,
  { lines, links }: { lines: readonly object[]; links: readonly object[] },
  { isNew }: { isNew: boolean },
): Promise<void> {
  if (!isNew)
    for (const table of ['invoice_line', 'invoice_link'])
      tx.send({
        name: `delete-draft-${table}`,
        text: `delete from ${table} where group_id = $1 and invoice_id = $2`,
        values: [tx.groupId, invoiceId],
      })
  const rows = (of: readonly object[], keys: readonly string[], numbered = '') =>
    of.map((row, i) => [
      tx.groupId,
      invoiceId,
      own(row as Record<string, number>, numbered) ?? i + 1,
      ...keys.map((key) => own(row as Record<string, string | number | null>, key) ?? null),
    ])
  tx.sendInsert(
    'invoice_line',
    [
      'group_id',
      'invoice_id',
      'line_no',
      'name',
      'tax_class',
      'spec',
      'unit_name',
      'qty',
      'price',
      'untaxed',
      'tax_rate',
      'tax',
      'taxed',
    ],
    rows(
      lines,
      ['name', 'taxClass', 'spec', 'unitName', 'qty', 'price', 'untaxed', 'taxRate', 'tax', 'taxed'],
      'lineNo',
    ),
  )
  tx.sendInsert(
    'invoice_link',
    ['group_id', 'invoice_id', 'line_no', 'source_kind', 'source_id', 'open_item_id', 'amount'],
    rows(links, ['sourceKind', 'sourceId', 'openItemId', 'amount']),
  )
}
