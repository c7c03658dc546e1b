// Two kinds with states of their own that only tests know: goods are wanted on one, which holds them, and handed out on the other.
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { unitCost } from '@chepu/contract/warehouse/unit-cost'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '@chepu/contract/kernel/goods-document'
import { isPositive } from '@chepu/contract/kernel/decimal'
import { id } from '@chepu/contract/kernel/scalars'
import { openStates, type StateDefs } from '@chepu/contract/kernel/states'
import type { CallerTx } from '../src/kernel/db/tx'
import { postDocument, reverseDocument, unpostDocument } from '../src/kernel/goods/lifecycle'
import { holdStock, releaseStock } from '../src/kernel/goods/reserve'
import { lockSources } from '../src/kernel/goods/sources'
import type { GoodsDocument, GoodsKind, GoodsTraits } from '../src/kernel/goods/types'
import { moveOut } from '../src/kernel/ledgers/moves'
import { lockPools } from '../src/kernel/ledgers/pools'
import { giveBack, type HolderQty, holdFreed, takeOver } from '../src/kernel/ledgers/reservation'

const button = otherOut.actions.approve.button
const common = {
  area: 'stock',
  priceField: 'cost_price',
  flags: ['out'],
  partnerTitle: '往来单位',
  buttons: otherOut.buttons,
  header: goodsHeader.extend({ partnerId: id.nullable().default(null) }),
  sections: { lines: goodsLines(goodsLine.extend({ price: unitCost })) },
} as const

const wishStates = {
  noted: { label: '已登记', stage: 'entry', tone: 'grey' },
  promised: { label: '已预留', stage: 'agreed', tone: 'blue', executed: 'none' },
  begun: { label: '部分领用', stage: 'agreed', tone: 'violet', executed: 'part' },
  given: { label: '全部领用', stage: 'agreed', tone: 'green', executed: 'whole' },
  ended: { label: '已终止', stage: 'agreed', tone: 'grey' },
  dropped: { label: '已取消', stage: 'voided', tone: 'grey' },
} as const satisfies StateDefs

/** 预留单: holds its goods as long as others have not handed out the whole of it. */
const wish = defineGoodsDocument({
  ...common,
  kind: 'stock_wish',
  title: '预留单',
  prefix: 'YL',
  path: 'stock-wish',
  states: wishStates,
  actions: {
    promise: { label: '预留', from: ['noted'], to: ['promised'], button, stamp: 'approved' },
    end: { label: '终止', from: ['promised', 'begun'], to: ['ended'], button },
    drop: { label: '取消', from: ['noted'], to: ['dropped'], button },
  },
})

const wishKind: GoodsKind<typeof wish> = {
  def: wish,
  partnerRole: 0,
  priceField: wish.priceField,
  actions: {
    async promise(tx, doc) {
      await holdStock(tx, doc)
      return 'promised'
    },
    async end(tx, doc) {
      await tx.query({
        text: 'update goods_document_line set closed_qty = qty - executed_qty where group_id = $1 and document_id = $2',
        values: [tx.groupId, doc.id],
      })
      await releaseStock(tx, doc)
      return 'ended'
    },
    drop: async () => 'dropped',
  },
}

const issueStates = {
  listed: { label: '已开单', stage: 'entry', tone: 'grey' },
  packed: { label: '已备货', stage: 'agreed', tone: 'blue' },
  handed: { label: '已领出', stage: 'posted', tone: 'green' },
  undone: { label: '已冲销', stage: 'reversed', tone: 'red' },
  dropped: wishStates.dropped,
} as const satisfies StateDefs

/** 领用单: packs goods, which it holds from then on, and hands them out. */
const issue = defineGoodsDocument({
  ...common,
  kind: 'stock_issue',
  title: '领用单',
  prefix: 'LY',
  path: 'stock-issue',
  states: issueStates,
  actions: {
    pack: { label: '备货', from: ['listed'], to: ['packed'], button, stamp: 'approved' },
    hand: { label: '领出', from: ['packed'], to: ['handed'], button },
    unhand: { label: '退回', from: ['handed'], to: ['listed'], button, stamp: 'cleared', reason: true },
    undo: { label: '冲销', from: ['handed'], to: ['undone'], button, reason: true },
    drop: { label: '取消', from: ['listed'], to: ['dropped'], button },
  },
})

const issueTraits: GoodsTraits<typeof issue> = {
  def: issue,
  partnerRole: 0,
  priceField: issue.priceField,
  source: { kinds: [wish.kind], counts: 'executed_qty', states: openStates(wish) },
}

/** What an issue takes of the wishes that it executes. */
const ofWishes = ({ lines }: GoodsDocument): HolderQty[] =>
  lines.flatMap(({ sourceLineId, qty }) =>
    sourceLineId === null ? [] : [{ kind: wish.kind, lineId: sourceLineId, qty }],
  )

/** The wishes hold again what the issue had taken of them. */
async function backToWishes(tx: CallerTx, doc: GoodsDocument): Promise<void> {
  await giveBack(tx, ofWishes(doc))
  await holdFreed(tx, doc.orgId, doc.lines)
}

const issueKind: GoodsKind<typeof issue> = {
  ...issueTraits,
  actions: {
    async pack(tx, doc) {
      await lockSources(tx, issueTraits, doc)
      await lockPools(tx, doc.orgId, doc.lines)
      await takeOver(tx, ofWishes(doc))
      await holdStock(tx, doc)
      return 'packed'
    },
    hand: (tx, doc) =>
      postDocument(tx, issueTraits, doc, ({ lines }) => ({
        stock: lines
          .filter(({ qty }) => isPositive(qty))
          .map((line) =>
            moveOut(line, {
              costing: { at: 'free' },
              pnl: 'stock_loss',
              reservedBy: { kind: issue.kind, lineId: line.id },
            }),
          ),
      })),
    async unhand(tx, doc) {
      const state = await unpostDocument(tx, issueTraits, doc)
      await backToWishes(tx, doc)
      return state
    },
    async undo(tx, doc) {
      const state = await reverseDocument(tx, issueTraits, doc)
      await backToWishes(tx, doc)
      return state
    },
    drop: async () => 'dropped',
  },
}

export { issueKind, wishKind }
