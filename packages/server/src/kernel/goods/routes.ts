import type { Bind } from '../http/bind'
import { bindCalls } from '../document/routes'
import type { ActionKind } from '../document/run-action'
import { tellArrived, tellReleased } from './arrivals'
import { columnsFor } from './export'
import type { GoodsDocument, GoodsKind } from './types'
import { documentTotals, listDocuments, selectRows } from './list'
import { registerKind } from './registry'
import { assertPriced } from './priced'
import { goodsDocuments } from './repo'
import { saveDraft, type SaveRequest } from './save'
import { previewReversal, relatedDocuments, viewDocument } from './view'

/** The gate's view of a goods document kind. */
export const actionKind = (kind: GoodsKind): ActionKind<GoodsDocument> => ({
  def: kind.def,
  family: goodsDocuments,
  assertComplete: (doc) => assertPriced(kind.def, doc),
  actions: kind.actions,
})

/** Binds the calls that every goods document answers. */
export function bindDocument(bind: Bind, kind: GoodsKind): void {
  const { routes } = kind.def
  registerKind(kind)
  const common = { ...actionKind(kind), def: kind.def, priceField: kind.priceField, tellArrived, tellReleased }
  bindCalls(bind, routes, common, {
    list: (tx, query) => listDocuments(tx, kind, query),
    totals: (tx, query) => documentTotals(tx, kind, query),
    columns: (caller) => columnsFor(caller, kind),
    rows: (tx, query) => selectRows(tx, kind, query, { words: true }),
    view: (tx, id) => viewDocument(tx, kind, id),
    save: (tx, body) => saveDraft(tx, kind, body as SaveRequest),
    related: (tx, doc) => relatedDocuments(tx, kind, doc),
    preview: (tx, doc, action) => previewReversal(tx, kind, doc, action),
  })
}
