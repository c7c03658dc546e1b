import { z } from 'zod'
import { button } from '../access/catalogue'
import { documentButtons, postingActionsOf } from '../access/document-rights'
import { countedLines } from '../kernel/counted-lines'
import { defineGoodsDocument, goodsLines } from '../kernel/goods-document'
import { postingStates, type StateDefs } from '../kernel/states'
import { transferHeader, transferLine } from './transfers'
import { unitCost } from './unit-cost'

const group = 'transfer_order'

/** States of what is sent: it is in the books once it has left, and others say how much of it has arrived. */
const states = {
  draft: postingStates.draft,
  submitted: postingStates.submitted,
  approved: { label: '待发货', stage: 'agreed', tone: 'blue' },
  // A red document, which begins and ends at once, takes the first state of what is in the books.
  done: { label: '已完成', stage: 'posted', tone: 'green', executed: 'whole' },
  shipped: { label: '在途', stage: 'posted', tone: 'violet', executed: 'none' },
  partial: { label: '部分到货', stage: 'posted', tone: 'violet', executed: 'part' },
  closed: { label: '已关闭', stage: 'voided', tone: 'grey', mark: '已关闭' },
  voided: postingStates.voided,
  reversed: postingStates.reversed,
} as const satisfies StateDefs

const steps = postingActionsOf(group)

/** How much of a transfer has arrived, come back or is lost. */
const arrivals = { none: '未到货', part: '部分到货', full: '已到齐' } as const

/** 调拨单: goods leave a warehouse for another one, of the same organisation or of a sister, and are on their way (business/transfers 2). */
export const transferOrder = defineGoodsDocument({
  kind: 'transfer_order',
  title: '调拨单',
  prefix: 'DB',
  path: 'transfer-order',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['transfer'],
  partnerTitle: '调入企业',
  states,
  hasCounterparty: true,
  buttons: documentButtons(group),
  header: transferHeader.extend({
    counterOrgId: transferHeader.shape.counterOrgId.meta({ title: '调入企业' }),
    warehouseId: transferHeader.shape.warehouseId.meta({ title: '调出仓库' }),
    toWarehouseId: transferHeader.shape.toWarehouseId.meta({ title: '调入仓库' }),
    /** The two organisations belong to different companies: the transfer is a sale, and an invoice is due. Follows from them. */
    isVatSale: z.boolean().default(false).meta({ title: '视同销售' }),
  }),
  columns: {
    // The list has documents of either organisation, and says whose each is.
    orgName: { title: '调出企业', ofGroup: false, isKey: true },
    warehouseName: { title: '调出仓库', width: 80 },
    counterOrgName: { title: '调入企业', width: 120, sort: false, isKey: true, filter: 'id' },
    toWarehouseName: { title: '调入仓库', width: 80, sort: false, isKey: true, filter: 'id' },
    openQty: { title: '在途数量', isKey: true },
    executedQty: { title: '已到数量' },
    executed: { title: '到货状态', labels: arrivals },
    totalTaxed: { title: '调拨金额' },
  },
  sections: { lines: goodsLines(transferLine.extend({ price: unitCost.meta({ title: '调拨价' }) })) },
  actions: {
    ...steps,
    /** The source's word that it sends the goods, which are held for it from then on. */
    approve: { ...steps.approve, to: ['approved'], hint: '审核并占用库存' },
    ship: {
      label: '发货',
      from: ['approved'],
      to: ['shipped'],
      button: button(group, 'approve'),
      input: countedLines.optional(),
    },
    unapprove: { ...steps.unapprove, from: ['approved', 'shipped'] },
    close: {
      label: '关闭',
      from: ['approved'],
      to: ['closed'],
      button: button(group, 'close'),
      reason: true,
      hint: '不再发货，释放占用',
    },
    reverse: { ...steps.reverse, from: ['shipped'] },
  },
})
