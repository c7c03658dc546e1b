import { actOutbound, fillWaybill, outboundTabs, readOutbound } from '@chepu/contract/warehouse/outbound'
import type { Bind } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import type { GoodsKind } from '../../kernel/goods/types'
import { kindNamed } from '../../kernel/goods/registry'
import { actionKind } from '../../kernel/goods/routes'
import { visibleDocument } from '../../kernel/goods/view'
import { runAction } from '../../kernel/document/run-action'
import { viewOnBoard } from '../desk'
import { barcodesOf, picksOf } from './picks'
import { listOutbound, outboundTotals } from './queries'
import { writeWaybill } from './waybill'

/** The warehouse's outbound desk works on documents of other areas through what every kind offers. */
const kindOf = (name: string): GoodsKind => kindNamed(name) ?? notFound('单据类型')

export function bindOutbound(bind: Bind): void {
  for (const { def, list, totals } of outboundTabs) {
    bind(list, (tx, { query }) => listOutbound(tx, kindOf(def.kind), query))
    bind(totals, (tx, { query }) => outboundTotals(tx, kindOf(def.kind), query))
  }
  bind(readOutbound, (tx, { params }) => pickView(tx, kindOf(params.kind), params.id))
  bind(actOutbound, (tx, { params, body }) =>
    runAction(tx, actionKind(kindOf(params.kind)), params.id, params.action, body),
  )
  bind(fillWaybill, (tx, { params, body }) => writeWaybill(tx, kindOf(params.kind), params.id, body))
}

async function pickView(tx: CallerTx, kind: GoodsKind, id: number) {
  const doc = await visibleDocument(tx, kind, id)
  const view = await viewOnBoard(tx, 'outbound', kind, id)
  const picks = await picksOf(tx, doc)
  const barcodes = await barcodesOf(tx, doc)
  const lines = view.lines.map((line) => ({
    ...line,
    picks: picks.get(line.id) ?? [],
    barcodes: barcodes.get(line.partId) ?? [],
  }))
  return { ...view, lines }
}
