import { gradeLabels } from '@chepu/contract/basics/part'
import { payerTypes } from '@chepu/contract/kernel/payer-types'
import { repairSettlement, type SettledInsurer, settlementCards } from '@chepu/contract/repair/settlement'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { isPositive, isZero, sub, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import { guaranteeOf, guaranteeText } from '@chepu/contract/repair/quality'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { repairPriceOwed } from '@chepu/contract/kernel/repair-figures'
import { repairSectionNames } from '@chepu/contract/kernel/repair-document'
import { call } from '../../kit/base/call'
import { moneyText, text } from '../../kit/base/format'
import { textOf } from '../../kit/list/columns'
import type { MakeSheet, PrintLayout } from '../../kit/print/document-sheet'
import type { PrintKind } from '../../kit/print/print-kinds'
import type { PrintColumn } from '../../kit/print/print-template'
import { customerPageOnSlips } from '../../pickers/customer-page'
import { balancesOf, cardsIn, paidByCards, withCardsOf } from '../cards-on-paper'

interface Line {
  payer?: string
  taxedAmount?: Decimal
  name: string
  partName?: string | null
  isCustomerSupplied?: boolean
  isConsumable?: boolean
  pricingMode?: 'hours' | 'fixed' | null
  stdHours?: string
  qty?: Decimal
  price?: Decimal | null
  discountRate?: Decimal
  taxRate?: Decimal
  qualityKm?: string | null
  qualityDays?: number | null
  complaint?: string
  cause?: string
  remedy?: string
}

const labels = { labour: '项目', materials: '材料', extras: '附加费', outsourced: '外协' }

const car = [
  { key: 'plate', title: '车牌' },
  { key: 'modelText', title: '车型' },
  { key: 'vin', title: '车架号' },
  { key: 'partnerName', title: '客户' },
  { key: 'contactMobile', title: '电话' },
  { key: 'workOrderNo', title: '工单号' },
  { key: 'businessTypeName', title: '业务类型' },
  { key: 'salespersonName', title: '服务顾问' },
  { key: 'bizDate', title: '结算日期', kind: 'date' },
] as const

const columns: PrintColumn[] = [
  { key: '#', title: '序号', share: 6 },
  { key: 'section', title: '类别', share: 7, labels },
  { key: 'name', title: '项目/材料', share: 24 },
  { key: 'partCode', title: '配件编码', share: 13, optional: true },
  { key: 'brandName', title: '品牌', share: 9, optional: true },
  { key: 'grade', title: '品质', share: 7, labels: gradeLabels, optional: true },
  { key: 'hours', title: '工时', kind: 'qty', share: 7, total: false, optional: true },
  { key: 'qty', title: '数量', kind: 'qty', share: 7, total: false },
  { key: 'unitName', title: '单位', share: 6, optional: true },
  { key: 'price', title: '单价', kind: 'price', share: 10 },
  { key: 'discountRate', title: '折扣', kind: 'discount', share: 7, optional: true },
  { key: 'taxedAmount', title: '金额', kind: 'money', share: 12 },
  { key: 'payer', title: '付费方', share: 8, labels: payerTypes },
  { key: 'guarantee', title: '质保', share: 18, optional: true },
  { key: 'story', title: '报修-原因-措施', share: 22, optional: true },
]
const moneyOnly = new Set(['price', 'taxedAmount', 'assessedAmount'])

/** What an insurer is billed by: his lines alone, at what he has assessed. */
const insured: PrintColumn[] = columns.flatMap((column): PrintColumn[] => {
  if (column.key === 'payer') return [{ key: 'payerPartnerName', title: '保险公司', share: 14, optional: true }]
  if (column.key === 'taxedAmount')
    return [{ key: 'assessedAmount', title: '定损价', kind: 'money', share: 12, optional: true }, column]
  return column.key === 'guarantee' || column.key === 'story' ? [] : [column]
})
const insuredTitle = '保险结算单'
const certificateTitle = '出厂合格证'

const prints: PrintLayout[] = [
  {
    title: '维修结算清单',
    fields: car,
    columns,
    signatures: ['服务顾问', '收银', '客户签字'],
    settles: true,
    takesQr: true,
  },
  { title: insuredTitle, fields: car, columns: insured, signatures: ['服务顾问', '定损员', '车主签字'], settles: true },
  {
    title: '出门条',
    fields: car,
    columns: [],
    money: false,
    signatures: ['服务顾问', '收银', '门卫'],
    foot: '凭本条放行，当日有效。',
    isFinal: true,
  },
  {
    title: certificateTitle,
    fields: [...car, { key: 'mileage', title: '进厂里程', kind: 'qty' }],
    columns: columns.filter(({ key }) => ['#', 'section', 'name', 'qty', 'guarantee'].includes(key)),
    money: false,
    signatures: ['质量检验员', '服务顾问', '接车人'],
    foot: '本车已按工单修竣，经竣工检验合格，准予出厂。质保期内出现维修质量问题，凭本证返修，免收工时费和材料费。',
    isFinal: true,
  },
]

/** The price of a line with its tax, as its amount is; who may not see prices has none (business/repair 8). */
function priceOn(line: Line, taxIncluded: boolean) {
  const { price, qty = '0', discountRate, taxRate } = line
  if (price == null) return {}
  return {
    price: repairPriceOwed(
      { ...line, price, qty, discountRate: discountRate ?? '1', taxRate: taxRate ?? '0' },
      taxIncluded,
    ),
  }
}

/** When and where the meter stood as the work was completed. */
interface Completion {
  completedAt?: unknown
  mileage?: unknown
  taxIncluded?: unknown
}

/** Until when the shop answers for a line; before the completion how long and how far it will (business/repair-settlement 9). */
function guaranteeOn(line: Line, { completedAt, mileage }: Completion): string {
  if (line.isCustomerSupplied) return '自带件不质保'
  const { qualityKm: km = null, qualityDays: days = null } = line
  const promised = [days ? `${days}天` : '', km && !isZero(km) ? `${trimZeros(km)}公里` : ''].filter(Boolean).join('或')
  if (typeof completedAt !== 'string' || promised === '') return promised
  const ends = guaranteeOf({ km, days }, shanghaiDay(new Date(completedAt)), text(mileage) || null)
  // The kilometres stay on one line.
  return guaranteeText(ends).replaceAll(/(?<=\d) (?=\d|公里)/g, '\u{a0}') || promised
}

const paperLine = (section: string, completion: Completion) => (line: Line) => ({
  ...line,
  ...priceOn(line, completion.taxIncluded !== false),
  section,
  hours: line.pricingMode === 'hours' ? line.stdHours : '',
  name: `${text(line.partName) || line.name}${line.isCustomerSupplied ? '（自带）' : ''}`,
  guarantee: guaranteeOn(line, completion),
  story: [line.complaint, line.cause, line.remedy].filter(Boolean).join('-'),
})

/** Numbers of the cases by which insurers pay (business/repair-insurance 3.1). */
function caseFields(insurers: unknown) {
  const named = (Array.isArray(insurers) ? insurers : []) as readonly SettledInsurer[]
  const all = (name: 'caseNo' | 'policyNo') =>
    named
      .map((each) => each[name])
      .filter(Boolean)
      .join('、')
  return [
    { key: 'caseNo', title: '报案号', value: all('caseNo') },
    { key: 'policyNo', title: '保单号', value: all('policyNo') },
  ]
}

/** What the customer pays by, what lets the car out, and what says that it left sound (business/repair 8). A draft has no lines yet: its paper is 预结算, made of its sums. */
const settlementSheet: MakeSheet = (def, data, layout, organisation) => {
  const { header } = data
  const isInsurers = layout.title === insuredTitle
  const isOwn = (line: Line) => !line.isConsumable && (!isInsurers || line.payer === 'insurance')
  const sections = data as unknown as Record<string, Line[] | undefined>
  // A certificate answers for work and goods: a tow is neither.
  const named = repairSectionNames.filter((name) => name !== 'extras' || layout.title !== certificateTitle)
  const lines =
    layout.columns?.length === 0
      ? []
      : named.flatMap((name) => (sections[name] ?? []).filter(isOwn).map(paperLine(name, header)))
  const withMoney = layout.money !== false && header['totalAmount'] !== undefined
  const extra = (key: string, title: string, value: unknown = header[key]) =>
    isZero(text(value) || '0') ? [] : [{ key, title, value: moneyText(value) }]
  const rest = sub(text(header['customerDue']) || '0', text(header['receivedAmount']) || '0')
  const onCredit = isPositive(rest) ? rest : '0'
  const byCards = paidByCards(cardsIn(header))
  const paidBy = (payer: string) =>
    sumOf(
      lines.filter((line) => line.payer === payer),
      (line) => line.taxedAmount ?? '0',
    )
  const names: Record<string, string> = {
    服务顾问: text(header['salespersonName']),
    收银: text(header['approverName']),
  }
  return {
    organisation,
    title: layout.title ?? def.title,
    number: text(header['billNo']),
    fields: [
      ...(isInsurers ? caseFields(header['insurers']) : []),
      ...(layout.fields ?? car).map((field) => ({
        key: field.key,
        title: field.title,
        value: textOf(header[field.key], field),
      })),
    ],
    columns: (layout.columns ?? columns).filter(({ key }) => withMoney || !moneyOnly.has(key)),
    lines,
    sides: withMoney ? { key: 'section', labels } : undefined,
    amountTitle: isInsurers ? '保险应付' : '客户应付',
    amount: withMoney ? (text(header[isInsurers ? 'insuranceDue' : 'customerDue']) as Decimal) : undefined,
    extras:
      withMoney && isInsurers
        ? [
            {
              key: 'insured',
              title: '保险项目合计',
              value: moneyText(sumOf(lines, (line) => line.taxedAmount ?? '0')),
            },
            ...extra('deductible', '客户承担'),
            ...extra('salvage', '残值'),
            ...extra('insuranceDue', '保险应付'),
          ]
        : withMoney
          ? [
              ...extra('totalAmount', '合计'),
              ...extra('packaged', '套餐抵扣'),
              ...extra('couponAmount', '代金券'),
              ...extra('orderDiscount', '整单优惠'),
              ...extra('gift', '赠送', paidBy('gift')),
              ...extra('internal', '内部承担', paidBy('internal')),
              ...extra('salvage', '残值抵扣'),
              ...extra('insuranceDue', '保险应付'),
              ...extra('warrantyDue', '三包应付'),
              ...extra('customerDue', '客户应付'),
              ...extra('deductible', '其中保险免赔'),
              // What a card pays came in when the card was charged: it is told beside the money.
              ...extra('paidByCards', '会员卡', byCards),
              ...extra('receivedAmount', '已收', sub(text(header['receivedAmount']) || '0', byCards)),
              ...(header['state'] === 'done' ? extra('onCredit', '挂账', onCredit) : []),
            ]
          : [],
    balances: withMoney && layout.takesQr ? balancesOf(cardsIn(header)) : [],
    remark: text(header['remark']),
    signatures: (layout.signatures ?? []).map((title) => ({ title, value: names[title] ?? '' })),
    foot: layout.foot,
    settles: layout.settles,
    takesQr: layout.takesQr,
  }
}

const besides = withCardsOf((id) => call(settlementCards, { params: { id }, quiet: true }))

const paper: PrintKind = {
  document: repairSettlement,
  sheet: settlementSheet,
  prints,
  link: customerPageOnSlips,
  besides,
}
export default paper
