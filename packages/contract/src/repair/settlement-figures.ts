import { add, type Decimal, isZero, money, sub, sumOf } from '../kernel/decimal'
import { type Payer, payerRules, payers } from './payer'
import {
  isOwnWork,
  type LineFigures,
  lineFigures,
  type Section,
  type SettlementInput,
  type SettlementLine,
} from './settlement-lines'

/** An amount that a partner owes or is owed, in yuan with tax. */
export interface PartnerAmount {
  payer: Payer
  partnerId: number
  amount: Decimal
  /** The partner has still to confirm that he owes it. */
  isUnconfirmed: boolean
}

/** A row of profit and loss with the natural sign of its kind (ADR 0004). */
export interface PnlRow {
  kind: 'revenue_labour' | 'revenue_part' | 'revenue_other' | 'warranty_revenue' | 'revenue_internal' | OtherKind
  payer: Payer
  /** The own department that bears it; null is the document's. */
  departmentId: number | null
  /** Without tax. */
  amount: Decimal
  amountTaxed: Decimal
}
type OtherKind = 'discount' | 'internal_expense' | 'cogs_outsource'

/** The money of a settlement, in yuan with 2 decimals; with tax where nothing else is said. */
export interface SettlementFigures<Line> {
  lines: (Line & LineFigures)[]
  /** Σ of all lines. */
  total: Decimal
  byPayer: Record<Payer, Decimal>
  /** Customer lines that packages cover. */
  packaged: Decimal
  coupon: Decimal
  orderDiscount: Decimal
  /** What moves from insurers to the customer. */
  deductible: Decimal
  salvage: Decimal
  customerDue: Decimal
  receivables: PartnerAmount[]
  /** What outsourcers are owed. */
  payables: { supplierId: number; amount: Decimal }[]
  /** What of the customer's due no tender covers; below zero he has paid too much. */
  onCredit: Decimal
  /** Where everything went: it is the total, or the settlement is wrong. */
  accountedFor: Decimal
  /** Revenue, discounts, and what was bought in; the cost of material is posted by what leaves the work in progress. */
  pnl: PnlRow[]
  revenue: Decimal
  revenueUntaxed: Decimal
  materialCost: Decimal
  outsourceCost: Decimal
  grossProfit: Decimal
}

/**
 * The money of a settlement (business/repair-settlement 2 to 4), all in yuan with 2 decimals. Impossible input is not refused here but counted
 * as far as the lines bear it: `settlementProblems` tells what is wrong with it.
 */
export function settlementFigures<Line extends SettlementLine>(
  lines: readonly Line[],
  input: SettlementInput,
): SettlementFigures<Line> {
  const figures = lineFigures(lines, input)
  const settled = lines.map((line, i) => ({ ...line, ...(figures[i] as LineFigures) }))
  const sums = sumsOf(settled)
  const tendered = add(input.cardPrincipal, input.cardGift, input.advance, input.money)
  const receivables = receivablesOf(settled, input.customerId)
  return {
    lines: settled,
    ...sums,
    receivables,
    payables: payablesOf(settled),
    onCredit: money(sub(sums.customerDue, tendered)),
    accountedFor: accountedFor(sums, receivables),
    pnl: [...revenueRows(settled), ...outsourceRows(settled)],
    ...profitsOf(settled),
  }
}

type SettledLine = SettlementLine & LineFigures

function sumsOf(lines: readonly SettledLine[]) {
  const of = (figure: keyof LineFigures, rows = lines) => money(sumOf(rows, (line) => line[figure]))
  const byPayer = Object.fromEntries(
    payers.map((payer) => [
      payer,
      of(
        'taxed',
        lines.filter((line) => line.payer === payer),
      ),
    ]),
  ) as Record<Payer, Decimal>
  const packaged = of(
    'taxed',
    lines.filter((line) => line.payer === 'customer' && line.packageValue !== null),
  )
  const [coupon, orderDiscount, deductible] = [of('couponShare'), of('discountShare'), of('deductibleShare')]
  const off = add(packaged, coupon, orderDiscount)
  return {
    total: of('taxed'),
    byPayer,
    packaged,
    coupon,
    orderDiscount,
    deductible,
    salvage: of('salvageShare'),
    customerDue: money(add(sub(byPayer.customer, off), deductible)),
  }
}

/** The right side of the identity (business/repair-settlement 2): the customer's part, the insurers', and what others bear. */
function accountedFor(sums: ReturnType<typeof sumsOf>, receivables: readonly PartnerAmount[]): Decimal {
  const { byPayer, packaged, coupon, orderDiscount, deductible, salvage, customerDue } = sums
  const insurers = receivables.filter(({ payer }) => payer === 'insurance')
  const insured = sumOf(insurers, ({ amount }) => amount)
  const customer = add(sub(customerDue, deductible), packaged, coupon, orderDiscount)
  const others = add(byPayer.warranty, byPayer.internal, byPayer.rework, byPayer.gift)
  return money(add(customer, insured, deductible, salvage, others))
}

/**
 * What each partner owes for the lines, yuan with tax (business/repair-settlement 2): the customer for his own and what insurers leave to him,
 * others for what names them. Also what a refund takes back of that.
 */
export function receivablesOf(lines: readonly SettledLine[], customerId: number): PartnerAmount[] {
  const amounts = grouped(
    lines.flatMap((line) => [
      { payer: 'customer' as const, partnerId: customerId, amount: line.customerDue },
      ...(line.payerPartnerId === null
        ? []
        : [{ payer: line.payer, partnerId: line.payerPartnerId, amount: line.payerDue }]),
    ]),
    ({ payer, partnerId }) => `${payer} ${partnerId}`,
  )
  return amounts
    .map(([first, ...rest]) => ({
      ...first,
      amount: money(add(first.amount, ...rest.map(({ amount }) => amount))),
      isUnconfirmed: payerRules[first.payer].receivable === 'unconfirmed',
    }))
    .filter(({ amount }) => !isZero(amount))
}

/** Rows that have the same key, in the order in which keys appear. */
function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [Row, ...Row[]][] {
  const groups = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return [...groups.values()]
}

const payablesOf = (lines: readonly SettledLine[]) =>
  grouped(
    lines.flatMap(({ section, supplierId, cost }) =>
      section === 'outsourced' && supplierId !== null && !isZero(cost) ? [{ supplierId, cost }] : [],
    ),
    ({ supplierId }) => `${supplierId}`,
  ).map((bills) => ({ supplierId: bills[0].supplierId, amount: money(sumOf(bills, ({ cost }) => cost)) }))

const kindBySection = {
  labour: 'revenue_labour',
  material: 'revenue_part',
  extra: 'revenue_other',
  outsourced: 'revenue_other',
} as const satisfies Record<Section, PnlRow['kind']>

/**
 * Revenue and discounts of the lines in the books, in yuan (business/repair-settlement 4): by kind and payer, without tax and with it. What is earned of our own
 * departments is their expense. Also what a refund takes back of that.
 */
export function revenueRows(lines: readonly SettledLine[]): PnlRow[] {
  const rows = lines.flatMap((line): PnlRow[] => {
    const kind = revenueKindOf(line)
    if (kind === null) return []
    const earned = { payer: line.payer, departmentId: null, amount: line.earnedUntaxed, amountTaxed: line.earned }
    const given = { ...earned, amount: line.reductionUntaxed, amountTaxed: line.reduction }
    const spent = { ...earned, kind: 'internal_expense' as const, departmentId: line.departmentId }
    return [{ ...earned, kind }, { ...given, kind: 'discount' }, ...(isOwnWork(line) ? [spent] : [])]
  })
  return summed(rows)
}

/** What is done for a sister organisation is sold to her, as what is transferred to her is. */
function revenueKindOf(line: SettledLine): PnlRow['kind'] | null {
  const { revenue } = payerRules[line.payer]
  if (revenue === 'nothing') return null
  const isBySection = revenue === 'bySection' || (line.payer === 'internal' && !isOwnWork(line))
  return isBySection ? kindBySection[line.section] : revenue
}

const outsourceRows = (lines: readonly SettledLine[]): PnlRow[] =>
  summed(
    lines
      .filter(({ section }) => section === 'outsourced')
      .map(({ payer, cost }) => ({
        kind: 'cogs_outsource',
        payer,
        departmentId: null,
        amount: cost,
        amountTaxed: cost,
      })),
  )

const summed = (rows: readonly PnlRow[]): PnlRow[] =>
  grouped(rows, ({ kind, payer, departmentId }) => `${kind} ${payer} ${departmentId}`)
    .map((group) => ({
      ...group[0],
      amount: money(sumOf(group, ({ amount }) => amount)),
      amountTaxed: money(sumOf(group, ({ amountTaxed }) => amountTaxed)),
    }))
    .filter(({ amount, amountTaxed }) => !isZero(amount) || !isZero(amountTaxed))

function profitsOf(lines: readonly SettledLine[]) {
  const sold = lines.filter((line) => !isOwnWork(line))
  const costOf = (...sections: Section[]) =>
    money(
      sumOf(
        lines.filter(({ section }) => sections.includes(section)),
        ({ cost }) => cost,
      ),
    )
  return {
    revenue: money(sumOf(sold, ({ earned, reduction }) => sub(earned, reduction))),
    revenueUntaxed: money(sumOf(sold, ({ earnedUntaxed, reductionUntaxed }) => sub(earnedUntaxed, reductionUntaxed))),
    materialCost: costOf('material', 'labour', 'extra'),
    outsourceCost: costOf('outsourced'),
    grossProfit: money(sumOf(lines, ({ profit }) => profit)),
  }
}
