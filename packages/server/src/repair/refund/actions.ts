import { isPositive, money, sumOf } from '@chepu/contract/kernel/decimal'
import type { MoneyTender } from '@chepu/contract/kernel/money-document'
import { stateLabel } from '@chepu/contract/kernel/states'
import type { repairRefund } from '@chepu/contract/repair/refund'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { StateOf } from '@chepu/contract/kernel/document'
import { giveBackAtOnce, madeSlips, reverseSlips, voidSlips } from '../../finance/public'
import {
  debtsAcross,
  debtsOfUsesBack,
  openAcross,
  paidByCards,
  payByCards,
  pointedCards,
  pointsTakenBack,
} from '../../cards/public'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { assertOpenPeriod } from '../../kernel/document/period'
import { post, reverseWithMade } from '../../kernel/ledgers'
import { holdCards } from '../../kernel/ledgers/card'
import type { MoneySlip } from '../../kernel/money/types'
import type { RepairActions, RepairDocument, RepairKind } from '../../kernel/repair/types'
import { owesAs } from '@chepu/contract/repair/payer'
import { freeCoupons, spendCouponsAgain } from '../settlement/coupons'
import { orderOf, type Settlement } from '../settlement/settled'
import { openSisters, payersOf, sisterBills } from '../sisters'
import { assertCameIn } from '../paid-out'
import { moveSettled } from '../work-order/settled'
import { wakeBoards } from '../work-order/move'
import type { WorkOrder } from '../work-order/traits'
import { askedOf, faultsOf } from './asked'
import { figuresOfRefund, isWhole, type RefundFigures, sumColumns } from './figures'
import { type Back, moneyBack } from './money-back'
import { creditedItems } from './owed-back'
import { goodsOf, moneyOf } from './posting'
import { earnedBy, looseRefundLines, writeRefundLines } from './repo'
import { refundableLines } from './settled'
import { billInTheWay, confirmBilled } from '../../warranty/public'
import { insertRedRefund } from './red'
import { refundTraits, settlementOf } from './traits'
import { assertNoVerdictSince, verdictInTheWay } from './verdict'

type Refund = RepairDocument<StateOf<typeof repairRefund>>

const actions: RepairActions<typeof repairRefund> = {
  ...entryHandlers,

  async approve(tx, refund, { note }) {
    await assertOpenPeriod(tx, refund.bizDate)
    const settlement = await settlementOf(tx, refund.settlementId as number)
    const order = await settledOrder(tx, settlement)
    await assertNotClaimed(tx, refund)
    const { settled, paid, isPointed } = await settledAndPaid(tx, settlement)
    const faults = faultsOf(settled, askedOf(refund))
    if (faults.length > 0) invalid(faults)
    const figures = figuresOfRefund(settled, askedOf(refund), settlement.partnerId)
    if (figures.lines.some(({ asked }) => asked.restocks) && refund.warehouseId === null)
      invalid([{ path: 'header.warehouseId', message: '请选择回库仓库' }])
    const lines = await writeRefundLines(tx, refund.id, refund.warehouseId, figures.lines)
    const earned = await earnedBy(tx, settlement.id)
    const { bizDate } = refund
    const sisters = await sisterBills(tx, billedOf(figures), { bizDate, sign: '-1', dueOn: () => bizDate })
    const { customerDue } = sumColumns(figures)
    const points = isPointed ? await pointsTakenBack(tx, settlement.id, customerDue) : []
    const across = await debtsAcross(
      tx,
      await debtsOfUsesBack(
        tx,
        settlement.id,
        settled.flatMap(({ uses }) => uses),
        figures.lines.flatMap(({ usesBack }) => usesBack),
      ),
      bizDate,
    )
    const posted = { ...figures, sisters, across, workOrderId: order.id, bizDate, lines, settled, earned }
    const isAll = isWhole(settled, figures)
    if (isAll) await freeCoupons(tx, settlement.id, settlement.couponIds)
    // Goods before what is owed: pools, then items, then balances.
    await post(tx, refund, { ...goodsOf(posted), cards: points.map(({ cardNo: _, ...entry }) => entry) })
    const { backs, problems } = await moneyBack(tx, settlement, figures, paid, 'hold')
    // A verdict waits for the insurer's item; so this is asked behind it.
    const agreed = await verdictInTheWay(tx, order.id, figures)
    if (agreed !== undefined) refuse(agreed)
    if (problems.length > 0) refuse(problems.join('；'))
    const waiting = await confirmBilled(tx, settlement.id, { refunded: refund.id })
    const amounts = figures.amounts.map((each) => ({
      ...each,
      isUnconfirmed: each.isUnconfirmed && waiting.includes(each.partnerId),
    }))
    await post(tx, refund, moneyOf({ ...posted, amounts }))
    const receivedAmount = await giveBack(tx, refund, backs)
    if (isAll) await moveOrder(tx, order, 'refunded', 'refund')
    note({ ...sumColumns(figures), receivedAmount })
    return 'done'
  },

  async unapprove(tx, refund, { note }) {
    if (refund.postedAt === null || shanghaiDay(new Date(refund.postedAt)) !== shanghaiDay())
      refuse(`单据 ${refund.billNo} 不是今天审核的，请改用红冲`)
    await assertOpenPeriod(tx, refund.bizDate)
    const { settlement, order } = await heldOrder(tx, refund)
    await spendAgain(tx, order, settlement)
    await confirmBilled(tx, settlement.id, { unrefunded: refund.id })
    await openSisters(tx, payersOf(refund), refund.bizDate)
    const slips = await madeSlips(tx, refund)
    if (usesCards(refund, slips)) await openAcross(tx, refund)
    voidSlips(tx, slips)
    await reverseWithMade(tx, refund, [
      ...offsFirst(slips).map((slip) => ({ original: slip, target: slip, lines: [] })),
      { original: refund, target: refund, lines: reversible(refund, refund.lines) },
    ])
    await assertNoVerdictSince(tx, order.id, slips)
    await undoWhole(tx, order)
    note({ receivedAmount: '0' })
    return 'draft'
  },

  /** A red refund of today, with red slips beside those that it made, undoes all that it did (business/documents 1.6). */
  async reverse(tx, refund) {
    const bizDate = shanghaiDay()
    await assertOpenPeriod(tx, bizDate)
    const { settlement, order } = await heldOrder(tx, refund)
    await spendAgain(tx, order, settlement)
    await confirmBilled(tx, settlement.id, { unrefunded: refund.id })
    await openSisters(tx, payersOf(refund), bizDate)
    const slips = offsFirst(await madeSlips(tx, refund))
    if (usesCards(refund, slips)) await openAcross(tx, { ...refund, bizDate })
    const { red, lines } = await insertRedRefund(tx, refund, bizDate)
    const redSlips = await reverseSlips(tx, slips, red)
    await reverseWithMade(tx, red, [
      ...slips.map((slip, i) => ({ original: slip, target: redSlips[i] as MoneySlip, lines: [] })),
      { original: refund, target: red, lines: reversible(refund, lines) },
    ])
    await assertNoVerdictSince(tx, order.id, slips)
    await undoWhole(tx, order)
    return 'reversed'
  },

  async void(tx, refund) {
    looseRefundLines(tx, refund.id)
    return 'voided'
  },
}

/** What was settled, what cards have paid of it, and whether one got points for it, behind the lock of these cards: none of them is closed meanwhile (ADR 0255). */
async function settledAndPaid(tx: CallerTx, settlement: Settlement) {
  const read = async () => ({
    settled: await refundableLines(tx, settlement.id),
    paid: await paidByCards(tx, settlement),
  })
  const first = await read()
  const pointed = await pointedCards(tx, settlement.id)
  const isPointed = pointed.length > 0
  const used = [...first.paid, ...first.settled.flatMap(({ uses }) => uses)].map(({ cardId }) => cardId)
  if (used.length === 0 && !isPointed) return { ...first, isPointed }
  await holdCards(tx, [...used, ...pointed])
  return { ...(await read()), isPointed }
}

/** Whether something came back onto cards, which may be those of other shops. */
const usesCards = ({ lines }: Refund, slips: readonly MoneySlip[]): boolean =>
  lines.some(({ packageValue }) => packageValue !== null) || slips.some(({ purpose }) => purpose === 'card')

/** What was set off is open again before money moves: items are locked before balances, and these before accounts. */
const offsFirst = (slips: readonly MoneySlip[]): MoneySlip[] =>
  slips.toSorted((a, b) => a.tenders.length - b.tenders.length || a.id - b.id)

/** The lines of a refund with those that their opposite rows stand under. */
const reversible = ({ lines }: Refund, targets: readonly { id: number }[]) =>
  lines.map(({ id, lineNo, partCode, name }, i) => ({
    lineId: id,
    targetLineId: targets[i]?.id as number,
    lineNo,
    partCode: partCode ?? name,
  }))

/** What a 三包单 claims of a manufacturer is what the settlement has billed: neither is changed beneath it. Asked behind the lock of the settlement. */
async function assertNotClaimed(tx: CallerTx, { lines }: Refund): Promise<void> {
  const claimed = lines.filter(({ payer }) => payer === 'warranty')
  const billed = await billInTheWay(
    tx,
    claimed.map(({ sourceLineId }) => sourceLineId as number),
  )
  if (billed !== undefined) refuse(billed)
}

/** The settlement is locked before its order, as undoing it does. */
async function heldOrder(tx: CallerTx, refund: Refund): Promise<{ settlement: Settlement; order: WorkOrder }> {
  const settlement = await settlementOf(tx, refund.settlementId as number)
  await assertNotClaimed(tx, refund)
  return { settlement, order: await orderOf(tx, settlement.workOrderId as number, 'lock') }
}

/** The settled order behind its lock. */
async function settledOrder(tx: CallerTx, settlement: Settlement): Promise<WorkOrder> {
  const order = await orderOf(tx, settlement.workOrderId as number, 'lock')
  if (order.settlementId === settlement.id) return order
  return refuse(`工单 ${order.billNo} 当前为「${stateLabel(workOrder, order.state)}」，不能退单`)
}

/**
 * Credits of payers are set off against what is open of the settlement; of what is left the customer's is paid out of the account that the refund names
 * (business/repair-settlement 6). Answers what was paid, in yuan.
 */
async function giveBack(tx: CallerTx, refund: Refund, backs: readonly Back[]): Promise<string> {
  const credited = await creditedItems(tx, refund.id)
  const paid: string[] = []
  for (const { payer, partnerId, offs, cards, money: rest, forgiven } of backs) {
    const own = credited.find((item) => item.partnerId === partnerId && item.payerType === owesAs(payer))
    if (!own) throw new Error('a payer was credited with nothing')
    const tenders = payer === 'customer' && isPositive(rest) ? tendersOf(refund, rest) : []
    if (tenders.length > 0 && isPositive(forgiven))
      invalid([
        {
          path: 'header.storeAccountId',
          message: `收款时优惠过 ${forgiven} 元，请不选退款账户，由收银按实收金额退款`,
        },
      ])
    await payByCards(tx, { ...refund, partnerId }, own.id, cards)
    await giveBackAtOnce(tx, { ...refund, partnerId }, { openItemId: own.id, offs, tenders })
    paid.push(...tenders.map((tender) => tender.amount))
  }
  return money(sumOf(paid, (amount) => amount))
}

/** Without an account the money waits for the cashier, who gives it back by a slip of his own. */
const tendersOf = ({ storeAccountId }: Refund, amount: string): MoneyTender[] =>
  storeAccountId === null ? [] : [{ storeAccountId, amount, fee: '0', tradeNo: '' }]

/** What goes back, by the payers of the settled lines. */
const billedOf = ({ amounts, lines }: RefundFigures) => ({
  amounts,
  lines: lines.map((line) => ({ ...line, payer: line.settled.payer, payerPartnerId: line.settled.payerPartnerId })),
})

async function moveOrder(
  tx: CallerTx,
  order: WorkOrder,
  state: 'settled' | 'delivered' | 'refunded',
  action: string,
): Promise<void> {
  const { settlementId, costAmount } = order
  await moveSettled(tx, order, { state, action, settlementId, costAmount })
  wakeBoards(tx, tx.caller.orgId)
}

/** Coupons of an order that was wholly refunded, and will not be any more, are used again (ADR 0286); refused where somebody else has one since. */
async function spendAgain(tx: CallerTx, order: WorkOrder, settlement: Settlement): Promise<void> {
  if (order.state === 'refunded') await spendCouponsAgain(tx, settlement, settlement.couponIds)
}

/** Of an order that is not wholly refunded any more, where it was before. */
async function undoWhole(tx: CallerTx, order: WorkOrder): Promise<void> {
  if (order.state !== 'refunded') return
  await moveOrder(tx, order, order.deliveredAt === null ? 'settled' : 'delivered', 'unrefund')
}

export const refundKind = { ...refundTraits, actions, itemsSettled: assertCameIn } satisfies RepairKind<
  typeof repairRefund
>
