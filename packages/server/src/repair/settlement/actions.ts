import { button } from '@chepu/contract/access/catalogue'
import { add, isPositive, sub } from '@chepu/contract/kernel/decimal'
import { stateLabel } from '@chepu/contract/kernel/states'
import type { repairSettlement, SettleInput } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { assertNotTooMuch, assertPayable, collectAtOnce, madeSlips, voidSlips } from '../../finance/public'
import { assertPointsStand, openAcross, payByCards, tellOfLowBalances } from '../../cards/public'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden, refuse, refuseUnlessPassed } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { assertOpenPeriod } from '../../kernel/document/period'
import { post, reverseTogether } from '../../kernel/ledgers'
import type { RepairActions, RepairKind } from '../../kernel/repair/types'
import { assertCustomerCredit } from '../../sales/public'
import { dropBills, makeBills } from '../../warranty/public'
import { assertNoneSubmitted } from '../insurance-case/actions'
import { followItems } from '../insurance-case/follow'
import { openSisters, payersOf, sisterBills } from '../sisters'
import { assertCameIn } from '../paid-out'
import { moveSettled } from '../work-order/settled'
import type { WorkOrder } from '../work-order/traits'
import { freeCoupons, lockCoupons, spendCoupons } from './coupons'
import { reworkedBy } from './rework'
import {
  assertFormerNotRefunded,
  assertNothingTakenBack,
  customerItem,
  looseLines,
  dueDays,
  writeSettledLines,
} from './repo'
import { postingOf } from './posting'
import { excessesOf } from './rules'
import {
  type Figures,
  figuresOf,
  forgetOrder,
  givenOf,
  isGiven,
  orderOf,
  orderOnce,
  type Settlement,
  sumColumns,
} from './settled'
import { cardPayments, dueAfterCards, holdSpending, spentOf } from './spent'
import { settlementTraits } from './traits'

const may = (tx: CallerTx, action: string) => mayPress(tx.caller, button('repair_settlement', action))

const actions: RepairActions<typeof repairSettlement> = {
  async settle(tx, settlement, { input, note }) {
    const paid = input as SettleInput
    await assertOpenPeriod(tx, settlement.bizDate)
    const order = await lockedOrder(tx, settlement, 'completed')
    await holdSpending(tx, settlement, paid)
    const known = await figuresOf(tx, order, givenOf(settlement), whenOf(settlement))
    const { insurers, problems, taxIncluded } = known
    if (problems.length > 0) refuse(problems.join('；'))
    const { payments, figures } = await cardPayments(tx, settlement, known, paid)
    assertWithinLimits(tx, settlement, order, figures, taxIncluded)
    if (paid.tenders.length > 0 && !may(tx, 'collect')) forbidden('您没有费用结算「收款」的权限')
    const onCredit = assertNotTooMuch(paid, dueAfterCards(figures, payments))
    const [ahead, lines, reworked, dueOn] = await Promise.all([
      assertPayable(tx, settlement, order, paid),
      writeSettledLines(tx, settlement, figures.lines, { isDraft: false }),
      reworkedBy(tx, order),
      dueDays(tx, settlement.bizDate, partnersOf(figures)),
    ])
    const terms = termsOf(tx)
    const adviserId = order.salespersonId
    const billed = { amounts: figures.receivables, lines }
    const sisters = await sisterBills(tx, billed, { bizDate: settlement.bizDate, sign: '1', dueOn })
    const spent = await spentOf(tx, settlement, known, { payments, lines, paid: sub(figures.customerDue, onCredit) })
    await spendCoupons(tx, settlement, settlement.couponIds)
    await post(
      tx,
      settlement,
      postingOf({ ...figures, workOrderId: order.id, adviserId, lines, reworked, sisters, spent }, { dueOn, ...terms }),
    )
    if (isPositive(sub(figures.customerDue, onCredit))) {
      const openItemId = await customerItem(tx, settlement)
      await payByCards(tx, settlement, openItemId, payments)
      await tellOfLowBalances(tx, payments, settlement.bizDate)
      await collectAtOnce(tx, settlement, order, { openItemId, tenders: paid.tenders, ...ahead })
    }
    if (isPositive(onCredit) && !may(tx, 'on_credit')) await assertCustomerCredit(tx, settlement, onCredit)
    if (figures.receivables.some(({ payer }) => payer === 'warranty')) await makeBills(tx, settlement, order)
    const costAmount = costOf(figures)
    await moveSettled(tx, order, { state: 'settled', action: 'settle', settlementId: settlement.id, costAmount })
    note({
      ...sumColumns(figures),
      insurers: JSON.stringify(insurers),
      taxIncluded,
      costAmount,
      receivedAmount: sub(figures.customerDue, onCredit),
    })
    return 'done'
  },

  async passDiscount(tx, settlement, { note }) {
    const order = await lockedOrder(tx, settlement, 'completed')
    const { figures, taxIncluded } = await figuresOf(tx, order, givenOf(settlement), whenOf(settlement))
    const excesses = excessesOf(tx, figures.lines, { taxIncluded, orderDiscount: figures.orderDiscount })
    if (excesses.length > 0) refuse(`优惠也超出您的权限：${excesses.join('；')}`)
    note({ passedBy: tx.caller.userId, passedVersion: order.version })
    return 'draft'
  },

  async unapprove(tx, settlement, { note }) {
    if (settlement.postedAt === null || shanghaiDay(new Date(settlement.postedAt)) !== shanghaiDay())
      refuse(`结算单 ${settlement.billNo} 不是今天结算的，请改用维修退单`)
    await assertOpenPeriod(tx, settlement.bizDate)
    const order = await lockedOrder(tx, settlement, 'settled')
    await openSisters(tx, payersOf(settlement), settlement.bizDate)
    await assertNothingTakenBack(tx, settlement)
    await assertFormerNotRefunded(tx, settlement)
    await Promise.all([assertNoneSubmitted(tx, order.id), assertPointsStand(tx, settlement.id)])
    await dropBills(tx, settlement)
    const slips = await madeSlips(tx, settlement)
    await lockCoupons(tx, settlement, settlement.couponIds)
    if (usesCards(settlement, slips)) await openAcross(tx, settlement)
    voidSlips(tx, slips)
    const lines = settlement.lines.map(({ id, lineNo, partCode, name }) => ({
      lineId: id,
      targetLineId: id,
      lineNo,
      partCode: partCode ?? name,
    }))
    await reverseTogether(tx, settlement, [
      ...slips.toReversed().map((slip) => ({ original: slip, target: slip, lines: [] })),
      { original: settlement, target: settlement, lines },
    ])
    looseLines(tx, settlement.id)
    await moveSettled(tx, order, { state: 'completed', action: 'unapprove', settlementId: null, costAmount: '0' })
    note({ costAmount: '0', receivedAmount: '0', passedBy: null, passedVersion: null })
    return 'draft'
  },

  async void(tx, { id, couponIds }) {
    await freeCoupons(tx, id, couponIds)
    return 'voided'
  },
}

/** Who pays or is paid for what is settled. */
const partnersOf = ({ receivables, payables }: Figures): number[] => [
  ...receivables.map(({ partnerId }) => partnerId),
  ...payables.map(({ supplierId }) => supplierId),
]

/** When a settlement is, and which it is. */
const whenOf = ({ id, bizDate }: Settlement) => ({ bizDate, settlementId: id })

/** Whether a settlement has taken something off cards, which may be those of other shops. */
const usesCards = (settlement: Settlement, slips: readonly { purpose: string }[]): boolean =>
  givenOf(settlement).packageUses.length > 0 || slips.some(({ purpose }) => purpose === 'card')

/** What the organisation has set about commission. */
function termsOf({ caller }: CallerTx) {
  const { commissionRate, commissionHourPrice, adviserCommissionRate, warrantyCommissionOnConfirm, reworkClawback } =
    caller.org.config
  return {
    commissionRate,
    commissionHourPrice,
    adviserRate: adviserCommissionRate,
    warrantyOnConfirm: warrantyCommissionOnConfirm,
    reworkRate: reworkClawback,
  }
}

const costOf = ({ materialCost, outsourceCost }: Figures) => add(materialCost, outsourceCost)

/** The order behind its lock, in the state that the step begins from. */
async function lockedOrder(tx: CallerTx, settlement: Settlement, state: WorkOrder['state']): Promise<WorkOrder> {
  // What was settled is taken back of the order as it stands now.
  const read = state === 'completed' ? orderOnce : orderOf
  const order = await read(tx, settlement.workOrderId as number, 'lock')
  forgetOrder(tx)
  if (order.state === state) return order
  const is = `工单 ${order.billNo} 当前为「${stateLabel(workOrder, order.state)}」`
  return refuse(state === 'completed' ? `${is}，终检合格后才能结算` : `${is}，不能反结算，请用维修退单`)
}

/** Discounts within the caller's limits, or let pass by somebody for the order as it stands (business/repair-settlement 7). */
function assertWithinLimits(
  tx: CallerTx,
  settlement: Settlement,
  order: WorkOrder,
  figures: Figures,
  taxIncluded: boolean,
): void {
  if (settlement.passedBy !== null && settlement.passedVersion === order.version) return
  if (isGiven(settlement) && !may(tx, 'discount')) refuseUnlessPassed('您没有费用结算「整单优惠」的权限', 'discount')
  const excesses = excessesOf(tx, figures.lines, { taxIncluded, orderDiscount: figures.orderDiscount })
  if (excesses.length > 0) refuseUnlessPassed(excesses.join('；'), 'discount')
}

export const settlementKind = {
  ...settlementTraits,
  actions,
  async itemsSettled(tx, items) {
    await followItems(tx, items)
    await assertCameIn(tx, items)
  },
} satisfies RepairKind<typeof repairSettlement>
