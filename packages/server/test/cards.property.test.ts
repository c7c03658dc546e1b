// One random walk of cards that two shops share, while connections to the database break in the middle of what is done: nothing is lost, nothing comes
// twice, and second books that know only what was typed and taken have the same to the fen.
import { afterEach, expect, it } from 'vitest'
import { createRandom } from '../../../db/demo/random'
import { newCardPackage, newCardType } from './cards'
import type { Counters, Hand, Kind } from './card-hand'
import { assertCards } from './card-books'
import { night, takeStep } from './card-walk'
import { openBranch } from './people'
import { openSecondServer } from './proxy'
import { assertBooks, Client, one, openShop, type Shop } from './shop'
import { workshopOf } from './workshop'

let shop: Shop | undefined
let counters: Counters | undefined
// Closing the shop checks every invariant of the books.
afterEach(async () => {
  await counters?.second.close()
  await shop?.close()
  shop = counters = undefined
})

/** Steps that the walk has to take, so that none of them stands here for show. */
const wanted = [
  ...['open', 'recharge', 'package_sale', 'grant', 'refund_card'].map((purpose) => `card_voucher.${purpose}`),
  ...['lost', 'found', 'freeze', 'unfreeze', 'replace'].map((purpose) => `card_voucher.${purpose}`),
  ...['recharge', 'package_sale', 'grant', 'refund_card', 'expire'].map((purpose) => `card_voucher.reverse ${purpose}`),
  ...['settle', 'unapprove'].map((action) => `repair_settlement.${action}`),
  ...['approve', 'unapprove', 'reverse'].map((action) => `repair_refund.${action}`),
  'fast.settle',
  'fast.undo',
]

it.each([71])(
  'of cards at two shops with breaking connections leaves the books right, seed %i',
  { timeout: 120_000 },
  async (seed) => {
    shop = await openShop({ config: { creditCheck: false } })
    counters = await openCounters(shop)
    const { orgId, warehouseId } = await openBranch(shop)
    const places = [
      { orgId: shop.orgId, warehouseId: shop.warehouseId },
      { orgId, warehouseId },
    ]
    const hands = await Promise.all(
      places.map((place, i) => handAt(counters as Counters, place, createRandom(`hand ${i}`, seed))),
    )
    const { missing } = counters
    // Hands go on until each step has been taken.
    for (let round = 0; round < 80 && (round === 0 || missing().length > 0); round += 1) {
      const steps = round === 0 ? 45 : 8
      await Promise.all(
        hands.map(async (hand) => {
          for (let step = 0; step < steps; step += 1) await takeStep(hand)
        }),
      )
      counters.second.proxy.cutAfter(-1)
      expect(counters.failures).toEqual([])
    }
    await night({
      counters: { ...counters, second: { ...counters.second, db: shop.db } },
      random: createRandom('night', seed),
    })
    await assertBooks(shop.db, shop.groupId)
    await assertCards(counters, hands)
    expect(missing()).toEqual([])
    expect(counters.repeated, 'connections have broken').toBeGreaterThan(5)
  },
)

async function openCounters(of: Shop): Promise<Counters> {
  const workshop = await workshopOf(of)
  const rules = JSON.stringify([
    { pay: '500', gift: '50' },
    { pay: '1000', giftRate: '0.1' },
  ])
  const kindOf = async (
    rule: Kind['rule'],
    validDays: number | null,
    pointsPerYuan: bigint,
    isShared = true,
  ): Promise<Kind> => {
    const row = {
      name: `${rule}${isShared ? '' : '本店'}`,
      deduct_rule: rule,
      valid_days: validDays,
      points_per_yuan: String(pointsPerYuan),
    }
    return {
      id: await newCardType(of, { ...row, recharge_rules: rules, is_cross_org: isShared }),
      rule,
      validDays,
      pointsPerYuan,
    }
  }
  const { serviceItemId, cars } = await of.db.tenant(of.groupId, async (tx) => {
    const [rate] = await tx.query<{ id: number }>({
      text: 'select id from tax_rate where group_id = $1 limit 1',
      values: [tx.groupId],
    })
    const owned = { worker_type_id: workshop.workerTypeId, tax_rate_id: rate?.id }
    const other = await one(tx, 'partner', { code: 'K00089', name: '车主乙', kind: 'person', cus_flag: 1 })
    const vehicleId = await one(tx, 'vehicle', { plate: '京A00003', vin: 'LSVAA4187C2184849', partner_id: other })
    await one(tx, 'vehicle_owner', { vehicle_id: vehicleId, partner_id: other, since: '2026-01-01' })
    const mine = { partnerId: workshop.partnerId, vehicleId: workshop.vehicleId }
    return {
      serviceItemId: await one(tx, 'service_item', { code: 'BY', name: '保养', pricing_mode: 'fixed', ...owned }),
      cars: [mine, { partnerId: other, vehicleId }],
    }
  })
  const packOf = async (name: string, times: bigint, value: string, price: string, validDays: number) => {
    const line = { serviceItemId, times: String(times), listPrice: '120', allocPrice: price, allocTotal: value }
    const id = await newCardPackage(of, { name, salePrice: value, valid_days: validDays, lines: [line] })
    return { id, times, value: BigInt(value.replace('.', '')), each: BigInt(price.replace('.', '')), validDays }
  }
  const done = new Map<string, number>()
  return {
    shop: of,
    workshop,
    cars,
    kinds: [
      await kindOf('principal_first', 60, 1n),
      await kindOf('gift_first', null, 0n),
      await kindOf('ratio', 60, 2n),
      await kindOf('gift_first', 30, 1n, false),
    ],
    packs: [await packOf('三次', 3n, '100.00', '33.3333', 30), await packOf('两次', 2n, '159.99', '79.9950', 30)],
    serviceItemId,
    second: await openSecondServer(of),
    told: [],
    done,
    missing: () => wanted.filter((step) => !done.has(step)),
    refused: new Set(),
    failures: [],
    repeated: 0,
  }
}

async function handAt(at: Counters, place: Pick<Hand, 'orgId' | 'warehouseId'>, random: Hand['random']): Promise<Hand> {
  const { shop: of, second } = at
  const client = await of.signIn('owner', place.orgId)
  const account = (kind: string) =>
    of.db.tenant(of.groupId, (tx) =>
      one(tx, 'store_account', {
        org_id: place.orgId,
        code: `K${kind}`,
        name: `柜台${kind}`,
        kind,
        opening_on: '2026-01-01',
        opening_balance: '50000',
        balance: '50000',
      }),
    )
  const shaky = new Client(second.origin, client.token)
  return {
    ...place,
    counters: at,
    cashId: await account('cash'),
    bankId: await account('bank'),
    client,
    shaky,
    random,
    settlements: [],
  }
}
