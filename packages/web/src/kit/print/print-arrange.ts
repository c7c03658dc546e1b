import type { PrintLayoutSpec } from '@chepu/contract/kernel/print-template'
import type { PrintSheet } from './print-template'

/**
 * A sheet as a template wants it: `full` carries every field and column that its kind knows, and the template chooses
 * among them, orders and names them. What `full` does not have, because the server left it out, is not printed.
 */
export function arrangeSheet(full: PrintSheet, layout: PrintLayoutSpec): PrintSheet {
  const fields = new Map(full.fields.map((field) => [field.key, field]))
  const columns = new Map(full.columns.map((column) => [column.key, column]))
  const signed = new Map(full.signatures?.map((field) => [field.title, field]))
  return {
    ...full,
    title: layout.title || full.title,
    fields: layout.fields.flatMap(({ key, title }) => {
      const field = fields.get(key)
      return field ? [{ ...field, title }] : []
    }),
    columns: layout.columns.flatMap(({ key, title, share }) => {
      const column = columns.get(key)
      if (!column) return []
      // A column that the template calls as the paper does keeps the paper's more exact word.
      const heading = title === column.title ? column.heading : undefined
      return [{ ...column, title, heading, share, optional: false }]
    }),
    amount: layout.withAmount ? full.amount : undefined,
    extras: layout.withAmount ? (full.extras ?? []) : [],
    balances: layout.withAmount ? (full.balances ?? []) : [],
    signatures: layout.signatures.map((title) => signed.get(title) ?? { title, value: '' }),
    logo: layout.logo ?? undefined,
    foot: layout.foot,
    settles: full.settles && layout.withAmount,
  }
}
