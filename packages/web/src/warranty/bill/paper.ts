import { handlings, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { text } from '../../kit/base/format'
import { textOf } from '../../kit/list/columns'
import type { MakeSheet, PrintLayout } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import type { PrintColumn } from '../../kit/print/print-template'
import { type BillTable, billTables } from './bill-store'

const labels = { labour: '工时', materials: '材料', extras: '费用' }

const fields = [
  { key: 'manufacturerName', title: '责任厂家' },
  { key: 'partnerName', title: '客户' },
  { key: 'plate', title: '车牌' },
  { key: 'vin', title: '车架号' },
  { key: 'modelText', title: '车型' },
  { key: 'mileage', title: '里程', kind: 'qty' },
  { key: 'invoicedOn', title: '购车日期', kind: 'date' },
  { key: 'repairedOn', title: '修理日期', kind: 'date' },
  { key: 'workOrderNo', title: '工单号' },
  { key: 'faultName', title: '故障' },
  { key: 'complaint', title: '故障描述' },
  { key: 'causePartName', title: '主因件' },
  { key: 'handling', title: '处理方式', labels: handlings },
  { key: 'termText', title: '三包期' },
  { key: 'termReason', title: '超期申报原因' },
] as const

const columns: PrintColumn[] = [
  { key: '#', title: '序号', share: 6 },
  { key: 'section', title: '类别', share: 8, labels },
  { key: 'name', title: '项目/配件', share: 30 },
  { key: 'partCode', title: '配件编码', share: 16, optional: true },
  { key: 'hours', title: '定额工时', kind: 'qty', share: 9, total: false, optional: true },
  { key: 'qty', title: '数量', kind: 'qty', share: 8, total: false },
  { key: 'unitName', title: '单位', share: 6, optional: true },
  { key: 'price', title: '单价', kind: 'price', share: 11 },
  { key: 'netAmount', title: '金额', kind: 'money', share: 13 },
  { key: 'remark', title: '备注', share: 14, optional: true },
]
const moneyOnly = new Set(['price', 'netAmount'])

const prints: PrintLayout[] = [
  { title: '三包鉴定单', fields, columns, signatures: ['服务顾问', '鉴定人', '审核', '客户签字'] },
]

type Line = Readonly<Record<string, unknown>>

const paperLine = (section: BillTable) => (line: Line) => ({
  ...line,
  section,
  name: text(line['partName']) || text(line['name']),
  hours: section === 'labour' && line['pricingMode'] === 'hours' ? line['stdHours'] : '',
})

/** 三包鉴定单: the car, the fault, what was done about it, and what is claimed. */
const sheet: MakeSheet = (def, data, layout, organisation) => {
  const { header } = data
  const tables = data as unknown as Record<string, Line[] | undefined>
  const withMoney = header['totalAmount'] !== undefined
  const names: Record<string, string> = {
    服务顾问: text(header['salespersonName']),
    审核: text(header['approverName']),
  }
  return {
    organisation,
    title: layout.title ?? def.title,
    number: text(header['billNo']),
    fields: (layout.fields ?? fields).map((field) => ({
      key: field.key,
      title: field.title,
      value: textOf(header[field.key], field),
    })),
    columns: (layout.columns ?? columns).filter(({ key }) => withMoney || !moneyOnly.has(key)),
    lines: billTables.flatMap((name) => (tables[name] ?? []).map(paperLine(name))),
    sides: withMoney ? { key: 'section', labels } : undefined,
    amountTitle: '申报额',
    amount: withMoney ? (text(header['totalAmount']) as Decimal) : undefined,
    remark: text(header['remark']),
    signatures: (layout.signatures ?? []).map((title) => ({ title, value: names[title] ?? '' })),
    foot: layout.foot,
  }
}

const paper: PrintKind = { document: warrantyBill, sheet, prints }
export default paper
