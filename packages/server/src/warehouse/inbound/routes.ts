import { actInbound, inboundTabs, readInbound } from '@chepu/contract/warehouse/inbound'
import type { Bind } from '../../kernel/http/bind'
import { notFound } from '../../kernel/base/errors'
import type { GoodsKind } from '../../kernel/goods/types'
import { kindNamed } from '../../kernel/goods/registry'
import { actionKind } from '../../kernel/goods/routes'
import { runAction } from '../../kernel/document/run-action'
import { inboundTotals, listInbound, readToPlace } from './queries'

/** The warehouse's inbound desk works on documents of other areas through what every kind offers. */
const kindOf = (name: string): GoodsKind => kindNamed(name) ?? notFound('单据类型')

export function bindInbound(bind: Bind): void {
  for (const { def, list, totals } of inboundTabs) {
    bind(list, (tx, { query }) => listInbound(tx, kindOf(def.kind), query))
    bind(totals, (tx, { query }) => inboundTotals(tx, kindOf(def.kind), query))
  }
  bind(readInbound, (tx, { params }) => readToPlace(tx, kindOf(params.kind), params.id))
  bind(actInbound, (tx, { params, body }) =>
    runAction(tx, actionKind(kindOf(params.kind)), params.id, params.action, body),
  )
}
