// The four searches of 三包 (business/three-guarantees 8): the same bills by document, work, manufacturer and part.
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { dateRange, flag, orgReach } from '../kernel/list-query'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, orgQueryColumn, type QueryColumn, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'
import { labelsOf, statesIn } from '../kernel/states'
import { warrantyBill } from './warranty-bill'

const access = pageOf('warranty_bill')
const mayExport = button('warranty_bill', 'export')

/** Which bills are meant; all four searches ask it alike, so that their sums agree. */
const bills = dateRange.extend({
  orgs: orgReach.optional(),
  manufacturerId: addressedId.optional(),
  state: z
    .string()
    .max(120)
    .refine((states) => states.split(',').every((state) => Object.hasOwn(warrantyBill.states, state)), '状态不正确')
    .optional(),
  billNo: z.string().trim().max(40).optional(),
  car: z.string().trim().max(20).optional(),
})
export type BillFilters = z.output<typeof bills>

const money = { kind: 'money', field: 'doc_price', width: 84 } as const
const claimed = { ...money, title: '申报额', isKey: true } as const satisfies QueryColumn
const confirmed = { ...money, title: '确认额', isKey: true } as const satisfies QueryColumn
/** Days between two stages. */
const days = { kind: 'count', width: 64, nullable: true, sort: false, hidden: true, total: false } as const
const stage = { kind: 'date', width: 88, nullable: true, sort: false } as const
const share = { kind: 'percent', width: 68, field: 'doc_price', nullable: true, isKey: true } as const

/** 三包查询-按单据: a row a bill, with the days and the money of every stage (business/three-guarantees 8.2). */
export const warrantyByBill = defineQuery({
  key: 'warranty_by_bill',
  title: '三包查询-按单据',
  path: '/api/web/warranty-by-bill',
  access,
  mayExport,
  filters: bills.extend({
    /** Those with such work or such a fee, and with such a part. */
    item: z.string().trim().max(100).optional(),
    part: z.string().trim().max(60).optional(),
  }),
  columns: {
    billNo: { title: '单号', width: 120, isKey: true, chars: 20 },
    orgName: orgQueryColumn,
    manufacturerName: { title: '厂家', width: 88, isKey: true, chars: 20 },
    plate: { title: '车牌', width: 72, nullable: true, sort: false, isKey: true },
    state: { title: '状态', kind: 'code', labels: labelsOf(warrantyBill.states), width: 72, isKey: true },
    claimed: { ...claimed, title: '申报', width: 80 },
    confirmed: { ...confirmed, title: '确认', width: 80, nullable: true },
    rejected: { ...money, title: '驳回', width: 72, sort: false },
    deducted: { ...money, title: '扣款', width: 72, sort: false },
    settled: { ...money, title: '结算', width: 80, isKey: true },
    collected: { ...money, title: '回款', width: 80, sort: false, isKey: true },
    waived: { ...money, title: '其他核销', width: 72, sort: false },
    open: { ...money, title: '未结', width: 80, sort: false },
    age: { title: '账龄', kind: 'count', width: 52, nullable: true, sort: false, total: false, isKey: true },
    repairedOn: { ...stage, title: '修理日' },
    claimedOn: { ...stage, title: '申报日' },
    confirmedOn: { ...stage, title: '确认日' },
    settledOn: { ...stage, title: '结算日' },
    collectedOn: { ...stage, title: '回款日' },
    daysToClaim: { ...days, title: '申报天数' },
    daysToConfirm: { ...days, title: '确认天数' },
    daysToSettle: { ...days, title: '结算天数' },
    daysToCollect: { ...days, title: '回款天数' },
    vin: { title: 'VIN', width: 150, nullable: true, sort: false, hidden: true, chars: 20 },
    bizDate: { title: '业务日期', kind: 'date', width: 88, hidden: true },
  },
  beside: { id, claimId: id.nullable() },
})
export type WarrantyByBillRow = QueryRow<typeof warrantyByBill>

/** 三包查询-按项目: work by item of service, and by name where it has none (business/three-guarantees 8.3). */
export const warrantyByItem = defineQuery({
  key: 'warranty_by_item',
  title: '三包查询-按项目',
  path: '/api/web/warranty-by-item',
  access,
  mayExport,
  filters: bills.extend({ item: z.string().trim().max(100).optional() }),
  columns: {
    name: { title: '项目', width: 220, isKey: true, chars: 30 },
    code: { title: '项目编码', width: 110, nullable: true },
    hours: { title: '工时定额', kind: 'qty', width: 84, nullable: true, total: false, isKey: true },
    rate: { ...money, title: '单价', nullable: true, total: false, isKey: true },
    times: { title: '次数', kind: 'count', width: 64, isKey: true },
    claimed,
    confirmed,
    passRate: { ...share, title: '通过率' },
  },
  beside: { key: z.string() },
})
export type WarrantyByItemRow = QueryRow<typeof warrantyByItem>

/** 三包查询-按厂家, and 三包统计 with a row a month (business/three-guarantees 8.4). */
export const warrantyByManufacturer = defineQuery({
  key: 'warranty_by_manufacturer',
  title: '三包查询-按厂家',
  path: '/api/web/warranty-by-manufacturer',
  access,
  mayExport,
  filters: bills.extend({ monthly: flag.optional() }),
  columns: {
    manufacturerName: { title: '厂家', width: 98, isKey: true, chars: 24 },
    month: { title: '月份', width: 72, shownWith: 'monthly' },
    count: { title: '单数', kind: 'count', width: 48, isKey: true },
    claimed: { ...claimed, title: '申报' },
    confirmed: { ...confirmed, title: '确认' },
    rejected: { ...money, title: '驳回', width: 76, isKey: true },
    deducted: { ...money, title: '扣款', width: 76, isKey: true },
    settled: { ...money, title: '已结', isKey: true },
    collected: { ...money, title: '回款', isKey: true },
    waived: { ...money, title: '其他核销', width: 76, isKey: true },
    awaiting: { ...money, title: '申报未确认', width: 96, card: 'fact' },
    unpaid: { ...money, title: '确认未回款', width: 96, card: 'fact' },
    open: { ...money, title: '未结', isKey: true, card: 'amount' },
    confirmDays: { title: '平均确认天数', kind: 'qty', width: 96, nullable: true, total: false, isKey: true },
  },
  beside: { key: z.string(), manufacturerId: id },
})
export type WarrantyByManufacturerRow = QueryRow<typeof warrantyByManufacturer>

/** 三包查询-按配件: parts with what failed, how often again, and where the old ones are (business/three-guarantees 8.5). */
export const warrantyByPart = defineQuery({
  key: 'warranty_by_part',
  title: '三包查询-按配件',
  path: '/api/web/warranty-by-part',
  access,
  mayExport,
  filters: bills.extend({
    part: z.string().trim().max(60).optional(),
    brandId: addressedId.optional(),
    categoryId: addressedId.optional(),
    fitment: z.string().trim().max(60).optional(),
    spec: z.string().trim().max(60).optional(),
  }),
  columns: {
    ...partQueryColumns,
    qty: { title: '数量', kind: 'qty', width: 64, isKey: true },
    claimed,
    confirmed,
    repeats: { title: '重复故障', kind: 'count', width: 72, isKey: true },
    returned: { title: '旧件已返', kind: 'count', width: 72, isKey: true },
    waiting: { title: '旧件未返', kind: 'count', width: 72, isKey: true },
    missing: { title: '旧件缺失', kind: 'count', width: 72, isKey: true },
    faults: { title: '故障分布', width: 170, nullable: true, sort: false, chars: 40 },
  },
  beside: { partId: id },
})
export type WarrantyByPartRow = QueryRow<typeof warrantyByPart>

/** What is claimed and confirmed, yuan with tax; absent for who may not see prices. */
const sums = z.object({ claimed: z.string().optional(), confirmed: z.string().optional() })

/** What bills come to by their tables, so that the searches by work and by part can be added up to the bills. */
export const warrantySectionSums = route({
  method: 'GET',
  path: '/api/web/warranty-section-sums',
  access,
  summary: '三包查询的工时、材料与费用',
  query: bills,
  data: z.object({ labour: sums, materials: sums, extras: sums, bills: sums }),
})

/** Bills that nobody has approved. */
export const waitingStates = statesIn(warrantyBill, 'entry', 'waiting')

/** Bills of the same filters that are not approved, and so are in no search. */
export const warrantyWaitingSums = route({
  method: 'GET',
  path: '/api/web/warranty-waiting-sums',
  access,
  summary: '三包查询未计入的未审核三包单',
  query: bills,
  data: z.object({
    count: z.number().int(),
    /** Yuan with tax; absent for who may not see prices. */
    claimed: z.string().optional(),
  }),
})
