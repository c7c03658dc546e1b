// What a 办卡单 is about, as it stands now: the card with its type, the package, the car.
import type { RechargeRule } from '@chepu/contract/cards/card-type'
import type { cardKinds, cardStates } from '@chepu/contract/cards/words'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'

/** What a card is by its type. */
export interface TypeFacts {
  id: number
  name: string
  kind: keyof typeof cardKinds
  rechargeRules: readonly RechargeRule[]
  minFirstRecharge: Decimal
  validDays: number | null
  isCrossOrg: boolean
  isActive: boolean
}

/** A card; yuan and points with 2 decimals. */
export interface CardFacts {
  id: number
  orgId: number
  orgName: string
  cardNo: string
  formerNos: string[]
  cardTypeId: number
  partnerId: number
  vehicleId: number | null
  principal: Decimal
  gift: Decimal
  points: Decimal
  validUntil: string | null
  state: keyof typeof cardStates
  /** Money was paid in before. */
  isCharged: boolean
}

/** What of a package is left on a card. */
export interface LeftItem {
  id: number
  /** Who sold it, and owes it. */
  orgId: number
  timesLeft: Decimal
  valueLeft: Decimal
  validUntil: string | null
}

/** A package as it is sold. */
export interface PackageFacts {
  id: number
  name: string
  salePrice: Decimal
  validDays: number | null
  orgIds: number[]
  isVehicleBound: boolean
  state: string
  version: number
}

/** A line of a package; times with 4 decimals. */
interface PackageLine {
  lineNo: number
  kind: string
  serviceItemId: number | null
  partId: number | null
  times: Decimal
  listPrice: Decimal
  allocPrice: Decimal
  allocTotal: Decimal
  carTypeId: number | null
}

const ofCard = `select c.id, c.org_id, coalesce(nullif(o.short_name, ''), o.name) as org_name, c.card_no, c.former_nos, c.card_type_id, c.partner_id,
        c.vehicle_id, c.principal, c.gift, c.points, c.valid_until, c.state,
        exists (select from card_ledger l where l.group_id = c.group_id and l.card_id = c.id and l.principal > 0 and l.reversal_of is null
          and not exists (select from card_ledger r where r.group_id = l.group_id and r.reversal_of = l.id)) as is_charged
      from card c
      join card_type t on t.group_id = c.group_id and t.id = c.card_type_id
      join org o on o.group_id = c.group_id and o.id = c.org_id
      where c.group_id = $1 and c.id = $2`

/** A card that the caller's organisation issued, or one of another that is good in all shops; undefined where there is none (business/cards 1). */
export const cardFacts = (tx: CallerTx, id: number): Promise<CardFacts | undefined> =>
  tx.one({
    name: 'card-facts',
    text: `${ofCard} and (c.org_id = $3 or t.is_cross_org)`,
    values: [tx.groupId, id, tx.caller.orgId],
  })

/** The card of a document that is undone, also where it is good in its own shop alone by now: what was taken is given back wherever it was taken (business/cards 1). */
export const cardOfUndone = (tx: CallerTx, id: number): Promise<CardFacts | undefined> =>
  tx.one({ name: 'card-of-undone', text: ofCard, values: [tx.groupId, id] })

/** A type of cards, or undefined. */
export const typeFacts = (tx: CallerTx, id: number): Promise<TypeFacts | undefined> =>
  tx.one({
    name: 'card-type-facts',
    text: `select id, name, kind, recharge_rules, min_first_recharge, valid_days, is_cross_org, is_active from card_type
      where group_id = $1 and id = $2`,
    values: [tx.groupId, id],
  })

/** What of packages is left on a card. */
export const leftItems = (tx: CallerTx, cardId: number): Promise<LeftItem[]> =>
  tx.query({
    name: 'left-items',
    text: `select id, org_id, times_left, value_left, valid_until from card_item
      where group_id = $1 and card_id = $2 and times_left > 0 order by id`,
    values: [tx.groupId, cardId],
  })

/** A package, held so that its lines stay with its price, or undefined. */
export const packageFacts = (tx: CallerTx, id: number): Promise<PackageFacts | undefined> =>
  tx.one({
    name: 'package-facts',
    text: `select id, name, sale_price, valid_days, org_ids, is_vehicle_bound, state, version from card_package
      where group_id = $1 and id = $2 for share`,
    values: [tx.groupId, id],
  })

/** The lines of a package, in order. */
export const packageLines = (tx: CallerTx, packageId: number): Promise<PackageLine[]> =>
  tx.query({
    name: 'package-lines',
    text: `select line_no, kind, service_item_id, part_id, times, list_price, alloc_price, alloc_total, car_type_id from card_package_line
      where group_id = $1 and package_id = $2 order by line_no`,
    values: [tx.groupId, packageId],
  })

/** Whether a number is a card's, or was one's before it was replaced (business/cards 3). */
export async function isTaken(tx: CallerTx, cardNo: string, besides: number | null = null): Promise<boolean> {
  const row = await tx.one<{ taken: boolean }>({
    name: 'card-no-taken',
    text: `select exists (select from card where group_id = $1 and id is distinct from $3::bigint and card_no = $2)
      or exists (select from card where group_id = $1 and former_nos <> '{}' and former_nos @> array[$2::text]) as taken`,
    values: [tx.groupId, cardNo, besides],
  })
  return row?.taken ?? false
}

/** Whether a partner is one that every organisation has by itself: its 零散客户, or a sister. */
export async function isSystem(tx: CallerTx, partnerId: number): Promise<boolean> {
  const row = await tx.one<{ is: boolean }>({
    name: 'holder-is-system',
    text: 'select system_kind is not null as is from partner where group_id = $1 and id = $2',
    values: [tx.groupId, partnerId],
  })
  return row?.is ?? false
}

/** The plate of a customer's own car, or undefined where it is none of his or out of use. */
export const ownCar = (tx: CallerTx, vehicleId: number, partnerId: number): Promise<{ plate: string } | undefined> =>
  tx.one({
    name: 'own-car-of-holder',
    text: `select plate from vehicle where group_id = $1 and id = $2 and partner_id = $3 and is_active for key share`,
    values: [tx.groupId, vehicleId, partnerId],
  })
