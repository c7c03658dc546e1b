import { button, pageOf } from '../access/catalogue'
import { postingActions } from '../kernel/document'
import { defineGoodsDocument, goodsLines } from '../kernel/goods-document'
import { id, text255 } from '../kernel/scalars'
import { orderColumns, pickingHeader, pickingLine } from './header'

const group = 'picking_return'
const add = button(group, 'add')
const { reverse: _, ...steps } = postingActions({
  submit: add,
  approve: button(group, 'approve'),
  unapprove: button(group, 'unapprove'),
  reverse: button(group, 'unapprove'),
  void: add,
})

/** 退料单: goods of a picking come back out of the work in progress, at what they cost when they left (business/repair 5.4). */
export const pickingReturn = defineGoodsDocument({
  kind: 'picking_return',
  title: '退料单',
  prefix: 'TL',
  path: 'picking-return',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['in'],
  partnerTitle: '客户',
  buttons: { view: pageOf(group), add, update: add, export: button(group, 'export') },
  header: pickingHeader.extend({
    handlerId: pickingHeader.shape.handlerId.meta({ title: '退料人' }),
    reason: text255.nullable().default(null).meta({ title: '退料原因' }),
  }),
  columns: {
    ...orderColumns,
    handlerName: { title: '退料人' },
    reason: { width: 120, sort: false, isKey: true, filter: 'contains' },
  },
  sections: {
    lines: goodsLines(
      pickingLine.extend({
        sourceLineId: id.meta({ title: '领料行' }),
        // Follows from the line of the picking.
        workOrderLineId: id.nullable().default(null).meta({ title: '工单材料行' }),
      }),
    ),
  },
  actions: {
    ...steps,
    approve: { ...steps.approve, label: '退料入库', to: ['done'] },
    unapprove: { ...steps.unapprove, from: ['done'] },
  },
})
