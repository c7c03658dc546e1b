import type { DispatchView, WorkCard } from '@chepu/contract/repair/dispatch'

/** A technician who has yet to begin. */
export const row = (more: Partial<DispatchView> = {}): DispatchView => ({
  id: 1,
  employeeId: 7,
  name: '技师一',
  role: 'lead',
  share: '1.0000',
  bayId: null,
  bayName: null,
  plannedStart: null,
  plannedEnd: null,
  startedAt: null,
  finishedAt: null,
  workedMinutes: 0,
  pause: null,
  ...more,
})

/** A line of work that waits for him. */
export const card = (more: Partial<WorkCard> = {}): WorkCard => ({
  orderId: 3,
  billNo: 'WX2603050001',
  orderState: 'confirmed',
  plate: '京A88888',
  modelText: '大众 朗逸 2019款 1.5L 自动舒适版',
  complaint: '刹车异响，低速踩踏明显',
  promisedAt: null,
  adviserName: '顾问一',
  lineId: 11,
  name: '更换前刹车片',
  workerTypeId: 1,
  workerTypeName: '机电',
  hours: '1.500000',
  workState: 'waiting',
  isAdded: false,
  isInternalRework: false,
  failReason: null,
  isSelfChecked: false,
  photoIds: [],
  technicians: [row()],
  ...more,
})
