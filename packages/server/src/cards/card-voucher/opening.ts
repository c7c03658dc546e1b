// Cards that were issued before this program, as a sheet brings them (business/cards 4, 11).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { TypeFacts } from './facts'

/** What is left of a package that was sold before: times with 4 decimals above zero, and what they are worth together, yuan with 2. */
export interface OpeningItem {
  packageName: string
  serviceItemId: number | null
  partId: number | null
  times: Decimal
  value: Decimal
  validUntil: string | null
}

/** What a 期初 knows besides its header. */
export interface Opening {
  issuedOn: string
  /** The last day of granted money and discount; null begins the days of the type today. */
  validUntil: string | null
  items: readonly OpeningItem[]
}

/** A card as it comes in; yuan and points with 2 decimals. */
export interface OpeningCard extends Opening {
  cardNo: string
  cardTypeId: number
  partnerId: number
  vehicleId: number | null
  principal: Decimal
  gift: Decimal
  points: Decimal
}

/** The types of cards of the group, also those that are switched off. */
export const typesOfCards = (tx: CallerTx): Promise<TypeFacts[]> =>
  tx.query({
    name: 'types-of-cards',
    text: `select id, name, kind, recharge_rules, min_first_recharge, valid_days, is_cross_org, is_active from card_type
      where group_id = $1 order by id`,
    values: [tx.groupId],
  })

/** Which of these numbers a card has or had (business/cards 3). */
export async function takenNumbers(tx: CallerTx, cardNos: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(cardNos)]
  const rows = await tx.query<{ cardNo: string }>({
    text: `select card_no from card where group_id = $1 and card_no = any ($2::text[])
      union select unnest(former_nos) from card where group_id = $1 and former_nos <> '{}' and former_nos && $2::text[]`,
    values: [tx.groupId, wanted],
  })
  return new Set(rows.map(({ cardNo }) => cardNo))
}
