// 检车报告 of cars that are here: what was measured and seen (business/repair 12).
import { inspectionRoutes } from '@chepu/contract/repair/inspection'
import { inspectionTemplateRoutes } from '@chepu/contract/repair/inspection-template'
import type { Desk } from '../desk'

/** What is found on a car that is no longer new; all other points are good. */
const findings: Readonly<Record<string, { value?: string; level?: 'yellow' | 'red'; remark: string }>> = {
  前制动片厚度: { value: '2.6', remark: '已到极限，建议更换' },
  后制动片厚度: { value: '4.5', remark: '下次保养时再看' },
  制动液含水量: { value: '2.4', remark: '' },
  左前胎花纹: { value: '2.8', remark: '外侧偏磨' },
  空调滤芯: { level: 'yellow', remark: '有灰尘和树叶' },
  雨刮片: { level: 'yellow', remark: '刮不干净' },
}
/** What is measured of a part that is as good as new. */
const goodValues: Readonly<Record<string, string>> = { mm: '7', '%': '1', V: '12.7' }

/** Points of the usual list with the items of service that mend them. */
const remedies: Readonly<Record<string, string>> = {
  前制动片厚度: '更换前制动片',
  后制动片厚度: '更换后制动片',
  制动液含水量: '更换制动液',
  蓄电池电压: '更换蓄电池',
  空气滤芯: '更换空气滤清器',
  空调滤芯: '更换空调滤清器',
}

/** Lets the points of the usual list propose what the company does about them. */
export async function proposeItems(boss: Desk, itemIds: ReadonlyMap<string, number>): Promise<void> {
  const { rows } = await boss.call(inspectionTemplateRoutes.list, { query: { page: 1, rows: 50 } })
  const usual = rows.find(({ name }) => name === '常规检查')
  if (!usual) return
  const { points, ...template } = await boss.call(inspectionTemplateRoutes.read, { params: { id: usual.id } })
  const body = {
    ...template,
    points: points.map((point) => ({ ...point, serviceItemId: itemIds.get(remedies[point.name] ?? '') ?? null })),
  }
  await boss.call(inspectionTemplateRoutes.save, { body })
}

/** Looks a car over by the usual list, at its reception or later; what is red becomes a line of its order. */
export async function inspect(
  desk: Desk,
  at: { workOrderId: number } | { receptionId: number },
  { isDone, isQuoted }: { isDone: boolean; isQuoted: boolean },
): Promise<void> {
  const { rows } = await desk.call(inspectionRoutes.templates, { query: at })
  const template = rows.find(({ name }) => name === '常规检查')
  const { id, version } = await desk.call(inspectionRoutes.start, {
    body: { ...at, templateId: template?.id as number },
  })
  const { points } = await desk.call(inspectionRoutes.read, { params: { id } })
  const seen = points.slice(0, isDone ? points.length : 12).map(({ id: pointId, name, unit }) => {
    const found = findings[name]
    const value = found?.value ?? (found ? null : (goodValues[unit] ?? null))
    return {
      id: pointId,
      value,
      level: value === null ? (found?.level ?? ('green' as const)) : null,
      remark: found?.remark ?? '',
    }
  })
  const saved = await desk.call(inspectionRoutes.save, { params: { id }, body: { version, points: seen } })
  if (isDone) await desk.call(inspectionRoutes.finish, { params: { id }, body: { version: saved.version } })
  const worst = points.find(({ name }) => name === '前制动片厚度')
  if (isQuoted && worst) await desk.call(inspectionRoutes.quote, { params: { id }, body: { pointId: worst.id } })
}
