import { type InspectionPoint, inspectionRoutes } from '@chepu/contract/repair/inspection'
import type { DataOf } from '@chepu/contract/kernel/route'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { later, Refused } from '../../../test/server'
import InspectionEntry from './entry'

const point = (id: number, name: string, more: Partial<InspectionPoint> = {}): InspectionPoint => ({
  id,
  partOfCar: '制动',
  name,
  unit: '',
  yellowAt: null,
  redAt: null,
  serviceItemName: null,
  level: null,
  value: null,
  remark: '',
  photoIds: [],
  isQuoted: false,
  ...more,
})

let kept: DataOf<typeof inspectionRoutes.read>
/** What the next save waits for. */
let gate: Promise<void>

beforeEach(() => {
  gate = Promise.resolve()
  kept = {
    id: 5,
    version: 3,
    workOrderId: 7,
    receptionId: null,
    billNo: 'WX0001',
    plate: '粤B12345',
    modelText: '',
    partnerName: '散客',
    templateName: '常规检查',
    inspectorName: '王敏',
    state: 'open',
    createdAt: '2026-11-26T08:00:00+08:00',
    doneAt: null,
    points: [point(1, '前刹车片'), point(2, '后刹车片'), point(3, '制动液')],
  }
  server.on(inspectionRoutes.read, () => kept)
  server.on(inspectionRoutes.save, async ({ body }) => {
    await gate
    if (body.version !== kept.version) throw new Refused('stale', '检车报告已被他人修改，请刷新后重试')
    const changes = new Map(body.points.map((each) => [each.id, each]))
    const points = kept.points.map((each) => ({ ...each, ...changes.get(each.id) }) as InspectionPoint)
    kept = { ...kept, points, version: kept.version + 1 }
    return { id: 5, version: kept.version }
  })
  server.on(inspectionRoutes.finish, async ({ body }) => {
    await gate
    kept = { ...kept, state: body.isDone === false ? 'open' : 'done', version: kept.version + 1 }
    return { id: 5, version: kept.version }
  })
})

const drawReport = () => draw(<InspectionEntry />, { params: { id: '5' } })
const mark = (name: string, level: string) =>
  page.getByRole('radiogroup', { name }).getByRole('radio', { name: level, exact: true })
const remark = (name: string) => page.getByRole('textbox', { name: `${name} 备注` })
const button = (name: string) => page.getByRole('button', { name })
const reads = () => server.asked(inspectionRoutes.read).length

test('marks and remarks that are made while others are saved stay, and are saved in their turn', async () => {
  const tab = drawReport()
  await mark('前刹车片', '需处理').click()
  await remark('前刹车片').fill('偏磨')
  const saved = later<void>()
  gate = saved.answer
  await button('保存').click()
  await remark('前刹车片').fill('偏磨到底')
  await mark('后刹车片', '关注').click()
  await remark('后刹车片').click()
  await userEvent.keyboard('剩')
  saved.give()
  await expect.poll(reads).toBe(2)
  await expect.element(button('保存')).toBeEnabled()
  await userEvent.keyboard('3mm')
  await expect.element(remark('后刹车片')).toHaveValue('剩3mm')
  await expect.element(remark('前刹车片')).toHaveValue('偏磨到底')
  expect(tab.isDirty()).toBe(true)
  await button('保存').click()
  await expect.poll(tab.isDirty).toBe(false)
  expect(kept).toMatchObject({
    version: 5,
    points: [
      { level: 'red', remark: '偏磨到底' },
      { level: 'yellow', remark: '剩3mm' },
      { level: null, remark: '' },
    ],
  })
})

test('what somebody else has saved takes no unsaved mark away: the save is told of it, and the report is read again on demand', async () => {
  drawReport()
  await mark('前刹车片', '需处理').click()
  kept = { ...kept, version: 4, points: kept.points.map((each) => ({ ...each, level: 'green' })) }
  await button('保存').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('检车报告已被他人修改，请刷新后重试')
  await expect.poll(reads).toBe(2)
  await expect.element(mark('前刹车片', '需处理')).toBeChecked()
  await expect.element(mark('后刹车片', '正常')).not.toBeChecked()
  await button('重新加载').click()
  await expect.element(mark('前刹车片', '正常')).toBeChecked()
  await expect.element(mark('后刹车片', '正常')).toBeChecked()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a report that is being finished takes no marks any more', async () => {
  const tab = drawReport()
  await mark('前刹车片', '需处理').click()
  const finished = later<void>()
  gate = finished.answer
  await button('完成检车').click()
  await mark('后刹车片', '关注').click()
  await remark('前刹车片').fill('偏磨')
  await expect.element(mark('后刹车片', '关注')).not.toBeChecked()
  await expect.element(remark('前刹车片')).toHaveValue('')
  finished.give()
  await expect.element(button('继续检查')).toBeVisible()
  expect(tab.isDirty()).toBe(false)
})

test('what was taken into the order leaves the marks that are made meanwhile', async () => {
  const quoted = later<void>()
  server.on(inspectionRoutes.quote, async ({ body }) => {
    await quoted.answer
    kept = { ...kept, points: kept.points.map((each) => ({ ...each, isQuoted: each.id === body.pointId })) }
    return { lineId: 9 }
  })
  drawReport()
  await mark('前刹车片', '需处理').click()
  await button('加入工单').click()
  await expect.poll(() => server.asked(inspectionRoutes.quote)).toHaveLength(1)
  await mark('制动液', '关注').click()
  await remark('制动液').fill('含水高')
  quoted.give()
  await expect.element(page.getByText('已入工单')).toBeVisible()
  await expect.element(remark('制动液')).toHaveValue('含水高')
  await expect.element(mark('前刹车片', '需处理')).toBeChecked()
})
