// A part or partner is merged away while somebody writes it into a document: whoever comes second sees what the first one did.
import { partRoutes } from '@chepu/contract/basics/part'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { collection } from '@chepu/contract/finance/collection'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trySave } from '../../../test/desk'
import { lockWaiters } from '../../../test/database'
import { newAccount, newPartner } from '../../../test/finance'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'

let shop: Shop
let owner: Client
let ownerOfTables: pg.Client
/** Looks on from outside of any transaction, within which it would see the same again and again. */
let watcher: pg.Client
let storeAccountId: number
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  storeAccountId = await newAccount(shop, '钱箱', 'cash', '0')
  ownerOfTables = new pg.Client({ connectionString: shop.ownerUrl })
  await ownerOfTables.connect()
  watcher = new pg.Client({ connectionString: shop.ownerUrl })
  await watcher.connect()
})
afterAll(async () => {
  await ownerOfTables.end()
  await watcher.end()
  await shop.close()
})

/** Both are stopped before they commit, one after the other, and then let go. */
async function raced<First, Second>(first: () => Promise<First>, second: () => Promise<Second>) {
  await ownerOfTables.query('begin')
  await ownerOfTables.query('lock table audit_log in exclusive mode')
  const waiting = async () => (await watcher.query(lockWaiters())).rowCount
  const begun = first()
  await expect.poll(waiting).toBe(1)
  const followed = second()
  await expect.poll(waiting).toBe(2)
  await ownerOfTables.query('commit')
  return Promise.all([begun, followed])
}

const newPart = (code: string) =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const [like] = await tx.query<{ brandId: number; categoryId: number; unitId: number; taxRateId: number }>({
      text: 'select brand_id, category_id, unit_id, tax_rate_id from part where group_id = $1 order by id limit 1',
      values: [tx.groupId],
    })
    const { brandId, categoryId, unitId, taxRateId } = like ?? {}
    const its = { brand_id: brandId, category_id: categoryId, unit_id: unitId, tax_rate_id: taxRateId }
    return one(tx, 'part', { code, name: code, ...its })
  })

const header = (partnerId: number) => ({ bizDate: shanghaiDay(), partnerId, warehouseId: shop.warehouseId })
const bought = (partnerId: number, partId: number) =>
  trySave(owner, goodsReceipt.routes, { header: header(partnerId), lines: [{ partId, qty: '1', price: '1' }] } as never)
const collected = (partnerId: number) =>
  trySave(owner, collection.routes, {
    header: { bizDate: shanghaiDay(), partnerId, purpose: 'trade' },
    tenders: [{ storeAccountId, amount: '10' }],
    items: [],
  } as never)

const kinds = {
  part: {
    make: (name: string) => newPart(name),
    merge: (id: number, sourceId: number) => owner.ask(partRoutes.merge, { params: { id }, body: { sourceId } }),
    write: (partId: number) => bought(shop.supplierId, partId),
    refused: '已停用',
  },
  'partner of goods': {
    make: (name: string) => newPartner(shop, name, 3),
    merge: (id: number, sourceId: number) => owner.ask(partnerRoutes.merge, { params: { id }, body: { sourceId } }),
    write: (partnerId: number) => bought(partnerId, shop.parts.filter),
    refused: '已停用',
  },
} as const

describe.each(Object.entries(kinds))('%s', (name, { make, merge, write, refused }) => {
  it('is not written into a document once it is merged away', async () => {
    const [kept, doubled] = [await make(`${name}甲`), await make(`${name}乙`)]
    const [merged, saved] = await raced(
      () => merge(kept, doubled),
      () => write(doubled),
    )
    expect(merged.status).toBe(200)
    expect(saved).toMatchObject({ status: 400, msg: expect.stringContaining(refused) })
  })

  it('is not merged away from under a document that is being written', async () => {
    const [kept, doubled] = [await make(`${name}丙`), await make(`${name}丁`)]
    const [saved, merged] = await raced(
      () => write(doubled),
      () => merge(kept, doubled),
    )
    expect(saved.status).toBe(200)
    expect(merged).toMatchObject({ status: 400, msg: expect.stringContaining(saved.data.billNo) })
  })
})

it('a partner is not merged away from under money that is being written', async () => {
  const [kept, doubled] = [await newPartner(shop, '收款甲', 3), await newPartner(shop, '收款乙', 3)]
  const [saved, merged] = await raced(
    () => collected(doubled),
    () => owner.ask(partnerRoutes.merge, { params: { id: kept }, body: { sourceId: doubled } }),
  )
  expect(saved.status).toBe(200)
  expect(merged).toMatchObject({ status: 400, msg: expect.stringContaining(saved.data.billNo) })
})
