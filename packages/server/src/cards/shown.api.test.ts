// Cards of customers whom another shop does not see: found and used there by what they show alone (business/cards 3).
import { issueCoupons } from '@chepu/contract/cards/coupon'
import { cardList, cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeVoucher, newCardPackage, voucherBody } from '../../test/cards'
import { trySave } from '../../test/desk'
import { openBranch, worker } from '../../test/people'
import { settlingAt, stockParts } from '../../test/settling'
import { type Client, one, openShop, type Shop } from '../../test/shop'
import { openCard } from '../../test/spent-cards'
import { signIn, stockShop } from '../../test/stage'
import { type Workshop, workshopOf } from '../../test/workshop'
import { createGroup } from '../access/provision'
import type { Tx } from '../kernel/db/tx'

let shop: Shop
let owner: Client
let there: Client
let workshop: Workshop
let thereId: number
let partnerId: number
let vehicleId: number
let shared: { id: number; cardNo: string }
let local: { id: number; cardNo: string }
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  await stockParts(shop, owner)
  thereId = (await openBranch(shop, '07', '城西店')).orgId
  await shop.db.tenant(shop.groupId, async (tx) => {
    // The holder is the customer of the branch; the first shop's people see their own alone.
    partnerId = await customerThere(tx, { code: 'K70001', name: '会员甲', mobile: '13900001234' })
    vehicleId = await one(tx, 'vehicle', { plate: '京B77777', vin: 'LSVAA4187C2184700', partner_id: partnerId })
  })
  const branch = await shop.signIn('owner', thereId)
  shared = await openCard(shop, branch, { partnerId, principal: '500' }, false)
  local = await openCard(shop, branch, { partnerId, principal: '500', type: { is_cross_org: false } }, false)
  there = (await worker(shop, 'manager')).client
})
afterAll(() => shop.close())

/** A customer of the branch alone. */
async function customerThere(tx: Tx, row: Record<string, unknown>): Promise<number> {
  const id = await one(tx, 'partner', { kind: 'person', cus_flag: 1, ...row })
  await tx.insert('partner_org', ['group_id', 'partner_id', 'org_id'], [[tx.groupId, id, thereId]])
  return id
}

const found = async (query: object) =>
  (await there.call(cardRoutes.lookup, { query: query as { q: string } })).rows.map(({ id }) => id)

it('are found by what is shown, and by nothing else', async () => {
  expect((await there.ask(cardRoutes.read, { params: { id: shared.id } })).status).toBe(404)
  const ways: [object, boolean][] = [
    [{ partnerId }, false],
    [{ q: '1234' }, false],
    [{ q: '13900001234' }, false],
    [{ q: '77777' }, false],
    [{ q: shared.cardNo.slice(0, -1) }, false],
    [{ partnerId, cardNo: local.cardNo }, false],
    [{ partnerId, car: '77777' }, false],
    [{ q: local.cardNo }, false],
    [{ q: ` ${shared.cardNo.toLowerCase()}` }, true],
    [{ q: '京B77777' }, true],
    [{ partnerId, cardNo: shared.cardNo }, true],
    [{ partnerId, car: 'LSVAA4187C2184700' }, true],
  ]
  for (const [query, isFound] of ways)
    expect(await found(query), JSON.stringify(query)).toEqual(isFound ? [shared.id] : [])
  const { rows } = await there.call(cardRoutes.lookup, { query: { q: shared.cardNo } })
  expect(rows.map(({ mobile }) => mobile)).toEqual(['139****1234'])
  const seen = await (await shop.signIn('manager', thereId)).call(cardRoutes.lookup, { query: { q: '1234' } })
  expect(seen.rows.map(({ mobile }) => mobile)).toEqual(['13900001234', '13900001234'])
})

it('are listed for who scans them', async () => {
  const listed = async (query: object) => (await there.call(cardList.list, { query })).rows
  for (const query of [
    {},
    { partnerId },
    { q: '1234' },
    { q: '77777' },
    { q: shared.cardNo.slice(0, -1) },
    { cardNo: local.cardNo },
  ])
    expect(await listed(query), JSON.stringify(query)).toEqual([])
  for (const query of [{ q: shared.cardNo }, { cardNo: shared.cardNo }])
    expect(await listed(query)).toMatchObject([
      { id: shared.id, mobile: '139****1234', principal: '500.00', isSeen: false },
    ])
  // What happened to it is not offered, and not answered.
  for (const route of [cardRoutes.read, cardRoutes.movements])
    expect((await there.ask(route, { params: { id: shared.id } })).status).toBe(404)
  const { rows } = await owner.call(cardList.list, { query: { q: shared.cardNo } })
  expect(rows).toMatchObject([{ isSeen: true }])
})

it('are offered at the counter, and reckoned with, to whom they are shown', async () => {
  const known = async (shown: object) =>
    (await there.call(fastOrder.known, { query: { partnerId, ...shown } })).cards.map(({ id }) => id)
  expect(await known({})).toEqual([])
  expect(await known({ vehicleId })).toEqual([])
  expect(await known({ car: '77777' })).toEqual([])
  expect(await known({ cardNo: shared.cardNo })).toEqual([shared.id])
  expect(await known({ vehicleId, car: '京B77777' })).toEqual([shared.id])
  const params = { id: shared.id }
  expect((await there.ask(cardRoutes.rechargePreview, { params, query: { principal: '100' } })).status).toBe(404)
  const query = { principal: '100', cardNo: shared.cardNo }
  expect((await there.call(cardRoutes.rechargePreview, { params, query })).principalAfter).toBe('600.00')
})

it('pay goods without a car where the number is said, and work where the car stands there', async () => {
  const materials = [{ partId: shop.parts.pad, qty: '1', price: '30' }]
  const payment = { cards: [{ cardId: shared.id, amount: '30' }] }
  const goods = (more: object) =>
    there.ask(fastOrder.settle, {
      body: { kind: 'goods', header: { partnerId, warehouseId: shop.warehouseId }, materials, payment, ...more },
    })
  const none = { status: 400, errors: [{ path: 'header.partnerId', message: '客户不存在' }] }
  for (const more of [{}, { cardNo: local.cardNo }, { cardNo: '77777' }, { car: '京B77777' }])
    expect(await goods(more), JSON.stringify(more)).toMatchObject(none)
  expect(await goods({ cardNo: shared.cardNo })).toMatchObject({ status: 200, data: { customerDue: '30.00' } })
})

it('take money and packages elsewhere where they are shown, and are not declared lost by it', async () => {
  // Another customer: who has paid in a shop is one of its own.
  const holderId = await shop.db.tenant(shop.groupId, (tx) => customerThere(tx, { code: 'K70002', name: '会员乙' }))
  const card = await openCard(
    shop,
    await shop.signIn('owner', thereId),
    { partnerId: holderId, principal: '500' },
    false,
  )
  const desk = settlingAt(shop, owner, workshop)
  const header = { purpose: 'recharge' as const, partnerId: holderId, cardId: card.id, principalChange: '100' }
  const tenders = [{ ...desk.cash('100'), fee: '0', tradeNo: '' }]
  const tried = (more: object) => trySave(there, cardVoucher.routes, voucherBody({ ...header, ...more }, tenders))
  const none = { status: 400, errors: [{ path: 'header.partnerId', message: '客户不存在' }] }
  for (const more of [{}, { cardNo: shared.cardNo }, { cardNo: 'VIP' }]) expect(await tried(more)).toMatchObject(none)
  const lost = { ...header, purpose: 'lost' as const, principalChange: '0', cardNo: card.cardNo }
  expect(await trySave(there, cardVoucher.routes, voucherBody(lost))).toMatchObject(none)
  expect((await tried({ cardNo: card.cardNo })).status).toBe(200)
})

it('are not found by trying numbers', async () => {
  const cashier = await worker(shop, 'cashier_accountant')
  const look = (q: string) => cashier.client.ask(cardRoutes.lookup, { query: { q } })
  // Two more are free with every second that the machine takes to answer.
  const answers = await Promise.all(Array.from({ length: 180 }, (_, i) => look(`VIP${100_000 + i}`)))
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.msg).toBe('查询会员卡号次数过多，请稍后再试')
  expect((await look('会员')).status).toBe(200)
})

it('are held by nobody without a name', async () => {
  const system = await shop.sql<{ id: number; kind: string }>(
    `select id, system_kind as kind from partner where group_id = $1 and
      (system_kind = 'walk_in' and system_org_id = $2 or system_kind = 'sister_org' and system_org_id <> $2) order by kind desc`,
    shop.orgId,
  )
  expect(system.map(({ kind }) => kind)).toEqual(['walk_in', 'sister_org'])
  const batch = { org_id: shop.orgId, name: '满减券', face: '10', qty: 10, valid_days: 30, creator_id: 1 }
  const batchId = await shop.db.tenant(shop.groupId, (tx) => one(tx, 'coupon_batch', batch))
  const [type] = await shop.sql<{ id: number }>('select min(id) as id from card_type where group_id = $1')
  for (const { id, kind } of system) {
    const body = voucherBody({ purpose: 'open', partnerId: id, cardTypeId: type?.id as number })
    const errors = [{ path: 'header.partnerId', message: '请先登记客户资料，零散客户不能办卡' }]
    expect(await trySave(owner, cardVoucher.routes, body)).toMatchObject({ status: 400, errors })
    const issued = await owner.ask(issueCoupons, { body: { batchId, partnerIds: [id], qty: 1 } })
    expect(issued.msg).toContain(kind === 'walk_in' ? '不能发券' : '不存在')
  }
})

/** Everything that is done to a card, one after the other: what it takes and pays, and what comes of it by where the whole number is said. */
const done: Record<string, [fields: object, paid: string | null, sister: string]> = {
  lost: [{}, null, '客户不存在'],
  found: [{}, null, '客户不存在'],
  replace: [{}, null, '客户不存在'],
  grant: [{ giftChange: '5' }, null, '可以'],
  rebind: [{}, null, '可以'],
  freeze: [{}, null, '可以'],
  unfreeze: [{}, null, '客户不存在'],
  refund_card: [{}, '60', '会员卡 卡号 由「城西店」发卡，请到发卡门店退卡'],
  // Who has paid somewhere is a customer there, so that these come last.
  recharge: [{ principalChange: '10' }, '10', '可以'],
  package_sale: [{}, '50', '可以'],
}

it('are changed in their own shop, where they are shown as far as that proves, and nowhere else', async () => {
  const account = { org_id: thereId, code: 'XJ7', name: '城西现金', kind: 'cash', opening_on: '2026-01-01' }
  const cashId = await shop.db.tenant(shop.groupId, (tx) => one(tx, 'store_account', account))
  const line = { partId: shop.parts.oil, times: '1', listPrice: '50', allocPrice: '50', allocTotal: '50' }
  const cardPackageId = await newCardPackage(shop, { name: '机油一次', salePrice: '50', lines: [line] })
  const branch = await shop.signIn('owner', thereId)
  const groupId = await createGroup(shop.db, '别的集团')
  const theirs = await shop.db.tenant(groupId, (tx) => stockShop(tx, {}))
  const foreigner = await signIn({ db: shop.db, origin: shop.origin, groupId }, theirs.orgId, 'owner')

  /** What came of everything that is tried with a card of a new holder. */
  async function tried(
    name: string,
    client: Client,
    accountId: number,
    type: Record<string, unknown>,
  ): Promise<object> {
    const holder = await shop.db.tenant(shop.groupId, async (tx) => {
      const id = await customerThere(tx, { code: `K7${name}`, name })
      return { partnerId: id, vehicleId: await one(tx, 'vehicle', { plate: `京C${name}`, partner_id: id }) }
    })
    const issued = () => openCard({ ...shop, cashId }, branch, { partnerId: holder.partnerId, principal: '60', type })
    const [card, other] = [await issued(), await issued()]
    const outcomes: Record<string, string> = {}
    for (const [purpose, [fields, paid]] of Object.entries(done)) {
      // What is given back is over.
      const { id: cardId } = purpose === 'refund_card' ? other : card
      const values = { purpose, partnerId: holder.partnerId, cardId }
      const more = purpose === 'rebind' ? holder : purpose === 'package_sale' ? { cardPackageId } : {}
      const [now] = await shop.sql<{ state: string; cardNo: string }>(
        'select state, card_no from card where group_id = $1 and id = $2',
        cardId,
      )
      const cardNo = purpose === 'replace' ? `NEU${name}` : (now?.cardNo as string)
      const tenders = paid === null ? [] : [{ storeAccountId: accountId, amount: paid }]
      const body = voucherBody({ ...values, ...fields, ...more, cardNo } as never, tenders)
      const { status, msg, errors } = await trySave(client, cardVoucher.routes, body)
      outcomes[purpose] = status === 200 ? '可以' : (errors?.[0]?.message ?? msg).replace(cardNo, '卡号')
      // What stands still is good again for what is tried next.
      if (purpose === 'unfreeze' && now?.state === 'frozen' && status !== 200)
        await makeVoucher(branch, { ...values, purpose })
    }
    for (const what of ['setPin', 'resetPin']) {
      const body = { params: { id: card.id }, body: { pin: '246810' } }
      const { status, msg } = await client.ask(cardRoutes.setPin, body)
      outcomes[what] = status === 200 ? '可以' : msg
    }
    return outcomes
  }
  const all = (said: string) => Object.fromEntries(Object.keys(done).map((purpose) => [purpose, said]))
  const none = '会员卡不存在或无权查看'
  const noPin = { setPin: none, resetPin: none }
  const sister = Object.fromEntries(Object.entries(done).map(([purpose, [, , said]]) => [purpose, said]))
  expect(await tried('10001', branch, cashId, {})).toEqual({ ...all('可以'), setPin: '可以', resetPin: '可以' })
  expect(await tried('10002', there, shop.cashId, {})).toEqual({ ...sister, ...noPin })
  expect(await tried('10003', there, shop.cashId, { is_cross_org: false })).toEqual({ ...all('客户不存在'), ...noPin })
  expect(await tried('10004', foreigner, theirs.cashId, {})).toEqual({ ...all('客户不存在'), ...noPin })
})
