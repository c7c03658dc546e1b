// 仓库工作台: what waits for whoever works in the warehouse (business/warehouse 7).
import { z } from 'zod'
import { button } from '../access/catalogue'
import { homeTask } from '../kernel/home-task'
import { route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'

/** Queues of documents, in the order in which they stand. */
export const deskQueues = {
  inbound: '待入库',
  outbound: '待出库',
  picking: '待领料',
  sending: '待调出',
  receiving: '待调入',
  counting: '盘点中',
} as const
export type DeskQueue = keyof typeof deskQueues

/** Who has the board: whoever receives, ships, sends or counts. To read what has come or gone is not enough. */
export const keeperAccess: readonly number[] = [
  button('inbound', 'post'),
  button('outbound', 'post'),
  button('picking', 'add'),
  button('transfer_order', 'approve'),
  button('transfer_receipt', 'post'),
  button('stock_count', 'update'),
]

/** So many of the latest rows of each queue are shown; its count is that of all. */
export const deskRows = 20

/** A document that waits, without prices. `qty` is what is to be moved, in base units; of counts there is none. */
const row = z.object({
  id,
  kind: z.string(),
  billNo: z.string(),
  /** Name of its state. */
  state: z.string(),
  /** The partner as far as his board names him, the other side of a transfer, what a count covers. */
  sideName: z.string().nullable(),
  warehouseName: z.string(),
  /** Kinds of goods; places of a count. */
  lineCount: z.number(),
  qty: z.string().nullable(),
  /** Places of a count that are counted. */
  countedCount: z.number().nullable(),
  /** When it came into the queue, and how many days ago that is. */
  since: z.string(),
  days: z.number(),
})
export type DeskRow = z.output<typeof row>

/** A page, or the tab of a page: so many rows stand in the list of `screen` when it is opened with `params`, which have the warehouse that was asked for. */
const place = homeTask.omit({ amount: true })
export type DeskPlace = z.output<typeof place>

const queue = z.object({
  key: z.enum(Object.keys(deskQueues) as [DeskQueue, ...DeskQueue[]]),
  count: z.number(),
  /** Where the documents of the queue are acted on: one place, or one a tab of the board. They add up to the count. */
  places: z.array(place).min(1),
  rows: z.array(row),
})
export type KeeperQueue = z.output<typeof queue>

/** A product of which less is there than its lower limit says; quantities in base units. */
const lowRow = z.object({
  partId: id,
  partCode: z.string(),
  partName: z.string(),
  unitName: z.string(),
  onHand: z.string(),
  minStock: z.string(),
  /** Of limits of one warehouse; null of those of the product as a whole. */
  warehouseId: id.nullable(),
  warehouseName: z.string().nullable(),
})

/**
 * The keeper's board in one call: the queues whose pages he may open, of the warehouses that he views, or of one of them, each counted as
 * its board counts it; and what has fallen below its lower limit, for who sees the stock.
 */
export const keeperDesk = route({
  method: 'GET',
  path: '/api/web/keeper-desk',
  access: keeperAccess,
  summary: '仓库工作台',
  query: z.object({ warehouseId: addressedId.optional() }),
  data: z.object({
    queues: z.array(queue),
    low: z.object({ count: z.number(), rows: z.array(lowRow), place }).optional(),
  }),
})
export type KeeperDesk = z.output<typeof keeperDesk.data>
