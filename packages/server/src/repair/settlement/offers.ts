// What a customer has on cards that may pay his bill (business/cards 5).
import type { SettlementPreview } from '@chepu/contract/repair/settlement'
import { cardsFor, packagesFor } from '../../cards/public'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import type { WorkOrder } from '../work-order/traits'
import { coverable, type Known } from './settled'

type Offers = Pick<SettlementPreview, 'cards' | 'packageItems' | 'proposedUses' | 'coupons'>

/** The cards, packages and coupons of the customer that are good for his bill here today. */
export async function offersOf(tx: CallerTx, order: WorkOrder, { lines }: Known): Promise<Offers> {
  const bill = { partnerId: order.partnerId, vehicleId: order.vehicleId, bizDate: shanghaiDay() }
  const cards = await cardsFor(tx, bill)
  const { items, proposed } = await packagesFor(tx, bill, cards, lines.map(coverable))
  return {
    cards: cards.map(({ orgId, orgName, ...card }) => ({
      id: card.id,
      cardNo: card.cardNo,
      typeName: card.typeName,
      principal: card.principal,
      gift: card.gift,
      points: card.points,
      pointsPerYuan: card.pointsPerYuan,
      validUntil: card.validUntil,
      deductRule: card.deductRule,
      needsPin: card.needsPin,
      orgName: orgId === tx.caller.orgId ? null : orgName,
    })),
    packageItems: items.map((item) => ({
      id: item.id,
      cardId: item.cardId,
      cardNo: item.cardNo,
      packageName: item.packageName,
      name: item.name,
      serviceItemId: item.serviceItemId,
      partId: item.partId,
      timesLeft: item.timesLeft,
      validUntil: item.validUntil,
    })),
    proposedUses: proposed,
    coupons: [],
  }
}
