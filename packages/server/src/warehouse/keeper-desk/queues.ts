// 仓库工作台: each queue is counted as its board counts it, and shows its latest documents.
import { pageOf } from '@chepu/contract/access/catalogue'
import {
  type DeskPlace,
  type DeskQueue,
  type DeskRow,
  deskQueues,
  deskRows,
  type KeeperDesk,
  type KeeperQueue,
} from '@chepu/contract/warehouse/keeper-desk'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { stateName } from '../../kernel/document/registry'
import { countWaiting, waitingOrders } from '../../picking/public'
import { arrivedAt, type Desk, namesPartnerOn, placeOf, waitingAt, waitingPlaces } from '../desk'
import { countTotals, latestCounts, running } from '../stock-count/list'
import { latestTransfers, opensTransfers, transferPlace } from '../transfers/desk'
import { lowProducts } from './low'

interface Asked {
  warehouseId?: number | undefined
}

/** Everything that waits for whoever calls, in one answer (business/warehouse 7). */
export async function keeperDeskOf(tx: CallerTx, asked: Asked): Promise<KeeperDesk> {
  const [queues, low] = await Promise.all([
    Promise.all([
      boardQueue(tx, 'inbound', asked),
      boardQueue(tx, 'outbound', asked),
      pickingQueue(tx, asked),
      transferQueue(tx, 'sending', asked),
      transferQueue(tx, 'receiving', asked),
      countQueue(tx, asked),
    ]),
    mayPress(tx.caller, pageOf('stock')) ? lowProducts(tx, asked) : undefined,
  ])
  return { queues: queues.filter((queue) => queue !== null), ...(low && { low }) }
}

/** What waits at one of the two desks; the partner is named to whom its board names him. */
async function boardQueue(tx: CallerTx, desk: Desk, asked: Asked): Promise<KeeperQueue | null> {
  if (!mayPress(tx.caller, pageOf(desk))) return null
  const waiting = await waitingAt(tx, desk, asked)
  const [places, rows] = await Promise.all([
    waitingPlaces(tx, desk, asked),
    latest(
      tx,
      sql`select d.id, d.kind, d.bill_no, d.state, case when ${namesPartnerOn(tx.caller, desk)} then p.name end as side_name,
          w.name as warehouse_name, d.line_count, d.total_qty as qty, null::bigint as counted_count, ${arrivedAt} as since
        from goods_document d
        join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
        left join partner p on p.group_id = d.group_id and p.id = d.partner_id
        where d.group_id = ${tx.groupId} and ${waiting}`,
    ),
  ])
  return queueOf(desk, places, rows)
}

/** Orders whose material waits; the car stands where other documents name their partner. */
async function pickingQueue(tx: CallerTx, asked: Asked): Promise<KeeperQueue | null> {
  if (!mayPress(tx.caller, pageOf('picking'))) return null
  const params = { status: 'waiting', ...placeOf(asked) }
  const [count, rows] = await Promise.all([countWaiting(tx, asked), latest(tx, waitingOrders(tx, asked))])
  return queueOf('picking', [{ title: deskQueues.picking, count, screen: 'picking', params }], rows)
}

async function transferQueue(tx: CallerTx, tab: 'sending' | 'receiving', asked: Asked): Promise<KeeperQueue | null> {
  if (!opensTransfers(tx.caller, tab)) return null
  const documents = await latestTransfers(tx, tab, asked)
  const [place, rows] = await Promise.all([transferPlace(tx, tab, asked), latest(tx, documents)])
  return queueOf(tab, [place], rows)
}

async function countQueue(tx: CallerTx, asked: Asked): Promise<KeeperQueue | null> {
  if (!mayPress(tx.caller, stockCount.buttons.view)) return null
  const filters = { ...running, ...asked }
  const counts = await latestCounts(tx, filters)
  const [{ count }, rows] = await Promise.all([countTotals(tx, filters), latest(tx, counts)])
  const place = {
    title: deskQueues.counting,
    count,
    screen: 'inventoryListByOrder',
    params: { ...running, ...placeOf(asked) },
  }
  return queueOf('counting', [place], rows)
}

const queueOf = (key: DeskQueue, places: DeskPlace[], rows: DeskRow[]): KeeperQueue => ({
  key,
  count: places.reduce((sum, place) => sum + place.count, 0),
  places,
  rows,
})

/** The latest of some documents, by the moment `since` that they wait from. */
async function latest(tx: CallerTx, documents: RawBuilder<unknown>): Promise<DeskRow[]> {
  const rows = await tx.select(sql<DeskRow>`select q.*,
      ${shanghaiDay()}::date - (q.since at time zone 'Asia/Shanghai')::date as days
    from (${documents}) q order by q.since desc, q.id desc limit ${deskRows}`)
  return rows.map((each) => ({ ...each, state: stateName(each) }))
}
