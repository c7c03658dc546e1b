// What the two boxes of a counter find: who comes, and what he wants.
import { type LookupPart, searchParts } from '@chepu/contract/basics/lookups'
import { cardRoutes, type FoundCard } from '@chepu/contract/cards/card'
import { cardStates } from '@chepu/contract/cards/words'
import { carInfoRoute } from '@chepu/contract/customers/car-info'
import { plainCode } from '@chepu/contract/kernel/typed'
import type { CounterKind } from '@chepu/contract/repair/fast-order'
import { type LookupServiceItem, searchServiceItems } from '@chepu/contract/repair/lookups'
import { call } from '../../kit/base/call'
import { moneyText, priceText, qtyText } from '../../kit/base/format'
import type { PickOption } from '../../kit/ui/pick-options'
import { findPartners } from '../../pickers/lists'
import type { PartContext } from '../../pickers/part-entry'
import { type Customer, customerOfCar } from './counter'

/** A card that may not be used, instead of its holder. */
export interface StoppedCard {
  refusal: string
}

/** The card whose whole number was scanned or typed, of those that may be used here. */
async function cardOf(text: string): Promise<FoundCard | StoppedCard | undefined> {
  if (text === '') return undefined
  const { rows, stopped } = await call(cardRoutes.lookup, { query: { q: text }, quiet: true })
  if (stopped) return { refusal: `会员卡 ${stopped.cardNo} ${cardStates[stopped.state]}，不能使用` }
  return rows.find(({ cardNo }) => cardNo === plainCode(text).toUpperCase())
}

/** The holder of a card with the car that it is bound to, or with each of his; without one he stands alone. */
async function holdersOf(card: FoundCard): Promise<PickOption<Customer>[]> {
  const query = card.plate ? { plate: card.plate } : { partnerId: card.partnerId }
  const cars = await call(carInfoRoute, { query, quiet: true })
  const own = cars.rows.filter(
    ({ id, partnerId }) => partnerId === card.partnerId && (card.vehicleId === null || id === card.vehicleId),
  )
  const scanned = { cardId: card.id, cardNo: card.cardNo }
  const hint = `会员卡 ${card.cardNo}`
  const found = own.map((car) => ({
    id: car.id,
    label: car.plate || car.vin,
    hint: [hint, car.carName, car.partnerName].filter(Boolean).join('  '),
    value: { ...customerOfCar(car), ...scanned },
  }))
  if (found.length > 0) return found
  const alone = customerWithoutCar({ id: card.partnerId, name: card.partnerName, mobile: card.mobile })
  return [{ id: -card.partnerId, label: card.partnerName, hint, value: { ...alone, ...scanned } }]
}

/** Cars by plate tail, VIN tail, or their owner's name and mobile; at the counter of goods customers without a car as well. A whole card number stands alone. */
export async function findCustomers(text: string, kind: CounterKind): Promise<PickOption<Customer | StoppedCard>[]> {
  const [card, cars, partners] = await Promise.all([
    cardOf(text),
    text === '' ? { rows: [] } : call(carInfoRoute, { query: { q: text, rows: 20 }, quiet: true }),
    kind === 'goods' ? findPartners(text, 'customer') : [],
  ])
  if (card && 'refusal' in card) return [{ id: 0, label: card.refusal, hint: '', value: card }]
  if (card) return holdersOf(card)
  return [
    ...cars.rows.map((car) => ({
      id: car.id,
      label: car.plate || car.vin,
      hint: [car.carName, car.partnerName, car.partnerMobile].filter(Boolean).join('  '),
      value: customerOfCar(car),
    })),
    ...partners.map((option) => ({ ...option, id: -option.id, value: customerWithoutCar(option.value) })),
  ]
}

export const customerWithoutCar = (partner: { id: number; name: string; mobile?: string | null }): Customer => ({
  partnerId: partner.id,
  partnerName: partner.name,
  mobile: partner.mobile ?? '',
  vehicleId: null,
  plate: '',
  vin: '',
  carName: '',
  lastMileage: null,
})

/** Something to add: an item with its material, or a part. */
export type Found = { item: LookupServiceItem } | { part: LookupPart }

const optionOfItem = (item: LookupServiceItem): PickOption<Found> => ({
  id: item.id,
  label: item.name,
  hint: [item.code, moneyText(item.amount), item.parts.map(({ name }) => name).join('、')].filter(Boolean).join('  '),
  value: { item },
})

const optionOfPart = (part: LookupPart): PickOption<Found> => ({
  id: -part.partId,
  label: part.partName,
  hint: [part.partCode, part.brandName, priceText(part.price), `可用 ${qtyText(part.available)}`]
    .filter(Boolean)
    .join('  '),
  value: { part },
})

/** What prices of items and parts depend on. */
export type Ground = PartContext & { vehicleId: number | undefined }

/** Items by code, name and pinyin, then parts by code, name and barcode; what a whole code names stands alone. */
export async function findGoods(
  text: string,
  kind: CounterKind,
  { vehicleId, ...context }: Ground,
): Promise<PickOption<Found>[]> {
  if (text === '') return []
  const ofCar = vehicleId === undefined ? {} : { vehicleId }
  const [items, parts, exact] = await Promise.all([
    kind === 'fast' ? call(searchServiceItems, { query: { ...ofCar, q: text, rows: 8 }, quiet: true }) : { rows: [] },
    call(searchParts, { query: { ...context, q: text, rows: 12 }, quiet: true }),
    call(searchParts, { query: { ...context, q: text, rows: 2, exact: 'true' as const }, quiet: true }),
  ])
  const whole = items.rows.filter(({ code }) => code.toUpperCase() === text.toUpperCase())
  if (whole.length + exact.rows.length === 1) return [...whole.map(optionOfItem), ...exact.rows.map(optionOfPart)]
  return [...items.rows.map(optionOfItem), ...parts.rows.map(optionOfPart)]
}
