import { partButtons, partRoutes } from '@chepu/contract/basics/part'
import type { Bind } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { forbidden } from '../../kernel/base/errors'
import { enqueueExport } from '../../kernel/export/enqueue'
import { registerExport } from '../../kernel/export/registry'
import type { Upload } from '../../kernel/http/upload'
import { addImage, removeImage, sendImage } from './images'
import { listParts, partExport, partTotals } from './list'
import { mergeParts } from './merge'
import { classifyParts, enablePart, removePart, savePart } from './save'
import { readPart } from './view'

export function bindParts(bind: Bind): void {
  registerExport('part', partExport)
  bind(partRoutes.list, (tx, { query }) => listParts(tx, query))
  bind(partRoutes.totals, (tx, { query }) => partTotals(tx, query))
  bind(partRoutes.read, (tx, { params }) => readPart(tx, params.id))
  bind(partRoutes.save, (tx, { body }) => {
    if (!mayPress(tx.caller, body.id === undefined ? partButtons.add : partButtons.update)) forbidden()
    return savePart(tx, body)
  })
  bind(partRoutes.enable, (tx, { params, body }) => enablePart(tx, params.id, body))
  bind(partRoutes.remove, (tx, { params }) => removePart(tx, params.id))
  bind(partRoutes.merge, (tx, { params, body }) => mergeParts(tx, params.id, body.sourceId))
  bind(partRoutes.classify, (tx, { body }) => classifyParts(tx, body.ids, body.categoryId))
  bind(partRoutes.export, (tx, { body }) => enqueueExport(tx, 'part', body))
  bind(partRoutes.addImage, (tx, { params, upload }) => addImage(tx, params.id, upload as Upload))
  bind(partRoutes.removeImage, (tx, { params }) => removeImage(tx, params.id))
  bind(partRoutes.image, (tx, { params, reply }) => sendImage(tx, params.id, reply))
}
