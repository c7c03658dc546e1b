// What requests, orders and receipts of transfers have in common: two warehouses, and money only where two organisations trade.
import { z } from 'zod'
import { goodsHeader, goodsLine } from '../kernel/goods-document'
import { amount, id, rate } from '../kernel/scalars'

const nothing = amount.default('0').overwrite(() => '0')
const whole = rate.default('1').overwrite(() => '1')

/** The title of the kinds' other side, which stands where others have a partner. */
const otherSide = '对方企业'

/**
 * The header of a transfer. Without another organisation the other warehouse is one of its own; nobody grants discounts, and no
 * freight is charged. Whom the other organisation is among the partners follows from it.
 */
export const transferHeader = goodsHeader.extend({
  partnerId: z.null().default(null).meta({ title: '往来单位' }),
  counterOrgId: id.nullable().default(null).meta({ title: otherSide }),
  toWarehouseId: id.meta({ title: '对方仓库' }),
  orderDiscount: nothing.meta({ title: '整单优惠' }),
  freight: nothing.meta({ title: '运费' }),
})

/** A line of it: no discount, and no amount of its own beside quantity and price. */
export const transferLine = goodsLine.extend({
  discountRate: whole.meta({ title: '折扣' }),
  netAmount: amount
    .nullable()
    .default(null)
    .overwrite(() => null)
    .meta({ title: '金额' }),
})

/** Whether a document stands between two organisations; it is priced then, and only then. */
export const isPriced = ({ counterOrgId }: { counterOrgId: number | null }): boolean => counterOrgId !== null
