import { reservation } from '@chepu/contract/repair/reservation'
import { usualOrigin } from '@chepu/contract/repair/usual-words'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { StateOf } from '@chepu/contract/kernel/document'
import { sql } from 'kysely'
import { assertWord } from '../../basics/public'
import { invalid } from '../../kernel/base/errors'
import { periodOf } from '../../kernel/ledgers/types'
import type { RepairDocument, RepairTraits } from '../../kernel/repair/types'
import { repairDocuments } from '../../kernel/repair/repo'
import { holdPlanned } from './parts'
import { tellAdvisers } from './tell'

export type Reservation = RepairDocument<StateOf<typeof reservation>>

/** The business date of an appointment is the day on which the car is expected (business/arrivals 1.1). */
export function dayOf(expectedAt: string): { bizDate: string; period: number } {
  const bizDate = shanghaiDay(new Date(expectedAt))
  return { bizDate, period: periodOf(bizDate) }
}

/** 预约单 on the server. */
export const reservationTraits: RepairTraits<typeof reservation> = {
  def: reservation,
  columns: {
    bayName: sql`(select b.name from bay b where b.group_id = d.group_id and b.id = d.bay_id)`,
    items: sql`(select string_agg(l.name, '、' order by l.line_no) from repair_line l
      where l.group_id = d.group_id and l.document_id = d.id and l.section = 'labour')`,
  },
  async prepare(tx, { header }, _lines, before) {
    if (header['holdsParts'] === true && header['warehouseId'] === null)
      invalid([{ path: 'header.warehouseId', message: '预留配件请选择备件仓库' }])
    await assertWord(tx, 'reservation_origin', String(header['origin']), {
      path: 'header.origin',
      before: before?.origin ?? usualOrigin,
    })
    return dayOf(String(header['expectedAt']))
  },
  async saved(tx, id, { id: known, header }) {
    const { partnerId, vehicleId, salespersonId } = header
    const doc = { id, partnerId, vehicleId, salespersonId, expectedAt: String(header['expectedAt']) }
    await tellAdvisers(tx, doc, known === undefined ? '新预约' : '预约变更')
    // A new one is nobody's promise yet; of a confirmed one the lines may want more or less now.
    const stands = known === undefined ? undefined : await repairDocuments.read(tx, reservation.kind, id)
    if (stands) await holdPlanned(tx, stands)
  },
}
