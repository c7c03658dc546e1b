import { askForParts } from '@chepu/contract/repair/dispatch'
import { type ProgressRow, repairProgress } from '@chepu/contract/repair/repair-progress'
import { listEmployees } from '@chepu/contract/basics/lookups'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoSideways } from '../../../test/desk-line'
import { draw, server } from '../../../test/page'
import { tellNews } from '../../kit/base/news'
import ProgressBoard from './board'
import { turnPage } from './wall'

const car = (more: Partial<ProgressRow>): ProgressRow => ({
  id: 1,
  billNo: 'WX2603050001',
  state: 'in_progress',
  lane: 'working',
  plate: '京A88888',
  modelText: '大众 朗逸 2019款',
  partnerName: '车主甲',
  adviserName: '顾问一',
  technicians: '技师一、技师二',
  arrivedAt: '2026-03-05T01:00:00.000Z',
  minutes: 135,
  promisedAt: '2026-03-05T06:00:00.000Z',
  isLate: true,
  lineCount: 3,
  doneCount: 1,
  pause: null,
  ...more,
})

test('cars stand in their lanes, late ones say so, what waits for material is urged, and a push renews the board', async () => {
  let rows = [
    car({}),
    car({ id: 2, plate: '沪B66666', lane: 'parts', pause: '待料', isLate: false }),
    car({ id: 3, plate: '粤C12345', lane: 'settling', isLate: false }),
  ]
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(repairProgress, () => ({ rows }))
  server.on(askForParts, () => ({ told: 1 }))
  draw(<ProgressBoard />)
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  await expect.element(lane('维修中')).toHaveTextContent(/京A88888.*1\/3项.*2小时15分.*超时/)
  await expect.element(page.getByText('共 3 台　超时 1 台')).toBeVisible()
  expectNoSideways(document.body)
  await expect.poll(() => document.documentElement.scrollHeight).toBeLessThanOrEqual(900)
  await lane('待料').getByRole('button', { name: '催料' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('水泵 1个')
  await page.getByRole('dialog').getByRole('button', { name: '通知仓库' }).click()
  await expect.poll(() => server.asked(askForParts).at(-1)?.body).toEqual({ orderId: 2, note: '水泵 1个' })
  await lane('待结算').getByRole('button', { name: '复制通知' }).click()
  await expect.poll(() => navigator.clipboard.readText()).toMatch(/^您好，您的爱车 粤C12345 /)
  rows = rows.map((row) => (row.id === 2 ? { ...row, lane: 'working', pause: null } : row))
  tellNews()
  await expect.element(lane('待料').getByRole('heading')).toHaveTextContent('待料0')
})

test('on the wall cars that do not fit come by and by, and the first come again', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => car({ id: i + 1, plate: `京A${10000 + i}` }))
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(repairProgress, () => ({ rows }))
  draw(<ProgressBoard />)
  const lane = page.getByRole('region', { name: '维修中', exact: true })
  await expect.element(lane.getByText('京A10000')).toBeVisible()
  const list = lane.element().querySelector('ul') as HTMLElement
  list.style.overflow = 'hidden'
  const isWhole = (item: Element) => {
    const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()]
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1
  }
  const seen = new Set<Element>()
  let pages = 0
  do {
    for (const item of [...list.children].filter(isWhole)) seen.add(item)
    turnPage(list)
    pages += 1
  } while (list.scrollTop > 0 && pages < 30)
  expect(seen.size).toBe(30)
  expect(pages).toBeGreaterThan(2)
  expect(list.scrollTop).toBe(0)
})
