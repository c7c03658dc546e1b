// 索赔模板: how a manufacturer wants the sheet of a claim (business/three-guarantees 4.3).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { oneOf } from '../kernel/labelled'
import { idParam, route } from '../kernel/route'
import { id, text } from '../kernel/scalars'

/** What a row of the sheet is. */
export const layoutRows = { line: '每条明细一行', bill: '每张三包单一行' } as const

/** What a column may hold, with its usual heading. */
export const layoutFields = {
  rowNo: '序号',
  stationCode: '服务站代码',
  stationName: '服务站名称',
  claimNo: '索赔单号',
  billNo: '三包单号',
  lineNo: '行号',
  billDate: '三包单日期',
  plate: '车牌',
  vin: 'VIN',
  invoicedOn: '购车日期',
  mileage: '里程',
  repairedOn: '修理日期',
  customerName: '客户',
  contactMobile: '客户电话',
  faultCode: '故障代码',
  faultName: '故障名称',
  complaint: '故障描述',
  causePartCode: '主因件编码',
  causePartName: '主因件',
  handling: '处理方式',
  section: '类别',
  code: '项目/配件编码',
  name: '名称',
  labourCode: '厂家工时代码',
  stdHours: '工时',
  qty: '数量',
  price: '单价',
  amount: '金额',
  labourAmount: '工时费',
  materialAmount: '材料费',
  otherAmount: '其他费用',
  billAmount: '申报金额',
  oldPartTags: '旧件标签',
  lineRemark: '行备注',
  remark: '备注',
  fixed: '固定内容',
} as const
export type LayoutField = keyof typeof layoutFields

/** Fields of a line; a sheet of bills has none of them. */
export const lineFields: readonly LayoutField[] = [
  'lineNo',
  'section',
  'code',
  'name',
  'labourCode',
  'stdHours',
  'qty',
  'price',
  'amount',
  'lineRemark',
]

const layoutColumn = z.object({
  heading: text(40).min(1, '请填写列名').meta({ title: '列名' }),
  field: oneOf(layoutFields).meta({ title: '内容' }),
  /** Of 固定内容: what every row says; blank leaves the column to the manufacturer. */
  text: text(100).optional().meta({ title: '固定内容' }),
})
export type LayoutColumn = z.output<typeof layoutColumn>

const layout = z.object({
  name: text(40).min(1, '请填写模板名称').meta({ title: '模板名称' }),
  sheetName: text(30).min(1, '请填写工作表名').meta({ title: '工作表名' }),
  rowsOf: oneOf(layoutRows).meta({ title: '每行' }),
  /** How the manufacturer calls the organisation that claims; of each its own (ADR 0320). */
  stationCode: text(40).default('').meta({ title: '服务站代码' }),
  columns: z.array(layoutColumn).min(1, '至少一列').max(60, '最多60列').meta({ title: '列' }),
})
export type ClaimLayout = z.output<typeof layout>

/** The layout of a manufacturer who has none of his own. */
export const defaultLayout: ClaimLayout = {
  name: '标准索赔明细',
  sheetName: '索赔明细',
  rowsOf: 'line',
  stationCode: '',
  columns: (
    [
      'billNo',
      'lineNo',
      'plate',
      'vin',
      'invoicedOn',
      'mileage',
      'repairedOn',
      'faultCode',
      'complaint',
      'causePartName',
      'section',
      'code',
      'name',
      'labourCode',
      'stdHours',
      'qty',
      'price',
      'amount',
      'oldPartTags',
    ] as const
  ).map((field) => ({ heading: layoutFields[field], field })),
}

const maintaining = button('warranty_bill', 'policy')

/** The layout of a manufacturer; version 0 is the usual one. */
export const readLayout = route({
  method: 'GET',
  path: '/api/web/claim-layout/:id',
  access: [pageOf('warranty_claim'), maintaining],
  summary: '厂家索赔模板',
  params: idParam,
  data: layout.extend({ version: z.number().int(), manufacturerName: z.string() }),
})

/** Saves the layout of a manufacturer; version 0 where he has none yet. */
export const saveLayout = route({
  method: 'POST',
  path: '/api/web/claim-layout',
  access: maintaining,
  summary: '保存厂家索赔模板',
  body: layout.extend({ manufacturerId: id.meta({ title: '厂家' }), version: z.number().int().min(0) }),
  data: z.object({ version: z.number().int() }),
})

/** A claim as its manufacturer wants it. */
export const claimSheet = route({
  method: 'GET',
  path: '/api/web/warranty-claim-sheet/:id',
  access: button('warranty_claim', 'export'),
  summary: '导出厂家格式',
  params: idParam,
  download: 'xlsx',
})
