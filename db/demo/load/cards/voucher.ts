// A 办卡单 of the demo, and the customer whose card it is about.
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { type Decimal, isPositive } from '@chepu/contract/kernel/decimal'
import type { BodyOf, DataOf } from '@chepu/contract/kernel/route'
import type { DemoMember } from '../../member-cards'
import type { Random } from '../../random'
import type { Car, Workshop } from '../workshop/workshop'

/** What a document says besides its day and its customer. */
export type VoucherHeader = Omit<BodyOf<typeof cardVoucher.routes.save>['header'], 'bizDate' | 'partnerId'>

/** A customer with his card, once he has it. */
export interface Member {
  plan: DemoMember
  car: Car
  cardId: number
  cardNo: string
}

export interface MemberDesk {
  workshop: Workshop
  random: Random
  today: string
  members: Member[]
}

/** A 办卡单 that is approved at once, by the manager, for the adviser who sells. */
export function makeVoucher(
  { workshop, random }: MemberDesk,
  { car, cardId }: Member,
  bizDate: string,
  header: VoucherHeader,
  amount: Decimal = '0',
  account = random.pick(['WX', 'WX', 'ZFB', 'XJ', 'POS', 'DG']),
): Promise<DataOf<typeof cardVoucher.routes.save>> {
  const { shop, advisers, head } = workshop
  const body = {
    header: {
      bizDate,
      partnerId: car.partnerId,
      salespersonId: random.pick(advisers).employeeId,
      ...(cardId > 0 && { cardId }),
      ...header,
    },
    tenders: isPositive(amount)
      ? [{ storeAccountId: shop.book.id('account', `${shop.orgCode}/${account}`), amount }]
      : [],
    action: { name: 'approve' as const },
  }
  return head.call(cardVoucher.routes.save, { body })
}
