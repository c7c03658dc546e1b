// Cards, packages and coupons in the walk of the workshop: customers have them from the beginning, charge them, and pay with them.
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { settlementPreview } from '@chepu/contract/repair/settlement'
import { addDays } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { newCardPackage, newCardType } from './cards'
import { one, type Shop } from './shop'
import { acts, type Floor, type Hand, money, send, took } from './workshop-hand'

/** The types of cards and the package that cards of the walk are charged with: pieces of each part. */
export async function openCards(shop: Shop): Promise<Floor['cards']> {
  const row = { points_per_yuan: '1', recharge_rules: JSON.stringify([{ pay: '100', gift: '30' }]) }
  const typeIds = [
    await newCardType(shop, { name: '先本金', ...row }),
    await newCardType(shop, { name: '按比例', ...row, deduct_rule: 'ratio', labour_rate: '0.9' }),
  ]
  const lines = Object.values(shop.parts).map((partId) => ({
    partId,
    times: '6',
    listPrice: '50',
    allocPrice: '16.6667',
    allocTotal: '100',
  }))
  const packageId = await newCardPackage(shop, { name: '材料套餐', salePrice: '300', lines })
  return { typeIds, packageId }
}

/** A customer buys a card with money and a package, charges the one that he has, or gets a coupon. */
export async function sellCard(hand: Hand): Promise<void> {
  const { random, floor } = hand
  const { partnerId } = random.pick(floor.cars)
  if (random.chance(0.4)) return giveCoupon(hand, partnerId)
  const [card] = await floor.shop.sql<{ id: number }>(
    'select id from card where group_id = $1 and partner_id = $2 order by id desc limit 1',
    partnerId,
  )
  const paid = money(hand, 300)
  const cash = (amount: string) => [{ storeAccountId: floor.shop.cashId, amount }]
  const opening = { purpose: 'open', cardTypeId: random.pick(floor.cards.typeIds), principalChange: paid }
  const of = { bizDate: shanghaiDay(), partnerId }
  const body =
    !card || random.chance(0.3)
      ? { header: { ...of, ...opening }, tenders: cash(paid) }
      : random.chance(0.5)
        ? { header: { ...of, purpose: 'recharge', cardId: card.id, principalChange: paid }, tenders: cash(paid) }
        : {
            header: { ...of, purpose: 'package_sale', cardId: card.id, cardPackageId: floor.cards.packageId },
            tenders: cash('300'),
          }
  await send(hand, 'card_voucher.save', cardVoucher.routes.save, { body: { ...body, action: { name: 'approve' } } })
}

async function giveCoupon({ random, floor: { shop } }: Hand, partnerId: number): Promise<void> {
  const ofShop = { org_id: shop.orgId }
  await shop.db.tenant(shop.groupId, async (tx) => {
    const terms = {
      name: `券${random.digits(6)}`,
      face: '20',
      threshold: random.pick(['0', '150']),
      scope: random.pick(['all', 'labour', 'part']),
    }
    const batch = await one(tx, 'coupon_batch', { ...ofShop, ...terms, valid_days: 30, qty: 1, creator_id: 1 })
    const days = { valid_from: shanghaiDay(), valid_to: addDays(shanghaiDay(), 30) }
    await one(tx, 'coupon', {
      ...ofShop,
      batch_id: batch,
      coupon_no: random.digits(12),
      partner_id: partnerId,
      ...days,
      issued_by: 1,
    })
  })
}

/** What of packages and coupons a settlement is saved with: mostly what would cover something. */
export async function givenByCards(hand: Hand, workOrderId: number): Promise<object> {
  const { client, random } = hand
  const shown = await client.ask(settlementPreview, { body: { workOrderId } as never })
  if (shown.status !== 200) return {}
  const packageUses = random.chance(0.7) ? shown.data.proposedUses : []
  const good = shown.data.coupons.filter(({ problem }) => problem === null)
  const couponNos = good.length > 0 && random.chance(0.7) ? [random.pick(good).couponNo] : []
  if (packageUses.length > 0) took(hand, 'package is used')
  if (couponNos.length > 0) took(hand, 'coupon is used')
  return { packageUses, couponNos }
}

/** A bill is paid by one of the customer's cards, whole or in part. */
export async function paymentByCard(hand: Hand, workOrderId: number, due: string): Promise<object | undefined> {
  const { client, random } = hand
  const shown = await client.ask(settlementPreview, { body: { workOrderId } as never })
  const [card] = shown.status === 200 ? random.shuffle(shown.data.cards) : []
  if (!card) return undefined
  const most = BigInt(card.principal.replace('.', '')) + BigInt(card.gift.replace('.', ''))
  const whole = BigInt(due.replace('.', ''))
  const fen = most < whole ? most : whole
  if (fen <= 0n) return undefined
  const amount = random.chance(0.6) ? fen : fen / 2n + 1n
  const digits = String(amount).padStart(3, '0')
  return { cards: [{ cardId: card.id, amount: `${digits.slice(0, -2)}.${digits.slice(-2)}` }] }
}

/** 红冲 of the latest 办卡单 that charged a card. */
export async function undoVoucher(hand: Hand): Promise<void> {
  const [latest] = await hand.floor.shop.sql<{ id: number; version: number }>(
    `select id, version from money_slip where group_id = $1 and kind = 'card_voucher' and state = 'done' and not is_red and purpose <> 'open' order by id desc limit 1`,
  )
  if (latest) await acts(hand, cardVoucher, latest, 'reverse')
}
