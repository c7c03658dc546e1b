// What a counter begins with, and what matters of who stands before it (business/fast-counter 5).
import { couponFault, unknownCoupon } from '@chepu/contract/cards/coupon'
import { addDays } from '@chepu/contract/kernel/calendar'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { CounterKind, CounterKnown, FastDesk, FavouriteTile, fastOrder } from '@chepu/contract/repair/fast-order'
import type { DataOf } from '@chepu/contract/kernel/route'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { refuse } from '../../kernel/base/errors'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import { warehousesWith } from '../../kernel/caller/caller'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { cardsFor, couponsByNo, couponsOfCustomer, goodItems, isBefore, memberRates } from '../../cards/public'
import { paidAhead } from '../../finance/public'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { repairScope } from '../../kernel/repair/scope'
import { usableCardOf, usableCouponOf, usableItemOf } from '../settlement/offers'
import { namesOfLines } from './hold'

/** So many tiles, of what was taken in so many days. */
const tiles = { most: 12, days: 90 }

/** What a counter has ready before anybody stands there. */
export async function deskOf(tx: CallerTx, kind: CounterKind): Promise<FastDesk> {
  const [walkIn, warehouse, items, parts] = await Promise.all([
    tx.one<{ id: number; name: string }>({
      name: 'walk-in-of-org',
      text: `select id, name from partner where group_id = $1 and system_org_id = $2 and system_kind = 'walk_in' and is_active`,
      values: [tx.groupId, tx.caller.orgId],
    }),
    tx.one<{ id: number }>({
      name: 'warehouse-of-counter',
      text: `select id from warehouse where group_id = $1 and org_id = $2 and is_active and id = any ($3::bigint[]) order by is_default desc, id limit 1`,
      values: [tx.groupId, tx.caller.orgId, warehousesWith(tx.caller, 'out')],
    }),
    kind === 'fast' ? favourites(tx, 'service_item', sql`l.section = 'labour' and l.service_item_id = x.id`) : [],
    favourites(tx, 'part', sql`l.section = 'materials' and not l.is_consumable and l.part_id = x.id`),
  ])
  return { walkIn: walkIn ?? null, warehouseId: warehouse?.id ?? null, items, parts }
}

const favourites = (
  tx: CallerTx,
  table: 'service_item' | 'part',
  isTaken: RawBuilder<SqlBool | unknown>,
): Promise<FavouriteTile[]> => {
  const isPart = table === 'part'
  return tx.selectKept(sql<FavouriteTile>`
    select x.id, x.code, x.name, ${isPart ? sql`max(b.name)` : sql`''`} as brand_name, count(*)::int as times
    from repair_document d
    join repair_line l on l.group_id = d.group_id and l.document_id = d.id
    join ${sql.table(table)} x on x.group_id = l.group_id and x.is_active and ${isTaken}
    ${isPart ? sql`join brand b on b.group_id = x.group_id and b.id = x.brand_id` : sql``}
    where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.kind = ${workOrder.kind}
      and d.biz_date >= ${addDays(shanghaiDay(), -tiles.days)} and d.state in ('settled', 'delivered')
    group by x.id, x.code, x.name order by times desc, x.code limit ${tiles.most}`)
}

/** The last visit, what is open and paid ahead, and what waits; balances of customers within the caller's scope alone. */
export async function knownOf(
  tx: CallerTx,
  { partnerId, vehicleId, ...shown }: QueryOf<typeof fastOrder.known>,
): Promise<CounterKnown> {
  const own = sql<SqlBool>`${repairScope(tx.caller, workOrder.area)} and d.org_id = ${tx.caller.orgId} and d.kind = ${workOrder.kind}`
  const isHis = vehicleId === undefined ? sql`d.partner_id = ${partnerId}` : sql`d.vehicle_id = ${vehicleId}`
  const order = { kind: workOrder.kind, id: 0 }
  const bill = { partnerId, vehicleId: vehicleId ?? null, bizDate: shanghaiDay() }
  // Of a customer who is none of the caller's and does not stand before him, nothing is told that is not of orders of this shop.
  const [cards, { labour, part }, coupons] = (await isBefore(tx, partnerId, shown))
    ? await Promise.all([
        cardsFor(tx, bill),
        memberRates(tx, bill, []),
        couponsOfCustomer(tx, { partnerId, orgId: tx.caller.orgId, day: bill.bizDate }),
      ])
    : [[], { labour: null, part: null }, []]
  const [visits, waiting, balances, ahead, packages] = await Promise.all([
    tx.select(sql<CounterKnown['lastVisit'] & object>`select d.biz_date, d.bill_no, d.mileage, ${namesOfLines} as names
      from repair_document d where d.group_id = ${tx.groupId} and ${own} and ${isHis} and d.state in ('settled', 'delivered') order by d.biz_date desc, d.id desc limit 1`),
    tx.select(sql<{ count: number }>`select count(*)::int as count from repair_document d
      where d.group_id = ${tx.groupId} and ${own} and d.partner_id = ${partnerId} and d.state = 'estimating' and d.order_kind in ('fast', 'goods')`),
    seesBalance(tx.caller, 'AR') ? balancesOf(tx, partnerId) : [],
    paidAhead(tx, partnerId, order),
    goodItems(tx, bill, cards),
  ])
  const [balance] = balances
  return {
    lastVisit: visits[0] ?? null,
    cards: cards.map((card) => usableCardOf(tx, card)),
    rates: { labour, part },
    packageItems: packages.items.map(usableItemOf),
    coupons: coupons.map((coupon) => usableCouponOf(coupon, null)),
    held: waiting[0]?.count ?? 0,
    ...(balance && { openAmount: balance.openAmount, advance: ahead?.free ?? '0.00' }),
  }
}

/** What a coupon is that somebody brings to the counter. @throws Failure refused where there is none that he may be told of, tooMany */
export async function broughtCoupon(
  tx: CallerTx,
  { partnerId, couponNo }: BodyOf<typeof fastOrder.coupon>,
): Promise<DataOf<typeof fastOrder.coupon>> {
  const use = { partnerId, orgId: tx.caller.orgId, day: shanghaiDay() }
  const [coupon] = await couponsByNo(tx, use, [couponNo])
  return coupon ? usableCouponOf(coupon, couponFault(coupon, use) ?? null) : refuse(unknownCoupon(couponNo))
}

const balancesOf = (tx: CallerTx, partnerId: number) =>
  tx.select(sql<{ openAmount: string }>`
    select coalesce(sum(b.balance) filter (where b.account = 'AR'), 0.00) as open_amount
    from partner p
    left join partner_balance b on b.group_id = p.group_id and b.partner_id = p.id and b.org_id = ${tx.caller.orgId}
    where p.group_id = ${tx.groupId} and p.id = ${partnerId} and ${partnerScope(tx.caller, partnerRoles.customer)}
    group by p.id`)
