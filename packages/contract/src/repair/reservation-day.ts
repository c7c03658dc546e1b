// What the calendar of appointments and their editor ask for (business/arrivals 1.2, 1.3).
import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { oneOf } from '../kernel/labelled'
import { idList } from '../kernel/list-query'
import { route } from '../kernel/route'
import { addressed, addressedId, day, id, moment } from '../kernel/scalars'
import { stateIn } from '../kernel/states'
import { bookedThings } from './bookings'
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

/** The appointments of one day in Shanghai, but for those that were cancelled, by time; with what the calendar draws around them. */
export const reservationDay = route({
  method: 'GET',
  path: `${path}/day`,
  access: pageOf('reservation'),
  summary: '预约日历：某一天的预约',
  query: z.object({ day }),
  data: z.object({
    rows: z.array(dayRow),
    /** Employees here who take cars in. */
    advisers: z.array(z.object({ id, name: z.string() })),
    /** 营业时间 of the organisation, HH:mm-HH:mm; empty where it says nothing. */
    businessHours: z.string(),
  }),
})

/** How many of them there are on each of seven days. */
export const reservationWeek = route({
  method: 'GET',
  path: `${path}/week`,
  access: pageOf('reservation'),
  summary: '预约日历：从某一天起七天的预约数',
  query: z.object({ from: day }),
  data: z.object({ days: z.array(z.object({ day: z.string(), count: z.number().int() })) }),
})

/** 备件确认: what of parts is free for an appointment in a warehouse, and what of it the appointment holds itself. Quantities have 4 decimals. */
export const reservationParts = route({
  method: 'GET',
  path: `${path}/parts`,
  access: pageOf('reservation'),
  summary: '预约备件确认：配件在仓库的可用量',
  query: z.object({
    warehouseId: addressedId,
    /** Ids of parts, by commas. */
    parts: idList,
    except: addressedId.optional(),
  }),
  data: z.object({ rows: z.array(z.object({ partId: id, available: z.string(), held: z.string() })) }),
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
        takes: z.array(oneOf(bookedThings)),
      }),
    ),
  }),
})
