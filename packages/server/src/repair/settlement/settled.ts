import { isPositive, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { StandingCoupon } from '@chepu/contract/cards/coupon'
import type { PackageUse } from '@chepu/contract/cards/deduction'
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { StateOf } from '@chepu/contract/kernel/document'
import { type SettlementFigures, settlementFigures } from '@chepu/contract/repair/settlement-figures'
import type { SettlementInput } from '@chepu/contract/repair/settlement-lines'
import { settlementProblems } from '@chepu/contract/repair/settlement-problems'
import type { repairSettlement, SettledInsurer } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { openStates } from '@chepu/contract/kernel/states'
import { type CardPayment, type Covered, coveredBy, type CoveredLine } from '../../cards/public'
import { invalid } from '../../kernel/base/errors'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { repairDocuments } from '../../kernel/repair/repo'
import type { RepairDocument } from '../../kernel/repair/types'
import type { WorkOrder } from '../work-order/traits'
import { type ChargedLine, chargedLines, figuresInput } from './charged'
import { caseProblems, casesOfOrder, withCases } from './insurers'
import { type NamedCoupons, namedCoupons } from './coupons'
import { lineProblems, openProblems, titleOf } from './rules'

export type Settlement = RepairDocument<StateOf<typeof repairSettlement>>
export type Figures = SettlementFigures<ChargedLine>
/** What is given for the whole order, and what packages and coupons pay of it, as it was typed. */
export interface Given {
  orderDiscount: SettlementInput['orderDiscount']
  insurers: readonly SettledInsurer[]
  packageUses: readonly PackageUse[]
  coupons: NamedCoupons
}

/** What of a settlement was typed, as its row stands. */
export const givenOf = ({ orderDiscount, insurers, packageUses, couponIds }: Settlement): Given => ({
  orderDiscount,
  insurers: insurers as SettledInsurer[],
  packageUses: packageUses as PackageUse[],
  coupons: { ids: couponIds },
})

/** What an order comes to with what is given. */
export interface Known {
  taxIncluded: boolean
  figures: Figures
  insurers: SettledInsurer[]
  covered: Covered
  coupons: StandingCoupon[]
  /** Why it may not be settled like that, in words. */
  problems: string[]
  /** What of it is wrong with fields of the body, which the problems say, too. */
  faults: FieldError[]
  /** What the figures were made of. */
  lines: ChargedLine[]
  input: SettlementInput
}

/** An order of the caller's own, locked or as it is read; refuses what he could not have picked. */
export async function orderOf(tx: CallerTx, id: number, how: 'lock' | 'read'): Promise<WorkOrder> {
  const order = (await repairDocuments[how](tx, workOrder.kind, id)) as WorkOrder | undefined
  if (!order || order.orgId !== tx.caller.orgId || !inScope(tx.caller, workOrder.area, order))
    invalid([{ path: 'header.workOrderId', message: '工单不存在' }])
  return order
}

/** The order that a settlement is saved for, until it is settled: nothing of its transaction changes it meanwhile, so that it is read once (ADR 0276). */
const ofSave = new WeakMap<CallerTx, WorkOrder>()

/** The order of a settlement that is saved, behind its lock. @throws as `orderOf` */
export async function orderToSettle(tx: CallerTx, id: number): Promise<WorkOrder> {
  const order = await orderOf(tx, id, 'lock')
  ofSave.set(tx, order)
  return order
}

/** The same order once more within its transaction, else as `orderOf` finds it. */
export async function orderOnce(tx: CallerTx, id: number, how: 'lock' | 'read'): Promise<WorkOrder> {
  const known = ofSave.get(tx)
  return known?.id === id ? known : orderOf(tx, id, how)
}

/** Who settles changes it. */
export const forgetOrder = (tx: CallerTx): void => void ofSave.delete(tx)

const charges = new WeakMap<WorkOrder, Promise<ChargedLine[]>>()
/** What an order charges, of each that was read once. */
export function chargesOf(tx: CallerTx, order: WorkOrder): Promise<ChargedLine[]> {
  const known = charges.get(order) ?? chargedLines(tx, order)
  charges.set(order, known)
  return known
}

/** Whether an order is far enough for its payers to be told, and not settled yet. */
export const isCharged = ({ state }: WorkOrder): boolean => openStates(workOrder).includes(state)

/** What an order comes to with what is given, and why it may not be settled like that. */
export async function figuresOf(
  tx: CallerTx,
  order: WorkOrder,
  given: Given,
  { bizDate, settlementId }: { bizDate: string; settlementId?: number | undefined },
): Promise<Known> {
  const charged = await chargesOf(tx, order)
  const taxIncluded = tx.caller.org.config.priceTaxIncluded
  const cases = await casesOfOrder(tx, order, charged)
  const insurers = withCases(given.insurers, cases.own, charged)
  const covered = await coveredBy(tx, { ...order, bizDate }, charged.map(coverable), given.packageUses)
  const lines = charged.map((each) => ({ ...each, packageValue: covered.values.get(each.line.id) ?? null }))
  const { orderDiscount } = given
  const bill = { partnerId: order.partnerId, bizDate, settlementId }
  const { coupons, faults: ofCoupons } = await namedCoupons(tx, bill, given.coupons)
  const faces = coupons.map(({ face: value, threshold, scope }) => ({ value, threshold, scope }))
  const input = figuresInput({ orderDiscount, insurers, taxIncluded, customerId: order.partnerId, coupons: faces })
  const figures = settlementFigures<ChargedLine>(lines, input)
  const faults = [...covered.faults, ...ofCoupons]
  const problems = [
    ...openProblems(order.lines),
    ...lineProblems(lines),
    ...faults.map(({ message }) => message),
    ...settlementProblems(lines, input, figures).map(({ message }) => message),
    ...caseProblems(cases, figures.lines),
  ]
  return { taxIncluded, figures, insurers, covered, coupons, problems, faults, lines, input }
}

/** A line of an order as packages are asked about it. */
export const coverable = (each: ChargedLine): CoveredLine => ({
  id: each.line.id,
  title: titleOf(each),
  payer: each.payer,
  serviceItemId: each.section === 'labour' ? each.line.serviceItemId : null,
  partId: each.section === 'material' ? each.line.partId : null,
  qty: each.line.qty,
  isUncharged: each.line.isConsumable || each.line.isCustomerSupplied,
})

/** What granted money of cards may pay at most: the customer's own lines without what insurers leave to him (business/repair-settlement 3). */
export const giftMostOf = ({ customerDue, deductible }: Pick<Figures, 'customerDue' | 'deductible'>): string =>
  money(sub(customerDue, deductible))

/** The same order with what its cards pay: granted money is shared by its lines. */
export function withCards({ lines, input }: Known, payments: readonly CardPayment[]): Figures {
  const of = (figure: 'principal' | 'gift') => money(sumOf(payments, (payment) => payment[figure]))
  return settlementFigures<ChargedLine>(lines, { ...input, cardPrincipal: of('principal'), cardGift: of('gift') })
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
    packaged: sums.packaged,
    couponAmount: sums.coupon,
    customerDue: sums.customerDue,
    insuranceDue: dueOf('insurance'),
    warrantyDue: dueOf('warranty'),
  }
}

const sumMoney = (amounts: readonly string[]) => money(sumOf(amounts, (amount) => amount))

/** Whether somebody gives something for the whole order. */
export const isGiven = ({ orderDiscount }: Pick<Given, 'orderDiscount'>): boolean => isPositive(orderDiscount)
