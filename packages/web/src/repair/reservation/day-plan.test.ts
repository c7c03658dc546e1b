import type { ReservationDayRow } from '@chepu/contract/repair/reservation-day'
import { expect, it } from 'vitest'
import { clashesOf, clockOf, momentAt, placedIn, snapped, startOf } from './day-plan'

const row = (id: number, clock: string, more: Partial<ReservationDayRow> = {}): ReservationDayRow => ({
  id,
  version: 1,
  billNo: `YY${id}`,
  state: 'confirmed',
  expectedAt: `2026-03-05T${clock}:00+08:00`,
  minutes: 60,
  bayId: 1,
  bayName: '1号工位',
  salespersonId: null,
  salespersonName: null,
  plate: '京A88888',
  partnerName: '车主甲',
  contactName: '车主甲',
  items: '',
  ...more,
})
const places = (rows: ReservationDayRow[]) =>
  placedIn(rows).map(({ row: { id }, start, length, lane, lanes }) => [id, clockOf(start), length, `${lane}/${lanes}`])

it('puts those at one time beside each other, and gives a lane again once it is free', () => {
  const long = row(1, '09:00', { minutes: 120 })
  expect(places([row(3, '10:00'), long, row(2, '09:30', { minutes: 30 }), row(4, '11:00')])).toEqual([
    [1, '09:00', 120, '0/2'],
    [2, '09:30', 30, '1/2'],
    [3, '10:00', 60, '1/2'],
    [4, '11:00', 60, '0/1'],
  ])
})

it('draws what is short so that it can be read, and nothing beyond midnight', () => {
  expect(places([row(1, '09:00', { minutes: 5 }), row(2, '09:20'), row(3, '23:50', { minutes: 600 })])).toEqual([
    [1, '09:00', 30, '0/2'],
    [2, '09:20', 60, '1/2'],
    [3, '23:30', 30, '0/1'],
  ])
})

it('says with whom one collides where it stands, and where it would be put', () => {
  const [one, other] = [row(1, '09:00'), row(2, '09:30')]
  const rows = [one, other, row(3, '09:30', { state: 'no_show' })]
  expect(clashesOf(one, rows)).toEqual([{ other, takes: ['bay'] }])
  expect(clashesOf(one, rows, { ...one, bayId: 2 })).toEqual([])
  expect(clashesOf(rows[2] as ReservationDayRow, rows)).toEqual([])
})

it('reads times in Shanghai and moves by quarters within the day', () => {
  expect([startOf(row(1, '08:05')), momentAt('2026-03-05', 485)]).toEqual([485, '2026-03-05T00:05:00.000Z'])
  expect([snapped(547), snapped(548), snapped(-20), snapped(2000)]).toEqual([540, 555, 0, 1425])
})
