import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { StateOf } from '@chepu/contract/kernel/document'
import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import type { CallerTx } from '../db/tx'
import { entryHandlers } from '../document/entry'
import type { Posting } from '../ledgers/types'
import { applyCounted } from './counted'
import { postDocument, reverseDocument, unpostDocument } from './lifecycle'
import type { GoodsDocument, GoodsTraits } from './types'

/**
 * Actions of a kind that posts when it is approved, with what was counted where the action takes it (business/documents 1.2). A kind
 * of more steps spreads them and says what it does otherwise. `postingOf` gets the document once its former documents are locked.
 */
export const standardActions = <Def extends GoodsDef>(
  traits: GoodsTraits<Def>,
  postingOf: (locked: GoodsDocument, tx: CallerTx) => Posting | Promise<Posting>,
) => ({
  ...entryHandlers,
  async approve(tx: CallerTx, doc: GoodsDocument, { input }: { input: unknown }): Promise<StateOf<Def>> {
    const counted = input ? await applyCounted(tx, traits, doc, input as CountedLines) : doc
    return postDocument(tx, traits, counted, (locked) => postingOf(locked, tx))
  },
  unapprove: (tx: CallerTx, doc: GoodsDocument): Promise<StateOf<Def>> => unpostDocument(tx, traits, doc),
  reverse: (tx: CallerTx, doc: GoodsDocument): Promise<StateOf<Def>> => reverseDocument(tx, traits, doc),
})
