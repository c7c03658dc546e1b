// The header of a goods document as answers show it: what all have, and what the definition of the kind takes (ADR 0105).
import { z } from 'zod'
import type { DocumentDef, StateOf } from './document'
import { documentIdentity, documentStamps } from './document-answer'
import { id } from './scalars'
import { type Fields, namesBeside, shownFields, type ShownNames, type ShownValues } from './shown'

/** Header fields of requests that tell prices; absent for who may not see those. */
export const moneyFields = ['orderDiscount', 'freight', 'codAmount', 'deposit'] as const
type MoneyField = (typeof moneyFields)[number]

/** Null as long as every line of a draft waits for its price. */
export const totalFigure = z.string().nullable().optional()
/** What comes with posting is null until then. */
export const postedFigure = z.string().nullable().optional()

/** What the header of every goods document answers beside the fields that its kind takes. Money is absent for who may not see it. */
const goodsHeaderAnswer = z.object({
  ...documentIdentity,
  /** Whose it is. */
  orgName: z.string(),
  bizDate: z.string(),
  /** The sales order that a purchase order was made for. */
  boughtFor: id.nullable(),
  /** The order of a car whose shortage it was made for. */
  wantedFor: id.nullable(),
  /** The bill to a manufacturer that it replaces parts of, or credits. */
  warrantyBillId: id.nullable(),
  warrantyBillNo: z.string().nullable(),
  confirmState: z.string().nullable(),
  lineCount: z.number(),
  totalQty: z.string(),
  executedQty: z.string(),
  /** What documents made of this one may still take; null in a state, and of a kind, that none is made of. */
  remainingQty: z.string().nullable(),
  totalAmount: totalFigure,
  totalUntaxed: totalFigure,
  totalTax: totalFigure,
  totalTaxed: totalFigure,
  chargedFreight: z.string().optional(),
  settledAmount: postedFigure,
  openAmount: postedFigure,
  costAmount: postedFigure,
  /** The day on which it is due, whether it was typed or follows from date and terms. */
  dueDay: z.string().nullable(),
  partnerMobile: z.string(),
  partnerAddress: z.string(),
  ...documentStamps,
})
export type GoodsHeaderAnswer = z.output<typeof goodsHeaderAnswer>

type Typed<Values> = Omit<Values, MoneyField> & Partial<Pick<Values, MoneyField & keyof Values>>
/** A header of the kind as the server shows it. */
export type GoodsHeader<Def extends DocumentDef = DocumentDef> = GoodsHeaderAnswer & {
  kind: Def['kind']
  state: StateOf<Def>
} & Typed<ShownValues<Def['header']['shape']>> &
  ShownNames<Def['header']['shape']>

/** Names of all that the header of a kind answers. */
export const goodsHeaderFields = ({ header: { shape } }: DocumentDef): string[] => [
  ...Object.keys(goodsHeaderAnswer.shape),
  ...Object.keys(shape),
  ...namesBeside(shape),
]

/** What a header answers whose kind takes these fields, by name. */
export function headerShape(shape: Fields): Record<string, z.ZodType> {
  const typed = shownFields(shape)
  for (const name of moneyFields) if (typed[name]) typed[name] = typed[name].optional()
  const names = namesBeside(shape).map((name) => [name, z.string().nullable()])
  return { ...goodsHeaderAnswer.shape, ...typed, ...Object.fromEntries(names) }
}
