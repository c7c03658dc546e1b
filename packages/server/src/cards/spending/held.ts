// Cards and what is left of packages, as whoever settles an order finds them, and why they are not good for it (business/cards 3 and 5).
import { isExpired, type CardMoney, type PackageItem } from '@chepu/contract/cards/deduction'
import { cardStates } from '@chepu/contract/cards/words'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'

/** Whose order is settled, of which car, and when. */
export interface Bill {
  partnerId: number
  vehicleId: number | null
  bizDate: string
}

/** A card as it may be used for a bill; granted money whose day is over is none. */
export interface SpentCard extends CardMoney {
  id: number
  orgId: number
  orgName: string
  cardNo: string
  typeName: string
  state: keyof typeof cardStates
  partnerId: number
  vehicleId: number | null
  points: Decimal
  pointsPerYuan: Decimal
  validUntil: string | null
  isCrossOrg: boolean
  needsPin: boolean
}

/** What is left of a package, with the card that it is on, and the type of the bill's car. */
export interface SpentItem extends PackageItem {
  /** Who sold it, and owes it. */
  orgId: number
  packageName: string
  name: string
  card: SpentCard
}

const cardColumns = `c.id, c.org_id, o.name as org_name, c.card_no, t.name as type_name, c.state, coalesce(p.merged_into_id, p.id) as partner_id, c.vehicle_id,
    c.principal, c.gift, c.points, t.points_per_yuan, c.valid_until, t.is_cross_org, t.deduct_rule, c.pin_hash is not null as needs_pin`
const cardTables = `card c
  join card_type t on t.group_id = c.group_id and t.id = c.card_type_id
  join org o on o.group_id = c.group_id and o.id = c.org_id
  join partner p on p.group_id = c.group_id and p.id = c.partner_id`

const asSpent = (card: SpentCard, bizDate: string): SpentCard => ({
  ...card,
  gift: isExpired(card.validUntil, bizDate) ? '0.00' : card.gift,
})

/** Cards by their ids, and those that items of packages are on, whosever they are. */
export async function cardsById(
  tx: CallerTx,
  ids: readonly number[],
  itemIds: readonly number[],
  bizDate: string,
): Promise<SpentCard[]> {
  const rows = await tx.query<SpentCard>({
    name: 'spent-cards',
    text: `select ${cardColumns} from ${cardTables}
      where c.group_id = $1 and c.id in (select unnest($2::bigint[]) union select card_id from card_item where group_id = $1 and id = any ($3::bigint[]))
      order by c.id`,
    values: [tx.groupId, [...ids], [...itemIds]],
  })
  return rows.map((card) => asSpent(card, bizDate))
}

/** The customer's cards that are good for a bill here, those that were issued first before the others. */
export async function cardsFor(tx: CallerTx, bill: Bill): Promise<SpentCard[]> {
  const rows = await tx.query<SpentCard>({
    name: 'cards-of-customer',
    text: `select ${cardColumns} from ${cardTables} where c.group_id = $1 and c.partner_id = $2 and c.state = 'active' order by c.id limit 50`,
    values: [tx.groupId, bill.partnerId],
  })
  return rows
    .filter((card) => cardProblem(card, bill, tx.caller.orgId) === undefined)
    .map((card) => asSpent(card, bill.bizDate))
}

/** Why a card is not good for a bill in a shop, in words; undefined where it is. */
export function cardProblem(card: SpentCard | undefined, bill: Bill, orgId: number): string | undefined {
  // Of another customer's card not even the number is told.
  if (card?.partnerId !== bill.partnerId) return '会员卡不存在或不属于该客户，只能用于持卡人本人的单据'
  const is = `会员卡 ${card.cardNo} `
  if (card.state !== 'active') return `${is}当前为「${cardStates[card.state]}」，不能使用`
  if (card.vehicleId !== null && card.vehicleId !== bill.vehicleId) return `${is}只能用于它绑定的车辆`
  return card.orgId === orgId || card.isCrossOrg ? undefined : `${is}只能在发卡门店「${card.orgName}」使用`
}

type ItemRow = PackageItem & { orgId: number; packageName: string; name: string; carTypeOfBill: number | null }

/** What is left of packages on cards: the items that are named, or all that have something left of these cards. */
export async function itemsOf(
  tx: CallerTx,
  { vehicleId }: Pick<Bill, 'vehicleId'>,
  of: { ids: readonly number[] } | { cardIds: readonly number[] },
): Promise<ItemRow[]> {
  const isNamed = 'ids' in of
  return tx.query<ItemRow>({
    name: isNamed ? 'spent-items' : 'items-on-cards',
    text: `select i.id, i.card_id, i.org_id, i.package_name, coalesce(s.name, p.name) as name, i.service_item_id, i.part_id, i.vehicle_id, i.car_type_id,
        i.valid_until, i.times_left, i.value_left, i.alloc_price,
        (select v.car_type_id from vehicle v where v.group_id = $1 and v.id = $3) as car_type_of_bill
      from card_item i
      left join service_item s on s.group_id = i.group_id and s.id = i.service_item_id
      left join part p on p.group_id = i.group_id and p.id = i.part_id
      where i.group_id = $1 and ${isNamed ? 'i.id = any ($2::bigint[])' : 'i.card_id = any ($2::bigint[]) and i.times_left > 0'}
      order by i.id`,
    values: [tx.groupId, isNamed ? [...of.ids] : [...of.cardIds], vehicleId],
  })
}

/** Which cards items are on, without looking at what is left of them. */
export async function cardsOfItems(tx: CallerTx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ cardId: number }>({
    name: 'cards-of-uses',
    text: 'select distinct card_id from card_item where group_id = $1 and id = any ($2::bigint[]) order by card_id',
    values: [tx.groupId, [...ids]],
  })
  return rows.map(({ cardId }) => cardId)
}

/** The best rates that a customer's cards grant for labour and for parts in this shop on a day, null without a card; and which of the services are sold without discount. */
export async function memberRates(
  tx: CallerTx,
  { partnerId, vehicleId, bizDate }: Bill,
  serviceItemIds: readonly number[],
): Promise<{ labour: Decimal | null; part: Decimal | null; fixedItems: number[] }> {
  const row = await tx.one<{ labour: Decimal | null; part: Decimal | null; fixedItems: number[] }>({
    name: 'member-rates',
    text: `select min(t.labour_rate) as labour, min(t.part_rate) as part,
        array(select i.id from service_item i where i.group_id = $1 and i.id = any ($6::bigint[]) and not i.allows_discount) as fixed_items
      from card c join card_type t on t.group_id = c.group_id and t.id = c.card_type_id
      where c.group_id = $1 and c.partner_id = $2 and c.state = 'active' and (c.vehicle_id is null or c.vehicle_id = $3)
        and (c.valid_until is null or c.valid_until >= $4::date) and (c.org_id = $5 or t.is_cross_org)`,
    values: [tx.groupId, partnerId, vehicleId, bizDate, tx.caller.orgId, [...serviceItemIds]],
  })
  return row ?? { labour: null, part: null, fixedItems: [] }
}
