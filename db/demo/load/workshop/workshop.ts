// A shop that repairs, while its months are played: who works in it, whose cars it knows, what work costs (business/demo 5.3).
import { type Decimal, sub } from '@chepu/contract/kernel/decimal'
import { listBusinessTypes, type LookupServiceItem, searchServiceItems } from '@chepu/contract/repair/lookups'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import type { DemoPartner } from '../../partner-types'
import { partners } from '../../partners'
import { employees, userOrgs } from '../../people'
import { createRandom, type Random } from '../../random'
import { furtherTrades } from '../../repair'
import { demoVehicles, type DemoVehicle } from '../../vehicles'
import type { Desk } from '../desk'
import { type DemoShop, sellable, stockOf, taxRateOf } from '../shop'

/** A car with its owner, by their ids. */
export interface Car extends DemoVehicle {
  id: number
  owner: DemoPartner
  partnerId: number
}

/** Somebody who signs in, as the employee that he is. */
export interface Person {
  desk: Desk
  employeeId: number
}

interface Technician {
  employeeId: number
  trades: readonly string[]
}

/** Goods that may be issued today, by part: how many are left. */
export type Shelf = Map<number, Decimal>

export interface Workshop {
  shop: DemoShop
  random: Random
  /** Who takes cars in. */
  advisers: readonly Person[]
  /** The manager, who gives work out, looks at it and hands cars over. */
  head: Desk
  /** The one technician who signs in himself. */
  technician: Person | null
  technicians: readonly Technician[]
  cars: readonly Car[]
  /** Business types by name. */
  types: ReadonlyMap<string, number>
  /** Items of service by type of car and name. */
  items: ReadonlyMap<string, ReadonlyMap<string, LookupServiceItem>>
  warehouseId: number
  taxRate: Decimal
  /** The cards that customers have by now, by the customer. */
  members: Map<number, { cardId: number }>
}

/** Who signs in where cars are repaired. */
const people: Readonly<Record<string, { advisers: string[]; head: string; technician: string | null }>> = {
  '02': { advisers: ['adviser01', 'adviser02'], head: 'manager01', technician: 'tech01' },
  '03': { advisers: ['manager02'], head: 'manager02', technician: null },
}

/** Opens a workshop; null for a shop that only trades. */
export async function openWorkshop(shop: DemoShop): Promise<Workshop | null> {
  const staff = people[shop.orgCode]
  if (!staff) return null
  const { boss } = shop.desks
  const person = async (username: string): Promise<Person> => ({
    desk: await shop.signIn(username),
    employeeId: shop.book.id('employee', empNoOf(username)),
  })
  const { rows } = await boss.call(listBusinessTypes)
  return {
    shop,
    random: createRandom(`workshop ${shop.orgCode}`),
    advisers: await Promise.all(staff.advisers.map(person)),
    head: await shop.signIn(staff.head),
    technician: staff.technician === null ? null : await person(staff.technician),
    technicians: techniciansOf(shop),
    cars: carsOf(shop),
    types: new Map(rows.map(({ id, name }) => [name, id])),
    items: await itemsByCarType(boss),
    warehouseId: shop.book.id('warehouse', `${shop.orgCode}/ZC`),
    taxRate: taxRateOf(shop),
    members: new Map(),
  }
}

const empNoOf = (username: string): string => userOrgs.find((each) => each.username === username)?.empNo ?? ''

const techniciansOf = ({ book, orgCode }: DemoShop): Technician[] =>
  employees.flatMap(({ empNo, orgCode: own, workerType }) =>
    own === orgCode && workerType !== null
      ? [{ employeeId: book.id('employee', empNo), trades: [workerType, ...(furtherTrades[workerType] ?? [])] }]
      : [],
  )

/** Cars of the customers that the shop deals with. */
function carsOf({ book, orgCode }: DemoShop): Car[] {
  const owners = new Map(partners.map((partner) => [partner.code, partner]))
  return demoVehicles.flatMap((car) => {
    const owner = owners.get(car.ownerCode)
    if (owner?.orgCode !== orgCode) return []
    return [{ ...car, owner, id: book.id('vehicle', car.plate), partnerId: book.id('partner', owner.code) }]
  })
}

/** What an item costs depends on the type of the car. */
async function itemsByCarType(boss: Desk): Promise<Map<string, Map<string, LookupServiceItem>>> {
  const { basics } = await boss.call(basicsInfo)
  const found = new Map<string, Map<string, LookupServiceItem>>()
  for (const carType of new Set(demoVehicles.map((car) => car.carType))) {
    const carTypeId = basics['carType']?.find(({ name }) => name === carType)?.id as number
    const { rows } = await boss.call(searchServiceItems, { query: { q: '', carTypeId, page: 1, rows: 200 } })
    found.set(carType, new Map(rows.map((item) => [item.name, item])))
  }
  return found
}

/** What lies in the shop's main warehouse and is held for nobody. */
export async function shelfOf({ shop, warehouseId }: Workshop): Promise<Shelf> {
  const priced = sellable(shop)
  const places = await stockOf(shop)
  return new Map(
    places
      .filter((place) => place.warehouseId === warehouseId && priced.has(place.partId))
      .map(({ partId, available }) => [partId, available]),
  )
}

/** Takes pieces off the shelf, so that the next order of the day does not count on them. */
export const takeOff = (shelf: Shelf, partId: number, qty: Decimal): unknown =>
  shelf.set(partId, sub(shelf.get(partId) ?? '0', qty))
