import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { act } from './desk'
import type { Desk, Saved } from './filled-books'
import { newPartner } from './finance'

/** Two invoices of one bill, of which one is taken back by a red one. */
export async function issueInvoices({ shop, owner, corrected }: Desk) {
  const partnerId = await newPartner(shop, '开票客户')
  await corrected('AR', '226', partnerId)
  const { rows } = await owner.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
  const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
  const { drafts } = await owner.call(draftIssued, { body: { bills, sheetKind: 'receipt', limit: '100' } })
  const [invoiced, reddened] = await Promise.all(
    drafts.map(({ id }) => act(owner, invoiceIssued.routes, { id, version: 1 }, 'issue', { input: {} })),
  )
  await act(owner, invoiceIssued.routes, reddened as Saved, 'red', { input: {} })
  return { invoiced: invoiced as Saved, reddened: reddened as Saved }
}
