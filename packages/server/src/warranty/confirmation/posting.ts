import { add, type Decimal, isZero, money, sumOf } from '@chepu/contract/kernel/decimal'
import { type JudgedLine, verdictChange } from '@chepu/contract/warranty/verdict'
import type { CommissionEntry, OpenItemEntry, PnlEntry, Posting } from '../../kernel/ledgers/types'

/** A bill with the lines that are judged. */
interface JudgedBill {
  billId: number
  customerId: number
  lines: readonly JudgedLine[]
}

interface Judged {
  manufacturerId: number
  bills: readonly JudgedBill[]
  commission: CommissionEntry[]
}

/**
 * What verdicts do to the books (business/three-guarantees 5.3): of each bill the manufacturer owes the difference to what he owed before, less as a rule, and the customer what he is to
 * bear of it; what neither owes is lost. All of it is confirmed.
 */
export function verdictPosting(
  { manufacturerId, bills, commission }: Judged,
  dueOn: (partnerId: number) => string,
): Posting {
  const changes = bills.map(({ lines, ...bill }) => {
    const each = lines.map(verdictChange)
    return {
      ...bill,
      manufacturer: money(sumOf(each, ({ manufacturer }) => manufacturer)),
      customer: money(sumOf(each, ({ customer }) => customer)),
      untaxed: sumOf(each, ({ untaxed }) => untaxed),
    }
  })
  return {
    openItems: changes.flatMap(({ billId, customerId, manufacturer, customer }) => [
      ...itemOf({ partnerId: manufacturerId, amount: manufacturer, billId }, 'warranty', dueOn),
      ...itemOf({ partnerId: customerId, amount: customer, billId }, 'customer', dueOn),
    ]),
    pnl: differenceOf(
      money(sumOf(changes, ({ untaxed }) => untaxed)),
      money(sumOf(changes, ({ manufacturer, customer }) => add(manufacturer, customer))),
    ),
    commission,
  }
}

/** Where each owes it, and as whom. */
const tabs = { warranty: 'warranty', customer: 'repair' } as const

function itemOf(
  { partnerId, amount, billId }: { partnerId: number; amount: Decimal; billId: number },
  payerType: keyof typeof tabs,
  dueOn: (partnerId: number) => string,
): OpenItemEntry[] {
  if (isZero(amount)) return []
  const owed = { partnerId, side: 'AR', tab: tabs[payerType], amount, dueOn: dueOn(partnerId) } as const
  return [{ ...owed, payerType, warrantyBillId: billId }]
}

const differenceOf = (amount: Decimal, amountTaxed: Decimal): PnlEntry[] =>
  isZero(amount) && isZero(amountTaxed) ? [] : [{ kind: 'warranty_diff', payerType: 'warranty', amount, amountTaxed }]
