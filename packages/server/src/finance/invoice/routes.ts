import { invoiceColumns } from '@chepu/contract/finance/invoice-columns'
import { draftIssued, draftReceived, pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { adjustToInvoice, invoiceDifference } from '@chepu/contract/finance/invoice-difference'
import { redPart } from '@chepu/contract/finance/invoice-red'
import { invoiceTemplate } from '@chepu/contract/finance/invoice-template'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { shanghaiDay } from '../../kernel/base/calendar'
import { bindCalls } from '../../kernel/document/routes'
import { sheetColumns } from '../../kernel/export/columns'
import { mediaTypes } from '@chepu/contract/kernel/route'
import type { App, Bind } from '../../kernel/http/bind'
import type { Caller } from '../../kernel/caller/caller'
import { bindQuery } from '../../kernel/query/query'
import { invoiceIssuedKind, invoiceReceivedKind } from './actions'
import { adjust, differenceOf } from './difference'
import { draftInvoices } from './drafts'
import { invoiceListTotals, listInvoices, selectInvoices } from './list'
import { isOffered } from './offered'
import { pendingOf } from './pending'
import { bluesFor, redProposal } from './red-desk'
import { invoices } from './repo'
import { saveInvoice } from './save'
import { templateOf } from './template'
import type { InvoiceKind, InvoiceRequest } from './types'
import { relatedOfInvoice, viewInvoice } from './view'

/** Binds the calls of invoices of both directions. */
export function bindInvoices({ bind, bindOpen }: App): void {
  // Before the calls of documents, whose paths end with an id.
  bindQuery(bind, pendingIssued, pendingOf('AR'))
  bindQuery(bind, pendingReceived, pendingOf('AP'))
  bind.reads(invoiceDifference, (tx, { params }) => differenceOf(tx, params.id))
  bind(adjustToInvoice, (tx, { params }) => adjust(tx, params.id))
  bind(draftIssued, (tx, { body }) => draftInvoices(tx, invoiceIssuedKind, body))
  bind(draftReceived, (tx, { body }) => draftInvoices(tx, invoiceReceivedKind, body))
  bindOpen(invoiceTemplate, async ({ db, caller, params, reply }) => {
    const file = await db.as(caller as Caller, (tx) => templateOf(tx, params.ids))
    const name = encodeURIComponent(`数电票批量开票${shanghaiDay().replaceAll('-', '')}.xlsx`)
    await reply
      .header('content-type', mediaTypes.xlsx)
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .send(file)
  })
  for (const kind of [invoiceIssuedKind, invoiceReceivedKind]) {
    const { blues, proposal } = redPart[kind.side]
    bind.reads(blues, (tx, { query }) => bluesFor(tx, kind, query))
    bind.reads(proposal, (tx, { params, query }) => redProposal(tx, kind, params.id, query))
  }
  bindInvoice(bind, invoiceIssuedKind)
  bindInvoice(bind, invoiceReceivedKind)
}

function bindInvoice(bind: Bind, kind: InvoiceKind): void {
  const { def, actions } = kind
  bindCalls(
    bind,
    def.routes,
    { def, actions, isOffered, family: invoices, priceField: def.priceField },
    {
      list: (tx, query) => listInvoices(tx, kind, query),
      totals: (tx, query) => invoiceListTotals(tx, kind, query),
      columns: (caller) => sheetColumns(caller, columnsOfKind(def, invoiceColumns)),
      rows: (tx, query) => selectInvoices(tx, kind, query),
      view: (tx, id) => viewInvoice(tx, kind, id),
      save: (tx, body) => saveInvoice(tx, kind, body as InvoiceRequest),
      related: (tx, doc) => relatedOfInvoice(tx, kind, doc),
      // It moves nothing that a preview would show.
      preview: () => Promise.resolve({ stock: [], money: [], refusals: [] }),
    },
  )
}
