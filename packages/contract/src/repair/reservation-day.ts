// What the calendar of appointments and their editor ask for (business/arrivals 1.2, 1.3).
import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { route } from '../kernel/route'
import { addressed, addressedId, day, id, moment } from '../kernel/scalars'
import { stateIn } from '../kernel/states'
import { reservation } from './reservation'

const path = '/api/web/repair-reservation'

/** An appointment as calendar, bell and home page show it. */
const dayRow = z.object({
  id,
  version: z.number().int(),
  billNo: z.string(),
  state: stateIn(reservation),
  expectedAt: z.string(),
  minutes: z.number().int(),
  bayId: id.nullable(),
  bayName: z.string().nullable(),
  salespersonId: id.nullable(),
  salespersonName: z.string().nullable(),
  plate: z.string(),
  partnerName: z.string(),
  contactName: z.string(),
  /** Its work, in words. */
  items: z.string(),
})
export type ReservationDayRow = z.output<typeof dayRow>

/** The appointments of one day in Shanghai, but for those that were cancelled, by time. */
export const reservationDay = route({
  method: 'GET',
  path: `${path}/day`,
  access: pageOf('reservation'),
  summary: '预约日历：某一天的预约',
  query: z.object({ day }),
  data: z.object({ rows: z.array(dayRow) }),
})

/** What else has the bay or the adviser at that time. It warns; saving is not refused. */
export const reservationConflicts = route({
  method: 'GET',
  path: `${path}/conflicts`,
  access: pageOf('reservation'),
  summary: '预约冲突：同一时间已占用工位或服务顾问的预约',
  query: z.object({
    expectedAt: moment,
    minutes: addressed(z.number().min(1).max(1440)),
    bayId: addressedId.optional(),
    salespersonId: addressedId.optional(),
    /** The appointment itself, which is no conflict of its own. */
    except: addressedId.optional(),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        id,
        billNo: z.string(),
        expectedAt: z.string(),
        minutes: z.number().int(),
        plate: z.string(),
        partnerName: z.string(),
        /** Which of the two it has. */
        takes: z.array(z.enum(['bay', 'adviser'])),
      }),
    ),
  }),
})
