import type { Bind } from '../http/bind'
import { audit } from '../db/audit'
import { registerDocument } from '../document/registry'
import { type ActionKind, isPreviewed, runAction } from '../document/run-action'
import { enqueueExport } from '../export/enqueue'
import { tellArrived } from './arrivals'
import { exportDocuments } from './export'
import type { GoodsDocument, GoodsKind } from './types'
import { documentTotals, listDocuments } from './list'
import { registerKind } from './registry'
import { assertPriced } from './priced'
import { lockDocument } from './repo'
import { saveDraft } from './save'
import { documentLog, previewReversal, relatedDocuments, viewDocument, visibleDocument } from './view'

/** The gate's view of a goods document kind. */
export const actionKind = (kind: GoodsKind): ActionKind<GoodsDocument> => ({
  def: kind.def,
  table: 'goods_document',
  lock: (tx, id) => lockDocument(tx, kind.def.kind, id),
  assertComplete: (doc) => assertPriced(kind.def, doc),
  actions: kind.actions,
})

/** Binds the calls that every goods document answers. */
export function bindDocument(bind: Bind, kind: GoodsKind): void {
  const { routes } = kind.def
  registerKind(kind)
  registerDocument({
    def: kind.def,
    priceField: kind.priceField,
    assertVisible: (tx, id) => visibleDocument(tx, kind, id),
    tellArrived,
  })
  exportDocuments(kind)
  bind(routes.list, (tx, { query }) => listDocuments(tx, kind, query))
  bind(routes.totals, (tx, { query }) => documentTotals(tx, kind, query))
  bind(routes.read, (tx, { params }) => viewDocument(tx, kind, params.id))
  bind(routes.save, (tx, { body }) => saveDraft(tx, kind, body as Parameters<typeof saveDraft>[2]))
  bind(routes.act, (tx, { params, body }) => runAction(tx, actionKind(kind), params.id, params.action, body))
  if (isPreviewed(kind.def))
    bind(routes.preview, (tx, { params }) => previewReversal(tx, kind, params.id, params.action))
  bind(routes.log, (tx, { params }) => documentLog(tx, kind, params.id))
  bind(routes.related, (tx, { params }) => relatedDocuments(tx, kind, params.id))
  bind(routes.print, async (tx, { params }) => {
    await visibleDocument(tx, kind, params.id)
    const [row] = await tx.query<{ printCount: number }>({
      name: 'count-print',
      text: 'update goods_document set print_count = print_count + 1 where group_id = $1 and id = $2 returning print_count',
      values: [tx.groupId, params.id],
    })
    await audit(tx, { entity: kind.def.kind, entityId: params.id, action: 'print' })
    return { ...(await viewDocument(tx, kind, params.id)), printCount: row?.printCount ?? 0 }
  })
  bind(routes.export, (tx, { body }) => enqueueExport(tx, kind.def.kind, body))
}
