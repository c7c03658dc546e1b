import { invoiceIssued } from '@chepu/contract/finance/invoice'
import { redPart } from '@chepu/contract/finance/invoice-red'
import { draftIssued, pendingIssued } from '@chepu/contract/finance/invoice-pending'
import { act } from './desk'
import type { Desk, Saved } from './filled-books'
import { newPartner } from './finance'

/** Three invoices of one bill, of which one is taken back by a red one, and a part of another for what went back. */
export async function issueInvoices({ shop, owner, corrected }: Desk) {
  const partnerId = await newPartner(shop, '开票客户')
  await corrected('AR', '339', partnerId)
  const { rows } = await owner.call(pendingIssued.list, { query: { page: 1, rows: 50, partnerId } })
  const bills = rows.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
  const { drafts } = await owner.call(draftIssued, { body: { bills, sheetKind: 'receipt', limit: '100' } })
  const [invoiced, reddened, lessened] = await Promise.all(
    drafts.map(({ id }) => act(owner, invoiceIssued.routes, { id, version: 1 }, 'issue', { input: {} })),
  )
  await act(owner, invoiceIssued.routes, reddened as Saved, 'red', { input: {} })
  await corrected('AR', '-56.5', partnerId)
  const params = { id: (lessened as Saved).id }
  const { bills: back } = await owner.call(redPart.AR.proposal, { params, query: {} })
  const links = back.map(({ sourceKind, sourceId, openItemId, rest }) => ({
    sourceKind,
    sourceId,
    openItemId,
    amount: rest,
  }))
  const input = { lines: [{ lineNo: 1, qty: null, untaxed: '50', tax: '6.5' }], links }
  await act(owner, invoiceIssued.routes, lessened as Saved, 'redPart', { input })
  const related = await owner.call(invoiceIssued.routes.related, { params })
  const part = related.find(({ relation }) => relation === 'red')
  return {
    invoiced: invoiced as Saved,
    reddened: reddened as Saved,
    lessened: lessened as Saved,
    part: part as never as Saved,
  }
}
