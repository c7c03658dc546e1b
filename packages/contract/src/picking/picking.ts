import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { postingActions } from '../kernel/document'
import { defineGoodsDocument, goodsLines, maxLines } from '../kernel/goods-document'
import { id, qtyOrZero } from '../kernel/scalars'
import { orderColumns, pickingHeader, pickingLine } from './header'

const group = 'picking'
const add = button(group, 'add')
const { reverse: _, ...steps } = postingActions({
  submit: add,
  approve: add,
  unapprove: button(group, 'unapprove'),
  reverse: button(group, 'unapprove'),
  void: add,
})

/** What of 待领 whoever issues has seen of lines of the order when he decided; base units, 4 decimals (business/repair 5.2). */
const issuedAsSeen = z.object({
  seen: z.array(z.object({ workOrderLineId: id, waitingQty: qtyOrZero })).max(maxLines),
})
export type IssuedAsSeen = z.output<typeof issuedAsSeen>

/** 领料单: goods leave the stock for a work order, line by line, and are work in progress until it is settled (business/repair 5.2). */
export const picking = defineGoodsDocument({
  kind: 'picking',
  isOfAnother: true,
  title: '领料单',
  prefix: 'LL',
  path: 'picking',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['out'],
  partnerTitle: '客户',
  buttons: {
    view: pageOf(group),
    add,
    update: add,
    print: button(group, 'print'),
    export: button(group, 'export'),
  },
  header: pickingHeader,
  columns: orderColumns,
  sections: { lines: goodsLines(pickingLine.omit({ sourceLineId: true })) },
  actions: {
    ...steps,
    // Who hands the goods over has them in his hands: nobody else has to approve that.
    approve: { ...steps.approve, label: '领料', to: ['done'], input: issuedAsSeen.optional() },
    unapprove: { ...steps.unapprove, from: ['done'] },
  },
})
