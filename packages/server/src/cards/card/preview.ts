// What a recharge or a refund would come to, told by the rules that its document is asked by.
import { addDays } from '@chepu/contract/kernel/calendar'
import { cardStates } from '@chepu/contract/cards/words'
import { giftFor } from '@chepu/contract/cards/card-type'
import { refundableOf } from '@chepu/contract/cards/refundable'
import { add, compare, type Decimal, isNegative, money, sumOf, withCommas } from '@chepu/contract/kernel/decimal'
import { notFound } from '../../kernel/base/errors'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { salesOf } from '../card-voucher/earned'
import { backOfSales } from '../card-voucher/posting'
import { cardFacts, typeFacts } from '../card-voucher/facts'
import { isBefore, type Shown } from '../shown'
import { owedProblem } from '../card-voucher/owed'
import { endedProblem } from '../card-voucher/rules'
import { holderOfCard } from '../card-voucher/payee'
import { readCard } from './view'

const told = (problem: string | undefined): string[] => (problem === undefined ? [] : [problem])

const notActive = ({ cardNo, state }: { cardNo: string; state: keyof typeof cardStates }): string[] =>
  state === 'active' ? [] : [`会员卡 ${cardNo} 当前为「${cardStates[state]}」，不能办理`]

/**
 * What a recharge of so many yuan would grant, and what would stand on the card behind it.
 * @throws Failure notFound
 */
export async function previewRecharge(tx: CallerTx, id: number, paid: Decimal, shown: Shown = {}) {
  const card = await cardFacts(tx, id)
  if (!card || !(await isBefore(tx, card.partnerId, shown))) return notFound('会员卡')
  const type = (await typeFacts(tx, card.cardTypeId)) ?? notFound('卡类型')
  const gift = giftFor(type.rechargeRules, paid)
  const principalAfter = money(add(card.principal, paid))
  const most = tx.caller.org.config.cardMostPrincipal
  return {
    principal: money(paid),
    gift,
    principalAfter,
    giftAfter: money(add(card.gift, gift)),
    validUntil: type.validDays === null ? card.validUntil : addDays(shanghaiDay(), type.validDays),
    refusals: [
      ...notActive(card),
      ...told(endedProblem(card, [], shanghaiDay())),
      ...(type.kind === 'stored' ? [] : [`卡类型 ${type.name} 不能储值`]),
      ...(compare(principalAfter, most) > 0
        ? [`充值后本金 ${withCommas(principalAfter)}，超过单张卡上限 ${withCommas(money(most))}`]
        : []),
    ],
  }
}

/**
 * All that goes with a card that is given back, and what is paid for it.
 * @throws Failure notFound
 */
export async function previewRefund(tx: CallerTx, id: number, penalty: Decimal) {
  const card = await readCard(tx, id)
  const packages = money(sumOf(card.items, ({ valueLeft }) => valueLeft))
  const refundable = refundableOf({ principal: card.principal, packages }, penalty)
  const owed = await owedProblem(tx, id, penalty)
  const { principal, gift, points, items } = card
  return {
    principal,
    items,
    packages,
    gift,
    points,
    penalty: money(penalty),
    refundable,
    cashLimit: money(tx.caller.org.config.cardCashRefundLimit),
    holder: await holderOfCard(tx, card.partnerId),
    commissionBack: sees(tx.caller, 'commission') ? await commissionsBack(tx, id, { principal, refundable }) : null,
    refusals: [
      ...notActive(card),
      ...(card.orgId === tx.caller.orgId ? [] : [`会员卡 ${card.cardNo} 由「${card.orgName}」发卡，请到发卡门店退卡`]),
      ...(isNegative(refundable) ? [`违约金 ${withCommas(penalty)} 大于卡内本金与套餐余额`] : []),
      ...told(owed),
      ...told(endedProblem(card, card.items, shanghaiDay())),
    ],
  }
}

/** What sellers lose of their commission, by sale. */
async function commissionsBack(tx: CallerTx, id: number, refunded: { principal: Decimal; refundable: Decimal }) {
  if (isNegative(refunded.refundable)) return []
  const back = backOfSales(await salesOf(tx, id), refunded)
  return back.map(({ sale: { billNo, employeeName }, amount }) => ({ billNo, employeeName, amount }))
}
