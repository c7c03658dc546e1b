// An old part as a bill to a manufacturer leaves it behind.
import { oldParts } from '@chepu/contract/warranty/old-part'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { act, save } from './desk'
import type { Client } from './shop'

/** The old part of one piece that a customer brought back, and for which a manufacturer is billed. */
export async function oldPartOf(
  client: Client,
  of: { makerId: number; customerId: number; partId: number; faultCodeId: number },
) {
  const { makerId, customerId, partId, faultCodeId } = of
  const bill = await save(client, warrantyBill.routes, {
    header: {
      bizDate: shanghaiDay(),
      partnerId: customerId,
      manufacturerId: makerId,
      faultCodeId,
      complaint: '异响',
      termReason: '厂家已核实',
      causePartId: partId,
      handling: 'return',
      boughtOn: shanghaiDay(),
      repairedOn: shanghaiDay(),
    },
    materials: [{ partId, qty: '1', price: '100', returnsOldPart: true }],
  } as never)
  await act(client, warrantyBill.routes, await act(client, warrantyBill.routes, bill, 'submit'), 'approve')
  const { rows } = await client.call(oldParts.list, { query: { billId: bill.id } as never })
  const [row] = rows
  if (!row) throw new Error('a bill left no old part behind')
  return { oldPartId: row.id, oldPartVersion: row.version }
}
