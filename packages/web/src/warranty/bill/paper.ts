import { billSlip, handlings, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { call } from '../../kit/base/call'
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
  { key: 'boughtOn', title: '购买日期', kind: 'date' },
  { key: 'repairedOn', title: '修理日期', kind: 'date' },
  { key: 'workOrderNo', title: '工单号' },
  { key: 'bizDate', title: '业务日期', kind: 'date' },
  { key: 'faultCode', title: '故障代码' },
  { key: 'faultName', title: '故障名称' },
  { key: 'complaint', title: '故障描述' },
  { key: 'causePartName', title: '主因件' },
  { key: 'handling', title: '处理方式', labels: handlings },
  { key: 'termText', title: '鉴定结论' },
  { key: 'termReason', title: '申报说明' },
] as const

const columns: PrintColumn[] = [
  { key: '#', title: '序号', share: 6 },
  { key: 'section', title: '类别', share: 8, labels },
  { key: 'name', title: '项目/配件', share: 26 },
  { key: 'partCode', title: '编码', share: 14, optional: true },
  { key: 'hours', title: '定额工时', kind: 'qty', share: 11, total: false, optional: true },
  { key: 'qty', title: '数量', kind: 'qty', share: 7, total: false },
  { key: 'unitName', title: '单位', share: 6, optional: true },
  { key: 'price', title: '单价', kind: 'price', share: 11 },
  { key: 'netAmount', title: '金额', kind: 'money', share: 13 },
  { key: 'tags', title: '旧件标签', share: 27, optional: true },
  { key: 'remark', title: '备注', share: 12, optional: true },
]
const moneyOnly = new Set(['price', 'netAmount'])

const prints: PrintLayout[] = [
  { title: '三包鉴定单', fields, columns, signatures: ['服务顾问', '鉴定人', '审核', '客户签字'] },
]

type Line = Readonly<Record<string, unknown>>

type Slip = DataOf<typeof billSlip>

/** Pieces of a line are numbered one after the other: of many the first and the last are named. */
const tagsText = (tags: readonly string[]): string =>
  tags.length > 2 ? `${tags[0]} 至 ${tags.at(-1)}，${tags.length}件` : tags.join(' ')

const paperLine = (section: BillTable, told: ReadonlyMap<number, Slip['lines'][number]>) => (line: Line) => ({
  ...line,
  section,
  partCode: text(line['partCode']) || (told.get(line['id'] as number)?.labourCode ?? ''),
  tags: tagsText(told.get(line['id'] as number)?.tags ?? []),
  name: text(line['partName']) || text(line['name']),
  hours: section === 'labour' && line['pricingMode'] === 'hours' ? line['stdHours'] : '',
})

/** 三包鉴定单: the car, the fault, what was done about it, and what is claimed. */
const sheet: MakeSheet = (def, data, layout, organisation) => {
  const { header } = data
  const tables = data as unknown as Record<string, Line[] | undefined>
  const slip = header['slip'] as Slip | undefined
  const told = new Map((slip?.lines ?? []).map((line) => [line.lineId, line]))
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
    lines: billTables.flatMap((name) => (tables[name] ?? []).map(paperLine(name, told))),
    sides: withMoney ? { key: 'section', labels } : undefined,
    amountTitle: '申报额',
    amount: withMoney ? (text(header['totalAmount']) as Decimal) : undefined,
    remark: text(header['remark']),
    signatures: (layout.signatures ?? []).map((title) => ({ title, value: names[title] ?? '' })),
    foot: layout.foot,
  }
}

/** Codes of the manufacturer and tags, as they are when it is printed. */
const besides: PrintKind['besides'] = async ({ id }) => {
  const slip = await call(billSlip, { params: { id: id as number } })
  return { slip, faultCode: slip.faultCode }
}

const paper: PrintKind = { document: warrantyBill, sheet, prints, besides }
export default paper
