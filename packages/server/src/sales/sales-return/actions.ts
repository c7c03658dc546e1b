import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { StateOf } from '@chepu/contract/kernel/document'
import type { salesReturn } from '@chepu/contract/sales/sales-return'
import type { CallerTx } from '../../kernel/db/db'
import { dueDate } from '@chepu/contract/kernel/due-date'
import { entryHandlers } from '../../kernel/document/entry'
import { refuse } from '../../kernel/base/errors'
import { applyCounted, postDocument, reverseDocument, unpostDocument } from '../../kernel/goods/lifecycle'
import type { GoodsActions, GoodsDocument } from '../../kernel/goods/types'
import { lockSources } from '../../kernel/goods/sources'
import { postingOf } from './posting'
import { originsOf, referencesOf, scrapPlace } from './repo'
import { assertInTime, assertMayReceive } from './rules'
import { traits } from './traits'

export const actions: GoodsActions<typeof salesReturn> = {
  ...entryHandlers,

  async submit(tx, doc) {
    await assertInTime(tx, doc)
    return 'submitted'
  },

  /** The seller's desk. With 仓库确认入库 the return then waits for the warehouse, else the goods enter at once. */
  async approve(tx, doc) {
    if (!tx.caller.org.config.receiptTwoDesk) return postReturn(tx, doc)
    await lockSources(tx, traits, doc)
    return 'approved'
  },

  /** The warehouse's desk: what was counted is what comes back. */
  async receive(tx, doc, { input }) {
    assertMayReceive(tx, doc)
    return postReturn(tx, input ? await applyCounted(tx, traits, doc, input as CountedLines) : doc)
  },

  sendBack: async () => 'draft',
  unapprove: (tx, doc) => unpostDocument(tx, traits, doc),
  reverse: (tx, doc) => reverseDocument(tx, traits, doc),
}

async function postReturn(tx: CallerTx, doc: GoodsDocument): Promise<StateOf<typeof salesReturn>> {
  const scrap = doc.disposal === 'scrap' ? await scrapPlace(tx, doc.orgId) : null
  if (scrap === undefined) refuse('本企业的报废仓已停用，请改为入良品，或先启用报废仓')
  return postDocument(tx, traits, doc, async (locked) =>
    postingOf(locked, {
      dueOn: dueDate(locked),
      origins: await originsOf(tx, locked),
      references: await referencesOf(tx, locked),
      scrap,
    }),
  )
}
