// Nobody sees, spends or changes a card, a package or a coupon without the right to it: another group, another shop, a user of the shop without the button. Every
// call that names one is tried, and nothing on cards is other than before. Payment codes are not guessed at once either.
import { issueCoupons, voidCoupons } from '@chepu/contract/cards/coupon'
import { cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher, voucherFields, type VoucherPurpose } from '@chepu/contract/cards/card-voucher'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { repairSettlement, settlementPreview } from '@chepu/contract/repair/settlement'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGroup } from '../src/access/provision'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { makeVoucher } from './cards'
import { openBranch } from './people'
import { maintenanceItem, settlingAt } from './settling'
import { openCard } from './spent-cards'
import { type Answer, type AnyRoute, type Client, one, openShop, type Shop } from './shop'
import { signIn, stockShop } from './stage'
import { workshopOf } from './workshop'

type Owned = Awaited<ReturnType<typeof openCard>>
let shop: Shop
let owner: Client
/** A card of this shop alone, one that is good in all shops, and a coupon of this shop alone. */
let local: Owned
let shared: Owned
let coupon: { id: number; couponNo: string; batchId: number }
let voucherId: number
let settlementId: number
let orderId: number
const pin = '246810'

beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
  const workshop = await workshopOf(shop)
  const { partnerId } = workshop
  const serviceItemId = await maintenanceItem(shop, workshop)
  const bought = { serviceItemId, times: '3', price: '80', total: '240' }
  local = await openCard(shop, owner, {
    partnerId,
    principal: '500',
    gift: '100',
    bought,
    type: { is_cross_org: false },
  })
  shared = await openCard(shop, owner, { partnerId, principal: '500', gift: '100', bought })
  for (const { id } of [local, shared]) await owner.call(cardRoutes.setPin, { params: { id }, body: { pin } })
  voucherId = (await makeVoucher(owner, { purpose: 'grant', partnerId, cardId: local.id, giftChange: '1' })).id
  coupon = await shop.db.tenant(shop.groupId, async (tx) => {
    const terms = { org_id: shop.orgId, name: '本店券', face: '50', valid_days: 30, qty: 3, creator_id: 1 }
    const batchId = await one(tx, 'coupon_batch', terms)
    const days = { valid_from: shanghaiDay(), valid_to: '2099-12-31' }
    const row = { org_id: shop.orgId, batch_id: batchId, coupon_no: '123456789012', ...days, issued_by: 1 }
    return { id: await one(tx, 'coupon', row), couponNo: '123456789012', batchId }
  })
  const desk = settlingAt(shop, owner, workshop)
  const order = await desk.finished(desk.plainBody('100'))
  orderId = order.id
  settlementId = (await desk.drafted(order)).id
})
afterAll(() => shop.close())

/** All that stands on cards, and whose coupons are. */
const standing = () =>
  shop.sql(
    `select 'card' as what, id, concat_ws(' ', card_no, state, vehicle_id, principal, gift, points, valid_until, pin_hash) as said from card where group_id = $1
      union all select 'item', id, concat_ws(' ', times_left, value_left) from card_item where group_id = $1
      union all select 'coupon', id, concat_ws(' ', state, used_by, partner_id) from coupon where group_id = $1
      union all select 'slip', id, state from money_slip where group_id = $1 and kind = 'card_voucher' order by 1, 2`,
  )

interface Place {
  client: Client
  partnerId: number
  vehicleId: number
  warehouseId: number
  workerTypeId: number
  cashId: number
}
/** Everything that somebody may try with a card: each change, with what else it needs of his own. */
function attempts(at: Place, { id: cardId, itemId }: Owned): [what: string, route: AnyRoute, options: object][] {
  const { partnerId, vehicleId, warehouseId, workerTypeId, cashId } = at
  const bizDate = shanghaiDay()
  const cash = (amount: string) => [{ storeAccountId: cashId, amount }]
  const typed: Record<string, unknown> = {
    cardId,
    principalChange: '10',
    giftChange: '5',
    pointsChange: '5',
    cardNo: 'NEU1',
    vehicleId,
  }
  const purposes = (Object.keys(voucherFields) as VoucherPurpose[]).filter((purpose) =>
    voucherFields[purpose].includes('cardId'),
  )
  const payee = {
    payeeName: '外人',
    payeeBank: '工行',
    payeeAccount: '6222',
    payeeIdNo: '11010519491231002X',
    payeeReason: '受托代为收款',
  }
  const vouchers = purposes.map((purpose): [string, AnyRoute, object] => {
    const fields = voucherFields[purpose].filter((field) => field in typed).map((field) => [field, typed[field]])
    const header = {
      bizDate,
      partnerId,
      purpose,
      ...Object.fromEntries(fields),
      ...(purpose === 'refund_card' && payee),
    }
    const tenders = purpose === 'recharge' ? cash('10') : purpose === 'refund_card' ? cash('740') : []
    return [`办卡单 ${purpose}`, cardVoucher.routes.save, { body: { header, tenders, action: { name: 'approve' } } }]
  })
  const cards = [{ cardId, amount: '50', pin }]
  const fast = {
    kind: 'fast',
    header: { partnerId, vehicleId, warehouseId },
    labour: [{ name: '洗车', workerTypeId, price: '50' }],
  }
  const uses = [{ lineId: 1, cardItemId: itemId, times: '1' }]
  const settlement = { bizDate, partnerId, vehicleId, workOrderId: orderId }
  return [
    ...vouchers,
    ['支付密码', cardRoutes.setPin, { params: { id: cardId }, body: { pin: '975310' } }],
    [
      '红冲',
      cardVoucher.routes.act,
      { params: { id: voucherId, action: 'reverse' }, body: { version: 2, reason: '试探' } },
    ],
    ['快修', fastOrder.settle, { body: { ...fast, payment: { cards } } }],
    [
      '结算',
      repairSettlement.routes.act,
      { params: { id: settlementId, action: 'settle' }, body: { version: 1, input: { cards } } },
    ],
    ['套餐抵扣', repairSettlement.routes.save, { body: { header: { ...settlement, packageUses: uses } } }],
    ['代金券', repairSettlement.routes.save, { body: { header: { ...settlement, couponNos: [coupon.couponNo] } } }],
    ['发券', issueCoupons, { body: { batchId: coupon.batchId, qty: 1 } }],
    ['作废券', voidCoupons, { body: { couponIds: [coupon.id], reason: '试探' } }],
  ]
}

/** Tries each, and answers those that were let through. */
async function through(at: Place, card: Owned): Promise<string[]> {
  const before = await standing()
  const passed: string[] = []
  for (const [what, route, options] of attempts(at, card)) {
    const answer = (await at.client.ask(route, options as never)) as Answer<unknown>
    if (answer.status < 400 || answer.status >= 500) passed.push(`${what}: ${answer.status} ${answer.msg}`)
  }
  expect(await standing()).toEqual(before)
  return passed
}

/** Every page and list of cards, with every id; what of the secrets it tells. */
async function told(client: Client, secrets: readonly string[]): Promise<string[]> {
  const ids = [local.id, shared.id, voucherId, coupon.batchId, coupon.id, settlementId, orderId]
  const leaks: string[] = []
  const ofCards = /card|coupon|fast-order|goods-trade|settlement|customer-page/
  for (const route of shop.app.routes.filter(({ method, path }) => method === 'GET' && ofCards.test(path)))
    for (const id of route.path.includes(':') ? ids : [0]) {
      const path = route.path.replace(/:\w+/g, String(id))
      const response = await fetch(`${shop.origin}${path}`, { headers: { token: client.token } })
      const text = await response.text()
      if (response.status >= 500 || secrets.some((secret) => text.includes(secret)))
        leaks.push(`${path} ${response.status}`)
    }
  return leaks
}

const here = async (client: Client): Promise<Place> => {
  const { partnerId, vehicleId, workerTypeId } = await workshopOf(shop)
  return { client, partnerId, vehicleId, workerTypeId, warehouseId: shop.warehouseId, cashId: shop.cashId }
}

describe('another group', () => {
  it('sees no card and does nothing with one, whatever it names', async () => {
    const groupId = await createGroup(shop.db, '别的集团')
    const theirs = await shop.db.tenant(groupId, (tx) => stockShop(tx, { creditCheck: false }))
    const client = await signIn({ db: shop.db, origin: shop.origin, groupId }, theirs.orgId, 'owner')
    const workshop = await workshopOf({ db: shop.db, groupId, orgId: theirs.orgId })
    const { partnerId, vehicleId, workerTypeId } = workshop
    const at = { client, partnerId, vehicleId, workerTypeId, warehouseId: theirs.warehouseId, cashId: theirs.cashId }
    for (const card of [local, shared]) expect(await through(at, card)).toEqual([])
    expect(await told(client, [local.cardNo, shared.cardNo, coupon.couponNo])).toEqual([])
  })
})

describe('another shop', () => {
  it('sees nothing of a card that is good in its own shop alone, and does nothing with it', async () => {
    const { orgId, warehouseId } = await openBranch(shop)
    const client = await shop.signIn('owner', orgId)
    const cashId = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'store_account', {
        org_id: orgId,
        code: 'XJ2',
        name: '分店现金',
        kind: 'cash',
        opening_on: '2026-01-01',
        opening_balance: '5000',
        balance: '5000',
      }),
    )
    const at = { ...(await here(client)), warehouseId, cashId }
    expect(await through(at, local)).toEqual([])
    expect(await told(client, [local.cardNo, coupon.couponNo])).toEqual([])
    // What may be used everywhere is neither paid back nor given another code elsewhere.
    const before = await standing()
    const forbidden = attempts(at, shared).filter(([what]) => /refund_card|支付密码|红冲|expire/.test(what))
    for (const [what, route, options] of forbidden)
      expect((await client.ask(route, options as never)).status, what).toBeGreaterThanOrEqual(400)
    expect(await standing()).toEqual(before)
  })
})

describe('a user of the shop', () => {
  it.each(['technician', 'warehouse_keeper', 'buyer'])(
    'without the rights, %s, sees no card and does nothing with one',
    async (role) => {
      const client = await shop.signIn(role)
      expect(await through(await here(client), shared)).toEqual([])
      expect(await told(client, [local.cardNo, shared.cardNo, coupon.couponNo])).toEqual([])
    },
  )
})

describe('the payment code', () => {
  it('is not guessed by many counters at once: five tries are looked at, and the right one comes too late', async () => {
    const at = await here(owner)
    const { partnerId, vehicleId, warehouseId, workerTypeId } = at
    const body = (code: string) => ({
      kind: 'fast' as const,
      header: { partnerId, vehicleId, warehouseId },
      labour: [{ name: '洗车', workerTypeId, price: '50' }],
      payment: { cards: [{ cardId: shared.id, amount: '50', pin: code }] },
    })
    const before = await standing()
    const guesses = Array.from({ length: 9 }, (_, i) => owner.ask(fastOrder.settle, { body: body(`00000${i}`) }))
    const answers = (await Promise.all(guesses)).map(({ status, msg }) => `${status} ${msg}`)
    const wait = `400 会员卡 ${shared.cardNo} 支付密码连续输错5次，请15分钟后再试`
    const left = (count: number) => `400 会员卡 ${shared.cardNo} 支付密码不正确，还可以输入${count}次`
    expect(answers.toSorted()).toEqual([left(1), left(2), left(3), left(4), wait, wait, wait, wait, wait])
    const late = await owner.ask(fastOrder.settle, { body: body(pin) })
    expect(`${late.status} ${late.msg}`).toBe(wait)
    // Nor is it lifted by an order that comes to nothing, or by the preview.
    await owner.ask(settlementPreview, { body: { workOrderId: orderId } as never })
    expect(await standing()).toEqual(before)
    const other = { body: { ...body(pin), payment: { cards: [{ cardId: local.id, amount: '50', pin }] } } }
    expect((await owner.ask(fastOrder.settle, other)).status).toBe(200)
  })
})

it('may do what was tried above who has the rights to it, so that the refusals mean something', async () => {
  const passed: string[] = []
  for (const [what, route, options] of attempts(await here(owner), local)) {
    const { status } = (await owner.ask(route, options as never)) as Answer<unknown>
    if (status === 200) passed.push(what)
  }
  const purposes = ['recharge', 'grant', 'replace', 'lost', 'found', 'freeze', 'unfreeze', 'rebind']
  expect(passed).toEqual([...purposes.map((purpose) => `办卡单 ${purpose}`), '支付密码', '红冲', '发券', '作废券'])
})
