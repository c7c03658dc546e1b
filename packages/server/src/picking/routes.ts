import { orderMaterial, pickingByParts, pickingQueue } from '@chepu/contract/picking/desk'
import {
  pickingReturnsByNumber,
  pickingReturnsByPart,
  pickingsByNumber,
  pickingsByPart,
} from '@chepu/contract/picking/queries'
import { bindDocument } from '../kernel/goods/routes'
import type { Bind } from '../kernel/http/bind'
import { bindQuery } from '../kernel/query/query'
import { materialOfOrder, partsSource, queueSource } from './desk'
import { pickingReturnKind } from './picking-return/actions'
import { pickingKind } from './picking/actions'
import { pickingDocuments, pickingLines, returnDocuments, returnLines } from './queries'

/** What the warehouse issues to orders, and what comes back of it. */
export function bindPicking(bind: Bind): void {
  for (const kind of [pickingKind, pickingReturnKind]) bindDocument(bind, kind)
  bindQuery(bind, pickingQueue, queueSource)
  bindQuery(bind, pickingByParts, partsSource)
  bind.reads(orderMaterial, (tx, { params }) => materialOfOrder(tx, params.id))
  bindQuery(bind, pickingsByNumber, pickingDocuments)
  bindQuery(bind, pickingsByPart, pickingLines)
  bindQuery(bind, pickingReturnsByNumber, returnDocuments)
  bindQuery(bind, pickingReturnsByPart, returnLines)
}
