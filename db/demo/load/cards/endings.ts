// What became of cards in the last days: given back, lost, replaced, frozen, put right (business/demo 5.5).
import { cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { creditCheckDigit } from '@chepu/contract/kernel/credit-code'
import { compare, type Decimal, isPositive, min, sub } from '@chepu/contract/kernel/decimal'
import { identityCheckDigit } from '@chepu/contract/kernel/identity-number'
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import type { CardEnd } from '../../member-cards'
import { makeVoucher, type Member, type MemberDesk } from './voucher'

const { routes } = cardVoucher

/** Plays the end of each card that has one, and leaves two documents that wait. */
export async function endings(desk: MemberDesk): Promise<void> {
  for (const member of desk.members) {
    const { end } = member.plan
    if (end) await play[end](desk, member)
  }
  await leaveWaiting(desk)
}

type Play = (desk: MemberDesk, member: Member) => Promise<unknown>

const yesterday = ({ today }: MemberDesk) => addDays(today, -1)

const play: Record<CardEnd, Play> = {
  refundBank: (desk, member) => giveBack(desk, member, { penalty: '0', cash: '0' }),
  refundPenalty: (desk, member) => giveBack(desk, member, { penalty: '20', cash: '0' }),
  refundCash: (desk, member) => giveBack(desk, member, { penalty: '0', cash: '100' }),
  refundNothing: (desk, member) => giveBack(desk, member, { penalty: '0', cash: '0' }),
  async refundUndone(desk, member) {
    const paid = await giveBack(desk, member, { penalty: '0', cash: '0' })
    await desk.workshop.shop.desks.boss.act(routes, paid, 'reverse', { reason: '客户改主意，继续用卡' })
  },
  async replaced(desk, member) {
    const cardNo = `VIP${desk.random.digits(8)}`
    await makeVoucher(desk, member, addDays(desk.today, -3), { purpose: 'lost', remark: '客户来电挂失' })
    await makeVoucher(desk, member, yesterday(desk), { purpose: 'replace', cardNo, remark: '补卡' })
  },
  async found(desk, member) {
    await makeVoucher(desk, member, addDays(desk.today, -4), { purpose: 'lost' })
    await makeVoucher(desk, member, addDays(desk.today, -2), { purpose: 'found', remark: '卡已找回' })
  },
  lost: (desk, member) => makeVoucher(desk, member, yesterday(desk), { purpose: 'lost', remark: '客户来电挂失' }),
  frozen: (desk, member) => makeVoucher(desk, member, yesterday(desk), { purpose: 'freeze', remark: '卡主信息待核实' }),
  granted: (desk, member) =>
    makeVoucher(desk, member, yesterday(desk), {
      purpose: 'grant',
      giftChange: '50',
      pointsChange: '200',
      remark: '生日回馈',
    }),
  rebound(desk, member) {
    const { car } = member
    const other = desk.workshop.cars.find(({ partnerId, id }) => partnerId === car.partnerId && id !== car.id)
    return makeVoucher(desk, member, yesterday(desk), {
      purpose: 'rebind',
      vehicleId: other?.id ?? null,
      remark: '客户换车',
    })
  },
  async rechargeUndone(desk, member) {
    const charged = await makeVoucher(
      desk,
      member,
      yesterday(desk),
      { purpose: 'recharge', principalChange: '500' },
      '500',
    )
    await desk.workshop.shop.desks.boss.act(routes, charged, 'reverse', { reason: '充错卡' })
  },
}

/** 退卡: what is left is paid to the customer's own account, some of it in cash. */
async function giveBack(desk: MemberDesk, member: Member, { penalty, cash }: { penalty: Decimal; cash: Decimal }) {
  const { workshop, random } = desk
  const { shop, head } = workshop
  const { refundable, holder } = await head.call(cardRoutes.refundPreview, {
    params: { id: member.cardId },
    query: { penalty },
  })
  const inCash = min(cash, refundable)
  const account = (name: string, amount: Decimal) =>
    isPositive(amount) ? [{ storeAccountId: shop.book.id('account', `${shop.orgCode}/${name}`), amount }] : []
  const payee = {
    payeeName: holder.names[0] ?? '',
    payeeBank: '中国建设银行武汉分行',
    payeeAccount: `6217${random.digits(15)}`,
    payeeIdNo: paperOf(holder, random.digits(4)),
  }
  return head.call(routes.save, {
    body: {
      header: {
        bizDate: yesterday(desk),
        partnerId: member.car.partnerId,
        purpose: 'refund_card',
        cardId: member.cardId,
        penalty,
        ...(compare(refundable, inCash) > 0 && payee),
        remark: '客户退卡',
      },
      tenders: [...account('XJ', inCash), ...account('DG', sub(refundable, inCash))],
      action: { name: 'approve' },
    },
  })
}

/** A recharge that waits for its approval, and one that is still written. */
async function leaveWaiting({ workshop, members, today }: MemberDesk): Promise<void> {
  const { shop, advisers } = workshop
  const [adviser] = advisers
  const rest = members.filter(({ plan }) => plan.type === 'YK' && plan.end === undefined)
  for (const [i, { car, cardId }] of rest.slice(0, 2).entries()) {
    await adviser?.desk.call(routes.save, {
      body: {
        header: {
          bizDate: today,
          partnerId: car.partnerId,
          purpose: 'recharge',
          cardId,
          principalChange: '1000',
          salespersonId: adviser.employeeId,
        },
        tenders: [{ storeAccountId: shop.book.id('account', `${shop.orgCode}/WX`), amount: '1000' }],
        ...(i === 0 && { action: { name: 'submit' } }),
      },
    })
  }
}

/** What a holder shows: an identity card of a district that there is not, or a company's credit code of such a one. */
function paperOf({ isCompany }: { isCompany: boolean }, digits: string): string {
  const body = isCompany ? `91420199MA4K${digits}1` : `420199198${digits.slice(0, 1)}0101${digits.slice(1)}`
  return body + (isCompany ? creditCheckDigit(body) : identityCheckDigit(body))
}
