import { add, compare, type Decimal, isPositive, sumOf, withCommas } from '@chepu/contract/kernel/decimal'
import type { SettledInsurer } from '@chepu/contract/repair/settlement'
import type { LineFigures } from '@chepu/contract/repair/settlement-lines'
import type { CallerTx } from '../../kernel/db/tx'
import type { ChargedLine } from './charged'

/** A case of the order as its settlement takes it. */
interface OrderCase {
  billNo: string
  state: string
  insurerId: number
  caseNo: string
  policyNo: string
  assessed: Decimal
  deductible: Decimal
  salvage: Decimal
  paysDirectly: boolean
}

/** The cases of an order that stand; nobody is asked where no insurer pays a line. */
export async function casesOfOrder(
  tx: CallerTx,
  orderId: number,
  lines: readonly ChargedLine[],
): Promise<readonly OrderCase[]> {
  if (!lines.some(({ payer }) => payer === 'insurance')) return []
  return tx.query<OrderCase>({
    name: 'cases-of-order',
    text: `select bill_no, state, insurer_id, case_no, policy_no, assessed_labour + assessed_material as assessed,
        deductible + depreciation as deductible, salvage, pays_directly
      from repair_document where group_id = $1 and kind = 'insurance_case' and work_order_id = $2 and state <> 'voided' order by id`,
    values: [tx.groupId, orderId],
  })
}

/**
 * What insurers leave to the customer and take off: as typed, and of an insurer of whom nothing was typed as his case says. Each with the numbers of
 * his case, for the paper (business/repair-insurance 3.1).
 */
export function withCases(
  typed: readonly SettledInsurer[],
  cases: readonly OrderCase[],
  lines: readonly ChargedLine[],
): SettledInsurer[] {
  const numbersOf = (partnerId: number) => {
    const own = cases.find(({ insurerId }) => insurerId === partnerId)
    return { caseNo: own?.caseNo ?? '', policyNo: own?.policyNo ?? '' }
  }
  const pays = new Set(lines.flatMap(({ payer, payerPartnerId }) => (payer === 'insurance' ? [payerPartnerId] : [])))
  const named = new Set(typed.map(({ partnerId }) => partnerId))
  const more = cases.filter(({ insurerId }) => pays.has(insurerId) && !named.has(insurerId))
  return [
    ...typed.map((each) => ({ ...each, ...numbersOf(each.partnerId) })),
    ...more.map(({ insurerId: partnerId, deductible, salvage, paysDirectly }) => ({
      partnerId,
      deductible,
      salvage,
      paysDirectly,
      ...numbersOf(partnerId),
    })),
  ]
}

/** Why an order may not be settled by its cases, in words: not assessed yet, or charged more than was assessed (business/repair-insurance 3.1). */
export const caseProblems = (cases: readonly OrderCase[], lines: readonly (ChargedLine & LineFigures)[]): string[] =>
  cases.flatMap(({ billNo, state, insurerId, assessed }) => {
    const own = lines.filter(({ payer, payerPartnerId }) => payer === 'insurance' && payerPartnerId === insurerId)
    const charged = add(
      '0',
      sumOf(own, ({ taxed }) => taxed),
    )
    if (state === 'reported') return isPositive(charged) ? [`保险案件 ${billNo} 还没有定损`] : []
    return compare(charged, assessed) > 0
      ? [
          `保险项目合计 ${withCommas(charged)} 超过保险案件 ${billNo} 的定损合计 ${withCommas(assessed)}，超出部分请列自费或打折`,
        ]
      : []
  })
