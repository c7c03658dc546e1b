import { isPositive, money, sumOf } from '@chepu/contract/kernel/decimal'
import type { StateOf } from '@chepu/contract/kernel/document'
import { type SettlementFigures, settlementFigures } from '@chepu/contract/repair/settlement-figures'
import type { SettlementInput } from '@chepu/contract/repair/settlement-lines'
import { settlementProblems } from '@chepu/contract/repair/settlement-problems'
import type { repairSettlement, SettledInsurer } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { openStates } from '@chepu/contract/kernel/states'
import { invalid } from '../../kernel/base/errors'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { repairDocuments } from '../../kernel/repair/repo'
import type { RepairDocument } from '../../kernel/repair/types'
import type { WorkOrder } from '../work-order/traits'
import { type ChargedLine, chargedLines, figuresInput } from './charged'
import { caseProblems, casesOfOrder, withCases } from './insurers'
import { lineProblems, openProblems } from './rules'

export type Settlement = RepairDocument<StateOf<typeof repairSettlement>>
export type Figures = SettlementFigures<ChargedLine>
/** What is given for the whole order, as it was typed. */
interface Given {
  orderDiscount: SettlementInput['orderDiscount']
  insurers: readonly SettledInsurer[]
}

/** An order of the caller's own, locked or as it is read; refuses what he could not have picked. */
export async function orderOf(tx: CallerTx, id: number, how: 'lock' | 'read'): Promise<WorkOrder> {
  const order = (await repairDocuments[how](tx, workOrder.kind, id)) as WorkOrder | undefined
  if (!order || order.orgId !== tx.caller.orgId || !inScope(tx.caller, workOrder.area, order))
    invalid([{ path: 'header.workOrderId', message: '工单不存在' }])
  return order
}

/** Whether an order is far enough for its payers to be told, and not settled yet. */
export const isCharged = ({ state }: WorkOrder): boolean => openStates(workOrder).includes(state)

/** What an order comes to with what is given, and why it may not be settled like that. */
export async function figuresOf(
  tx: CallerTx,
  order: WorkOrder,
  given: Given,
): Promise<{ taxIncluded: boolean; figures: Figures; insurers: SettledInsurer[]; problems: string[] }> {
  const lines = await chargedLines(tx, order)
  const taxIncluded = tx.caller.org.config.priceTaxIncluded
  const cases = await casesOfOrder(tx, order, lines)
  const insurers = withCases(given.insurers, cases.own, lines)
  const { orderDiscount } = given
  const input = figuresInput({ orderDiscount, insurers, taxIncluded, customerId: order.partnerId })
  const figures = settlementFigures<ChargedLine>(lines, input)
  const problems = [
    ...openProblems(order.lines),
    ...lineProblems(lines),
    ...settlementProblems(lines, input).map(({ message }) => message),
    ...caseProblems(cases, figures.lines),
  ]
  return { taxIncluded, figures, insurers, problems }
}

/** The sums of a settlement as columns of its header. */
export function sumColumns({ lines, total, receivables, ...sums }: Figures) {
  const taxedOf = (...sections: readonly string[]) =>
    sumMoney(lines.filter(({ section }) => sections.includes(section)).map(({ taxed }) => taxed))
  const dueOf = (payer: string) =>
    sumMoney(receivables.filter((each) => each.payer === payer).map(({ amount }) => amount))
  return {
    labourAmount: taxedOf('labour'),
    materialAmount: taxedOf('material'),
    otherAmount: taxedOf('extra', 'outsourced'),
    totalAmount: total,
    deductible: sums.deductible,
    salvage: sums.salvage,
    customerDue: sums.customerDue,
    insuranceDue: dueOf('insurance'),
    warrantyDue: dueOf('warranty'),
  }
}

const sumMoney = (amounts: readonly string[]) => money(sumOf(amounts, (amount) => amount))

/** Whether somebody gives something for the whole order. */
export const isGiven = ({ orderDiscount }: Pick<Given, 'orderDiscount'>): boolean => isPositive(orderDiscount)
