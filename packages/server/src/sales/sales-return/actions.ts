import type { salesReturn } from '@chepu/contract/sales/sales-return'
import type { CallerTx } from '../../kernel/db/tx'
import { dueDate } from '@chepu/contract/kernel/due-date'
import { refuse } from '../../kernel/base/errors'
import { originsOf } from '../../kernel/goods/origins'
import { lockSources } from '../../kernel/goods/sources'
import { standardActions } from '../../kernel/goods/standard-actions'
import type { GoodsActions, GoodsDocument, GoodsKind } from '../../kernel/goods/types'
import type { Posting } from '../../kernel/ledgers/types'
import { postingOf } from './posting'
import { referencesOf, scrapPlace } from './repo'
import { assertInTime } from './rules'
import { traits } from './traits'

const standard = standardActions(traits, posting)

const actions: GoodsActions<typeof salesReturn> = {
  ...standard,

  async submit(tx, doc) {
    await assertInTime(tx, doc)
    return 'submitted'
  },

  /** The seller's desk. With 仓库确认入库 the return then waits for the warehouse, else the goods enter at once. */
  async approve(tx, doc, given) {
    // What is credited of a bill to a manufacturer lies among the old parts already: no goods wait for the warehouse.
    if (!tx.caller.org.config.receiptTwoDesk || doc.warrantyBillId !== null) return standard.approve(tx, doc, given)
    await lockSources(tx, traits, doc)
    return 'approved'
  },

  /** The warehouse's desk: what was counted is what comes back. */
  receive: standard.approve,

  sendBack: async () => 'draft',
}

async function posting(locked: GoodsDocument, tx: CallerTx): Promise<Posting> {
  const scrap = locked.disposal === 'scrap' ? await scrapPlace(tx, locked.orgId) : null
  if (scrap === undefined) refuse('本企业的报废仓已停用，请改为入良品，或先启用报废仓')
  return postingOf(locked, {
    dueOn: dueDate(locked),
    origins: await originsOf(tx, locked),
    references: await referencesOf(tx, locked),
    scrap,
  })
}

export const salesReturnKind = { ...traits, actions } satisfies GoodsKind
