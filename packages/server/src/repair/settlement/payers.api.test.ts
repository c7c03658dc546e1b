// 费用结算 through HTTP: what others than the customer pay of an order.
import { button } from '@chepu/contract/access/catalogue'
import { repairRefund, refundPreview } from '@chepu/contract/repair/refund'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { repairSettlement, settlementPreview } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, type Saved, save, tryAct, undo } from '../../../test/desk'
import { openBranch, withdraw, worker } from '../../../test/people'
import { settledBooks } from '../../../test/settled-books'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { completedOrder, type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let books: ReturnType<typeof settledBooks>
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  books = settledBooks(shop)
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
})
afterAll(() => shop.close())

it('takes money for what the customer owes, and bills a sister for her part', async () => {
  const { orgId: sister } = await openBranch(shop, '03')
  const [row] = await shop.sql<{ id: number }>(
    `select id from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = $2`,
    sister,
  )
  const payerPartnerId = row?.id as number
  const { header } = desk.plainBody()
  const labour = [
    desk.labour('换机油', '10'),
    desk.labour('内饰清洗', '55.55', { payer: 'internal', payerPartnerId, taxRate: '0.13' }),
  ]
  const own = await completedOrder(shop, owner, { header, labour })
  const settled = await desk.settle(await desk.drafted(own), { tenders: [desk.cash('10')] })
  const items = async (id: number, of = books) =>
    (await of.itemsOf(id)).map((said) => said.replace(/^.* (A[RP])/, '$1')).toSorted()
  // She owes it in her own books, too, where what it comes to without the tax of a general taxpayer is her expense.
  expect(await items(settled.id)).toEqual(['AP 55.55 55.55', 'AR customer 10.00 0.00', 'AR customer 55.55 55.55'])
  const spent = (id: number, kind = 'repair_settlement') =>
    shop.sql(
      `select kind, sum(amount) as amount, sum(amount_taxed) as amount_taxed from pnl_ledger
        where group_id = $1 and doc_kind = $2 and doc_id = $3 and org_id = $4 group by kind having sum(amount) <> 0`,
      kind,
      id,
      sister,
    )
  expect(await spent(settled.id)).toEqual([{ kind: 'internal_expense', amount: '49.16', amountTaxed: '55.55' }])
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settled.id } })
  const { partnerId, vehicleId } = workshop
  const refund = await save(owner, repairRefund.routes, {
    header: { bizDate: shanghaiDay(), partnerId, vehicleId, settlementId: settled.id, reason: '没洗干净' },
    labour: lines.filter(({ name }) => name === '内饰清洗').map(({ id }) => ({ sourceLineId: id, qty: '1' })),
  })
  const month = (closed: number | null) =>
    shop.sql('update org set closed_month = $2 where group_id = $1 and id = $3 returning id', closed, sister)
  await month(209912)
  expect((await tryAct(owner, repairRefund.routes, refund, 'approve')).msg).toMatch(/^对方企业「测试分店」已结账：/)
  await month(null)
  const back = await act(owner, repairRefund.routes, refund, 'approve')
  expect(await items(back.id, settledBooks(shop, repairRefund.kind))).toEqual([
    'AP -55.55 -55.55',
    'AR customer -55.55 0.00',
  ])
  expect(await spent(back.id, 'repair_refund')).toEqual([
    { kind: 'internal_expense', amount: '-49.16', amountTaxed: '-55.55' },
  ])
  await act(owner, repairRefund.routes, await undo(owner, repairRefund.routes, back), 'void')
  const undone = await undo(owner, repairSettlement.routes, settled)
  expect([await items(settled.id), await spent(settled.id)]).toEqual([[], []])

  await act(owner, repairSettlement.routes, undone, 'settle', { input: { tenders: [desk.cash('10')] } })
  // What the sister owes keeps no car.
  const who = await worker(shop, 'owner')
  await withdraw(shop, who, { buttons: [button('repair_settlement', 'on_credit')] })
  const { header: now } = await desk.order(own.id)
  const left = { id: own.id, version: now.version } as Saved
  expect((await act(who.client, workOrder.routes, left, 'handover', { input: {} })).state).toBe('delivered')
})

it('voids the draft of an order that comes to nothing', async () => {
  const order = await completedOrder(shop, owner, desk.plainBody('90'))
  const draft = await desk.drafted(order)
  await act(owner, workOrder.routes, order, 'cancel', { reason: '客户不修了' })
  const { header } = await owner.call(repairSettlement.routes.read, { params: { id: draft.id } })
  expect(header.state).toBe('voided')
  const log = await owner.call(repairSettlement.routes.log, { params: { id: draft.id } })
  expect(log[0]).toMatchObject({ action: 'void', fromState: 'draft', toState: 'voided', userName: 'owner' })
})

it('bills a maker for the material of his warranty, and nobody for consumables', async () => {
  const maker = { code: 'C00001', name: '测试厂家', kind: 'unit', cus_flag: 4 }
  const payerPartnerId = await shop.db.tenant(shop.groupId, (tx) => one(tx, 'partner', maker))
  const ofMaker = { qty: '1', payer: 'warranty' as const, payerPartnerId }
  const materials = [
    { partId: shop.parts.pad, price: '380', ...ofMaker },
    { partId: shop.parts.filter, price: '900', isConsumable: true, ...ofMaker },
  ]
  const draft = await desk.drafted(await desk.finished({ ...desk.plainBody(), materials }))
  await desk.settle(draft, { tenders: [desk.cash('100')] })
  expect(await books.itemsOf(draft.id)).toEqual([
    '测试厂家 AR warranty 380.00 380.00',
    '车主甲 AR customer 100.00 0.00',
  ])
})

it('bills an insurer when his case of the car is attached to the order', async () => {
  const { insurerId, partnerId, vehicleId } = workshop
  const { routes } = insuranceCase
  const assessed = { surveyor: '定损员甲', assessedOn: shanghaiDay(), assessedLabour: '400', deductible: '150' }
  const opened = await save(owner, routes, {
    header: { bizDate: shanghaiDay(), partnerId, vehicleId, insurerId, caseNo: 'RA1', ...assessed },
  })
  const attached = await act(owner, routes, opened, 'assess')
  const { header } = desk.plainBody()
  const labour = [desk.labour('钣金', '500', { payer: 'insurance' })]
  const order = await desk.finished({ header, labour } as never)
  const waits = `本车保险案件 ${opened.billNo} 还没有关联本工单，请先「关联工单」，不是这次事故的请作废`
  const preview = () => owner.call(settlementPreview, { body: { workOrderId: order.id } })
  expect(await preview()).toMatchObject({ problems: [{ message: waits }], insurers: [] })
  const draft = await desk.drafted(order)
  expect((await tryAct(owner, repairSettlement.routes, draft, 'settle', { input: {} })).msg).toBe(waits)
  await act(owner, routes, attached, 'attach', { input: { workOrderId: order.id } })
  expect(await preview()).toMatchObject({
    problems: [
      {
        message: `保险项目合计 500.00 超过保险案件 ${opened.billNo} 的定损合计 400.00，超出部分请列自费或打折`,
      },
    ],
    insurers: [{ deductible: '150.00' }],
  })
})
