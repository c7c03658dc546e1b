import { z } from 'zod'
import { dateRange } from '../kernel/list-query'
import { defineQuery } from '../kernel/query'
import { idParam, route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'
import { customerButtons } from './partner'

const money = z.string().optional()

/** 概况 of 客户详情 (business/customers 7.1). Yuan with 2 decimals; absent without the field permission. */
export const customerOverview = route({
  method: 'GET',
  path: '/api/web/partner/:id/overview',
  access: customerButtons.view,
  summary: '客户概况',
  params: idParam,
  data: z.object({
    id,
    code: z.string(),
    name: z.string(),
    kind: z.string(),
    level: z.string(),
    category: z.string(),
    mobile: z.string(),
    contactName: z.string().nullable(),
    address: z.string(),
    salespersonName: z.string().nullable(),
    isSystem: z.boolean(),
    isActive: z.boolean(),
    isBlacklisted: z.boolean(),
    remark: z.string(),
    creditLimit: z.string().nullable().optional(),
    creditDays: z.number().int(),
    receivable: money,
    advanceIn: money,
    overdue: money,
    lastOn: z.string().nullable(),
    visits: z.number().int(),
    spent: money,
    yearVisits: z.number().int(),
    yearSpent: money,
    /** Absent for who sees no cars; orders in the shop for who sees none. */
    vehicleCount: z.number().int().optional(),
    openOrders: z.number().int().optional(),
    openFollowUps: z.number().int(),
  }),
})

/** What the log calls what is done to a partner. */
const logActions = {
  add: '新增',
  update: '修改',
  enable: '启用',
  disable: '停用',
  credit: '改信用额度',
  transfer: '转业务员',
  merge: '合并',
} as const

/** What it calls the fields that a change touched. */
export const logFields = {
  code: '编码',
  name: '名称',
  kind: '性质',
  cusFlag: '角色',
  category: '类别',
  level: '等级',
  mobile: '手机',
  tel: '电话',
  region: '地区',
  address: '地址',
  priceLevel: '价格级别',
  discountRate: '折扣',
  settlementMethodId: '结算方式',
  creditDays: '账期',
  creditPolicy: '信用策略',
  taxNo: '税号',
  invoiceTitle: '发票抬头',
  bankName: '开户行',
  bankAccount: '银行账号',
  defaultInvoiceKind: '默认发票',
  source: '来源',
  birthday: '生日',
  gender: '性别',
  isBlacklisted: '黑名单',
  isActive: '状态',
  remark: '备注',
} as const

/** 操作日志 of a customer: who did what when. */
export const partnerLog = defineQuery({
  key: 'partner_log',
  title: '客户操作日志',
  path: '/api/web/partner-log',
  access: customerButtons.view,
  mayExport: customerButtons.export,
  filters: dateRange.extend({ partnerId: addressedId }),
  columns: {
    at: { title: '时间', kind: 'time', isKey: true, chars: 20 },
    userName: { title: '操作人', width: 90, sort: false, isKey: true, nullable: true },
    action: { title: '操作', width: 100, sort: false, isKey: true, labels: logActions },
    detail: { title: '内容', width: 320, sort: false, chars: 40 },
  },
  beside: { id },
})
