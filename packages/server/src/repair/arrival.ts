import { usualForm } from '@chepu/contract/repair/usual-words'
import { assertWord } from '../basics/public'
import { invalid } from '../kernel/base/errors'
import type { CallerTx } from '../kernel/db/tx'
import type { RepairDocument, RepairRequest } from '../kernel/repair/types'

/** How the car came is a word of the list, and it is promised for no moment before it came (business/repair 1.3). @throws Failure invalid, naming the field */
export async function assertArrival(
  tx: CallerTx,
  { header }: RepairRequest,
  before: RepairDocument | undefined,
): Promise<void> {
  const { arrivedAt, promisedAt, repairForm } = header as Record<string, unknown>
  if (typeof arrivedAt === 'string' && typeof promisedAt === 'string' && Date.parse(promisedAt) < Date.parse(arrivedAt))
    invalid([{ path: 'header.promisedAt', message: '预计交车不能早于进厂时间' }])
  await assertWord(tx, 'repair_form', String(repairForm), {
    path: 'header.repairForm',
    before: before?.repairForm ?? usualForm,
  })
}
