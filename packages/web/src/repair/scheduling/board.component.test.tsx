import { dispatchBoard, dispatchCalls, type WorkCard } from '@chepu/contract/repair/dispatch'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ScreenParams } from '../../kit/base/tabs'
import { expectNoSideways } from '../../../test/desk-line'
import { draw, server } from '../../../test/page'
import { card, row } from '../card.fixture'
import Scheduling from './board'

const technician = (employeeId: number, name: string, hours: string) => ({
  employeeId,
  name,
  teamId: 1,
  teamName: '机修一组',
  workerTypeIds: [1],
  workerTypeNames: '机电',
  hours,
})

/** Two technicians, two bays, one line that waits and one that is planned for ten o'clock. */
function drawBoard(more: WorkCard[] = [], params: ScreenParams = {}) {
  const plannedStart = new Date(`${shanghaiDay()}T10:00:00+08:00`).toISOString()
  server.on(dispatchBoard, () => ({
    technicians: [technician(7, '技师一', '9.50'), technician(8, '技师二', '1.50')],
    bays: [
      { id: 1, name: '1号工位' },
      { id: 2, name: '2号工位' },
    ],
    cards: [
      card({ technicians: [] }),
      ...more,
      card({
        lineId: 12,
        plate: '沪B66666',
        name: '四轮定位',
        workState: 'working',
        technicians: [row({ employeeId: 8, name: '技师二', plannedStart, startedAt: plannedStart, workedMinutes: 25 })],
      }),
    ],
  }))
  server.on(dispatchCalls.assign, () => ({ id: 3, version: 2, state: 'confirmed' }))
  return draw(<Scheduling />, { params })
}
const waiting = () => page.getByRole('region', { name: '待派项目' }).getByRole('button', { name: /京A88888/ })
const line = (name: string) => page.getByRole('region', { name, exact: true })

test('a line is dragged to a technician and a time', async () => {
  drawBoard()
  await expect.element(line('技师二').getByRole('button', { name: /沪B66666/ })).toBeVisible()
  await expect.element(line('技师一')).toHaveTextContent('9.50 / 8 小时')
  expectNoSideways(document.body)
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(900)
  const strip = line('技师一').element().querySelector('[data-strip]') as HTMLElement
  const { width, height } = strip.getBoundingClientRect()
  // Nine o'clock is the third of twenty-two half hours.
  await userEvent.dragAndDrop(waiting(), page.elementLocator(strip), {
    targetPosition: { x: (width * 2.5) / 22, y: height / 2 },
  })
  await expect
    .poll(() => server.asked(dispatchCalls.assign).at(-1)?.body)
    .toMatchObject({
      orderId: 3,
      lineIds: [11],
      technicians: [{ employeeId: 7 }],
      plannedStart: new Date(`${shanghaiDay()}T09:00:00+08:00`).toISOString(),
      plannedEnd: new Date(`${shanghaiDay()}T10:30:00+08:00`).toISOString(),
    })
})

test('by keyboard Enter opens the line, and two share it equally until they say otherwise', async () => {
  drawBoard()
  await expect.element(waiting()).toBeVisible()
  ;(waiting().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: '京A88888 更换前刹车片' })
  await dialog.getByRole('checkbox', { name: /技师一/ }).click()
  await dialog.getByRole('checkbox', { name: /技师二/ }).click()
  const share = (name: string) => dialog.getByRole('textbox', { name: `${name} 分摊比例` })
  await expect.element(share('技师一')).toHaveValue('50')
  await share('技师一').fill('70')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('分摊比例合计应为 100%，还差 -20%')
  await share('技师二').fill('30')
  await dialog.getByRole('button', { name: '派工', exact: true }).click()
  await expect
    .poll(() => server.asked(dispatchCalls.assign).at(-1)?.body)
    .toMatchObject({
      technicians: [
        { employeeId: 7, share: '0.7' },
        { employeeId: 8, share: '0.3' },
      ],
    })
})

test('the board is narrowed to the technicians and lines of a trade', async () => {
  drawBoard([
    card({ lineId: 13, technicians: [], workerTypeId: 2, workerTypeName: '喷漆', plate: '粤C12345', hours: '0' }),
  ])
  const other = page.getByRole('button', { name: /粤C12345/ })
  await expect.element(other).toHaveTextContent('未定工时')
  await page.getByRole('combobox', { name: '工种' }).click()
  await page.getByTitle('喷漆').click()
  await expect.element(line('技师一')).not.toBeInTheDocument()
  await expect.element(waiting()).not.toBeInTheDocument()
  await expect.element(other).toBeVisible()
})

test('opened for an order, its lines alone wait; one of them takes the others along', async () => {
  const tab = drawBoard(
    [
      card({ orderId: 4, lineId: 21, technicians: [], plate: '粤C12345', name: '更换机油' }),
      card({ orderId: 4, lineId: 22, technicians: [], plate: '粤C12345', name: '轮胎换位' }),
    ],
    { orderId: '4' },
  )
  const oil = page.getByRole('button', { name: /粤C12345 更换机油/ })
  await expect.element(oil).toBeVisible()
  await expect.element(waiting()).not.toBeInTheDocument()
  await oil.click()
  const dialog = page.getByRole('dialog', { name: '粤C12345 更换机油' })
  await dialog.getByRole('checkbox', { name: /本单其余 1 项一起派/ }).click()
  await dialog.getByRole('checkbox', { name: /技师二/ }).click()
  await dialog.getByRole('button', { name: '派工', exact: true }).click()
  await expect
    .poll(() => server.asked(dispatchCalls.assign).at(-1)?.body)
    .toMatchObject({ orderId: 4, lineIds: [21, 22], technicians: [{ employeeId: 8 }] })
  await page.getByRole('button', { name: '显示全部' }).click()
  await expect.element(waiting()).toBeVisible()
  expect(tab.params).toEqual({})
})
