import { listEmployees } from '@chepu/contract/basics/lookups'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { listBays } from '@chepu/contract/repair/lookups'
import { reservation } from '@chepu/contract/repair/reservation'
import {
  reservationConflicts,
  reservationDay,
  type ReservationDayRow,
  reservationWeek,
} from '@chepu/contract/repair/reservation-day'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { ReservationCalendar } from './calendar'

const today = shanghaiDay()
const at = (clock: string) => new Date(`${today}T${clock}:00+08:00`).toISOString()
const row = (id: number, plate: string, more: Partial<ReservationDayRow>): ReservationDayRow => ({
  id,
  version: 3,
  billNo: `YY${id}`,
  state: 'confirmed',
  expectedAt: at('09:00'),
  minutes: 60,
  bayId: 1,
  bayName: '1号工位',
  salespersonId: 7,
  salespersonName: '顾问一',
  plate,
  partnerName: '车主甲',
  contactName: '车主甲',
  items: '更换机油机滤',
  ...more,
})

/** Two bays, two who take cars in, and three cars of which two come at one time. */
function drawDay() {
  server.on(reservationDay, () => ({
    rows: [
      row(1, '京A88888', {}),
      row(2, '沪B66666', { expectedAt: at('09:30'), salespersonId: 8 }),
      row(3, '粤C12345', { expectedAt: at('14:00'), bayId: 2, state: 'arrived', salespersonId: null }),
    ],
    advisers: [
      { id: 7, name: '顾问一' },
      { id: 8, name: '顾问二' },
    ],
    businessHours: '08:00-18:00',
  }))
  server.on(reservationWeek, () => ({ days: [{ day: today, count: 3 }] }))
  server.on(listBays, () => ({
    rows: [
      { id: 1, name: '1号工位', kind: '' },
      { id: 2, name: '2号工位', kind: '' },
    ],
  }))
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(reservationConflicts, () => ({ rows: [] }))
  server.on(reservation.routes.act, () => ({ id: 1, billNo: 'YY1', version: 4, state: 'confirmed', can: [] }))
  return draw(<ReservationCalendar />)
}
const column = (name: string) => page.getByRole('region', { name, exact: true })
const car = (plate: string) => page.getByRole('button', { name: new RegExp(`^${plate}`) })
const hoursOf = (name: string) => column(name).element().querySelector('[data-column]') as HTMLElement
const sent = () => server.asked(reservation.routes.act).at(-1)?.body
/** Ten hours are drawn; the pixels from their top to a time. */
const down = (hours: HTMLElement, clock: number) => ((clock - 8) / 10) * hours.getBoundingClientRect().height

test('a day stands by the hour, and says what two have at one time', async () => {
  drawDay()
  await expect.element(column('1号工位').getByRole('heading')).toHaveTextContent('1号工位2')
  await expect.element(car('京A88888')).toHaveTextContent('工位与 沪B66666 冲突')
  await expect.element(page.getByText('2 个预约时间冲突')).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: '一周' })).toHaveTextContent('3 个')
  const top = (plate: string) => car(plate).element().getBoundingClientRect().top
  const hour = down(hoursOf('1号工位'), 9)
  expect(top('沪B66666') - top('京A88888')).toBeCloseTo(hour / 2, 0)
  await page.getByText('按服务顾问').click()
  await expect.element(column('顾问二')).toHaveTextContent('沪B66666')
  await expect.element(column('未定顾问')).toHaveTextContent('粤C12345')
})

test('dragged by mouse an appointment takes the bay and the quarter where it is let go', async () => {
  const tab = drawDay()
  await expect.element(car('京A88888')).toBeVisible()
  const target = hoursOf('2号工位')
  const { width } = target.getBoundingClientRect()
  const grip = car('京A88888').element().getBoundingClientRect()
  await userEvent.dragAndDrop(car('京A88888'), page.elementLocator(target), {
    sourcePosition: { x: 10, y: 10 },
    targetPosition: { x: width / 2, y: down(target, 11) + 10 },
  })
  expect(grip.height).toBeGreaterThan(40)
  await expect
    .poll(sent)
    .toMatchObject({ version: 3, input: { expectedAt: at('11:00'), minutes: 60, bayId: 2, salespersonId: 7 } })
  expect(tab.opened).toEqual([])
})

test('a click opens it', async () => {
  const tab = drawDay()
  await car('京A88888').click()
  expect(tab.opened).toEqual([{ key: 'repairReservationDetail', params: { id: 1 } }])
  expect(server.asked(reservation.routes.act)).toEqual([])
})

test('by keyboard arrows move it, Escape leaves it, Enter keeps it', async () => {
  drawDay()
  await expect.element(car('沪B66666')).toBeVisible()
  ;(car('沪B66666').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(page.getByRole('status')).toHaveTextContent('移到 2号工位 09:45，回车保存，Esc 放弃')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('status')).toHaveTextContent('')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}{Enter}')
  await expect.poll(sent).toMatchObject({ input: { expectedAt: at('09:00'), bayId: null } })
})

test('on a phone a finger on the handle moves it, one on the block does not, and 改期 asks', async () => {
  await page.viewport(390, 844)
  drawDay()
  await expect.element(car('京A88888')).toBeVisible()
  const touch = (element: Element, type: string, y: number) => {
    const { left, top } = element.getBoundingClientRect()
    const point = {
      clientX: left + 8,
      clientY: top + 8 + y,
      pointerId: 1,
      pointerType: 'touch',
      button: 0,
      bubbles: true,
    }
    element.dispatchEvent(new PointerEvent(type, point))
  }
  const hour = down(hoursOf('1号工位'), 9)
  const slide = (element: Element) => {
    // The calendar begins at now, whenever that is.
    element.scrollIntoView({ block: 'center' })
    element.setPointerCapture = () => undefined
    touch(element, 'pointerdown', 0)
    touch(element, 'pointermove', hour)
    touch(element, 'pointerup', hour)
  }
  const handle = page.getByRole('button', { name: '改期 京A88888' })
  slide(car('京A88888').element())
  expect(server.asked(reservation.routes.act)).toEqual([])
  slide(handle.element())
  await expect.poll(sent).toMatchObject({ input: { expectedAt: at('10:00'), bayId: 1 } })
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: '改期 沪B66666' }).click()
  await expect.element(page.getByRole('dialog', { name: '改期' })).toBeVisible()
})
