import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { ActionName } from '@chepu/contract/kernel/document'
import type { otherOut } from '@chepu/contract/warehouse/other-out'
import {
  applyCounted,
  entryHandlers,
  postDocument,
  reverseDocument,
  unpostDocument,
} from '../../kernel/goods-document/flow'
import type { GoodsDocument } from '../../kernel/goods-document/kind'
import type { ActionHandler } from '../../kernel/run-action'
import { postingOf } from './posting'
import { traits } from './traits'

export const actions: Record<ActionName<typeof otherOut>, ActionHandler<GoodsDocument>> = {
  ...entryHandlers,

  /** The warehouse confirms what it counted, and the goods leave at once. */
  async approve(tx, doc, { input }) {
    const counted = input ? await applyCounted(tx, traits, doc, input as CountedLines) : doc
    return postDocument(tx, traits, counted, postingOf)
  },

  unapprove: (tx, doc) => unpostDocument(tx, traits, doc),
  reverse: (tx, doc) => reverseDocument(tx, traits, doc),
}
