import { isEntered } from '@chepu/contract/kernel/states'
import { reception } from '@chepu/contract/repair/reception'
import { type Reschedule, reservation } from '@chepu/contract/repair/reservation'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { CallerTx } from '../../kernel/db/tx'
import { saveRepair } from '../../kernel/repair/save'
import type { RepairActions, RepairKind, RepairRequest } from '../../kernel/repair/types'
import { madeOf, receptionTraits } from '../reception/traits'
import { materialNews } from '../held-news'
import { holdPlanned } from './parts'
import { tellAdvisers } from './tell'
import { dayOf, type Reservation, reservationTraits } from './traits'

const actions: RepairActions<typeof reservation> = {
  async confirm(tx, doc) {
    return holding(tx, doc, 'confirmed')
  },

  async reschedule(tx, doc, { input, note }) {
    const { salespersonId = doc.salespersonId, ...moved } = input as Reschedule
    note({ ...moved, salespersonId, ...dayOf(moved.expectedAt) })
    await tellAdvisers(tx, toldOf({ ...doc, ...moved, salespersonId }), '预约改期')
    return isEntered(reservation, doc.state) ? 'pending' : 'confirmed'
  },

  async arrive(tx, doc) {
    await openReception(tx, doc)
    return 'arrived'
  },

  async cancel(tx, doc, { reason, note }) {
    note({ reason })
    await tellAdvisers(tx, toldOf(doc), '预约取消')
    return holding(tx, doc, 'cancelled')
  },

  async noShow(tx, doc) {
    return holding(tx, doc, 'no_show')
  },
}

/** The state that it comes into, with its parts held there or let go. */
async function holding<State extends Reservation['state']>(
  tx: CallerTx,
  doc: Reservation,
  state: State,
): Promise<State> {
  await holdPlanned(tx, { ...doc, state })
  return state
}

const toldOf = ({ id, partnerId, vehicleId, salespersonId, expectedAt }: Reservation) => ({
  id,
  partnerId,
  salespersonId,
  vehicleId: vehicleId ?? 0,
  expectedAt: String(expectedAt),
})

/** The car is here: a reception of it with all that the appointment knows (business/arrivals 1.4). */
async function openReception(tx: CallerTx, doc: Reservation): Promise<void> {
  const { partnerId, vehicleId, salespersonId, contactName, contactMobile, businessTypeId, complaint, remark } = doc
  const known = { partnerId, vehicleId, salespersonId, contactName, contactMobile, businessTypeId, complaint, remark }
  const now = new Date()
  const { body } = reception.routes.save
  const request = body.parse({ header: { ...known, bizDate: shanghaiDay(now), arrivedAt: now.toISOString() } } as never)
  await saveRepair(tx, madeOf(receptionTraits, { reservationId: doc.id }), request as RepairRequest)
}

export const reservationKind = { ...reservationTraits, ...materialNews(reservation), actions } satisfies RepairKind<
  typeof reservation
>
