// Two kinds that only tests know: goods are picked for a work order, which pays who picks them, and come back from it.
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { unitCost } from '@chepu/contract/warehouse/unit-cost'
import { type Decimal, money, mul } from '@chepu/contract/kernel/decimal'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '@chepu/contract/kernel/goods-document'
import { id } from '@chepu/contract/kernel/scalars'
import type { StateDefs } from '@chepu/contract/kernel/states'
import type { CallerTx } from '../src/kernel/db/tx'
import { postDocument, reverseDocument, unpostDocument } from '../src/kernel/goods/lifecycle'
import type { GoodsDocument, GoodsKind, GoodsLine, GoodsTraits } from '../src/kernel/goods/types'
import { moveIn, moveOut } from '../src/kernel/ledgers/moves'
import type { Posting } from '../src/kernel/ledgers/types'

const button = otherOut.actions.approve.button
const states = {
  noted: { label: '已登记', stage: 'entry', tone: 'grey' },
  booked: { label: '已过账', stage: 'posted', tone: 'green' },
  undone: { label: '已冲销', stage: 'reversed', tone: 'red' },
} as const satisfies StateDefs

const common = {
  area: 'stock',
  priceField: 'cost_price',
  flags: ['out'],
  partnerTitle: '往来单位',
  buttons: otherOut.buttons,
  header: goodsHeader.extend({ partnerId: id.nullable().default(null) }),
  sections: { lines: goodsLines(goodsLine.extend({ price: unitCost })) },
  states,
  actions: {
    book: { label: '过账', from: ['noted'], to: ['booked'], button, stamp: 'approved' },
    unbook: { label: '退回', from: ['booked'], to: ['noted'], button, stamp: 'cleared', reason: true },
    undo: { label: '冲销', from: ['booked'], to: ['undone'], button, reason: true },
  },
} as const

const picking = defineGoodsDocument({
  ...common,
  kind: 'job_picking',
  title: '领料',
  prefix: 'LT',
  path: 'job-picking',
})
const pickingBack = defineGoodsDocument({ ...common, kind: 'job_back', title: '退料', prefix: 'TT', path: 'job-back' })

type Def = typeof picking | typeof pickingBack

const actionsOf = (traits: GoodsTraits<Def>, postingOf: (doc: GoodsDocument) => Posting) => ({
  book: (tx: CallerTx, doc: GoodsDocument) => postDocument(tx, traits, doc, postingOf),
  unbook: (tx: CallerTx, doc: GoodsDocument) => unpostDocument(tx, traits, doc),
  undo: (tx: CallerTx, doc: GoodsDocument) => reverseDocument(tx, traits, doc),
})
const traitsOf = <Kind extends Def>(def: Kind) => ({ def, partnerRole: 0, priceField: def.priceField })

/** The one work order, whose lines go by the part. */
export const workOrderId = 4711
const wip = ({ partId: lineId }: GoodsLine) => ({ workOrderId, lineId })
const worth = ({ qty, price }: GoodsLine): Decimal => money(mul(qty, price ?? '0'))

/** 领料: out of the stock into the work; who picks earns 5 yuan a piece. */
export const pickingKind: GoodsKind<typeof picking> = {
  ...traitsOf(picking),
  actions: actionsOf(traitsOf(picking), ({ lines, handlerId }) => ({
    stock: lines.map((line) => moveOut(line, { costing: { at: 'free' }, wip: wip(line) })),
    commission: lines.map(({ id: lineId, qty }) => ({
      employeeId: handlerId as number,
      role: 'technician',
      lineId,
      base: qty,
      share: '1',
      rate: '5',
      amount: money(mul(qty, '5')),
    })),
  })),
}

/** 退料: out of the work into the stock, at the price of the line. */
export const pickingBackKind: GoodsKind<typeof pickingBack> = {
  ...traitsOf(pickingBack),
  actions: actionsOf(traitsOf(pickingBack), ({ lines }) => ({
    stock: lines.map((line) => moveIn(line, { costing: { at: 'value', value: worth(line) }, wip: wip(line) })),
  })),
}
