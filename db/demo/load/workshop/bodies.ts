// What is written on orders: work, material, fees, and who pays for them.
import { repairLineMoney } from '@chepu/contract/kernel/repair-figures'
import type { PayerType } from '@chepu/contract/kernel/payer-types'
import { compare, type Decimal } from '@chepu/contract/kernel/decimal'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { atTerms } from '@chepu/contract/warranty/claim-terms'
import { warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import type { workOrder } from '@chepu/contract/repair/work-order'
import { carSeries } from '../../cars'
import type { DemoJob, DemoMaterial } from '../../workshop-jobs'
import { sellable } from '../shop'
import { type Car, type Shelf, takeOff, type Workshop } from './workshop'

export type OrderBody = BodyOf<typeof workOrder.routes.save>
type Labour = NonNullable<OrderBody['labour']>[number]
type Material = NonNullable<OrderBody['materials']>[number]

/** Who pays for all lines of a job. */
export interface Payment {
  payer: PayerType
  payerPartnerId?: number
  payerDepartmentId?: number
}
export const byCustomer: Payment = { payer: 'customer' }

/** Lines of a job, as the desk writes them. */
export type JobLines = { labour: Labour[]; materials: Material[] }

/** Names of series as parts are called by: 秦PLUS DM-i is 秦PLUS there. */
const seriesWords = carSeries.map(({ name }) => name.split(' ')[0] as string)

/** Whether a part of this name fits a car: it names the car's series, or none. */
function fits(partName: string, { seriesName }: Car): boolean {
  const words = partName.slice(partName.indexOf(' ') + 1).split('/')
  const named = seriesWords.filter((word) => words.some((each) => each.startsWith(word)))
  return named.length === 0 || named.some((word) => seriesName.split(' ')[1] === word)
}

/** The parts on the shelf that a car can have for a job; null when one is missing. */
function materialOf(
  { shop, random }: Workshop,
  car: Car,
  shelf: Shelf,
  [name, qty]: DemoMaterial,
): { partId: number; qty: Decimal; price: Decimal } | null {
  const found = [...sellable(shop)].filter(
    ([partId, { part }]) =>
      name.test(part.name) && fits(part.name, car) && compare(shelf.get(partId) ?? '0', String(qty)) >= 0,
  )
  if (found.length === 0) return null
  const [partId, { product }] = random.pick(found)
  return { partId, qty: String(qty), price: product.retailPrice ?? '0' }
}

/** Whether a job can be done on a car: electric ones have no oil, and trucks have jobs of their own. */
export const suits = ({ isOfTrucks = false, items }: DemoJob, { carType, seriesName }: Car): boolean =>
  isOfTrucks === (carType === '重卡') &&
  (seriesName !== '特斯拉 Model 3' || !items.some((item) => /机油|火花塞|点火|多楔带|进气|水泵/.test(item)))

/** The lines of a job on a car, its goods taken off the shelf; null when the shelf has not all of them. */
export function linesOf(
  workshop: Workshop,
  car: Car,
  job: DemoJob,
  { shelf, payment = byCustomer }: { shelf: Shelf; payment?: Payment },
): JobLines | null {
  const parts = job.materials.map((material) => materialOf(workshop, car, shelf, material))
  if (parts.includes(null)) return null
  const labour = labourOf(workshop, car, job, payment)
  const materials = parts.flatMap((part) => (part ? [materialLine(workshop, part, payment)] : []))
  for (const { partId, qty } of materials) takeOff(shelf, partId, qty)
  return { labour, materials: [...materials, ...consumablesOf(workshop, car, job, shelf)] }
}

function labourOf(workshop: Workshop, car: Car, job: DemoJob, payment: Payment): Labour[] {
  const [complaint, cause, remedy] = job.story
  const items = [...new Set(job.items)].map((name) =>
    itemLine(workshop, car, name, { qty: String(job.items.filter((item) => item === name).length), payment }),
  )
  const others = (job.others ?? []).map(([name, workerType, stdHours]): Labour => {
    const line = { name, pricingMode: 'hours' as const, stdHours, qty: '1', price: '100', discountRate: '1' }
    const workerTypeId = tradeOf(workshop, workerType)
    return { ...line, workerTypeId, taxRate: workshop.taxRate, ...paid(payment, line) }
  })
  return [...items, ...others].map((line, i) => (i === 0 ? { ...line, complaint, cause, remedy } : line))
}

/** A line of an item of service at its price on this car; customers with an agreement get their discount. */
export function itemLine(
  { items, taxRate }: Workshop,
  { carType, owner }: Car,
  name: string,
  { qty = '1', payment = byCustomer }: { qty?: string; payment?: Payment } = {},
): Labour {
  const item = items.get(carType)?.get(name)
  if (!item) throw new Error(`no item of service is called ${name}`)
  const line = {
    name,
    serviceItemId: item.id,
    workerTypeId: item.workerTypeId,
    pricingMode: item.pricingMode,
    stdHours: item.stdHours,
    qty,
    price: payment.payer === 'rework' ? '0' : (item.price ?? '0'),
    priceSource: 'service_item',
    discountRate: payment.payer === 'customer' ? owner.discountRate : '1',
  }
  return { ...line, taxRate, ...paid(payment, line) }
}

const tradeOf = ({ items }: Workshop, name: string): number | null =>
  [...(items.values().next().value?.values() ?? [])].find(({ workerTypeName }) => workerTypeName === name)
    ?.workerTypeId ?? null

const materialLine = (
  { taxRate }: Workshop,
  part: { partId: number; qty: Decimal; price: Decimal },
  payment: Payment,
): Material => ({ ...part, taxRate, labourNo: 1, ...paid(payment, { ...part, discountRate: '1' }) })

/** What is used up with the work, as far as the shelf has it. */
function consumablesOf({ items, taxRate }: Workshop, { carType }: Car, job: DemoJob, shelf: Shelf): Material[] {
  const parts = job.items.flatMap((name) => items.get(carType)?.get(name)?.parts ?? [])
  return parts.flatMap(({ partId, qty, isConsumable }) => {
    if (!isConsumable || compare(shelf.get(partId) ?? '0', qty) < 0) return []
    takeOff(shelf, partId, qty)
    return [{ partId, qty, price: null, taxRate, labourNo: 1, isConsumable }]
  })
}

/** Who pays a line; an insurer has assessed it at what it comes to. */
const paid = (payment: Payment, line: Parameters<typeof repairLineMoney>[0]) => ({
  ...payment,
  ...(payment.payer === 'insurance' && { assessedAmount: repairLineMoney(line).netAmount }),
})

/** Lines that a manufacturer pays, at what his terms of the day pay for them. */
export async function atPolicy(
  { shop }: Workshop,
  { car, day, payment }: { car: Car; day: string; payment: Payment },
  lines: JobLines,
): Promise<JobLines> {
  const { payer, payerPartnerId: manufacturerId } = payment
  if (payer !== 'warranty' || manufacturerId === undefined) return lines
  const partIds = lines.materials.map(({ partId }) => partId).join()
  const serviceItemIds = lines.labour.flatMap(({ serviceItemId }) => serviceItemId ?? []).join()
  const query = {
    manufacturerId,
    vehicleId: car.id,
    day,
    ...(partIds && { partIds }),
    ...(serviceItemIds && { serviceItemIds }),
  }
  const terms = await shop.desks.boss.call(warrantyBillPrices, { query: query as never })
  const manual = { priceSource: 'manual' as const, discountRate: '1' }
  return {
    labour: lines.labour.map((line) => ({
      ...line,
      ...manual,
      ...atTerms(terms, { partId: null, serviceItemId: line.serviceItemId ?? null, stdHours: line.stdHours ?? '0' }),
    })),
    materials: lines.materials.map((line) =>
      line.payer === 'warranty'
        ? { ...line, ...manual, ...atTerms(terms, { partId: line.partId, serviceItemId: null, stdHours: '0' }) }
        : line,
    ),
  }
}
