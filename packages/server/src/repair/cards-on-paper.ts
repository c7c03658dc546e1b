// Cards on the papers of settlements and refunds (business/cards 12).
import type { CardsOnSlip } from '@chepu/contract/repair/on-slip'
import { refundCards, repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement, settlementCards } from '@chepu/contract/repair/settlement'
import { cardsOnSlip } from '../cards/public'
import { sees } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { visible } from '../kernel/document/view'
import type { Bind } from '../kernel/http/bind'
import { repairDocuments } from '../kernel/repair/repo'
import { wentTo } from './refund/went-to'

/** What papers tell of cards. */
export function bindCardsOnPaper(bind: Bind): void {
  bind.reads(settlementCards, (tx, { params }) => onPaper(tx, repairSettlement, params.id))
  bind.reads(refundCards, async (tx, { params: { id } }) => {
    const cards = await onPaper(tx, repairRefund, id)
    return sees(tx.caller, 'doc_price') ? { ...cards, ...(await wentTo(tx, id)) } : cards
  })
}

/** What a document did to cards; nothing for who may not see prices. @throws Failure notFound outside the caller's scope */
async function onPaper(
  tx: CallerTx,
  def: typeof repairSettlement | typeof repairRefund,
  id: number,
): Promise<CardsOnSlip> {
  await visible(tx, repairDocuments, def, id)
  return sees(tx.caller, 'doc_price') ? cardsOnSlip(tx, { kind: def.kind, id }) : { cards: [], items: [] }
}
