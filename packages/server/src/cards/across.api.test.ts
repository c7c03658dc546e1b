// Cards of other shops, and cards that were given back, in settlements and refunds (business/cards 5).
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement, settlementPreview } from '@chepu/contract/repair/settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeVoucher, voucherBody } from '../../test/cards'
import { act, tryAct, trySave } from '../../test/desk'
import { openBranch } from '../../test/people'
import { settledBooks } from '../../test/settled-books'
import { maintenanceItem, settlingAt, stockParts } from '../../test/settling'
import { type Client, openShop, type Shop } from '../../test/shop'
import { cardsOf, openCard } from '../../test/spent-cards'
import { type Workshop, workshopOf } from '../../test/workshop'
import { addDays, shanghaiDay } from '../kernel/base/calendar'

const { routes } = repairSettlement
let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let refundBooks: ReturnType<typeof settledBooks>
let serviceItemId: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  refundBooks = settledBooks(shop, 'repair_refund')
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
  serviceItemId = await maintenanceItem(shop, workshop)
})
afterAll(() => shop.close())

/** An order of the package's service beside other work. */
const coveredOrder = (other: string) => desk.covered(serviceItemId, other)
const serviceLine = (orderId: number) => desk.serviceLine(orderId, serviceItemId)

it('owes and is owed across shops, and asks for a type that is good in all of them', async () => {
  const { orgId } = await openBranch(shop)
  await shop.sql(`update org set config = config || '{"cardSettleRate": "0.9"}' where group_id = $1 and id = $2`, orgId)
  const branch = await shop.signIn('owner', orgId)
  const bought = { serviceItemId, times: '1', price: '80', total: '80' }
  const card = await openCard(shop, branch, { partnerId: workshop.partnerId, principal: '100', bought }, false)
  const local = await openCard(
    shop,
    branch,
    { partnerId: workshop.partnerId, principal: '100', type: { is_cross_org: false } },
    false,
  )
  const done = await coveredOrder('100')
  const packageUses = [{ lineId: await serviceLine(done.id), cardItemId: card.itemId, times: '1' }]
  expect(
    (await owner.call(settlementPreview, { body: { workOrderId: done.id } })).cards.map(({ id }) => id),
  ).not.toContain(local.id)
  const draft = await desk.drafted(done, { packageUses })
  expect(
    (await tryAct(owner, routes, draft, 'settle', { input: { cards: [{ cardId: local.id, amount: '1' }] } })).msg,
  ).toBe(`会员卡 ${local.cardNo} 只能在发卡门店「测试分店」使用`)
  const settled = await desk.settle(draft, { cards: [{ cardId: card.id, amount: '100' }] })
  const internal = () =>
    shop.sql<{ said: string }>(
      `select concat_ws(' ', case when i.org_id = $2 then 'there' else 'here' end, i.side, sum(i.balance)) as said from open_item i
        where i.group_id = $1 and i.remark = '会员卡跨店'
        group by i.org_id, i.side having sum(i.balance) <> 0 order by 1`,
      orgId,
    )
  expect((await internal()).map(({ said }) => said)).toEqual(['here AR 162.00', 'there AP 162.00'])
  const back = await act(owner, routes, settled, 'unapprove')
  expect(await internal()).toEqual([])
  // What is taken of granted money is owed by nobody; of what goes back, nothing is owed any more. Both stand in the books when the file ends.
  await makeVoucher(branch, { purpose: 'grant', partnerId: workshop.partnerId, cardId: card.id, giftChange: '40' })
  await makeVoucher(branch, { purpose: 'grant', partnerId: workshop.partnerId, cardId: card.id, giftChange: '-20' })
  const again = await desk.settle(back, { cards: [{ cardId: card.id, amount: '100' }] })
  const other = await desk.drafted(await desk.finished(desk.plainBody('15')))
  await desk.settle(other, { cards: [{ cardId: card.id, amount: '15' }] })
  const [plain, covered] = (await owner.call(routes.read, { params: { id: again.id } })).labour.map(({ id }) => ({
    sourceLineId: id,
    qty: '1',
  }))
  await desk.refund(again.id, [plain, covered] as object[])
  expect(await internal()).toEqual([])
})

it('takes back what was booked across shops whatever the setting is by then, in parts, and with one of them undone', async () => {
  const { orgId } = await openBranch(shop, '03', '比例分店')
  const settled = (rate: string) =>
    shop.sql(
      `update org set config = config || jsonb_build_object('cardSettleRate', $3::text) where group_id = $1 and id = $2`,
      orgId,
      rate,
    )
  const between = () =>
    shop.sql<{ said: string }>(
      `select said from (
        select concat_ws(' ', case when i.org_id = $2 then 'there' else 'here' end, i.side, sum(i.original)) as said from open_item i
        join partner p on p.group_id = i.group_id and p.id = i.partner_id and p.system_kind = 'sister_org'
        where i.group_id = $1 and (i.org_id = $2 or p.system_org_id = $2) group by i.org_id, i.side having sum(i.original) <> 0
        union all
        select concat_ws(' ', case when l.org_id = $2 then 'there' else 'here' end, l.kind, sum(l.amount)) from pnl_ledger l
        where l.group_id = $1 and (l.doc_kind, l.doc_id) in (select l2.doc_kind, l2.doc_id from pnl_ledger l2 where l2.group_id = $1 and l2.org_id = $2)
          and l.kind in ('other_income', 'other_expense') group by l.org_id, l.kind having sum(l.amount) <> 0) x order by 1`,
      orgId,
    )
  const said = async () => (await between()).map((row) => row.said)
  await settled('0.8')
  const branch = await shop.signIn('owner', orgId)
  const bought = { serviceItemId, times: '1', price: '80.01', total: '80.01' }
  const card = await openCard(shop, branch, { partnerId: workshop.partnerId, principal: '100.01', bought }, false)
  const done = await desk.finished({
    ...desk.plainBody('1'),
    labour: [
      ...['33.33', '33.34', '33.34'].map((price, i) => desk.labour(`部分${i + 1}`, price)),
      desk.labour('保养', '120', { serviceItemId }),
    ],
  } as never)
  const packageUses = [{ lineId: await serviceLine(done.id), cardItemId: card.itemId, times: '1' }]
  const bill = await desk.settle(await desk.drafted(done, { packageUses }), {
    cards: [{ cardId: card.id, amount: '100.01' }],
  })
  expect(await said()).toEqual([
    'here AR 144.02',
    'here other_expense 36.00',
    'there AP 144.02',
    'there other_income 36.00',
  ])
  await settled('1')
  const lines = (await owner.call(routes.read, { params: { id: bill.id } })).labour
  const back = (i: number) => desk.refund(bill.id, [{ sourceLineId: lines[i]?.id, qty: '1' }])
  await back(0)
  const second = await back(1)
  expect(await said()).toEqual([
    'here AR 90.68',
    'here other_expense 22.67',
    'there AP 90.68',
    'there other_income 22.67',
  ])
  await back(2)
  expect(await said()).toEqual([
    'here AR 64.01',
    'here other_expense 16.00',
    'there AP 64.01',
    'there other_income 16.00',
  ])
  await act(owner, repairRefund.routes, second, 'reverse', { reason: '退错' })
  await back(3)
  await back(1)
  expect(await said()).toEqual([])
})

it('uses nothing on a day before it was there, and undoes a refund across shops of an earlier day', async () => {
  const { orgId } = await openBranch(shop, '04', '补录分店')
  const branch = await shop.signIn('owner', orgId)
  const yesterday = addDays(shanghaiDay(), -1)
  const plain = desk.plainBody('60')
  const { partnerId } = workshop
  const bill = async () =>
    desk.drafted(await desk.finished({ ...plain, header: { ...plain.header, bizDate: yesterday } }), {
      bizDate: yesterday,
    })
  const bought = { serviceItemId, times: '1', price: '80', total: '80' }
  const card = await openCard(shop, branch, { partnerId, principal: '60', bought }, false)
  const input = { cards: [{ cardId: card.id, amount: '60' }] }
  expect((await tryAct(owner, routes, await bill(), 'settle', { input })).msg).toBe(
    `会员卡 ${card.cardNo} 在 ${yesterday} 的本金余额会变成 -60，之后才有的不能用在之前，请核对单据日期`,
  )
  const covered = await coveredOrder('1')
  const packageUses = [{ lineId: await serviceLine(covered.id), cardItemId: card.itemId, times: '1' }]
  const early = await desk.drafted(covered, { packageUses, bizDate: yesterday })
  expect((await tryAct(owner, routes, early, 'settle', { input: { tenders: [desk.cash('1')] } })).msg).toBe(
    `会员卡 ${card.cardNo} 在 ${yesterday} 的套餐「${card.packageName}」剩余次数会变成 -1，之后才有的不能用在之前，请核对单据日期`,
  )
  await makeVoucher(branch, {
    purpose: 'recharge',
    bizDate: yesterday,
    partnerId,
    cardId: card.id,
    principalChange: '60',
  })
  const settled = await desk.settle(await bill(), input)
  const [line] = (await owner.call(routes.read, { params: { id: settled.id } })).labour
  const refund = await desk.refund(settled.id, [{ sourceLineId: line?.id, qty: '1' }], {}, yesterday)
  await act(owner, repairRefund.routes, refund, 'reverse', { reason: '退错' })
  expect(await cardsOf(shop, card.id)).toMatchObject({ money: '60.00 0.00 0.00' })
})

it('undoes and gives back what this shop took, after 跨店使用 was switched off; new use alone is refused', async () => {
  const { orgId } = await openBranch(shop, '05', '收回分店')
  const branch = await shop.signIn('owner', orgId)
  const { partnerId } = workshop
  const bought = { serviceItemId, times: '2', price: '80', total: '160' }
  const card = await openCard(shop, branch, { partnerId, principal: '300', bought }, false)
  const charged = await makeVoucher(owner, { purpose: 'recharge', partnerId, cardId: card.id, principalChange: '50' }, [
    desk.cash('50'),
  ])
  const bill = async () => {
    const done = await coveredOrder('100')
    const packageUses = [{ lineId: await serviceLine(done.id), cardItemId: card.itemId, times: '1' }]
    return desk.settle(await desk.drafted(done, { packageUses }), { cards: [{ cardId: card.id, amount: '100' }] })
  }
  const [undone, refunded] = [await bill(), await bill()]
  await shop.sql(
    'update card_type set is_cross_org = false where group_id = $1 and id = (select card_type_id from card where group_id = $1 and id = $2)',
    card.id,
  )
  const draft = await act(owner, routes, undone, 'unapprove')
  expect(
    (await tryAct(owner, routes, draft, 'settle', { input: { cards: [{ cardId: card.id, amount: '100' }] } })).msg,
  ).toContain(`会员卡 ${card.cardNo} 只能在发卡门店「收回分店」使用`)
  await act(owner, routes, draft, 'void', { reason: '卡不能用' })
  expect(await cardsOf(shop, card.id)).toEqual({ money: '250.00 0.00 0.00', items: ['1.0000 80.00'] })
  const lines = (await owner.call(routes.read, { params: { id: refunded.id } })).labour
  const all = lines.map(({ id }) => ({ sourceLineId: id, qty: '1' }))
  const refund = await desk.refund(refunded.id, all)
  expect(await cardsOf(shop, card.id)).toEqual({ money: '350.00 0.00 0.00', items: ['2.0000 160.00'] })
  await act(owner, repairRefund.routes, refund, 'reverse', { reason: '退错' })
  await desk.refund(refunded.id, all)
  await act(owner, cardVoucher.routes, charged, 'reverse')
  expect(await cardsOf(shop, card.id)).toEqual({ money: '300.00 0.00 0.00', items: ['2.0000 160.00'] })
  const recharge = voucherBody({ purpose: 'recharge', partnerId, cardId: card.id, principalChange: '50' })
  expect((await trySave(owner, cardVoucher.routes, recharge)).msg).toBe('会员卡不存在或不能在本店使用')
})

it('pays paid money of a card that was given back since out of an account, and writes granted money off', async () => {
  const card = await openCard(shop, owner, { partnerId: workshop.partnerId, principal: '100', gift: '50' })
  const draft = await desk.drafted(await desk.finished(desk.plainBody('150')))
  await desk.settle(draft, { cards: [{ cardId: card.id, amount: '150' }] })
  await makeVoucher(owner, { purpose: 'refund_card', partnerId: workshop.partnerId, cardId: card.id })
  const [line] = (await owner.call(routes.read, { params: { id: draft.id } })).labour
  const refund = await desk.refund(draft.id, [{ sourceLineId: line?.id, qty: '1' }])
  expect(await refundBooks.slipsOf(refund.id)).toEqual([
    'write_off card done -50.00 0.00',
    'collection refund done -100.00 0.00',
  ])
  expect(await cardsOf(shop, card.id)).toEqual({ money: '0.00 0.00 0.00', items: [] })
})
