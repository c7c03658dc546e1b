// Steps of the workshop that move goods and money, each ready to be taken on an order of its own while somebody kills the program.
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { shanghaiDay } from '../src/kernel/base/calendar'
import type { Database } from '../src/kernel/db/db'
import { makeVoucher, newCardPackage } from './cards'
import { type DeskRoutes, type Known, save } from './desk'
import { issueAll } from './issuing'
import { settlingAt } from './settling'
import { openCard } from './spent-cards'
import type { Shop } from './shop'
import { type AnyRoute, type CallOptions, type Client, one } from './stage'
import { confirmedOrder, workshopOf } from './workshop'

/** What a workshop is opened in, as far as its steps need it. */
export type Ground = Pick<Shop, 'db' | 'groupId' | 'orgId' | 'warehouseId' | 'cashId' | 'parts' | 'sql'>

/** One step, and the document that it is taken on. */
export interface Step {
  client: Client
  kind: string
  id: number
  route: AnyRoute
  options: CallOptions<AnyRoute> & { idempotencyKey: string }
}

/** 领料, 退料, 结算, 反结算, 交车 and 退单 of what card, package and coupon pay, and 充值 of a card: steps of six clients. */
export async function stepsOfWorkshop(shop: Ground, clients: readonly Client[]): Promise<Step[]> {
  const workshop = await workshopOf(shop)
  const { partnerId, vehicleId } = workshop
  const ready: ((client: Client) => Promise<Step>)[] = [
    async (client) => {
      const { id, materials, header } = await confirmed(client)
      const lines = materials.map((line) => ({ partId: line.partId, qty: line.qty, workOrderLineId: line.id }))
      return stepOf(
        client,
        picking,
        await save(client, picking.routes, { header: { ...header, workOrderId: id }, lines } as never),
      )
    },
    async (client) => {
      const { id, header } = await confirmed(client)
      await issueAll(shop, client, id)
      const [line] = await shop.sql<{ id: number; partId: number }>(
        `select l.id, l.part_id from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
          where l.group_id = $1 and d.kind = 'picking' and d.work_order_id = $2 order by l.id limit 1`,
        id,
      )
      const lines = [{ partId: line?.partId, sourceLineId: line?.id, qty: '1' }]
      const body = { header: { ...header, workOrderId: id, reason: '多领' }, lines }
      return stepOf(client, pickingReturn, await save(client, pickingReturn.routes, body as never))
    },
    async (client) => {
      const { draft, paid } = await drafted(client)
      return stepOf(client, repairSettlement, draft, 'settle', paid)
    },
    async (client) => stepOf(client, repairSettlement, (await settled(client)).settlement, 'unapprove'),
    async (client) => {
      const { id } = (await settled(client)).order
      const { header } = await client.call(workOrder.routes.read, { params: { id } })
      return stepOf(client, workOrder, header, 'handover', {})
    },
    async (client) => {
      const { id: settlementId } = (await settled(client)).settlement
      const view = await client.call(repairSettlement.routes.read, { params: { id: settlementId } })
      const whole = ({ id, qty }: { id: number; qty: string }) => ({ sourceLineId: id, qty })
      const given = { settlementId, reason: '客户不满意', warehouseId: shop.warehouseId, storeAccountId: shop.cashId }
      const body = {
        header: { bizDate: shanghaiDay(), partnerId, vehicleId, ...given },
        labour: view.labour.map(whole),
        materials: view.materials.map((line) => ({ ...whole(line), isRestocked: true })),
      }
      return stepOf(client, repairRefund, await save(client, repairRefund.routes, body as never))
    },
    async (client) => {
      const { id: cardId } = await openCard(shop, client, { partnerId, principal: '100' })
      const header = { bizDate: shanghaiDay(), purpose: 'recharge' as const, partnerId, cardId, principalChange: '50' }
      const tenders = [{ storeAccountId: shop.cashId, amount: '50' }]
      return stepOf(client, cardVoucher, await save(client, cardVoucher.routes, { header, tenders }))
    },
  ]
  const deskOf = (client: Client) => settlingAt(shop, client, workshop)
  async function confirmed(client: Client) {
    const { id } = await confirmedOrder(client, deskOf(client).workedBody())
    const { materials } = await client.call(workOrder.routes.read, { params: { id } })
    return { id, materials, header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId } }
  }
  /** An order whose part a package covers, with a coupon; and what a card and the till pay of it. */
  async function drafted(client: Client) {
    const order = await deskOf(client).finished(deskOf(client).workedBody())
    const [pad] = (await client.call(workOrder.routes.read, { params: { id: order.id } })).materials
    const { cardId, cardItemId, couponNo } = await paidAhead(shop, client, partnerId)
    const packageUses = [{ lineId: pad?.id, cardItemId, times: '1' }]
    const draft = await deskOf(client).drafted(order, { packageUses, couponNos: [couponNo] })
    return {
      order,
      draft,
      paid: { cards: [{ cardId, amount: '60' }], tenders: [{ storeAccountId: shop.cashId, amount: '123.45' }] },
    }
  }
  async function settled(client: Client) {
    const { order, draft, paid } = await drafted(client)
    return { order, settlement: await deskOf(client).settle(draft, paid) }
  }
  return Promise.all(ready.map((make, i) => make(clients[i % clients.length] as Client)))
}

/** A card of 100.00 and a package of two parts, and a coupon. */
async function paidAhead(shop: Ground, client: Client, partnerId: number) {
  const { id: cardId } = await openCard(shop, client, { partnerId, principal: '100' })
  const line = { partId: shop.parts.pad, times: '2', listPrice: '380', allocPrice: '300', allocTotal: '600' }
  const cardPackageId = await newCardPackage(shop, { name: `套餐${cardId}`, salePrice: '600', lines: [line] })
  await makeVoucher(client, { purpose: 'package_sale', partnerId, cardId, cardPackageId }, [
    { storeAccountId: shop.cashId, amount: '600' },
  ])
  const [item] = await shop.sql<{ id: number }>('select id from card_item where group_id = $1 and card_id = $2', cardId)
  const couponNo = String(100_000_000_000 + cardId)
  await shop.db.tenant(shop.groupId, async (tx) => {
    const terms = { org_id: shop.orgId, name: `券${cardId}`, face: '20', valid_days: 30, qty: 1, creator_id: 1 }
    const days = { valid_from: shanghaiDay(), valid_to: '2099-12-31', partner_id: partnerId, issued_by: 1 }
    const batchId = await one(tx, 'coupon_batch', terms)
    await one(tx, 'coupon', { org_id: shop.orgId, batch_id: batchId, coupon_no: couponNo, ...days })
  })
  return { cardId, cardItemId: item?.id, couponNo }
}

/** A step of a document, as its desk sends it. */
export function stepOf(
  client: Client,
  { kind, routes }: { kind: string; routes: DeskRoutes },
  { id, version }: Known,
  action = 'approve',
  input?: object,
): Step {
  const body = { version, reason: '测试', ...(input && { input }) }
  const options = { params: { id, action }, body, idempotencyKey: crypto.randomUUID() }
  return { client, kind, id, route: routes.act, options: options as Step['options'] }
}

/** The state of the document of each step, and how much stands of it and of what it made in books, log and slips. */
export const writtenOf = ({ db, groupId }: { db: Database; groupId: number }, steps: readonly Step[]) =>
  db.tenant(groupId, (tx) =>
    tx.query({
      text: `with step as (select kind, id from unnest($2::text[], $3::bigint[]) as s (kind, id)), of as (
          select kind, id, kind as doc_kind, id as doc_id from step
          union all
          select s.kind, s.id, m.kind, m.id from step s
          join money_slip m on m.group_id = $1 and m.maker_kind = s.kind and m.made_by = s.id and m.posted_at is not null
        ), entry as (
          select doc_kind, doc_id, 'stock' as book, value as amount from stock_ledger where group_id = $1
          union all select doc_kind, doc_id, 'work', value from wip_ledger where group_id = $1
          union all select doc_kind, doc_id, 'partner', amount from partner_ledger where group_id = $1
          union all select doc_kind, doc_id, 'till', amount from account_ledger where group_id = $1
          union all select doc_kind, doc_id, 'profit', amount from pnl_ledger where group_id = $1
          union all select doc_kind, doc_id, 'commission', amount from commission_entry where group_id = $1
          union all select doc_kind, doc_id, 'card', principal from card_ledger where group_id = $1
          union all select doc_kind, doc_id, 'package', value from card_item_ledger where group_id = $1
          union all select 'repair_settlement', used_by, 'coupon', 1 from coupon where group_id = $1 and state = 'used'
          union all select entity, entity_id, 'log', 0 from audit_log where group_id = $1
        )
        select o.kind, o.id, d.state, e.book, count(*)::int as rows, sum(e.amount)::text as amount from of o
        join (
          select kind, id, state from goods_document where group_id = $1
          union all select kind, id, state from repair_document where group_id = $1
          union all select kind, id, state from money_slip where group_id = $1
          union all select kind, id, state from claim_document where group_id = $1
        ) d on d.kind = o.kind and d.id = o.id
        join entry e on e.doc_kind = o.doc_kind and e.doc_id = o.doc_id
        group by o.kind, o.id, d.state, e.book order by o.kind, o.id, e.book`,
      values: [groupId, steps.map(({ kind }) => kind), steps.map(({ id }) => id)],
    }),
  )
