import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { postingActions } from '../kernel/document'
import { defineGoodsDocument, goodsLines } from '../kernel/goods-document'
import { labelled, oneOf } from '../kernel/labelled'
import { qty, qtyOrZero } from '../kernel/scalars'
import { transferHeader, transferLine } from './transfers'
import { unitCost } from './unit-cost'

const group = 'transfer_receipt'
const entry = [button(group, 'post'), button(group, 'diff')] as const

/**
 * What became of goods that were on their way (business/transfers 3): they arrived; they came back to whence they were sent; they are
 * lost, and the source or the destination bears it.
 */
export const outcomes = {
  arrived: '收货',
  returned: '退回调出方',
  lost_source: '调出方承担损失',
  lost_dest: '调入方承担损失',
} as const
export type Outcome = keyof typeof outcomes

/** Whether a document of the outcome is the destination's, who gets the goods or bears their loss; else it is the source's. */
export const isOfDest = (outcome: Outcome): boolean => outcome === 'arrived' || outcome === 'lost_dest'

/** The button that each outcome needs: who counts what came does not yet say who bears what did not. */
export const outcomeButton = (outcome: Outcome): number => button(group, outcome === 'arrived' ? 'post' : 'diff')

const steps = postingActions({
  submit: entry[0],
  approve: entry,
  unapprove: button(group, 'unpost'),
  reverse: button(group, 'unpost'),
  void: entry[0],
})

/** 调入单: the destination confirms what came of a transfer, or a side what became of the rest (business/transfers 3). */
export const transferReceipt = defineGoodsDocument({
  kind: 'transfer_receipt',
  title: '调入单',
  prefix: 'DR',
  path: 'transfer-receipt',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['transfer'],
  partnerTitle: '对方企业',
  hasCounterparty: true,
  buttons: { view: pageOf(group), add: entry, update: entry },
  header: transferHeader.extend({
    outcome: oneOf(outcomes)
      .default('arrived')
      .describe(`在途货物的去向：${labelled(outcomes)}`)
      .meta({ title: '去向' }),
    isVatSale: z.boolean().default(false).meta({ title: '视同销售' }),
  }),
  columns: {
    outcome: { title: '去向', width: 96, labels: outcomes, sort: false, isKey: true },
    counterOrgName: { title: '对方企业', width: 120, sort: false, isKey: true, filter: 'id' },
    toWarehouseName: { title: '对方仓库', width: 80, sort: false, filter: 'id' },
    totalTaxed: { title: '调拨金额' },
  },
  sections: {
    lines: goodsLines(
      transferLine.extend({
        // Nothing of a line may have come.
        qty: qtyOrZero.meta({ title: '实收数量' }),
        auxQty: qty.nullable().default(null).meta({ title: '辅助数量' }),
        price: unitCost.meta({ title: '调拨价' }),
        /** What did not come, and what came broken: on its way until somebody says who bears it. */
        shortQty: qtyOrZero.default('0').meta({ title: '短少' }),
        damagedQty: qtyOrZero.default('0').meta({ title: '破损' }),
      }),
    ),
  },
  actions: {
    ...steps,
    approve: { ...steps.approve, label: '收货', to: ['done'] },
    unapprove: { ...steps.unapprove, from: ['done'] },
  },
})
