import { borneBy } from '../kernel/charged-share'
import {
  abs,
  add,
  type Decimal,
  div,
  equals,
  isNegative,
  isPositive,
  isZero,
  max,
  money,
  mul,
  neg,
  sub,
  sumOf,
} from '../kernel/decimal'
import type { LineFigures, SettlementLine } from './settlement-lines'

/** A settled labour line, as far as its commission is concerned. */
interface CommissionLine extends Pick<SettlementLine, 'payer'>, Pick<LineFigures, 'earned' | 'reduction'> {
  qty: Decimal
  stdHours: Decimal
  /** Whether the type of business pays commission. */
  countsCommission: boolean
  /** As the service item says: a rate, yuan a unit, or nothing. Without a value it goes by technician and trade. */
  mode: 'rate' | 'fixed' | 'none'
  value: Decimal | null
  workerTypeRate: Decimal | null
}

/** What the organisation has set. */
interface CommissionTerms {
  /** The internal price of an hour, of which a rate is taken by standard hours; at nothing it is of what the line earned. */
  hourPrice: Decimal
  /** Where neither item, technician nor trade says a rate. */
  rate: Decimal
}

/** A technician's part of a labour line. */
interface DispatchShare {
  /** 0.6 is 60 %; those of a finished line add up to 1. */
  share: Decimal
  /** His own rate. */
  rate: Decimal | null
}

/** A technician's commission of a line: money in yuan with 2 decimals. */
interface Commission {
  base: Decimal
  rate: Decimal
  amount: Decimal
}

/**
 * What each technician of a labour line earns, in yuan with 2 decimals, in the order of his shares (business/repair-settlement 8): `base × share × rate`. Where all have
 * one rate and the whole line, the last one takes the remainder to `base × rate`. Rework and types of business without commission pay nothing.
 */
export function technicianCommissions<Share extends DispatchShare>(
  line: CommissionLine,
  shares: readonly Share[],
  terms: CommissionTerms,
): (Omit<Share, 'rate'> & Commission)[] {
  return sharedOut(line, shares, terms, baseOf(line, terms))
}

/**
 * What technicians of a line of the three guarantees earn more by a verdict, or lose where it leaves them less; yuan with 2 decimals (business/repair-settlement 8). `from` is the
 * base of what they have earned by the line so far, `to` that of what they are due.
 */
export function correctedCommissions<Share extends DispatchShare>(
  line: CommissionLine,
  shares: readonly Share[],
  terms: CommissionTerms,
  { from, to }: { from: Decimal; to: Decimal },
): (Omit<Share, 'rate'> & Commission)[] {
  const more = money(sub(to, from))
  const rows = sharedOut(line, shares, terms, abs(more))
  return isNegative(more) ? rows.map((row) => ({ ...row, base: neg(row.base), amount: neg(row.amount) })) : rows
}

/** What commission of a line is a part of once a manufacturer agrees to so much of it: as much; of hours and units the same part of them as of what the line earns. */
export function confirmedBase(line: CommissionLine, terms: CommissionTerms, confirmed: Decimal): Decimal {
  if (isZero(line.earned)) return '0.00'
  return money(div(mul(baseOf(line, terms), confirmed), line.earned))
}

function sharedOut<Share extends DispatchShare>(
  line: CommissionLine,
  shares: readonly Share[],
  terms: CommissionTerms,
  base: Decimal,
): (Omit<Share, 'rate'> & Commission)[] {
  if (!line.countsCommission || line.mode === 'none' || line.payer === 'rework') return []
  const rows = shares.map((each) => {
    const rate = isByUnit(line) ? '1' : (line.value ?? each.rate ?? line.workerTypeRate ?? terms.rate)
    return { ...each, base, rate, amount: money(mul(mul(base, each.share), rate)) }
  })
  return withRemainder(rows)
}

const isByUnit = ({ mode, value }: CommissionLine): boolean => mode === 'fixed' && value !== null

function baseOf(line: CommissionLine, { hourPrice }: CommissionTerms): Decimal {
  if (isByUnit(line)) return money(mul(line.value ?? '0', line.qty))
  return money(isPositive(hourPrice) ? mul(mul(line.stdHours, line.qty), hourPrice) : sub(line.earned, line.reduction))
}

/** The last share that is not nothing takes the remainder; what would leave it below zero is taken of those before it. */
function withRemainder<Row extends Commission & { share: Decimal }>(rows: readonly Row[]): Row[] {
  const [first] = rows
  const isWhole = equals(
    sumOf(rows, ({ share }) => share),
    '1',
  )
  if (!first || !isWhole || rows.some(({ rate }) => !equals(rate, first.rate))) return [...rows]
  let carried = sub(
    money(mul(first.base, first.rate)),
    sumOf(rows, ({ amount }) => amount),
  )
  return rows
    .toReversed()
    .map((row) => {
      if (isZero(row.share)) return row
      const wanted = add(row.amount, carried)
      const amount = money(max('0', wanted))
      carried = sub(wanted, amount)
      return { ...row, amount }
    })
    .toReversed()
}

/** Whether a line earns when it is settled: lines of the three guarantees wait for their confirmation where the organisation says so (business/repair-settlement 8). */
export const earnsAtSettlement = (line: Pick<SettlementLine, 'payer'>, warrantyOnConfirm: boolean): boolean =>
  line.payer !== 'warranty' || !warrantyOnConfirm

/** What the adviser earns of an order, yuan with 2 decimals: his rate of what the customer's lines brought (business/repair-settlement 8). */
export const adviserCommission = (
  lines: readonly (Pick<SettlementLine, 'payer'> & Pick<LineFigures, 'output'>)[],
  rate: Decimal,
): Decimal => {
  const own = lines.filter(({ payer }) => payer === 'customer')
  return money(
    mul(
      sumOf(own, ({ output }) => output),
      rate,
    ),
  )
}

/**
 * What of a commission is taken back, yuan with 2 decimals, when `done` of `whole` of its line has been refunded or done again by now, and what
 * was taken back before (business/repair-settlement 8). Counted from the beginning: when all of it is done, all is taken back.
 */
export const commissionBack = (
  { amount, takenBack }: { amount: Decimal; takenBack: Decimal },
  done: Decimal,
  whole: Decimal,
): Decimal => money(sub(borneBy(amount, done, whole), takenBack))
