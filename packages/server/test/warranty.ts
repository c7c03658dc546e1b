// A manufacturer beside the workshop that tests repair in, and what a bill to him has to say.
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import type { Shop } from './shop'
import { one } from './stage'

/** Everything that a bill of the three guarantees refers to. */
async function openWarranty(shop: Pick<Shop, 'db' | 'groupId' | 'parts'>) {
  const { makerId, faultCodeId } = await shop.db.tenant(shop.groupId, async (tx) => {
    const makerId = await one(tx, 'partner', { code: 'C00001', name: '测试厂家', kind: 'unit', cus_flag: 4 })
    const faultCodeId = await one(tx, 'fault_code', { code: 'GZ01', name: '离合器打滑', manufacturer_id: makerId })
    return { makerId, faultCodeId }
  })
  // Tests claim the same part of a car many times a day: why is said.
  const termReason = '厂家已核实'
  const fault = {
    termReason,
    faultCodeId,
    complaint: '起步打滑',
    causePartId: shop.parts.pad,
    repairedOn: shanghaiDay(),
  }
  return {
    makerId,
    faultCodeId,
    /** What is typed into a bill of a car. */
    complete: {
      ...fault,
      handling: 'replace' as const,
      invoicedOn: addDays(shanghaiDay(), -90),
      mileage: '31000',
      checkedVin: 'LSVAA4187C2184847',
    },
    /** What is typed into a bill of parts alone. */
    completePart: { ...fault, handling: 'return' as const, boughtOn: addDays(shanghaiDay(), -30) },
  }
}
export type Warranty = Awaited<ReturnType<typeof openWarranty>>

const opened = new WeakMap<object, Promise<Warranty>>()
/** The one manufacturer of a shop, entered when he is first asked for. */
export function warrantyOf(shop: Parameters<typeof openWarranty>[0]): Promise<Warranty> {
  const known = opened.get(shop) ?? openWarranty(shop)
  opened.set(shop, known)
  return known
}
