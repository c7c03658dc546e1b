import { borneBy } from '@chepu/contract/kernel/charged-share'
import { type Decimal, isPositive, isZero, min, money, mul, neg, sub } from '@chepu/contract/kernel/decimal'
import { adviserCommission, earnsAtSettlement, technicianCommissions } from '@chepu/contract/repair/commission'
import { owesAs } from '@chepu/contract/repair/payer'
import type { LineFigures } from '@chepu/contract/repair/settlement-lines'
import type { PartnerAmount, PnlRow } from '@chepu/contract/repair/settlement-figures'
import { inTheirBooks, type SisterBill } from '../../kernel/ledgers/sister-bills'
import type { CommissionEntry, OpenItemEntry, Posting } from '../../kernel/ledgers/types'
import type { ChargedLine } from './charged'
import type { ReworkedEntry } from './rework'

/** A settled line with the row that it is written as. */
export type PostedLine = ChargedLine & LineFigures & { id: number }

interface Settled {
  workOrderId: number
  adviserId: number | null
  lines: readonly PostedLine[]
  receivables: readonly PartnerAmount[]
  payables: readonly { supplierId: number; amount: Decimal }[]
  pnl: readonly PnlRow[]
  /** What was earned by the lines that the order repeats. */
  reworked: readonly ReworkedEntry[]
  /** What sister organisations are billed. */
  sisters: readonly SisterBill[]
  /** What packages and cards do beside it. */
  spent: Pick<Posting, 'cards' | 'cardItems'> & Required<Pick<Posting, 'openItems' | 'pnl'>>
}

/** What follows from partners and settings: when each pays, and what is earned. */
interface Terms {
  dueOn(partnerId: number): string
  commissionRate: Decimal
  commissionHourPrice: Decimal
  adviserRate: Decimal
  warrantyOnConfirm: boolean
  reworkRate: Decimal
}

/**
 * What a settlement does to the books (business/repair-settlement 4): what each payer owes and each outsourcer is owed, revenue and discounts by
 * payer, the material in work becomes a cost, and what technicians and the adviser earn, or give back for what is done again.
 */
export function postingOf(settled: Settled, terms: Terms): Posting {
  const theirs = inTheirBooks(settled.sisters)
  const { openItems, pnl, ...onCards } = settled.spent
  return {
    ...onCards,
    openItems: [...receivables(settled, terms), ...payables(settled, terms), ...theirs.openItems, ...openItems],
    pnl: [...settled.pnl.map(booked), ...theirs.pnl, ...pnl],
    wip: settled.lines
      .filter(({ work }) => !isZero(work.qty) || !isZero(work.value))
      .map(({ id, line, work, payer }) => ({
        workOrderId: settled.workOrderId,
        lineId: line.id,
        docLineId: id,
        direction: 'out',
        partId: line.partId as number,
        qty: work.qty,
        value: work.value,
        payerType: payer,
      })),
    commission: [
      ...settled.lines.flatMap((line) => technicians(line, terms)),
      ...adviser(settled, terms),
      ...reworkClawbacks(settled.lines, settled.reworked, terms.reworkRate),
    ],
  }
}

const booked = ({ kind, payer, departmentId, amount, amountTaxed }: PnlRow) => ({
  kind,
  payerType: payer,
  amount,
  amountTaxed,
  ...(departmentId !== null && { departmentId }),
})

/** Where what each owes is settled. */
const settledIn = { customer: 'repair', insurance: 'insurance', warranty: 'warranty' } as const

const receivables = ({ receivables: owed }: Settled, { dueOn }: Terms): OpenItemEntry[] =>
  owed.map(({ payer, partnerId, amount, isUnconfirmed }) => ({
    partnerId,
    side: 'AR',
    tab: settledIn[owesAs(payer)],
    amount,
    dueOn: dueOn(partnerId),
    payerType: owesAs(payer),
    isUnconfirmed,
  }))

const payables = ({ payables: bills }: Settled, { dueOn }: Terms): OpenItemEntry[] =>
  bills.map(({ supplierId, amount }) => ({
    partnerId: supplierId,
    side: 'AP',
    tab: 'outsource',
    amount,
    dueOn: dueOn(supplierId),
    remark: '外协',
  }))

function technicians(each: PostedLine, terms: Terms): CommissionEntry[] {
  const { line, facts } = each
  if (line.section !== 'labour' || !earnsAtSettlement(each, terms.warrantyOnConfirm)) return []
  const { qty, stdHours } = line
  const { countsCommission, workerTypeRate, commissionMode, commissionValue: value } = facts
  const about = {
    ...each,
    qty,
    stdHours,
    countsCommission,
    workerTypeRate,
    mode: commissionMode ?? 'rate',
    value,
  } as const
  const rows = technicianCommissions(about, facts.shares, {
    hourPrice: terms.commissionHourPrice,
    rate: terms.commissionRate,
  })
  return rows
    .filter(({ amount }) => !isZero(amount))
    .map(({ employeeId, base, share, rate, amount }) => ({
      employeeId,
      role: 'technician',
      lineId: each.id,
      base,
      share,
      rate,
      amount,
    }))
}

function adviser({ adviserId, lines }: Settled, { adviserRate }: Terms): CommissionEntry[] {
  const amount = adviserCommission(lines, adviserRate)
  if (adviserId === null || isZero(amount) || !lines.every(({ facts }) => facts.countsCommission)) return []
  const base = adviserCommission(lines, '1')
  return [{ employeeId: adviserId, role: 'adviser', lineId: null, base, share: '1', rate: adviserRate, amount }]
}

/** What those who first did a line give back when it is done again at the shop's cost: this part of what they earned, and never more than is left of it (business/repair-settlement 8). */
function reworkClawbacks(
  lines: readonly PostedLine[],
  reworked: readonly ReworkedEntry[],
  rate: Decimal,
): CommissionEntry[] {
  return reworked.flatMap(({ id, orderLineId, takenBack, amount, base, ...earner }) => {
    const again = lines.find(({ line, payer }) => payer === 'rework' && line.reworkOfLineId === orderLineId)
    const back = money(min(mul(amount, rate), sub(amount, takenBack)))
    if (!again || !isPositive(back)) return []
    const part = neg(borneBy(base, back, amount))
    return [{ ...earner, lineId: again.id, base: part, amount: neg(back), clawbackOf: id }]
  })
}
