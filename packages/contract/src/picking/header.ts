// What 领料 and 退料 have in common: the order that they belong to, which says whose goods they are, and goods that nobody prices.
import { goodsHeader, goodsLine } from '../kernel/goods-document'
import { reference } from '../kernel/references'
import { amount, id } from '../kernel/scalars'
import { unpriced } from '../kernel/unpriced'

const nothing = amount.default('0').overwrite(() => '0')
/** Follows from the order, whatever is sent. */
const ofOrder = id
  .nullable()
  .default(null)
  .overwrite(() => null)

/** The header of a document that issues to an order: customer and car are those of the order. */
export const pickingHeader = goodsHeader.extend({
  workOrderId: id.meta({ title: '工单号' }),
  partnerId: ofOrder.meta({ title: '客户' }),
  vehicleId: ofOrder.meta({ title: '车牌' }),
  handlerId: reference('employee').nullable().default(null).meta({ title: '领料人' }),
  orderDiscount: nothing.meta({ title: '整单优惠' }),
  freight: nothing.meta({ title: '运费' }),
})

/** Its line: goods for one material line of the order. What they are worth follows from the pool. */
export const pickingLine = goodsLine.extend({
  ...unpriced,
  workOrderLineId: id.meta({ title: '工单材料行' }),
})

/** Order and car in lists. */
export const orderColumns = {
  workOrderName: { title: '工单号', width: 150, sort: false, isKey: true, chars: 20, filter: 'id' },
  vehicleName: { title: '车牌', width: 92, sort: false, isKey: true, chars: 14, filter: 'id' },
  handlerName: { title: '领料人' },
} as const
