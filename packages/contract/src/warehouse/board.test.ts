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

it('kinds that post are known by their titles where stock has moved', () => {
  expect(Object.entries(movementKinds)).toEqual([
    ['goods_receipt', '采购入库'],
    ['purchase_return', '采购退货'],
    ['sales_delivery', '销售出库'],
    ['sales_return', '销售退货'],
    ['other_in', '其他入库'],
    ['other_out', '其他出库'],
  ])
})

it('an organisation may ask for 提交 of each kind whose drafts could be approved as they are', () => {
  expect(Object.entries(submittableKinds)).toEqual([
    ['purchase_order', '采购订单'],
    ['goods_receipt', '采购入库单'],
    ['purchase_return', '采购退货单'],
    ['sales_order', '销售订单'],
    ['sales_delivery', '销售出库单'],
    ['sales_return', '销售退货单'],
    ['other_in', '其他入库单'],
    ['other_out', '其他出库单'],
    ['collection', '收款单'],
    ['payment', '付款单'],
    ['write_off', '核销单'],
  ])
})
