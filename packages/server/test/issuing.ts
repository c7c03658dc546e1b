// A kind that only tests know: material is issued to an order, as picking does.
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { unitCost } from '@chepu/contract/warehouse/unit-cost'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '@chepu/contract/kernel/goods-document'
import { id } from '@chepu/contract/kernel/scalars'
import type { StateDefs } from '@chepu/contract/kernel/states'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { postDocument } from '../src/kernel/goods/lifecycle'
import type { GoodsKind } from '../src/kernel/goods/types'
import { moveOut } from '../src/kernel/ledgers/moves'
import type { WipLine } from '../src/kernel/ledgers/types'
import { act, save } from './desk'
import type { Client, Shop } from './shop'

const button = otherOut.actions.approve.button
const states = {
  noted: { label: '已登记', stage: 'entry', tone: 'grey' },
  booked: { label: '已过账', stage: 'posted', tone: 'green' },
} as const satisfies StateDefs

const issue = defineGoodsDocument({
  kind: 'test_issue',
  title: '发料',
  prefix: 'FL',
  path: 'test-issue',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['out'],
  partnerTitle: '往来单位',
  buttons: otherOut.buttons,
  header: goodsHeader.extend({ partnerId: id.nullable().default(null) }),
  sections: { lines: goodsLines(goodsLine.extend({ price: unitCost })) },
  states,
  actions: { book: { label: '过账', from: ['noted'], to: ['booked'], button, stamp: 'approved' } },
})

/** Where the next issue goes, by part. */
const places = new Map<number, WipLine>()
const traits = { def: issue, partnerRole: 0, priceField: issue.priceField }

/** 发料: out of the stock into the work of an order. */
export const issueKind: GoodsKind<typeof issue> = {
  ...traits,
  actions: {
    book: (tx, doc) =>
      postDocument(tx, traits, doc, ({ lines }) => ({
        stock: lines.map((line) => moveOut(line, { costing: { at: 'free' }, wip: places.get(line.partId) as WipLine })),
      })),
  },
}

/** Issues all material of an order, or `qty` of each part. */
export async function issueAll(shop: Shop, client: Client, workOrderId: number, qty?: string): Promise<void> {
  const rows = await shop.sql<{ id: number; partId: number; qty: string }>(
    `select id, part_id, qty from repair_line where group_id = $1 and document_id = $2 and part_id is not null and not is_customer_supplied`,
    workOrderId,
  )
  if (rows.length === 0) return
  for (const { id: lineId, partId } of rows) places.set(partId, { workOrderId, lineId })
  const lines = rows.map(({ partId, ...line }) => ({ partId, qty: qty ?? line.qty, price: '0' }))
  const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId }
  await act(client, issue.routes, await save(client, issue.routes, { header, lines } as never), 'book')
  await shop.sql(
    `update repair_line set issued_qty = coalesce($3::numeric, qty) where group_id = $1 and document_id = $2 and part_id is not null
      and not is_customer_supplied`,
    workOrderId,
    qty ?? null,
  )
}
