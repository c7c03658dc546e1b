// Lines that packages cover: what the uses are worth, and why they cannot be (business/cards 5).
import {
  type CoverableLine,
  covers,
  isExpired,
  isGoodFor,
  isOfLine,
  isWholeLine,
  packageValues,
  type PackageUse,
  proposedUses,
  type ValuedUse,
  valuedUses,
} from '@chepu/contract/cards/deduction'
import { add, compare, type Decimal, trimZeros } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { type Bill, cardProblem, cardsById, itemsOf, type SpentCard, type SpentItem } from './held'

/** A line of an order as packages are asked about it, as messages name it. */
export interface CoveredLine extends CoverableLine {
  title: string
}

/** A use with its worth, and who owes it. */
interface SpentUse extends ValuedUse {
  cardId: number
  orgId: number
}

/** What packages do for an order. */
export interface Covered {
  uses: SpentUse[]
  /** By line, of those that are covered. */
  values: Map<number, Decimal>
  faults: FieldError[]
}

/** What uses of packages come to for the lines of an order, with all that stands in their way, each at the use that it is about. Asks nothing where there are none. */
export async function coveredBy(
  tx: CallerTx,
  bill: Bill,
  lines: readonly CoveredLine[],
  uses: readonly PackageUse[],
): Promise<Covered> {
  if (uses.length === 0) return { uses: [], values: new Map(), faults: [] }
  const ids = uses.map(({ cardItemId }) => cardItemId)
  const [rows, found] = await Promise.all([itemsOf(tx, bill, { ids }), cardsById(tx, [], ids, bill.bizDate)])
  const cards = new Map(found.map((card) => [card.id, card]))
  const items = rows.map((row) => ({ ...row, card: cards.get(row.cardId) as SpentCard }))
  const byId = new Map(items.map((item) => [item.id, item]))
  const valued = valuedUses(uses, items).map((use) => {
    const item = byId.get(use.cardItemId)
    return { ...use, cardId: item?.cardId ?? 0, orgId: item?.orgId ?? 0 }
  })
  const carTypeId = rows[0]?.carTypeOfBill ?? null
  const faults = uses.flatMap((use, i) => faultOf(tx, { ...bill, carTypeId }, use, { i, lines, byId, uses }) ?? [])
  return { uses: valued, values: packageValues(valued), faults }
}

interface Asked {
  i: number
  lines: readonly CoveredLine[]
  byId: ReadonlyMap<number, SpentItem>
  uses: readonly PackageUse[]
}

function faultOf(
  tx: CallerTx,
  bill: Bill & { carTypeId: number | null },
  use: PackageUse,
  { i, lines, byId, uses }: Asked,
): FieldError | undefined {
  const at = (field: string, message: string) => ({ path: `packageUses.${i}.${field}`, message })
  const line = lines.find(({ id }) => id === use.lineId)
  if (!line) return at('lineId', '套餐抵扣的工单明细不存在，请重新选择')
  const item = byId.get(use.cardItemId)
  const problem = item && cardProblem(item.card, bill, tx.caller.orgId)
  if (!item || item.card.partnerId !== bill.partnerId)
    return at('cardItemId', `${line.title} 所选的卡内套餐不存在或不属于该客户`)
  if (problem) return at('cardItemId', `${line.title} ${problem}`)
  const named = `会员卡 ${item.card.cardNo} 套餐「${item.packageName}」的「${item.name}」`
  if (isExpired(item.validUntil, bill.bizDate))
    return at('cardItemId', `${line.title} ${named}已于 ${item.validUntil} 过期`)
  if (!covers(item, line, bill)) return at('cardItemId', `${line.title} 不能用${named}抵扣`)
  if (!isWholeLine(uses, line))
    return at('times', `${line.title} 数量 ${trimZeros(line.qty)}，套餐须整行抵扣，次数不足请先拆分行`)
  const wanted = add(...uses.filter(({ cardItemId }) => cardItemId === item.id).map(({ times }) => times))
  return compare(wanted, item.timesLeft) > 0
    ? at('times', `${named}剩余 ${trimZeros(item.timesLeft)} 次，需要 ${trimZeros(wanted)} 次`)
    : undefined
}

/** What is left of packages on cards that are good for a bill, of what could cover its lines, and what they would cover by themselves. */
export async function packagesFor(
  tx: CallerTx,
  bill: Bill,
  cards: readonly SpentCard[],
  lines: readonly CoveredLine[],
) {
  const { items: good, car } = await goodItems(tx, bill, cards)
  const items = good.filter((item) => lines.some((line) => isOfLine(item, line)))
  return { items, proposed: proposedUses(lines, items, car) }
}

/** What is left of packages on cards that are good for a bill, for its car and its day, whatever its lines; and the car with its type. Asks nothing without a card. */
export async function goodItems(tx: CallerTx, bill: Bill, cards: readonly SpentCard[]) {
  const numbers = new Map(cards.map(({ id, cardNo }) => [id, cardNo]))
  const rows = cards.length === 0 ? [] : await itemsOf(tx, bill, { cardIds: [...numbers.keys()] })
  const car = { ...bill, carTypeId: rows[0]?.carTypeOfBill ?? null }
  const good = rows.filter((item) => isGoodFor(item, car))
  return { items: good.map((item) => ({ ...item, cardNo: numbers.get(item.cardId) as string })), car }
}
