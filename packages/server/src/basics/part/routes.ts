import { partButtons, partRoutes } from '@chepu/contract/basics/part'
import { partMerge } from '@chepu/contract/basics/part-merge'
import { bindDocument } from '../../kernel/goods/routes'
import type { GoodsKind } from '../../kernel/goods/types'
import type { App } from '../../kernel/http/bind'
import { type Caller, mayPress } from '../../kernel/caller/caller'
import { forbidden } from '../../kernel/base/errors'
import { enqueueExport } from '../../kernel/export/enqueue'
import { registerExport } from '../../kernel/export/registry'
import type { Upload } from '../../kernel/http/upload'
import { addImage, removeImage, sendImage } from './images'
import { listParts, partExport, partTotals } from './list'
import { mergeParts, previewPartMerge } from './merge'
import { classifyParts, enablePart, removePart, savePart } from './save'
import { readPart } from './view'

/** 配件合并单 on the server: nobody takes a step with one (business/basics 3.1). */
const merges: GoodsKind = {
  def: partMerge,
  partnerRole: 0,
  priceField: partMerge.priceField,
  actions: {},
}

export function bindParts({ bind, bindOpen, bindKeyed }: App): void {
  registerExport('part', partExport)
  bindDocument(bind, merges)
  bind(partRoutes.list, (tx, { query }) => listParts(tx, query))
  bind(partRoutes.totals, (tx, { query }) => partTotals(tx, query))
  bind(partRoutes.read, (tx, { params }) => readPart(tx, params.id))
  bind(partRoutes.save, (tx, { body }) => {
    if (!mayPress(tx.caller, body.id === undefined ? partButtons.add : partButtons.update)) forbidden()
    return savePart(tx, body)
  })
  bind(partRoutes.enable, (tx, { params, body }) => enablePart(tx, params.id, body))
  bind(partRoutes.remove, (tx, { params }) => removePart(tx, params.id))
  bind.reads(partRoutes.mergePreview, (tx, { params, query }) => previewPartMerge(tx, params.id, query.sourceId))
  bind(partRoutes.merge, (tx, { params, body }) => mergeParts(tx, params.id, body.sourceId))
  bind(partRoutes.classify, (tx, { body }) => classifyParts(tx, body.ids, body.categoryId))
  bind(partRoutes.export, (tx, { body }) => enqueueExport(tx, 'part', body))
  bindKeyed(partRoutes.addImage, ({ params, upload, ...asking }) => addImage(asking, params.id, upload as Upload))
  bind(partRoutes.removeImage, (tx, { params }) => removeImage(tx, params.id))
  bindOpen(partRoutes.image, ({ db, caller, params, reply }) => sendImage(db, caller as Caller, params.id, reply))
}
