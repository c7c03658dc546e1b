import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { otherOut } from '@chepu/contract/warehouse/other-out'
import { entryHandlers } from '../../kernel/document/entry'
import { applyCounted, postDocument, reverseDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import type { GoodsActions } from '../../kernel/goods/types'
import { postingOf } from './posting'
import { traits } from './traits'

export const actions: GoodsActions<typeof otherOut> = {
  ...entryHandlers,

  /** The warehouse confirms what it counted, and the goods leave at once. */
  async approve(tx, doc, { input }) {
    const counted = input ? await applyCounted(tx, traits, doc, input as CountedLines) : doc
    return postDocument(tx, traits, counted, postingOf)
  },

  unapprove: (tx, doc) => unpostDocument(tx, traits, doc),
  reverse: (tx, doc) => reverseDocument(tx, traits, doc),
}
