import { button, pageOf } from '../access/catalogue'
import { countedLines } from '../kernel/counted-lines'
import { defineDocument, postingActions } from '../kernel/document'
import { documentRoutes, goodsHeader, goodsLineWith } from '../kernel/goods-document'
import { reference } from '../kernel/references'
import { chosenWord, text255 } from '../kernel/scalars'

const group = 'purchase_return'

/** 采购退货单: goods go back to a supplier, whom we owe less (DOMAIN 4.4). */
export const purchaseReturn = defineDocument({
  kind: 'purchase_return',
  title: '采购退货单',
  prefix: 'CT',
  path: 'purchase-return',
  area: 'purchase',
  partnerTitle: '供应商',
  // Freight that the supplier bears is credited with the goods.
  freightRule: 'partner',
  buttons: {
    view: pageOf(group),
    add: button(group, 'add'),
    update: button(group, 'update'),
    print: button(group, 'print'),
    export: button(group, 'export'),
  },
  header: goodsHeader.extend({
    /** A word of the dictionary; printed as it stands. */
    reason: chosenWord('请选择退货原因').meta({ title: '退货原因' }),
    carrierId: reference('carrier').nullable().default(null).meta({ title: '物流公司' }),
    waybill: text255.nullable().default(null).meta({ title: '运单号' }),
  }),
  ownFields: ['waybill'],
  line: goodsLineWith('退货价'),
  actions: {
    ...postingActions({
      submit: button(group, 'submit'),
      approve: button(group, 'approve'),
      unapprove: button(group, 'unapprove'),
      reverse: button(group, 'reverse'),
      void: button(group, 'void'),
    }),
    ship: {
      label: '确认出库',
      from: ['approved'],
      to: ['done'],
      button: button('outbound', 'post'),
      input: countedLines.optional(),
    },
    sendBack: {
      label: '缺货退回',
      from: ['approved'],
      to: ['draft'],
      button: button('outbound', 'shortage'),
      reason: true,
    },
  },
})

export const purchaseReturnRoutes = documentRoutes(purchaseReturn)
