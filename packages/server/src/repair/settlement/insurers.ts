import { add, compare, type Decimal, isPositive, sumOf, withCommas } from '@chepu/contract/kernel/decimal'
import type { SettledInsurer } from '@chepu/contract/repair/settlement'
import type { LineFigures } from '@chepu/contract/repair/settlement-lines'
import type { CallerTx } from '../../kernel/db/tx'
import type { WorkOrder } from '../work-order/traits'
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

/** What cases an order has, and which are its car's alone. */
interface Cases {
  /** Those of the order that stand. */
  own: readonly OrderCase[]
  /** Those that are attached to no order, or to one that was cancelled. */
  unattached: readonly OrderCase[]
}

/** The cases of an order and of its car that stand; nobody is asked where no insurer pays a line. */
export async function casesOfOrder(
  tx: CallerTx,
  { id, vehicleId }: Pick<WorkOrder, 'id' | 'vehicleId'>,
  lines: readonly ChargedLine[],
): Promise<Cases> {
  if (!lines.some(({ payer }) => payer === 'insurance')) return { own: [], unattached: [] }
  const rows = await tx.query<OrderCase & { workOrderId: number | null }>({
    name: 'cases-of-order',
    text: `select c.bill_no, c.state, c.insurer_id, c.case_no, c.policy_no, c.assessed_labour + c.assessed_material as assessed,
        c.deductible + c.depreciation as deductible, c.salvage, c.pays_directly, c.work_order_id
      from repair_document c left join repair_document o on o.group_id = c.group_id and o.id = c.work_order_id
      where c.group_id = $1 and c.kind = 'insurance_case' and c.state <> 'voided' and (c.work_order_id = $2
        or c.org_id = $3 and c.vehicle_id = $4 and c.state in ('reported', 'assessed', 'in_repair') and (o.id is null or o.state = 'cancelled'))
      order by c.id`,
    values: [tx.groupId, id, tx.caller.orgId, vehicleId],
  })
  return {
    own: rows.filter(({ workOrderId }) => workOrderId === id),
    unattached: rows.filter(({ workOrderId }) => workOrderId !== id),
  }
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

/**
 * Why an order may not be settled by its cases, in words: one of its car is not attached, not assessed yet, or charged more than was assessed (business/repair-insurance 3.1).
 */
export const caseProblems = ({ own, unattached }: Cases, lines: readonly (ChargedLine & LineFigures)[]): string[] => [
  ...unattached
    .filter(({ insurerId }) => isPayer(insurerId, lines) && !own.some((each) => each.insurerId === insurerId))
    .map(({ billNo }) => `本车保险案件 ${billNo} 还没有关联本工单，请先「关联工单」，不是这次事故的请作废`),
  ...own.flatMap((each) => problemOf(each, lines)),
]

const isPayer = (insurerId: number, lines: readonly ChargedLine[]): boolean =>
  lines.some(({ payer, payerPartnerId }) => payer === 'insurance' && payerPartnerId === insurerId)

function problemOf(
  { billNo, state, insurerId, assessed }: OrderCase,
  lines: readonly (ChargedLine & LineFigures)[],
): string[] {
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
}
