// What stands on a customer's slip of what it did to his cards (business/cards 12).
import { z } from 'zod'
import { id } from '../kernel/scalars'

const figure = z.string()

/** What a document took off a card, below zero, or put onto it, and what was there after it. Yuan with 2 decimals. */
const card = z.object({
  id,
  /** All but its last four signs hidden. */
  cardNo: z.string(),
  typeName: z.string(),
  principal: figure,
  gift: figure,
  points: figure,
  principalAfter: figure,
  giftAfter: figure,
  pointsAfter: figure,
})

/** Times of a package that a document used, below zero, or gave back, and what was left after it; with 4 decimals. */
const item = z.object({
  id,
  cardNo: z.string(),
  packageName: z.string(),
  name: z.string(),
  times: figure,
  timesAfter: figure,
  validUntil: z.string().nullable(),
})

/** What a document did to cards, as the ledgers had it after that document; nothing for who may not see prices. */
export const cardsOnSlip = z.object({ cards: z.array(card), items: z.array(item) })
export type CardsOnSlip = z.output<typeof cardsOnSlip>
