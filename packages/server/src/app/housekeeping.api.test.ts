import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { post } from '../../test/desk'
import { openShop, type Shop } from '../../test/shop'
import { shanghaiDay } from '../kernel/base/calendar'
import { keepHouse, keepHouseOnce } from './housekeeping'

let shop: Shop
let owner: pg.Client
beforeAll(async () => {
  shop = await openShop()
  owner = new pg.Client({ connectionString: shop.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await shop.close()
})

/** What one night writes to the log. */
async function night(): Promise<{ name: string }[]> {
  const logged: { broken: { name: string }[] }[] = []
  await keepHouse(shop.db, { error: (entry: unknown) => void logged.push(entry as (typeof logged)[number]) } as never)
  return logged.flatMap((entry) => entry.broken)
}

describe('a night', () => {
  it('is made good at the first start of a day, by one of several servers', async () => {
    await owner.query(
      `insert into idempotency_key (group_id, key, user_id, request_hash, created_at)
        values ($1, 'missed', 1, '', now() - interval '9 days')`,
      [shop.groupId],
    )
    const kept = async () =>
      (await owner.query(`select key from idempotency_key where group_id = $1 and key = 'missed'`, [shop.groupId]))
        .rowCount
    const nobody = { error: () => undefined }
    await owner.query('update shared.housekeeping set last_day = $1', [shanghaiDay()])
    await keepHouseOnce(shop.db, nobody)
    expect(await kept()).toBe(1)
    await owner.query('update shared.housekeeping set last_day = last_day - 1')
    await Promise.all([keepHouseOnce(shop.db, nobody), keepHouseOnce(shop.db, nobody)])
    expect(await kept()).toBe(0)
    const { rows } = await owner.query('select last_day::text as day from shared.housekeeping')
    expect(rows).toEqual([{ day: shanghaiDay() }])
  })

  it('that a stop cut short is made good at the next start', async () => {
    await owner.query(
      `insert into idempotency_key (group_id, key, user_id, request_hash, created_at)
        values ($1, 'cut', 1, '', now() - interval '9 days')`,
      [shop.groupId],
    )
    const kept = async () => (await owner.query(`select from idempotency_key where key = 'cut'`)).rowCount
    const nobody = { error: () => undefined }
    await owner.query('update shared.housekeeping set last_day = $1::date - 1', [shanghaiDay()])
    await keepHouseOnce(shop.db, nobody, () => true)
    expect(await kept()).toBe(1)
    await keepHouseOnce(shop.db, nobody)
    expect(await kept()).toBe(0)
  })

  it('forgets old answers and keeps young ones', async () => {
    await owner.query(
      `insert into idempotency_key (group_id, key, user_id, request_hash, created_at)
        values ($1, 'old', 1, '', now() - interval '8 days'), ($1, 'young', 1, '', now() - interval '6 days')`,
      [shop.groupId],
    )
    expect(await night()).toEqual([])
    const { rows } = await owner.query<{ key: string }>('select key from idempotency_key where group_id = $1', [
      shop.groupId,
    ])
    expect(rows.map((row) => row.key)).toEqual(['young'])
  })

  it('finds stock, pools and money that somebody changed behind the program', async () => {
    const client = await shop.signIn('owner')
    await post(client, goodsReceipt.routes, {
      header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId: shop.parts.filter, qty: '5', price: '20' }],
    })
    const spoil = async (change: string, back: string): Promise<string[]> => {
      await owner.query(change)
      const broken = await night()
      await owner.query(back)
      return broken.map((finding) => finding.name)
    }
    expect(await spoil('update stock_balance set qty = qty + 1', 'update stock_balance set qty = qty - 1')).toEqual([
      'i01-bins',
      'i03-pool-is-bins',
    ])
    expect(
      await spoil('update store_account set balance = balance + 1', 'update store_account set balance = balance - 1'),
    ).toEqual(['i22-account-balance'])
    expect(await night()).toEqual([])
  })
})
