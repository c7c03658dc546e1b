import { button } from '../access/catalogue'
import { postingActions } from '../kernel/document'
import { isZero } from '../kernel/decimal'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '../kernel/goods-document'
import { id, signedAmount, text255 } from '../kernel/scalars'
import { z } from 'zod'
import { unpriced } from '../kernel/unpriced'

/** One right for all that is done with it, and for seeing it: who has it decides what goods cost. */
const right = button('stock', 'cost_adjust')

/** No goods move: whatever is sent, the quantity is 0. */
const noQty = z
  .string()
  .default('0')
  .overwrite(() => '0')
  .meta({ title: '数量', description: '成本调整不动数量，始终为 0' })

/** 成本调整单: what the goods of a warehouse cost changes by an amount, and their quantity does not (business/warehouse 1.6). */
export const costAdjustment = defineGoodsDocument({
  kind: 'cost_adjustment',
  title: '成本调整单',
  prefix: 'CB',
  path: 'cost-adjustment',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['cost'],
  partnerTitle: '往来单位',
  buttons: { view: right, add: right, update: right },
  header: goodsHeader.extend({
    partnerId: id.nullable().default(null).meta({ title: '往来单位' }),
    remark: text255.min(1, '请填写调整原因').meta({ title: '调整原因' }),
  }),
  columns: { totalTaxed: { title: '调整金额' }, remark: { title: '调整原因' } },
  sections: {
    lines: goodsLines(
      goodsLine.omit({ sourceLineId: true }).extend({
        ...unpriced,
        qty: noQty,
        /** Yuan that the goods are to be worth more, or less. */
        netAmount: signedAmount
          .refine((value) => !isZero(value), '调整金额不能为0')
          .meta({ title: '调整金额', description: '正数调增，负数调减' }),
      }),
    ),
  },
  actions: postingActions({ submit: right, approve: right, unapprove: right, reverse: right, void: right }),
})
