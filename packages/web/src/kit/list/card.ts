import type { Column } from './columns'

/** Which columns of a list stand where on the card of a row. */
export interface CardPlan<Row extends object> {
  /** Bold, at the head. */
  title: Column<Row> | undefined
  /** The figure opposite the title. */
  amount: Column<Row> | undefined
  /** One small line: number, day. */
  small: readonly Column<Row>[]
  state: Column<Row> | undefined
  /** What the list is looked at for, the most important first. */
  keys: readonly Column<Row>[]
  /** Stand in where the keys say little. */
  others: readonly Column<Row>[]
}

/** What people call a row by rather than by its number, in all lists: the goods, the partner, the name. */
const callings = ['partName', 'partnerName', 'name', 'realName']
/** Tell rows of one calling apart: parts of one name differ by their brand. */
const smallKeys = new Set(['bizDate', 'partCode', 'brandName', 'isActive'])

/** Key figures of a card, where a row has so many. */
const mostFacts = 6
/** A card whose keys are blank says so many other things. */
const leastFacts = 3

/**
 * The card of a list's rows on a phone, from what its columns carry anyway: what one calls the row is the title, its number and
 * day stand in the small line, the first key amount of money is the figure opposite, and the other key columns are the facts.
 */
export function cardOf<Row extends object>(columns: readonly Column<Row>[]): CardPlan<Row> {
  const name = columns.find((column) => column.isName) ?? columns[0]
  const calling = callings.find((key) => columns.some((column) => column.key === key))
  const title = columns.find((column) => column.key === calling) ?? name
  const amount =
    columns.find((column) => column.card === 'amount') ??
    columns.find((column) => column.isKey && column.kind === 'money' && column.total !== false && !column.render)
  const state = columns.find((column) => column.kind === 'state')
  const placed = [title, amount, state]
  const isSmall = (column: Column<Row>) =>
    column === name || column.ofGroup === true || column.card === 'small' || smallKeys.has(column.key)
  const small = columns.filter((column) => isSmall(column) && !placed.includes(column))
  const rest = columns.filter((column) => !placed.includes(column) && !small.includes(column))
  return {
    title,
    amount,
    small,
    state,
    keys: [...rest.filter(isFact), ...rest.filter((column) => column.isKey && !isFact(column))],
    others: rest.filter((column) => !column.isKey && !isFact(column)),
  }
}

const isFact = (column: Column<never>) => column.card === 'fact'

/** What the card of one row tells; `says` is whether the row has something in a column. */
export function factsOf<Row extends object>(
  plan: CardPlan<Row>,
  says: (column: Column<Row>) => boolean,
): readonly Column<Row>[] {
  const keys = plan.keys.filter(says).slice(0, mostFacts)
  const others = plan.others.filter(says)
  return [...keys, ...others.slice(0, Math.max(0, leastFacts - keys.length))]
}
