// Random trade of two organisations and three warehouses: after every step the program's books are what second books say.
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { afterEach, expect, it } from 'vitest'
import { createRandom } from '../../../db/demo/random'
import { openTransfers } from '../src/warehouse/transfers/transfers.fixture'
import { goodsBetween, goodsOf } from './group-books'
import { one, type Shop } from './shop'
import { type At, TransferBooks } from './transfer-oracle'
import { TransferWalk } from './transfer-walk'

let shop: Shop | undefined
// Closing the shop checks every invariant of the books.
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

const reached = new Set<string>()
/** Steps that the walks have to reach, so that none of them stands here for show. */
const wanted = [
  ...['approve', 'reject', 'withdraw', 'close'].map((action) => `${transferRequest.kind}.${action}`),
  ...['approve', 'ship', 'close', 'unapprove', 'reverse'].map((action) => `${transferOrder.kind}.${action}`),
  ...['arrived', 'returned', 'lost_source', 'lost_dest', 'unapprove', 'reverse'].map(
    (step) => `${transferReceipt.kind}.${step}`,
  ),
]

it.each([
  { seed: 31, isVatSale: false },
  { seed: 32, isVatSale: true },
])(
  'of two organisations stands in the books as second books have it, seed $seed',
  { timeout: 240_000 },
  async (each) => {
    const desk = await openTransfers({ creditCheck: false })
    shop = desk.shop
    const places = [desk.main, desk.rear, desk.sister]
    if (each.isVatSale) await divide(shop, [desk.main, desk.sister])
    const deducts = (orgId: number) => each.isVatSale && orgId === desk.sister.orgId
    const books = new TransferBooks(shop, { isVatSale: each.isVatSale, deducts }, await sistersOf(shop))
    books.found('begin', desk.main, [
      { partId: shop.parts.filter, qty: '30', price: '10' },
      { partId: shop.parts.pad, qty: '7', price: '10.01' },
    ])
    const walk = new TransferWalk(shop, places, books, createRandom('transfers', each.seed))
    for (let step = 1; step <= 300; step += 1) {
      await walk.step()
      expect([step, await books.differences()]).toEqual([step, []])
    }
    expect(walk.failures).toEqual([])
    for (const step of walk.done) reached.add(step)
    expect(await goodsOf(shop)).toEqual(await goodsBetween(shop))
    expect(await owedAmong(shop)).toEqual([])
  },
)

it('reaches every step of a transfer', () => expect(wanted.filter((step) => !reached.has(step))).toEqual([]))

/** Puts the two under companies of their own; the second one deducts the tax of what it buys. */
async function divide({ db, groupId, sql }: Shop, places: readonly At[]): Promise<void> {
  for (const [i, { orgId }] of places.entries()) {
    const kind = i === 0 ? 'small' : 'general'
    const companyId = await db.tenant(groupId, (tx) => one(tx, 'company', { name: `公司${i}`, taxpayer_kind: kind }))
    await sql(
      'update org set company_id = $3, taxpayer_kind = $4 where group_id = $1 and id = $2 returning id',
      orgId,
      companyId,
      kind,
    )
  }
}

/** Whom the others have each organisation down for. */
async function sistersOf({ sql }: Shop): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; orgId: number }>(
    `select id, system_org_id as org_id from partner where group_id = $1 and system_kind = 'sister_org'`,
  )
  return new Map(rows.map(({ id, orgId }) => [orgId, id]))
}

/** Where what an organisation owes its sister is not what that one has to get. */
const owedAmong = ({ sql }: Shop) =>
  sql(`with owed as (
      select b.org_id, p.system_org_id as other_id, b.account, b.balance from partner_balance b
      join partner p on p.group_id = b.group_id and p.id = b.partner_id and p.system_kind = 'sister_org' where b.group_id = $1
    )
    select ar.*, ap.balance as owed from (select * from owed where account = 'AR') ar
    full join (select * from owed where account = 'AP') ap on ap.org_id = ar.other_id and ap.other_id = ar.org_id
    where coalesce(ar.balance, 0) <> coalesce(ap.balance, 0)`)
