import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { dateRange } from '../kernel/list-query'
import { defineQuery, type QueryRow } from '../kernel/query'
import { addressedId, id } from '../kernel/scalars'

const recordSections = { labour: '项目', materials: '材料', extras: '附加费', outsourced: '外协' } as const

/** 维修记录: what was done to cars, line by line of settled orders, here and where a sister shares its history (business/repair 7). */
export const repairRecords = defineQuery({
  key: 'repair_records',
  title: '维修记录',
  path: '/api/web/rep_car/record',
  access: pageOf('work_order'),
  mayExport: button('work_order', 'export'),
  filters: dateRange.extend({
    /** Plate or VIN, or the end of one of them. */
    car: z.string().trim().max(20).optional(),
    vehicleId: addressedId.optional(),
    partnerId: addressedId.optional(),
    /** Name or code of an item or part. */
    item: z.string().trim().max(60).optional(),
    /** Only what is still answered for. */
    guaranteed: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional(),
  }),
  columns: {
    bizDate: { title: '日期', kind: 'date' },
    plate: { title: '车牌', width: 92, isKey: true },
    name: { title: '项目/材料', width: 180, isKey: true, isName: true, chars: 30 },
    section: { title: '类别', kind: 'code', labels: recordSections, width: 60 },
    qty: { title: '数量', kind: 'qty', total: false },
    netAmount: { title: '金额', kind: 'money', field: 'doc_price', isKey: true },
    guaranteedUntil: { title: '质保到期', kind: 'date', nullable: true },
    guaranteedKm: { title: '质保到期里程', kind: 'qty', total: false, width: 104, nullable: true },
    technicians: { title: '技师', width: 100, nullable: true },
    partnerName: { title: '客户', chars: 24 },
    billNo: { title: '工单号', chars: 20 },
    mileage: { title: '里程', kind: 'qty', total: false, width: 84, nullable: true },
    orgName: { title: '门店', width: 120, chars: 20 },
    modelText: { title: '车型', width: 140, chars: 24 },
    partCode: { title: '配件编码', width: 120, nullable: true },
  },
  beside: { id, orderId: id, orgId: id, vehicleId: id },
})
export type RepairRecord = QueryRow<typeof repairRecords>
