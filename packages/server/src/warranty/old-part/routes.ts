import {
  oldParts,
  placeOldParts,
  readOldPart,
  saveOldPart,
  scrapOldParts,
  tagOldParts,
} from '@chepu/contract/warranty/old-part'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { oldPartSource, readByTag } from './list'
import { placeParts, savePart, scrapParts, tagParts } from './parts'

/** Calls of 旧件库. */
export function bindOldParts(bind: Bind): void {
  bindQuery(bind, oldParts, oldPartSource)
  bind(readOldPart, (tx, { query }) => readByTag(tx, query.tagNo))
  bind(tagOldParts, (tx, { body }) => tagParts(tx, body))
  bind(placeOldParts, (tx, { body }) => placeParts(tx, body))
  bind(scrapOldParts, (tx, { body }) => scrapParts(tx, body))
  bind(saveOldPart, (tx, { params, body }) => savePart(tx, params.id, body))
}
