// 维修退单 through HTTP: what goes back of what was owed, where somebody else owes it since, or less came in.
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { collection } from '@chepu/contract/finance/collection'
import { repairRefund, refundPreview } from '@chepu/contract/repair/refund'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, post, save, tryAct, trySave } from '../../../test/desk'
import { settledBooks } from '../../../test/settled-books'
import { type Order, settlingAt, stockParts } from '../../../test/settling'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = repairRefund
let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  books = settledBooks(shop, repairRefund.kind)
  await stockParts(shop, owner)
})
afterAll(() => shop.close())

/** A settlement of an order, on credit. */
const settled = async (body: Order) => desk.settle(await desk.drafted(await desk.finished(body)))
const header = (settlementId: number, more: object = {}) => ({
  bizDate: shanghaiDay(),
  partnerId: workshop.partnerId,
  vehicleId: workshop.vehicleId,
  settlementId,
  reason: '客户不满意',
  ...more,
})
/** All labour that may still go back. */
async function wholeBody(settlementId: number, more: object = {}) {
  const { lines } = await owner.call(refundPreview, { body: { settlementId } })
  return {
    header: header(settlementId, more),
    labour: lines.map(({ id, openQty }) => ({ sourceLineId: id, qty: openQty })),
  }
}
const cashier = () => ({ storeAccountId: shop.cashId })

it('goes to the one that a customer was merged into, off what he owes in his place', async () => {
  const people = await shop.db.tenant(shop.groupId, async (tx) => {
    const customer = (code: string) =>
      one(tx, 'partner', { code, name: `车主${code}`, kind: 'person', cus_flag: 1, mobile: `139000${code.slice(1)}` })
    const [doubled, stays] = [await customer('K00091'), await customer('K00092')]
    const car = await one(tx, 'vehicle', { plate: '京A00091', partner_id: doubled, model_text: '大众 朗逸' })
    return { doubled, stays, car }
  })
  const { doubled, stays, car } = people
  const body = desk.plainBody('90')
  const own = { partnerId: doubled, vehicleId: car }
  const order = await desk.finished({ ...body, header: { ...body.header, ...own } })
  const settlement = await desk.settle(await desk.drafted(order, own), { tenders: [desk.cash('50')] })
  await owner.call(partnerRoutes.merge, { params: { id: stays }, body: { sourceId: doubled } })
  const about = await owner.call(refundPreview, {
    body: {
      settlementId: settlement.id,
      lines: (await wholeBody(settlement.id)).labour,
    },
  })
  expect(about).toMatchObject({
    partnerId: stays,
    payers: [{ payer: 'customer', partnerId: stays, partnerName: '车主K00092', receivable: '40.00', money: '50.00' }],
  })
  await post(owner, routes, await wholeBody(settlement.id, { ...cashier(), partnerId: stays, vehicleId: car }))
  expect(await books.balances([doubled, stays])).toEqual([])
})

it('pays nothing out by itself of what was forgiven when it was collected', async () => {
  const settlement = await settled(desk.plainBody('90'))
  const itemOf = async (kind: string, id: number) =>
    (
      await shop.sql<{ id: number }>(
        'select id from open_item where group_id = $1 and source_kind = $2 and source_id = $3 and original <> 0',
        kind,
        id,
      )
    )[0]?.id as number
  const collects = (openItemId: number, amount: string, discount: string, purpose: string) =>
    post(owner, collection.routes, {
      header: { bizDate: shanghaiDay(), partnerId: workshop.partnerId, purpose },
      tenders: [desk.cash('80')],
      items: [{ openItemId, amount, discount }],
    } as never)
  await collects(await itemOf('repair_settlement', settlement.id), '80', '10', 'trade')
  const draft = await save(owner, routes, await wholeBody(settlement.id, cashier()))
  expect(await tryAct(owner, routes, draft, 'approve')).toMatchObject({
    status: 400,
    errors: [
      {
        path: 'header.storeAccountId',
        message: '收款时优惠过 10.00 元，请不选退款账户，由收银按实收金额退款',
      },
    ],
  })
  const again = { ...(await wholeBody(settlement.id)), id: draft.id, version: draft.version }
  const refunded = await act(owner, routes, await save(owner, routes, again as never), 'approve')
  const before = await books.balances([workshop.partnerId])
  await collects(await itemOf('repair_refund', refunded.id), '-80', '-10', 'refund')
  expect(before).not.toEqual(await books.balances([workshop.partnerId]))
})

it('takes whole pieces of what is counted in pieces', async () => {
  const { header: of } = desk.plainBody()
  const settlement = await settled({ header: of, materials: [{ partId: shop.parts.pad, qty: '2', price: '10' }] })
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settlement.id } })
  const materials = [{ sourceLineId: lines[0]?.id, qty: '0.5', isRestocked: true }]
  expect(await trySave(owner, routes, { header: header(settlement.id), materials } as never)).toMatchObject({
    status: 400,
    msg: '材料第1行 [04465-02220] 单位“个”的数量只能录入整数',
  })
})
