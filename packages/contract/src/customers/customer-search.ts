import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { dateRange, flag } from '../kernel/list-query'
import { defineQuery, type QueryRow } from '../kernel/query'
import { addressed, addressedId, amount, day, id } from '../kernel/scalars'
import { customerButtons, partnerKindLabels, partnerLevels } from './partner'

const number = addressed(z.number().min(0).max(2_000_000))
const typeOf = { count: number, money: amount, day }
const words = (told: string) => z.string().trim().max(60).describe(told).optional()

/** Conditions that are a range, each with two filters: `visitsFrom` and `visitsTo`, both included. */
export const searchRanges = {
  visits: { title: '消费次数', kind: 'count' },
  spent: { title: '累计消费', kind: 'money' },
  average: { title: '客单价', kind: 'money' },
  quiet: { title: '未到店天数', kind: 'count' },
  last: { title: '最近到店', kind: 'day' },
  purchased: { title: '购车日期', kind: 'day' },
  mileage: { title: '里程(公里)', kind: 'count' },
  insurance: { title: '保险到期', kind: 'day' },
  inspection: { title: '年检到期', kind: 'day' },
  maintenance: { title: '下次保养', kind: 'day' },
} as const
export type SearchRange = keyof typeof searchRanges
type Ranges = typeof searchRanges

const rangeFilters = Object.fromEntries(
  Object.entries(searchRanges).flatMap(([name, { title, kind }]) => [
    [`${name}From`, typeOf[kind].describe(`${title}，从`).optional()],
    [`${name}To`, typeOf[kind].describe(`${title}，到`).optional()],
  ]),
) as { [Name in SearchRange as `${Name}From` | `${Name}To`]: z.ZodOptional<(typeof typeOf)[Ranges[Name]['kind']]> }

/** What who lacks 单据价格与金额 may not ask by: an answer would tell it. */
export const pricedRanges: readonly SearchRange[] = ['spent', 'average']

const figure = { sort: true, total: false } as const
const due = { kind: 'date', nullable: true } as const

/**
 * 客户综合查询: customers, each with his cars, by any of what is known of them (business/customers 8). What he bought counts within the
 * days from `from` to `to`, all days where nothing is said.
 */
export const customerSearch = defineQuery({
  key: 'customer_search',
  title: '客户综合查询',
  path: '/api/web/customer-search',
  access: customerButtons.view,
  mayExport: customerButtons.export,
  filters: dateRange.extend({
    q: z.string().trim().max(60).describe('名称、拼音、手机尾号，或车牌、VIN尾号').optional(),
    kind: oneOf(partnerKindLabels)
      .describe(`性质：${labelled(partnerKindLabels)}`)
      .optional(),
    category: z.string().max(20).optional(),
    level: z.enum(partnerLevels).describe('客户等级，A 至 D').optional(),
    source: z.string().max(20).describe('客户来源').optional(),
    salespersonId: addressedId.optional(),
    /** Words of brand, series and model. */
    car: words('车型：品牌、车系、年款中的文字'),
    /** Name or code of work that was done to the car, and of a part that the customer has bought. */
    item: words('消费过项目的名称或编码'),
    part: words('消费过配件的名称或编码'),
    /** Something was declined, and has not been done since. */
    declined: flag.describe('有未做项目').optional(),
    ...rangeFilters,
  }),
  columns: {
    partnerName: { title: '客户', width: 140, isKey: true, isName: true, chars: 24 },
    partnerCode: { title: '编码', width: 74, hidden: true },
    kind: { title: '性质', kind: 'code', labels: partnerKindLabels, width: 48, sort: false, hidden: true },
    category: { title: '类别', width: 60, hidden: true },
    level: { title: '等级', width: 44 },
    source: { title: '来源', width: 80, sort: false, hidden: true },
    mobile: { title: '手机', width: 100, sort: false, isKey: true },
    salespersonName: { title: '业务员', width: 60, sort: false, nullable: true },
    plate: { title: '车牌', width: 84, isKey: true, nullable: true },
    vin: { title: 'VIN', width: 150, sort: false, hidden: true, nullable: true, chars: 20 },
    carName: { title: '车型', width: 140, sort: false, nullable: true, chars: 24 },
    purchasedOn: { ...due, title: '购车日期', hidden: true },
    mileage: { title: '里程', kind: 'qty', total: false, width: 72, nullable: true },
    visits: { ...figure, title: '消费次数', kind: 'count', width: 68, isKey: true },
    spent: { ...figure, title: '累计消费', kind: 'money', field: 'doc_price', isKey: true },
    average: { ...figure, title: '客单价', kind: 'money', field: 'doc_price', width: 80, nullable: true },
    lastOn: { ...due, title: '最近到店', isKey: true },
    quietDays: { ...figure, title: '未到店天数', kind: 'count', width: 76, nullable: true },
    receivable: { ...figure, title: '当前应收', kind: 'money', field: 'ar_balance', width: 80 },
    advanceIn: { ...figure, title: '预收余额', kind: 'money', field: 'ar_balance', width: 76, hidden: true },
    compulsoryExpiresOn: { ...due, title: '交强险到期' },
    commercialExpiresOn: { ...due, title: '商业险到期', hidden: true },
    inspectionExpiresOn: { ...due, title: '年检到期' },
    nextMaintenanceOn: { ...due, title: '下次保养' },
    declined: { title: '未做项目', width: 180, sort: false, nullable: true, chars: 40 },
  },
  /** `rowId` is that of the car, or the customer's, negative, where he has none. */
  beside: { rowId: z.number().int(), partnerId: id, vehicleId: id.nullable() },
})
export type CustomerSearchRow = QueryRow<typeof customerSearch>
