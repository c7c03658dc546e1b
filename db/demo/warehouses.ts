import { createRandom } from './random'

/** A warehouse of one organisation (business/basics 5); its code is unique within the organisation. */
interface DemoWarehouse {
  orgCode: string
  code: string
  name: string
  kind: 'normal' | 'repair' | 'old_part'
  keeperEmpNo: string | null
  allowSale: boolean
  allowPick: boolean
  isDefault: boolean
}

/** A bin (business/basics 5): code is 区-架-层-位, or 默认 for the bin that every warehouse has. */
interface DemoLocation {
  orgCode: string
  warehouseCode: string
  code: string
  zone: string | null
  rack: string | null
  level: string | null
  slot: string | null
  /** Room for stock in base units. */
  capacity: string | null
  pickOrder: number
  isDefault: boolean
}

export const defaultLocationCode = '默认'

export const warehouses: DemoWarehouse[] = [
  warehouse('01', 'ZC', '主仓', 'normal', '0107', { allowSale: true, isDefault: true }),
  warehouse('01', 'LT', '轮胎仓', 'normal', '0108', { allowSale: true }),
  warehouse('02', 'ZC', '主仓', 'normal', '0211', { allowSale: true, allowPick: true, isDefault: true }),
  warehouse('02', 'WX', '维修仓', 'repair', '0211', { allowPick: true }),
  warehouse('02', 'JJ', '旧件仓', 'old_part', '0213', {}),
  warehouse('03', 'ZC', '主仓', 'normal', '0301', { allowSale: true, allowPick: true, isDefault: true }),
]

function warehouse(
  orgCode: string,
  code: string,
  name: string,
  kind: DemoWarehouse['kind'],
  keeperEmpNo: string | null,
  uses: Partial<Pick<DemoWarehouse, 'allowSale' | 'allowPick' | 'isDefault'>>,
): DemoWarehouse {
  return { orgCode, code, name, kind, keeperEmpNo, allowSale: false, allowPick: false, isDefault: false, ...uses }
}

interface Shelving {
  orgCode: string
  warehouseCode: string
  zones: string[]
  racks: number
  levels: number
  slots: number
  /** How many of all places are in use. */
  used: number
  capacity: string
}

const shelvings: Shelving[] = [
  shelving('01', 'ZC', ['A', 'B', 'C', 'D', 'E', 'F'], [4, 5, 6], 180, '60'),
  shelving('01', 'LT', ['T'], [3, 2, 4], 12, '40'),
  shelving('02', 'ZC', ['A', 'B', 'C'], [3, 4, 4], 48, '30'),
  shelving('02', 'WX', ['W'], [2, 3, 2], 8, '20'),
  shelving('02', 'JJ', ['J'], [1, 2, 4], 4, '30'),
  shelving('03', 'ZC', ['A', 'B'], [2, 4, 3], 24, '24'),
]

function shelving(
  orgCode: string,
  warehouseCode: string,
  zones: string[],
  [racks, levels, slots]: [number, number, number],
  used: number,
  capacity: string,
): Shelving {
  return { orgCode, warehouseCode, zones, racks, levels, slots, used, capacity }
}

function count(to: number): string[] {
  return Array.from({ length: to }, (_, index) => String(index + 1).padStart(2, '0'))
}

function placesOf(plan: Shelving): Omit<DemoLocation, 'pickOrder'>[] {
  const { orgCode, warehouseCode, capacity } = plan
  return plan.zones.flatMap((zone) =>
    count(plan.racks).flatMap((rack) =>
      count(plan.levels).flatMap((level) =>
        count(plan.slots).map((slot) => ({
          orgCode,
          warehouseCode,
          code: [zone, rack, level, slot].join('-'),
          zone,
          rack,
          level,
          slot,
          capacity,
          isDefault: false,
        })),
      ),
    ),
  )
}

/**
 * The bins of every warehouse: 180 in the main warehouse of 01, 60 in 02, 24 in 03 (business/demo 2), 12 tyre racks,
 * and the bin 默认 of each warehouse. Picking order follows the walk along the shelves.
 */
export function makeLocations(): DemoLocation[] {
  const random = createRandom('locations')
  const shelves = shelvings.flatMap((plan) => {
    const places = placesOf(plan)
    const used = new Set(random.sample(places, plan.used))
    return places.filter((place) => used.has(place)).map((place, index) => ({ ...place, pickOrder: index + 1 }))
  })
  const defaults = warehouses.map(({ orgCode, code }) => ({
    orgCode,
    warehouseCode: code,
    code: defaultLocationCode,
    zone: null,
    rack: null,
    level: null,
    slot: null,
    capacity: null,
    pickOrder: 9999,
    isDefault: true,
  }))
  return [...defaults, ...shelves]
}

export const locations = makeLocations()
