// Steps of the workshop keep to the order of all postings, so that nobody waits in a circle (ARCHITECTURE, Locks and repeats).
import { collection } from '@chepu/contract/finance/collection'
import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPart } from '../../test/counter'
import { act, post, save, type Saved } from '../../test/desk'
import { today } from '../../test/finance'
import { openLockWatch } from '../../test/lock-watch'
import { type Client, one, openShop, type Shop } from '../../test/shop'
import { completedOrder, confirmedOrder, orderBody, type Workshop, workshopOf } from '../../test/workshop'

let shop: Shop
let owner: Client
let workshop: Workshop
let watch: Awaited<ReturnType<typeof openLockWatch>>
let newer: Owned
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  watch = await openLockWatch(shop)
  newer = await newerOwner()
})
afterAll(async () => {
  await watch.close()
  await shop.close()
})

/** An order for 3 pieces of each of two parts, 5 of which lie there; 2 of the second were issued. */
async function halfIssued() {
  const parts = [await newPart(shop), await newPart(shop)] as const
  const { warehouseId } = shop
  const goods = (qty: string) => parts.map((partId) => ({ partId, qty, price: '8' }))
  const header = { bizDate: today, warehouseId }
  await post(owner, otherIn.routes, { header: { ...header, reason: '盘盈外其他' }, lines: goods('5') } as never)
  const { id } = await confirmedOrder(owner, { ...orderBody(shop, workshop), materials: goods('3') } as never)
  const { materials } = await owner.call(workOrder.routes.read, { params: { id } })
  const lines = [{ partId: parts[1], qty: '2', workOrderLineId: materials[1]?.id }]
  const picked = await post(owner, picking.routes, { header: { ...header, workOrderId: id }, lines } as never)
  const [taken] = (await owner.call(picking.routes.read, { params: { id: picked.id } })).lines
  const back = {
    header: { ...header, workOrderId: id, reason: '多领' },
    lines: [{ ...lines[0], sourceLineId: taken?.id }],
  }
  return { parts, picked, back }
}

/** Whether the pool of the second part is free while that of the first is waited for. */
const freePools = ([first, second]: readonly [number, number], work: () => Promise<unknown>) =>
  watch.freeMeanwhile(
    `select from stock_cost where part_id = ${first}`,
    `select from stock_cost where part_id = ${second}`,
    work,
  )

it('a picking that is undone locks the pools of all that its order holds in one order', async () => {
  const { parts, picked } = await halfIssued()
  expect(await freePools(parts, () => act(owner, picking.routes, picked, 'unapprove'))).toBe(1)
  expect(await shop.books.held(parts[1])).toBe('3 + 0')
})

it('so does a return, and one that is undone', async () => {
  const { parts, back } = await halfIssued()
  const draft = await save(owner, pickingReturn.routes, back as never)
  let given: Saved | undefined
  expect(await freePools(parts, async () => (given = await act(owner, pickingReturn.routes, draft, 'approve')))).toBe(1)
  expect(await shop.books.held(parts[1])).toBe('3 + 0')
  expect(await freePools(parts, () => act(owner, pickingReturn.routes, given as Saved, 'unapprove'))).toBe(1)
  expect(await shop.books.held(parts[1])).toBe('1 + 0')
})

interface Owned {
  partnerId: number
  vehicleId: number
}

/** A car whose owner came to the group after its insurer: by their ids he is behind him. */
function newerOwner(): Promise<Owned> {
  return shop.db.tenant(shop.groupId, async (tx) => {
    const who = { code: 'K00090', name: '后来的车主', kind: 'person', mobile: '13900000090', cus_flag: 1 }
    const partnerId = await one(tx, 'partner', who)
    const vehicleId = await one(tx, 'vehicle', { plate: '京B00001', partner_id: partnerId })
    await one(tx, 'vehicle_owner', { vehicle_id: vehicleId, partner_id: partnerId, since: '2026-01-01' })
    return { partnerId, vehicleId }
  })
}

/** The case of an order, which its insurer has in hand. */
async function handedIn({ partnerId, vehicleId }: Owned, workOrderId: number): Promise<Saved> {
  const { insurerId } = workshop
  const header = { bizDate: today, partnerId, vehicleId, insurerId, caseNo: 'LA1', papers: [] }
  const opened = await save(owner, insuranceCase.routes, { header })
  await shop.sql(
    `update repair_document set work_order_id = $2, state = 'submitted' where group_id = $1 and id = $3`,
    workOrderId,
    opened.id,
  )
  return opened
}

/** A settlement of 100.00 of the customer and 50.00 of the insurer, paid with 30.00 that were paid ahead and 40.00 in cash, and the order. */
async function settledOrder(of: Owned = workshop): Promise<{ settled: Saved; workOrderId: number }> {
  const { insurerId, workerTypeId } = workshop
  const { partnerId, vehicleId } = of
  const labour = [
    { name: '保养', price: '100', workerTypeId },
    { name: '钣金', price: '50', workerTypeId, payer: 'insurance', payerPartnerId: insurerId },
  ]
  const ahead = { bizDate: today, partnerId, purpose: 'advance' as const }
  const cash = (amount: string) => [{ storeAccountId: shop.cashId, amount }]
  await post(owner, collection.routes, { header: ahead, tenders: cash('30'), items: [] })
  const { header } = orderBody(shop, { ...workshop, partnerId, vehicleId })
  const { id: workOrderId } = await completedOrder(shop, owner, { header, labour } as never)
  const draft = await save(owner, repairSettlement.routes, {
    header: { bizDate: today, partnerId, vehicleId, workOrderId },
  })
  const input = { tenders: cash('40'), advance: '30' }
  return { workOrderId, settled: await act(owner, repairSettlement.routes, draft, 'settle', { input }) }
}

const balance = (partnerId: number, account: string) =>
  `select from partner_balance where partner_id = ${partnerId} and account = '${account}'`

it('a settlement that is undone has all balances before it holds an account', async () => {
  const { settled } = await settledOrder()
  const free = await watch.freeMeanwhile(
    balance(workshop.insurerId, 'AR'),
    `select from store_account where id = ${shop.cashId}`,
    () => act(owner, repairSettlement.routes, settled, 'unapprove'),
  )
  expect(free).toBe(1)
})

it('and waits for what was paid ahead before it holds what anybody owes', async () => {
  const { settled } = await settledOrder(newer)
  const free = await watch.freeMeanwhile(
    balance(newer.partnerId, 'ADV_IN'),
    `select from partner_balance where partner_id in (${newer.partnerId}, ${workshop.insurerId}) and account = 'AR'`,
    () => act(owner, repairSettlement.routes, settled, 'unapprove'),
  )
  expect(free).toBe(2)
})

it('what the customer owes in place of his insurer is held behind what that one owes, as a settlement of both holds it', async () => {
  const { workOrderId } = await settledOrder(newer)
  const handed = await handedIn(newer, workOrderId)
  const free = await watch.freeMeanwhile(balance(workshop.insurerId, 'AR'), balance(newer.partnerId, 'AR'), () =>
    act(owner, insuranceCase.routes, handed, 'agree', { input: { amount: '40', rest: 'customer' } }),
  )
  expect(free).toBe(1)
  // 30.00 of 100.00 were open, and 10.00 of the insurer's 50.00 come to them.
  expect(await shop.books.balance(newer.partnerId, 'AR')).toBe('40.00')
})

it('a refund holds no case while it waits for what the insurer owes, who may pay it meanwhile', async () => {
  const { settled, workOrderId } = await settledOrder()
  const { partnerId, vehicleId, insurerId } = workshop
  const car = { bizDate: today, partnerId, vehicleId }
  const opened = await handedIn(workshop, workOrderId)
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settled.id } })
  const refund = await save(owner, repairRefund.routes, {
    header: { ...car, settlementId: settled.id, reason: '钣金不做' },
    labour: lines.filter(({ name }) => name === '钣金').map(({ id }) => ({ sourceLineId: id, qty: '1' })),
  })
  const free = await watch.freeMeanwhile(
    `select from open_item where partner_id = ${insurerId} and source_id = ${settled.id}`,
    `select from repair_document where id = ${opened.id}`,
    () => act(owner, repairRefund.routes, refund, 'approve'),
  )
  expect(free).toBe(1)
})
