// Bills of one settlement: of two manufacturers, and several of one; when what the settlement has billed is confirmed.
import { claimsMoney } from '@chepu/contract/finance/claims-money'
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { makeBill, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { money, sumOf } from '@chepu/contract/kernel/decimal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, save } from '../../test/desk'
import { newPartner } from '../../test/finance'
import { openClaims, typed } from '../../test/settled-claims'
import type { Client } from '../../test/shop'
import { warrantyOf } from '../../test/warranty'
import { shanghaiDay } from '../kernel/base/calendar'

const { routes } = warrantyBill
let station: Awaited<ReturnType<typeof openClaims>>
let owner: Client
beforeAll(async () => {
  station = await openClaims()
  owner = station.owner
})
afterAll(() => station.shop.close())

/** Work at the expense of others, so many yuan of each; answers the settlement and its drafts. */
async function settled(work: readonly { makerId: number; price: string }[]) {
  const { desk } = station
  const labour = work.map(({ makerId, price }, i) =>
    desk.labour(`换件${i + 1}`, price, { payer: 'warranty', payerPartnerId: makerId }),
  )
  const order = await desk.finished({ header: desk.plainBody().header, labour })
  const settlement = await desk.settle(await desk.drafted(order))
  return { settlement, drafts: await draftsOf(settlement.id) }
}
const draftsOf = (settlementId: number) =>
  station.shop.sql<{ id: number; manufacturerId: number }>(
    `select id, manufacturer_id from repair_document where group_id = $1 and kind = 'warranty_bill' and settlement_id = $2 and state = 'draft' order by id`,
    settlementId,
  )
/** The draft with these of its lines, approved. */
async function approved(id: number, which: (i: number) => boolean = () => true) {
  const { header, labour } = await owner.call(routes.read, { params: { id } })
  const { complete } = await warrantyOf(station.shop)
  const saved = await save(owner, routes, {
    id,
    version: header.version,
    header: { ...header, ...complete, faultCodeId: null },
    labour: labour.filter((_, i) => which(i)).map((line) => typed(line as never)),
  } as never)
  return act(owner, routes, saved, 'approve')
}
/** Work at the expense of one manufacturer, and bills of its first two jobs, each approved alone. */
async function inTwoBills(...prices: readonly string[]) {
  const manufacturerId = station.makerId
  const { settlement, drafts } = await settled(prices.map((price) => ({ makerId: manufacturerId, price })))
  const first = await approved(drafts[0]?.id as number, (i) => i === 0)
  const { id } = await owner.call(makeBill, { body: { settlementId: settlement.id, manufacturerId } })
  return { settlement, first, second: await approved(id, (i) => i === 0) }
}
/** What the settlement has opened on manufacturers, and whether they have agreed to it. */
const itemsOf = async (settlementId: number) =>
  (
    await station.shop.sql<{ said: string }>(
      `select concat_ws(' ', balance, case when is_unconfirmed then 'waits' else 'agreed' end) as said from open_item
        where group_id = $1 and source_kind = 'repair_settlement' and source_id = $2 and payer_type = 'warranty' and original <> 0 order by id`,
      settlementId,
    )
  ).map(({ said }) => said)

/** What its refunds that stand have credited them with, and whether that is agreed to. */
const creditsOf = async (settlementId: number) =>
  (
    await station.shop.sql<{ said: string }>(
      `select concat_ws(' ', i.original, case when i.is_unconfirmed then 'waits' else 'agreed' end) as said from open_item i
        join repair_document t on t.group_id = i.group_id and t.kind = i.source_kind and t.id = i.source_id and t.state = 'done' and not t.is_red
        where i.group_id = $1 and t.kind = 'repair_refund' and t.settlement_id = $2 and i.payer_type = 'warranty' and i.original <> 0 order by i.id`,
      settlementId,
    )
  ).map(({ said }) => said)

it('two manufacturers answer for themselves', async () => {
  const { shop, makerId, claims } = station
  const otherId = await newPartner(shop, '二号厂家', 4)
  const { settlement, drafts } = await settled([
    { makerId, price: '300' },
    { makerId: otherId, price: '200' },
  ])
  expect(drafts.map(({ manufacturerId }) => manufacturerId).toSorted()).toEqual([makerId, otherId].toSorted())
  const [first] = drafts.filter(({ manufacturerId }) => manufacturerId === makerId)
  const bill = await approved(first?.id as number)
  expect(await itemsOf(settlement.id)).toEqual(['300.00 waits', '200.00 waits'])
  await claims.confirmed((await claims.sent([bill.id])).id)
  expect(await itemsOf(settlement.id)).toEqual(['300.00 agreed', '200.00 waits'])
})

it('of several of one manufacturer what was billed is agreed to once all of them are answered', async () => {
  const { claims } = station
  const { settlement, first, second } = await inTwoBills('300', '200')
  const claim = await claims.sent([first.id, second.id])
  const lines = await claims.open(claim.id)
  const answer = (billId: number) =>
    lines
      .filter((line) => line.billId === billId)
      .map(({ billLineId, claimedAmount }) => ({ billLineId, confirmedAmount: claimedAmount as string }))
  const { header } = await claims.answerBody(claim.id)
  const say = async (billId: number) =>
    act(
      owner,
      claimConfirmation.routes,
      await save(owner, claimConfirmation.routes, { header, verdicts: answer(billId) } as never),
      'confirm',
    )
  await say(first.id)
  expect(await itemsOf(settlement.id)).toEqual(['500.00 waits'])
  const last = await say(second.id)
  expect(await itemsOf(settlement.id)).toEqual(['500.00 agreed'])
  await act(owner, claimConfirmation.routes, last, 'undo')
  expect(await itemsOf(settlement.id)).toEqual(['500.00 waits'])
})

it('one that is given up is waited for no more', async () => {
  const { claims } = station
  const { settlement, first, second } = await inTwoBills('300', '200')
  await claims.confirmed((await claims.sent([first.id])).id)
  expect(await itemsOf(settlement.id)).toEqual(['500.00 waits'])
  await act(owner, routes, second, 'close')
  expect(await itemsOf(settlement.id)).toEqual(['300.00 agreed'])
  const query = { tab: 'warranty', page: 1, rows: 20, billNo: first.billNo }
  const { rows } = await owner.call(claimsMoney.list, { query: query as never })
  expect(rows.map(({ state, balance }) => [state, balance])).toEqual([['agreed', '300.00']])
})

it('what is refunded is waited for no more, until the refund is taken back', async () => {
  const { makerId, claims, desk } = station
  const { settlement, drafts } = await settled([
    { makerId, price: '300' },
    { makerId, price: '200' },
  ])
  const first = await approved(drafts[0]?.id as number, (i) => i === 0)
  await claims.confirmed((await claims.sent([first.id])).id)
  expect(await itemsOf(settlement.id)).toEqual(['500.00 waits'])
  const [, second] = (await owner.call(repairSettlement.routes.read, { params: { id: settlement.id } })).labour
  const lines = (refundAmount: string) => [{ sourceLineId: second?.id as number, qty: '0', refundAmount }]
  const part = await desk.refund(settlement.id, lines('80'))
  expect(await creditsOf(settlement.id)).toEqual(['-80.00 waits'])
  const rest = await desk.refund(settlement.id, lines('120'))
  const agreed = { items: ['300.00 agreed'], credits: ['-80.00 agreed', '-120.00 agreed'] }
  expect({ items: await itemsOf(settlement.id), credits: await creditsOf(settlement.id) }).toEqual(agreed)
  await act(owner, repairRefund.routes, rest, 'reverse')
  expect([...(await itemsOf(settlement.id)), ...(await creditsOf(settlement.id))]).toEqual([
    '420.00 waits',
    '-80.00 waits',
  ])
  await act(owner, repairRefund.routes, part, 'unapprove')
  expect(await itemsOf(settlement.id)).toEqual(['500.00 waits'])
})

it('each of several is a row of its own part among what is owed, beside what no bill claims', async () => {
  const { makerId, claims, shop } = station
  const { settlement, first, second } = await inTwoBills('300', '200', '50')
  const owed = async () => {
    const query = { tab: 'warranty', page: 1, rows: 200, partnerId: makerId }
    const { rows } = await owner.call(claimsMoney.list, { query: query as never })
    const [open] = await shop.sql<{ balance: string }>(
      `select sum(balance) as balance from open_item where group_id = $1 and tab = 'warranty' and side = 'AR' and partner_id = $2`,
      makerId,
    )
    expect(money(sumOf(rows, ({ balance }) => balance ?? '0'))).toBe(open?.balance)
    return rows
      .filter(({ billNo }) => [first.billNo, second.billNo, settlement.billNo].includes(billNo))
      .map(({ billNo, state, original, balance }) => [billNo, state, original, balance])
      .toSorted(([, , a = ''], [, , b = '']) => String(b).localeCompare(String(a)))
  }
  expect(await owed()).toEqual([
    [settlement.billNo, 'open', '50.00', '50.00'],
    [first.billNo, 'open', '300.00', '300.00'],
    [second.billNo, 'open', '200.00', '200.00'],
  ])
  await claims.confirmed((await claims.sent([first.id])).id, [{ amount: '280', reason: '按厂家价' }])
  expect((await owed())[1]).toEqual([first.billNo, 'agreed', '280.00', '280.00'])
  const header = { bizDate: shanghaiDay(), partnerId: makerId }
  const body = { header, bills: [{ billId: first.id }] } as never
  await act(owner, warrantySettlement.routes, await save(owner, warrantySettlement.routes, body), 'approve')
  expect(await owed()).toEqual([
    [settlement.billNo, 'open', '50.00', '50.00'],
    [second.billNo, 'open', '200.00', '200.00'],
  ])
})
