import {
  add,
  compare,
  type Decimal,
  div,
  isNegative,
  isPositive,
  min,
  neg,
  round,
  sub,
  sumOf,
} from '@chepu/contract/kernel/decimal'
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive, type OpenItemRow } from '@chepu/contract/finance/lookups'
import { payment } from '@chepu/contract/finance/payment'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { writeOff } from '@chepu/contract/finance/write-off'
import type { Saved } from './desk'
import { customersOf, type DemoShop, suppliersOf } from './shop'

type Side = 'AR' | 'AP'

interface Item {
  openItemId: number
  amount: Decimal
  discount: Decimal
}

const balanceOf = (row: OpenItemRow): Decimal => row.balance ?? '0'

/** What a partner owes or is owed on a day, oldest due first. */
async function openOf(shop: DemoShop, partnerCode: string, side: Side, day: string): Promise<OpenItemRow[]> {
  const partnerId = shop.book.id('partner', partnerCode)
  const { rows } = await shop.desks.cashier.call(currentReceive, { query: { partnerId, side } })
  return rows.filter((row) => row.bizDate <= day)
}

/** The account that money of this size goes through: small sums over the counter, large ones through the bank. */
function accountFor(shop: DemoShop, amount: Decimal, side: Side): number {
  const small = side === 'AR' ? shop.random.pick(['XJ', 'WX', 'ZFB']) : 'DG'
  return shop.book.id('account', `${shop.orgCode}/${compare(amount, '3000') > 0 ? 'DG' : small}`)
}

/** Collects what a customer owes, all of it or a part; now and then a few yuan are waived. False when nobody owes. */
export async function collect(shop: DemoShop, day: string, options: { discount?: boolean } = {}): Promise<boolean> {
  const owing = await withOpenItems(shop, 'AR', day)
  const customers = customersOf(shop).filter(([partner]) => owing.has(shop.book.id('partner', partner.code)))
  if (customers.length === 0) return false
  return settle(shop, day, 'AR', shop.random.weighted(customers).code, options)
}

/** Pays a supplier. False when nothing is open or the bank cannot pay it. */
export async function pay(shop: DemoShop, day: string): Promise<boolean> {
  const owed = await withOpenItems(shop, 'AP', day)
  const suppliers = suppliersOf(shop).filter((partner) => owed.has(shop.book.id('partner', partner.code)))
  if (suppliers.length === 0) return false
  return settle(shop, day, 'AP', shop.random.pick(suppliers).code, {})
}

/** Partners with something to settle on a day. */
async function withOpenItems({ db, groupId, orgId }: DemoShop, side: Side, day: string): Promise<Set<number>> {
  const rows = await db.tenant(groupId, (tx) =>
    tx.query<{ partnerId: number }>({
      text: `select distinct partner_id from open_item
        where group_id = $1 and org_id = $2 and side = $3 and balance > 0 and biz_date <= $4`,
      values: [groupId, orgId, side, day],
    }),
  )
  return new Set(rows.map((row) => row.partnerId))
}

async function settle(
  shop: DemoShop,
  day: string,
  side: Side,
  partnerCode: string,
  options: { discount?: boolean },
): Promise<boolean> {
  const rows = (await openOf(shop, partnerCode, side, day)).filter((row) => isPositive(balanceOf(row)))
  if (rows.length === 0) return false
  const chosen = side === 'AR' ? rows.slice(0, shop.random.int(1, 4)) : await affordable(shop, rows)
  if (chosen.length === 0) return false
  const items = chosen.map((row, i): Item =>
    itemOf(row, { discount: i === 0 && options.discount === true, part: i === 3 }),
  )
  const amount = sumOf(items, (item) => item.amount)
  const routes = side === 'AR' ? collection.routes : payment.routes
  const draft = await shop.desks.cashier.save(routes, {
    header: { bizDate: day, partnerId: shop.book.id('partner', partnerCode), purpose: 'trade' },
    tenders: [{ storeAccountId: accountFor(shop, amount, side), amount }],
    items,
  })
  await approve(shop, routes, draft, side)
  return true
}

/** What the bank account can pay today and still keep a reserve. */
async function affordable(shop: DemoShop, rows: readonly OpenItemRow[]): Promise<OpenItemRow[]> {
  const { rows: accounts } = await shop.desks.cashier.call(accountRoutes.list, { query: { page: 1, rows: 1000 } })
  const bank = accounts.find((account) => account.id === shop.book.id('account', `${shop.orgCode}/DG`))
  let left = sub(bank?.balance ?? '0', '10000')
  return rows.slice(0, shop.random.int(2, 6)).filter((row) => {
    if (compare(balanceOf(row), left) > 0) return false
    left = sub(left, balanceOf(row))
    return true
  })
}

function itemOf(row: OpenItemRow, how: { discount: boolean; part: boolean }): Item {
  const balance = balanceOf(row)
  const discount = how.discount && compare(balance, '100') > 0 ? '2.5' : '0'
  const rest = add(balance, neg(discount))
  return { openItemId: row.id, amount: how.part ? round(div(rest, '2'), 2) : rest, discount }
}

async function approve(
  shop: DemoShop,
  routes: typeof collection.routes | typeof payment.routes,
  draft: Saved,
  side: Side,
): Promise<Saved> {
  if (side === 'AR') return shop.desks.cashier.act(routes, draft, 'approve')
  const submitted = await shop.desks.cashier.act(routes, draft, 'submit')
  return shop.desks.boss.act(routes, submitted, 'approve')
}

/** A customer pays ahead, or we pay a supplier ahead. */
export async function payAhead(shop: DemoShop, day: string, side: Side): Promise<void> {
  const partner = side === 'AR' ? shop.random.weighted(customersOf(shop)) : shop.random.pick(suppliersOf(shop))
  const amount = String(shop.random.int(3, 12) * 100)
  const routes = side === 'AR' ? collection.routes : payment.routes
  const draft = await shop.desks.cashier.save(routes, {
    header: {
      bizDate: day,
      partnerId: shop.book.id('partner', partner.code),
      purpose: 'advance',
      remark: side === 'AR' ? '预收货款' : '预付货款',
    },
    tenders: [{ storeAccountId: accountFor(shop, amount, side), amount }],
    items: [],
  })
  await approve(shop, routes, draft, side)
}

/** Sets a return off against what the same partner owes or is owed. False when he has not both. */
export async function setOff(shop: DemoShop, day: string, side: Side): Promise<boolean> {
  for (const code of partnerCodes(shop, side)) {
    const rows = await openOf(shop, code, side, day)
    const red = rows.find((row) => isNegative(balanceOf(row)))
    const blue = rows.find((row) => isPositive(balanceOf(row)))
    if (!red || !blue) continue
    const amount = min(neg(balanceOf(red)), balanceOf(blue))
    const draft = await shop.desks.cashier.save(writeOff.routes, {
      header: { bizDate: day, partnerId: shop.book.id('partner', code), purpose: 'red_blue', remark: '退货冲抵' },
      items: [
        { openItemId: red.id, amount: neg(amount), discount: '0' },
        { openItemId: blue.id, amount, discount: '0' },
      ],
    })
    await shop.desks.cashier.act(writeOff.routes, draft, 'approve')
    return true
  }
  return false
}

const partnerCodes = (shop: DemoShop, side: Side): string[] =>
  side === 'AR' ? customersOf(shop).map(([partner]) => partner.code) : suppliersOf(shop).map((partner) => partner.code)
