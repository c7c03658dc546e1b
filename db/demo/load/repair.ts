import { mul, trimZeros } from '@chepu/contract/kernel/decimal'
import { bayRoutes } from '@chepu/contract/repair/bay'
import { faultCodeRoutes } from '@chepu/contract/repair/fault-code'
import { listBusinessTypes, listWorkerTypes } from '@chepu/contract/repair/lookups'
import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { servicePackageRoutes } from '@chepu/contract/repair/service-package'
import { technicianRoutes } from '@chepu/contract/repair/technician'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { employees } from '../people'
import {
  bays,
  type DemoServiceItem,
  faultCodes,
  furtherTrades,
  levelsByYears,
  paintFactors,
  serviceItems,
  servicePackages,
} from '../repair'
import type { Desk } from './desk'
import type { DemoShop } from './shop'
import { proposeItems } from './workshop/inspections'

const byName = (rows: readonly { id: number | string; name: string }[]) =>
  new Map(rows.map(({ id, name }) => [name, id as number]))

/** What the whole company does to cars: items of service, packages, codes of faults. */
export async function listServices({ desks: { boss }, book }: DemoShop): Promise<void> {
  const trades = byName((await boss.call(listWorkerTypes)).rows)
  const types = byName((await boss.call(listBusinessTypes)).rows)
  const carTypes = byName((await boss.call(basicsInfo)).basics['carType'] ?? [])
  const itemIds = new Map<string, number>()
  for (const item of serviceItems) {
    const { workerType, businessType, materials, ...fields } = item
    const body = {
      ...fields,
      workerTypeId: trades.get(workerType) as number,
      businessTypeId: businessType === null ? null : (types.get(businessType) as number),
      prices: pricesOf(item, carTypes),
      parts: materials.map(({ partCode, ...material }) => ({ partId: book.id('part', partCode), ...material })),
    }
    itemIds.set(item.name, (await boss.call(serviceItemRoutes.save, { body })).id)
  }
  for (const [name, id] of itemIds) book.set('serviceItem', name, id)
  await proposeItems(boss, itemIds)
  for (const { name, items, parts } of servicePackages) {
    const lines = [
      ...items.map(([item, price]) => ({ serviceItemId: itemIds.get(item) as number, qty: '1', price: price ?? null })),
      ...parts.map(([code, qty]) => ({ partId: book.id('part', code), qty })),
    ]
    await boss.call(servicePackageRoutes.save, { body: { name, lines } })
  }
  for (const [code, name, system] of faultCodes) await boss.call(faultCodeRoutes.save, { body: { code, name, system } })
}

/** What painting costs on the types of cars that the company has. */
const pricesOf = ({ workerType, fixedPrice }: DemoServiceItem, carTypes: ReadonlyMap<string, number>) =>
  workerType !== '喷漆' || fixedPrice === null
    ? []
    : Object.entries(paintFactors).flatMap(([type, factor]) => {
        const carTypeId = carTypes.get(type)
        return carTypeId === undefined ? [] : [{ carTypeId, price: trimZeros(mul(fixedPrice, factor)) }]
      })

/** Technicians and bays of a shop that repairs. */
export async function staffWorkshop({ desks: { boss }, orgCode, book }: DemoShop): Promise<void> {
  const trades = byName((await boss.call(listWorkerTypes)).rows)
  for (const { empNo, workerType, yearsOfService } of employees.filter((each) => each.orgCode === orgCode)) {
    if (workerType === null) continue
    await addTechnician(
      boss,
      book.id('employee', empNo),
      yearsOfService,
      [workerType, ...(furtherTrades[workerType] ?? [])],
      trades,
    )
  }
  for (const [i, [name, kind]] of (bays[orgCode] ?? []).entries())
    await boss.call(bayRoutes.save, { body: { name, kind, sortNo: i + 1 } })
}

async function addTechnician(
  boss: Desk,
  employeeId: number,
  years: number,
  names: readonly string[],
  trades: ReadonlyMap<string, number>,
): Promise<void> {
  const [, level] = levelsByYears.find(([from]) => years >= from) as (typeof levelsByYears)[number]
  const workerTypeIds = names.map((name) => trades.get(name) as number)
  const monthlyTarget = level === 'apprentice' ? '6000' : '18000'
  await boss.call(technicianRoutes.save, { body: { employeeId, level, workerTypeIds, monthlyTarget } })
}
