import { documentButtons } from '../access/document-rights'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines, noTax } from '../kernel/goods-document'
import { id } from '../kernel/scalars'
import { unitCost } from './unit-cost'

/** What gains and losses of a count share. Nobody enters them: the count makes them, and undoes them (ADR 0153). */
const common = {
  area: 'stock',
  priceField: 'cost_price',
  partnerTitle: '往来单位',
  // Nobody holds a right to enter them.
  buttons: { ...documentButtons('stock_count'), add: [], update: [] },
  header: goodsHeader.extend({ partnerId: id.nullable().default(null).meta({ title: '往来单位' }) }),
  sections: { lines: goodsLines(goodsLine.omit({ sourceLineId: true }).extend({ price: unitCost, taxRate: noTax })) },
  actions: {},
} as const

/** 盘盈单: what a count found beyond the books comes in at the average cost (business/warehouse 5.5). */
export const countGain = defineGoodsDocument({
  ...common,
  kind: 'count_gain',
  title: '盘盈单',
  prefix: 'PY',
  path: 'count-gain',
})

/** 盘亏单: what a count did not find leaves at the average cost (business/warehouse 5.5). */
export const countLoss = defineGoodsDocument({
  ...common,
  kind: 'count_loss',
  title: '盘亏单',
  prefix: 'PK',
  path: 'count-loss',
})
