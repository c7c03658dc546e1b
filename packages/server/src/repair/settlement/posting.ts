import type { Decimal } from '@chepu/contract/kernel/decimal'
import { isZero } from '@chepu/contract/kernel/decimal'
import { adviserCommission, earnsAtSettlement, technicianCommissions } from '@chepu/contract/repair/commission'
import type { LineFigures } from '@chepu/contract/repair/settlement-lines'
import type { PartnerAmount, PnlRow } from '@chepu/contract/repair/settlement-figures'
import type { CommissionEntry, OpenItemEntry, Posting } from '../../kernel/ledgers/types'
import type { ChargedLine } from './charged'

/** A settled line with the row that it is written as. */
export type PostedLine = ChargedLine & LineFigures & { id: number }

interface Settled {
  workOrderId: number
  adviserId: number | null
  lines: readonly PostedLine[]
  receivables: readonly PartnerAmount[]
  payables: readonly { supplierId: number; amount: Decimal }[]
  pnl: readonly PnlRow[]
}

/** What follows from partners and settings: when each pays, and what is earned. */
interface Terms {
  dueOn(partnerId: number): string
  commissionRate: Decimal
  adviserRate: Decimal
  warrantyOnConfirm: boolean
}

/**
 * What a settlement does to the books (business/repair-settlement 4): what each payer owes and each outsourcer is owed, revenue and discounts by
 * payer, the material in work becomes a cost, and what technicians and the adviser earn.
 */
export function postingOf(settled: Settled, terms: Terms): Posting {
  return {
    openItems: [...receivables(settled, terms), ...payables(settled, terms)],
    pnl: settled.pnl.map(({ kind, payer, departmentId, amount, amountTaxed }) => ({
      kind,
      payerType: payer,
      amount,
      amountTaxed,
      ...(departmentId !== null && { departmentId }),
    })),
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
    commission: [...settled.lines.flatMap((line) => technicians(line, terms)), ...adviser(settled, terms)],
  }
}

/** Sisters owe as customers do: what was done for them is sold to them. */
const owing = { customer: 'customer', insurance: 'insurance', warranty: 'warranty', internal: 'customer' } as const

const receivables = ({ receivables: owed }: Settled, { dueOn }: Terms): OpenItemEntry[] =>
  owed.map(({ payer, partnerId, amount, isUnconfirmed }) => ({
    partnerId,
    side: 'AR',
    amount,
    dueOn: dueOn(partnerId),
    payerType: owing[payer as keyof typeof owing],
    isUnconfirmed,
  }))

const payables = ({ payables: bills }: Settled, { dueOn }: Terms): OpenItemEntry[] =>
  bills.map(({ supplierId, amount }) => ({
    partnerId: supplierId,
    side: 'AP',
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
    base: 'earned',
    hourPrice: '0',
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
