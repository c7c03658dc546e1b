// What technicians earn of work that a manufacturer pays: by his verdict, or by the settlement and corrected by it (business/repair-settlement 8).
import { orgRoutes } from '@chepu/contract/access/org'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { makeBill, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimingAt, type Word } from '../../../test/claims'
import { act, save } from '../../../test/desk'
import { settledBooks } from '../../../test/settled-books'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { type Warranty, warrantyOf } from '../../../test/warranty'
import { confirmedOrder, checked, dispatched, workshopOf, type Workshop } from '../../../test/workshop'
import { workOrder } from '@chepu/contract/repair/work-order'

const { routes } = claimConfirmation
let shop: Shop
let owner: Client
let workshop: Workshop
let warranty: Warranty
let desk: ReturnType<typeof settlingAt>
let claims: ReturnType<typeof claimingAt>
let settled: ReturnType<typeof settledBooks>
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  warranty = await warrantyOf(shop)
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
  claims = claimingAt(owner, warranty, workshop.partnerId)
  settled = settledBooks(shop)
  books = settledBooks(shop, claimConfirmation.kind)
})
afterAll(() => shop.close())

async function earnOnConfirm(warrantyCommissionOnConfirm: boolean) {
  const admin = await shop.signIn(['owner', 'admin'])
  const { version, config } = await admin.call(orgRoutes.read, { params: { id: shop.orgId } })
  const body = { orgid: shop.orgId, version, config: { ...config, warrantyCommissionOnConfirm } }
  await admin.call(orgRoutes.config, { body })
}

/** Work of 600.00 of two technicians at 60 and 40 %, which the manufacturer pays, settled; answers settlement and draft of the bill. */
async function settledWork() {
  const paid = { payer: 'warranty' as const, payerPartnerId: warranty.makerId }
  const body = { ...desk.plainBody(), labour: [desk.labour('更换离合器', '600', paid)] }
  const order = await confirmedOrder(owner, body as never)
  const [line] = (await desk.order(order.id)).labour
  await dispatched(shop, { workOrderId: order.id, lineId: line?.id as number }, [
    { employeeId: workshop.technicianId, share: '0.6' },
    { employeeId: workshop.helperId, share: '0.4' },
  ])
  await checked(shop, order.id)
  const settlement = await desk.settle(
    await desk.drafted(await act(owner, workOrder.routes, order, 'complete', { input: {} })),
  )
  const [draft] = await shop.sql<{ id: number; version: number }>(
    `select id, version from repair_document where group_id = $1 and kind = 'warranty_bill' and settlement_id = $2`,
    settlement.id,
  )
  return { settlement, draft: draft as { id: number; version: number } }
}

/** The draft of a bill as somebody has completed it, claimed. */
async function claimedOf(billId: number) {
  const { header, labour } = await owner.call(warrantyBill.routes.read, { params: { id: billId } })
  const lines = labour.map(({ id, name, pricingMode, stdHours, qty, price, taxRate, sourceLineId }) => ({
    id,
    name,
    pricingMode,
    stdHours,
    qty,
    price,
    taxRate,
    sourceLineId,
  }))
  const bill = await save(owner, warrantyBill.routes, {
    id: header.id,
    version: header.version,
    header: { ...header, ...warranty.complete, causePartId: shop.parts.pad },
    labour: lines,
  } as never)
  await act(owner, warrantyBill.routes, await act(owner, warrantyBill.routes, bill, 'submit'), 'approve')
  return claims.sent([bill.id])
}

/** The same settled and claimed. */
async function claimed() {
  const { settlement, draft } = await settledWork()
  return { settlement, claim: await claimedOf(draft.id) }
}
const cut: Word[] = [{ amount: '450', reason: '工时超定额' }]

it('earns of what is agreed to, and gives back what is taken back', async () => {
  const { settlement, claim } = await claimed()
  expect(await settled.commissionOf(settlement.id)).toEqual([])
  const answer = await claims.confirmed(claim.id, cut)
  // 450.00 at the 18 % of the trade are 81.00.
  const rows = ['technician 450.0000 0.6000 0.1800 48.60', 'technician 450.0000 0.4000 0.1800 32.40']
  expect(await books.commissionOf(answer.id)).toEqual(rows)
  const lines = (await owner.call(routes.read, { params: { id: answer.id } })).verdicts
  const input = { billLineIds: lines.map(({ billLineId }) => billLineId) }
  const appealed = await act(owner, routes, answer, 'appeal', { input })
  const second = await claims.confirmed(claim.id, [{ amount: '600' }])
  expect(await books.commissionOf(second.id)).toEqual([
    'technician 150.0000 0.6000 0.1800 16.20',
    'technician 150.0000 0.4000 0.1800 10.80',
  ])
  await act(owner, routes, await act(owner, routes, second, 'undo'), 'void')
  await act(owner, routes, appealed, 'undo')
  expect(await books.commissionOf(answer.id)).toEqual([
    ...rows,
    'technician -450.0000 0.6000 0.1800 -48.60',
    'technician -450.0000 0.4000 0.1800 -32.40',
  ])
})

it('of what is left after a refund nothing is taken back twice', async () => {
  await earnOnConfirm(false)
  const { settlement, draft } = await settledWork()
  await act(owner, warrantyBill.routes, draft, 'void')
  const { labour } = await owner.call(repairSettlement.routes.read, { params: { id: settlement.id } })
  await desk.refund(settlement.id, [{ sourceLineId: labour[0]?.id, qty: '0', refundAmount: '150' }])
  const { makerId: manufacturerId } = warranty
  const { id } = await owner.call(makeBill, { body: { settlementId: settlement.id, manufacturerId } })
  const claim = await claimedOf(id)
  await earnOnConfirm(true)
  // Of 600.00 a refund has taken 150.00 back, and commission with it: 450.00 were claimed, and all of that is agreed to.
  const answer = await claims.confirmed(claim.id)
  expect(await books.commissionOf(answer.id)).toEqual([])
})

it('where the settlement has paid, the verdict corrects it', async () => {
  await earnOnConfirm(false)
  const { settlement, claim } = await claimed()
  await earnOnConfirm(true)
  expect(await settled.commissionOf(settlement.id)).toEqual([
    'technician 600.0000 0.6000 0.1800 64.80',
    'technician 600.0000 0.4000 0.1800 43.20',
  ])
  const answer = await claims.confirmed(claim.id, cut)
  expect(await books.commissionOf(answer.id)).toEqual([
    'technician -150.0000 0.6000 0.1800 -16.20',
    'technician -150.0000 0.4000 0.1800 -10.80',
  ])
})
