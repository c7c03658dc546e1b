// A shop with two warehouses and a sister organisation, for tests of goods that go from one to another.
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { type Outcome, transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { act, post, type Saved, save, tryAct, trySave } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { createOrg } from '../../access/provision'
import { shanghaiDay } from '../../kernel/base/calendar'

interface Place {
  orgId: number
  warehouseId: number
  client: Client
}
interface Wanted {
  partId: number
  qty: string
  price?: string
  priceSource?: string
}
/** How a receipt differs from all that is on its way having come: by number of its line. */
type Counted = Record<number, { qty?: string; shortQty?: string; damagedQty?: string }>

const routes = { order: transferOrder.routes, receipt: transferReceipt.routes }

/** The places with goods in the first, what is done between them, and what then stands in their books. */
export async function openTransfers(config: Record<string, unknown> = {}, sisterOrg: object = {}) {
  const shop = await openShop({ config })
  const places = await openPlaces(shop, sisterOrg)
  const { filter, pad } = shop.parts
  await post(places.main.client, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: places.main.warehouseId, reason: '盘盈外其他' },
    lines: [
      { partId: filter, qty: '30', price: '10' },
      { partId: pad, qty: '7', price: '10.01' },
    ],
  })
  return { shop, ...places, ...sending, ...receiving, ...booksOf(shop) }
}

/** 主仓 and 后仓 of the shop, and 分仓 of its sister. */
async function openPlaces(shop: Shop, sisterOrg: object) {
  const warehouse = (orgId: number, code: string, name: string, isDefault: boolean) =>
    shop.db.tenant(shop.groupId, async (tx) => {
      const id = await one(tx, 'warehouse', { org_id: orgId, code, name, is_default: isDefault })
      await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
      return id
    })
  const org = {
    code: '02',
    name: '测试分店',
    shortName: '分店',
    orgType: 'parts_trade',
    taxpayerKind: 'small' as const,
    startMonth: 202601,
    config: { backdateDays: 300, approveRequired: [] },
  }
  const orgId = await shop.db.tenant(shop.groupId, (tx) => createOrg(tx, { ...org, ...sisterOrg }))
  const [back, branch] = [await warehouse(shop.orgId, 'HC', '后仓', false), await warehouse(orgId, 'FC', '分仓', true)]
  const main: Place = { orgId: shop.orgId, warehouseId: shop.warehouseId, client: await shop.signIn('owner') }
  const rear: Place = { ...main, warehouseId: back }
  const sister: Place = { orgId, warehouseId: branch, client: await shop.signIn('owner', orgId) }
  return { main, rear, sister }
}

const orderBody = (from: Place, to: Place, lines: readonly Wanted[], header: object = {}) =>
  ({
    header: {
      bizDate: shanghaiDay(),
      warehouseId: from.warehouseId,
      counterOrgId: from.orgId === to.orgId ? null : to.orgId,
      toWarehouseId: to.warehouseId,
      ...header,
    },
    lines,
  }) as never

/** Orders: saved, approved, sent. */
const sending = {
  trySaveOrder: (from: Place, to: Place, lines: readonly Wanted[], header: object = {}) =>
    trySave(from.client, routes.order, orderBody(from, to, lines, header)),
  saveOrder: (from: Place, to: Place, lines: readonly Wanted[], header: object = {}): Promise<Saved> =>
    save(from.client, routes.order, orderBody(from, to, lines, header)),
  approveOrder: (from: Place, to: Place, lines: readonly Wanted[], header: object = {}): Promise<Saved> =>
    post(from.client, routes.order, orderBody(from, to, lines, header)),
  ship: async (from: Place, to: Place, lines: readonly Wanted[], header: object = {}): Promise<Saved> =>
    act(from.client, routes.order, await post(from.client, routes.order, orderBody(from, to, lines, header)), 'ship'),
  orderOf: async (place: Place, { id }: Pick<Saved, 'id'>) => place.client.call(routes.order.read, { params: { id } }),
}

/** Saves a receipt and posts it; answers whatever came. */
async function tryPost(by: Place, body: object) {
  const saved = await trySave(by.client, routes.receipt, body as never)
  return saved.status === 200 ? tryAct(by.client, routes.receipt, saved.data, 'approve') : saved
}

/** What the destination draws of an order, with what was counted. */
async function drawnBody(to: Place, sent: Saved, counted: Counted, header: object) {
  const drawn = await to.client.call(drawSource, {
    params: { target: transferReceipt.kind },
    body: { source: transferOrder.kind, documentId: sent.id },
  })
  const lines = drawn.lines.map(({ partId, qty, sourceLineId, batchNo }, i) => ({
    partId,
    qty,
    sourceLineId,
    batchNo,
    ...counted[i + 1],
  }))
  return { header: { ...drawn.header, ...header }, lines }
}

/** Receipts: what came, and what a side says of the rest, `qtys` by line of the order. */
const receiving = {
  tryReceive: async (to: Place, sent: Saved, counted: Counted = {}, header: object = {}) =>
    tryPost(to, await drawnBody(to, sent, counted, header)),
  async receive(to: Place, sent: Saved, counted: Counted = {}, header: object = {}): Promise<Saved> {
    const answer = await tryPost(to, await drawnBody(to, sent, counted, header))
    if (answer.status !== 200) throw new Error(`not received: ${answer.msg}`)
    return answer.data
  },
  async decide(by: Place, sent: Saved, outcome: Outcome, qtys: readonly string[], header: object = {}) {
    const { header: order, lines } = await sending.orderOf(by, sent)
    const isSource = outcome === 'returned' || outcome === 'lost_source'
    const [warehouseId, toWarehouseId] = isSource
      ? [order.warehouseId, order.toWarehouseId]
      : [order.toWarehouseId, order.warehouseId]
    const counterOrgId = order.counterOrgId === null ? null : isSource ? order.counterOrgId : order.orgId
    return tryPost(by, {
      header: { bizDate: shanghaiDay(), warehouseId, toWarehouseId, counterOrgId, outcome, ...header },
      lines: lines.flatMap(({ id, partId, batchNo }, i) =>
        qtys[i] === undefined ? [] : [{ partId, batchNo, sourceLineId: id, qty: qtys[i] }],
      ),
    })
  },
}

/** What stands in a place of a part, and what is on its way of it from the place's organisation: '27.0000 / 270.00'. */
const booksOf = (shop: Shop) => ({
  stock: (partId: number, { warehouseId }: Place) => shop.books.pool(partId, warehouseId),
  async onItsWay(partId: number, { orgId }: Place): Promise<string> {
    const [row] = await shop.sql<{ qty: string; value: string }>(
      `select coalesce(sum(qty), 0.0000) as qty, coalesce(sum(value), 0.00) as value from transit_balance
        where group_id = $1 and org_id = $2 and part_id = $3`,
      orgId,
      partId,
    )
    return `${row?.qty} / ${row?.value}`
  },
  stateOf: async (place: Place, sent: Saved) => (await sending.orderOf(place, sent)).header.state,
})
