import { expect, it } from 'vitest'
import { submittableKinds } from '../access/org-settings'
import { actInbound, inboundTabs } from './inbound'
import { actOutbound, outboundTabs } from './outbound'
import { movementKinds } from './stock-movements'

const named = (tabs: typeof inboundTabs | typeof outboundTabs) =>
  tabs.map(({ def, list }) => [def.board.tab, list.path])

it('the boards have a tab for each kind that stands on them, the trade first and what is the warehouse’s own last', () => {
  expect(named(inboundTabs)).toEqual([
    ['采购入库', '/api/web/inbound/goods_receipt'],
    ['销售退货入库', '/api/web/inbound/sales_return'],
    ['其他入库', '/api/web/inbound/other_in'],
  ])
  expect(named(outboundTabs)).toEqual([
    ['销售出库', '/api/web/outbound/sales_delivery'],
    ['采购退货出库', '/api/web/outbound/purchase_return'],
    ['其他出库', '/api/web/outbound/other_out'],
  ])
})

it('the boards take whatever moves the goods of their kinds', () => {
  expect(Object.keys(actInbound.actions ?? {})).toEqual(['receive 确认入库', 'approve 确认入库', 'sendBack 差异退回'])
  expect(Object.keys(actOutbound.actions ?? {})).toEqual(['ship 确认出库', 'approve 确认出库', 'sendBack 缺货退回'])
})

it('every kind that a board moves declares the action, and by it where its documents wait', () => {
  const waits = [...inboundTabs, ...outboundTabs].map(({ def }) => def.actions[def.board.action]?.from)
  const drafts = ['draft', 'submitted']
  expect(waits).toEqual([['approved'], ['approved'], drafts, ['approved'], ['approved'], drafts])
})

/** What a list of kinds says of some, in its order. */
const saysOf = (list: Readonly<Record<string, string>>, kinds: readonly string[]) =>
  Object.entries(list).flatMap(([kind, title]) => (kinds.includes(kind) ? [title] : []))

it('kinds that post are known by their titles where stock has moved; orders move none', () => {
  const kinds = [
    'other_out',
    'other_in',
    'sales_order',
    'sales_return',
    'sales_delivery',
    'purchase_return',
    'goods_receipt',
  ]
  expect(saysOf(movementKinds, kinds)).toEqual(['采购入库', '采购退货', '销售出库', '销售退货', '其他入库', '其他出库'])
})

it('an organisation may ask for 提交 of each kind whose drafts could be approved as they are', () => {
  const trade = ['purchase_order', 'goods_receipt', 'purchase_return', 'sales_order', 'sales_delivery', 'sales_return']
  expect(saysOf(submittableKinds, trade)).toEqual([
    '采购订单',
    '采购入库单',
    '采购退货单',
    '销售订单',
    '销售出库单',
    '销售退货单',
  ])
  const others = ['other_in', 'other_out', 'collection', 'payment', 'write_off', 'balance_adjustment']
  expect(saysOf(submittableKinds, others)).toEqual(['其他入库单', '其他出库单', '收款单', '付款单', '核销单'])
})
