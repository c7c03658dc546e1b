import { reservationDay } from '@chepu/contract/repair/reservation-day'
import { type ProgressRow, repairProgress } from '@chepu/contract/repair/repair-progress'
import { type Dashboard as Figures, dashboard } from '@chepu/contract/shell/dashboard'
import { favouriteRoutes } from '@chepu/contract/shell/favourite'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoSideways } from '../../../test/desk-line'
import { draw, server } from '../../../test/page'
import Dashboard from './dashboard'

const day = shanghaiDay()
const car = (id: number, plate: string, more: Partial<ProgressRow>): ProgressRow => ({
  id,
  billNo: `WX${id}`,
  state: 'in_progress',
  lane: 'working',
  plate,
  modelText: '大众 朗逸',
  partnerName: '车主甲',
  adviserName: '顾问一',
  technicians: '技师一',
  arrivedAt: `${day}T01:00:00.000Z`,
  minutes: 60,
  promisedAt: `${day}T06:00:00.000Z`,
  isLate: false,
  lineCount: 1,
  doneCount: 0,
  pause: null,
  ...more,
})

function drawHome(more: Partial<Figures>) {
  server.on(favouriteRoutes.list, () => [])
  server.on(reservationDay, () => ({ rows: [], advisers: [], businessHours: '' }))
  server.on(repairProgress, () => ({
    rows: [
      car(1, '京A88888', { isLate: true }),
      car(2, '沪B66666', { lane: 'parts' }),
      car(3, '粤C12345', { lane: 'leaving' }),
    ],
  }))
  server.on(dashboard, () => ({ day, tasks: [], trend: [], ...more }))
  return draw(<Dashboard />)
}

test('a shop that repairs sees its cars and what they bring, and each tile opens its list', async () => {
  const tab = drawHome({
    cars: { arrived: 4, inShop: 7, unsettled: 2 },
    output: { today: '2118.57', month: '9000.00', returned: '571.43' },
    sales: { today: '3118.57', month: '9900.00', returned: '0.00', repair: { today: '2118.57', month: '9000.00' } },
  })
  const tile = (name: RegExp) => page.getByRole('button', { name })
  await expect.element(tile(/今日产值/)).toHaveTextContent(/2,118.57.*已减退单 571.43/)
  await expect.element(tile(/今日销售/)).toHaveTextContent(/3,118.57.*今日含维修 2,118.57/)
  const cars = page.getByRole('region', { name: '在修车辆' })
  await expect
    .element(cars.getByRole('button', { name: /京A88888/ }))
    .toHaveTextContent(/顾问一.*预交 14:00.*超时.*维修中/)
  await expect.element(cars.getByRole('button', { name: /维修进度/ })).toHaveTextContent('2台')
  expectNoSideways(document.body)
  await tile(/今日进厂/).click()
  await tile(/待结算/).click()
  await tile(/今日产值/).click()
  expect(tab.opened).toEqual([
    { key: 'repair', params: { arrivedToday: 'true' } },
    { key: 'repair', params: { state: 'completed' } },
    { key: 'costSettlement', params: { from: day, to: day, state: 'done' } },
  ])
})

test('a shop that trades alone has no tiles of cars', async () => {
  drawHome({ sales: { today: '100.00', month: '100.00', returned: '0.00' } })
  await expect.element(page.getByRole('button', { name: /今日销售/ })).toHaveTextContent(/本月 100.00$/)
  await expect.element(page.getByRole('button', { name: /今日进厂/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: '在修车辆' })).not.toBeInTheDocument()
})
