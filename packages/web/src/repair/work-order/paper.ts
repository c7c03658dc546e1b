import { payerTypes } from '@chepu/contract/kernel/payer-types'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { repairLineOwed, repairPriceOwed } from '@chepu/contract/kernel/repair-figures'
import { repairSectionNames } from '@chepu/contract/kernel/repair-document'
import { call, fetchFile } from '../../kit/base/call'
import { dataUrlOf } from '../../kit/base/data-url'
import { signatureAt } from '../../kit/document/agreement'
import { textOf } from '../../kit/list/columns'
import type { MakeSheet, PrintLayout } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import type { PrintColumn } from '../../kit/print/print-template'
import { lastAgreement } from './agreed'
import { text } from '../../kit/base/format'

interface Line {
  agreement?: string
  isConsumable?: boolean
  isCustomerSupplied?: boolean
  pricingMode?: 'hours' | 'fixed' | null
  stdHours?: string
  qty?: Decimal
  discountRate?: Decimal
  name?: string
  partName?: string | null
  remark?: string
  price?: Decimal | null
  netAmount?: Decimal
  taxRate?: Decimal
}

const labels = { labour: '项目', materials: '材料', extras: '附加费', outsourced: '外协' }

const car = [
  { key: 'plate', title: '车牌' },
  { key: 'modelText', title: '车型' },
  { key: 'vin', title: '车架号' },
  { key: 'mileage', title: '进厂里程', kind: 'qty' },
  { key: 'partnerName', title: '客户' },
  { key: 'contactName', title: '联系人' },
  { key: 'contactMobile', title: '电话' },
  { key: 'businessTypeName', title: '业务类型' },
  { key: 'salespersonName', title: '服务顾问' },
  { key: 'arrivedAt', title: '进厂时间', kind: 'time', toMinute: true },
  { key: 'promisedAt', title: '预计交车', kind: 'time', toMinute: true },
  { key: 'complaint', title: '报修' },
] as const

const priced: PrintColumn[] = [
  { key: '#', title: '序号', share: 6 },
  { key: 'section', title: '类别', share: 7, labels },
  { key: 'name', title: '项目/材料', share: 26 },
  { key: 'partCode', title: '配件编码', share: 14, optional: true },
  { key: 'brandName', title: '品牌', share: 9, optional: true },
  { key: 'hours', title: '工时', kind: 'qty', share: 7, total: false, optional: true },
  { key: 'qty', title: '数量', kind: 'qty', share: 7, total: false },
  { key: 'unitName', title: '单位', share: 6, optional: true },
  { key: 'price', title: '单价', kind: 'price', share: 10 },
  { key: 'discountRate', title: '折扣', kind: 'discount', share: 7, optional: true },
  { key: 'netAmount', title: '金额', kind: 'money', share: 12 },
  { key: 'payer', title: '付费方', share: 8, labels: payerTypes },
  { key: 'remark', title: '备注', share: 12, optional: true },
]
const plain: PrintColumn[] = [
  { key: '#', title: '序号', share: 6 },
  { key: 'section', title: '类别', share: 7, labels },
  { key: 'name', title: '项目/材料', share: 30 },
  { key: 'partCode', title: '配件编码', share: 16, optional: true },
  { key: 'brandName', title: '品牌', share: 10, optional: true },
  { key: 'spec', title: '规格', share: 12, optional: true },
  { key: 'hours', title: '工时', kind: 'qty', share: 8, total: false, optional: true },
  { key: 'qty', title: '数量', kind: 'qty', share: 8, total: false },
  { key: 'unitName', title: '单位', share: 7, optional: true },
  { key: 'technicians', title: '技师', share: 14 },
  { key: 'remark', title: '备注', share: 16, optional: true },
]
const known = new Set([...priced, ...plain].map(({ key }) => key))
const moneyOnly = new Set(['price', 'discountRate', 'netAmount'])

const customerSigns = '客户签字'

const prints: PrintLayout[] = [
  {
    title: '维修报价单',
    fields: car,
    columns: priced,
    signatures: ['服务顾问', customerSigns],
    foot: '报价以实际维修项目为准；增加项目另行征得客户同意。',
  },
  { title: '派工单', fields: car, columns: plain, money: false, signatures: ['服务顾问', '主修', '质检'] },
]

/** A line at what is owed for it: where prices are typed without tax, its price and its amount are with it (business/repair 8). */
function owedLine(line: Line, taxIncluded: boolean): Line {
  const { price = null, qty = '0', discountRate = '1', netAmount, taxRate = '0' } = line
  if (netAmount === undefined) return line
  const owed = repairLineOwed({ netAmount, taxRate }, taxIncluded)
  return {
    ...line,
    price: repairPriceOwed({ ...line, price, qty, discountRate, taxRate }, taxIncluded),
    netAmount: owed,
  }
}

/** A line as paper says it: parts that the customer brought, and hours of labour that is priced by them. */
const paperLine = (section: string, taxIncluded: boolean) => (line: Line) => ({
  ...owedLine(line, taxIncluded),
  section,
  name: `${text(line.partName) || text(line.name)}${line.isCustomerSupplied ? '（自带）' : ''}`,
  hours: line.pricingMode === 'hours' ? line.stdHours : '',
})

/**
 * The papers of an order: what the customer is told, and what the workshop works by. What he did without stands on none, consumables not on
 * his (business/repair 8).
 */
const orderSheet: MakeSheet = (def, data, layout, organisation) => {
  const { header } = data
  const ofShop = layout.money === false
  const sections = data as unknown as Record<string, Line[] | undefined>
  const lines = repairSectionNames.flatMap((name) =>
    (sections[name] ?? [])
      .filter(({ agreement, isConsumable }) => agreement !== 'declined' && (ofShop || !isConsumable))
      .map(paperLine(name, header['taxIncluded'] !== false)),
  )
  const withMoney = !ofShop && header['totalAmount'] !== undefined
  const columns = (layout.columns ?? priced).filter(({ key }) => known.has(key) && (withMoney || !moneyOnly.has(key)))
  const names: Record<string, string> = { 服务顾问: text(header['salespersonName']), 制单: text(header['creatorName']) }
  return {
    organisation,
    title: layout.title ?? def.title,
    number: text(header['billNo']),
    fields: (layout.fields ?? car).map((field) => ({
      key: field.key,
      title: field.title,
      value: textOf(header[field.key], field),
    })),
    columns,
    lines,
    sides: withMoney ? { key: 'section', labels } : undefined,
    amount: withMoney ? (text(header['totalAmount']) as Decimal) : undefined,
    remark: text(header['remark']),
    signatures: (layout.signatures ?? []).map((title) => ({
      title,
      value: names[title] ?? '',
      ...(title === customerSigns && { picture: data.signature }),
    })),
    foot: layout.foot,
  }
}

/** How the customer signed for the order the last time, as a data URL; who may not look at it gets the paper without it. */
async function signatureOf(id: number): Promise<string | undefined> {
  const last = lastAgreement(await call(workOrder.routes.log, { params: { id }, quiet: true }))
  const at = last && signatureAt(last)
  if (!at) return undefined
  return fetchFile(at.route, { params: { id: at.id }, quiet: true }).then(
    (picture) => dataUrlOf(picture),
    () => undefined,
  )
}

const paper: PrintKind = { document: workOrder, sheet: orderSheet, prints, signatureOf }
export default paper
