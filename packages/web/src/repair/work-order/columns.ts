import { payerTypes } from '@chepu/contract/kernel/payer-types'
import { type Payer, payerRules } from '@chepu/contract/repair/payer'
import { isPositive, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import { moneyText, qtyText } from '../../kit/base/format'
import { fieldTitle } from '../../kit/document/field-faults'
import { type LineColumn, showCell } from '../../kit/grid/line-grid-columns'
import { shown } from '../../kit/grid/line-grid-text'
import { orderSections } from '@chepu/contract/repair/lines'
import type { z } from 'zod'
import { excessOf, isUntyped, moneyOf, type OrderLine, stateOfLine } from './order-lines'
import type { OrderStore } from './order-store'
import { shortageOf, type StockOf } from './short-material'

/** What the columns of an order open and know. */
export interface ColumnSource {
  order: OrderStore
  /** Whether the customer has been asked for the order before. */
  isConfirmed: boolean
  seesPrice: boolean
  /** Whether the business of the order is that of insurers. */
  isInsured: boolean
  workerTypes: readonly { id: number; name: string }[]
  /** What of the part of a line is there and on its way for the order, and what asks for what it lacks. */
  stockOf: StockOf
  askFor: ((line: OrderLine) => void) | undefined
  openItem: (line: OrderLine, text: string) => Promise<undefined>
  openPart: (line: OrderLine, text: string) => Promise<undefined>
  openPartner: (text: string, role: PartnerRole, title: string) => Promise<{ id: number; name: string } | undefined>
}

type OrderColumn = LineColumn<OrderLine>

/** What the customer did without is read alone. */
const isOpen = ({ agreement }: OrderLine) => agreement !== 'declined'
/** What somebody has begun, or what was issued, keeps its item or part. */
const isUntouched = (line: OrderLine) =>
  isOpen(line) && line.workState === 'waiting' && !isPositive(line.issuedQty || '0')

const pendingIn = (line: OrderLine, column: string): string => (line.pendingIn === column ? line.pending : '')

const fixed = (name: string, title: string, width: number, more: Partial<OrderColumn> = {}): OrderColumn => ({
  name,
  title,
  kind: 'readonly',
  width,
  ...more,
})

const payerChoices = Object.entries(payerTypes).map(([value, label]) => ({ value, label }))

/** What every line ends with: what it comes to, who pays, what the customer said. */
function ending({ isConfirmed, isInsured, openPartner }: ColumnSource): OrderColumn[] {
  const payerOf = (line: OrderLine): PartnerRole | null => payerRules[line.payer].partner
  return [
    { name: 'discountRate', title: '折扣', kind: 'discount', width: 46 },
    { ...fixed('amount', '金额', 84, { kind: 'computed' }), show: (line) => moneyText(moneyOf(line).netAmount) },
    {
      name: 'payer',
      title: '付费方',
      kind: 'select',
      width: 58,
      choices: payerChoices,
      enter: (_line, text) => {
        const payer = payerChoices.find(({ label }) => label.startsWith(text.trim()))?.value as Payer | undefined
        return payer ? { payer, payerPartnerId: null, payerPartnerName: null } : {}
      },
      fields: ['payer', 'payerPartnerId', 'payerPartnerName'],
    },
    {
      name: 'payerPartnerId',
      title: '付费单位',
      kind: 'picker',
      width: 84,
      show: (line) => line.payerPartnerName ?? '',
      enter: (line, text) =>
        text.trim() === line.payerPartnerName ? {} : { payerPartnerId: null, payerPartnerName: null },
      editable: (line) => isOpen(line) && payerOf(line) !== null && line.payer !== 'customer',
      open: async (line, text) => {
        const chosen = await openPartner(text, payerOf(line) ?? 'customer', '选择付费单位')
        return chosen && { payerPartnerId: chosen.id, payerPartnerName: chosen.name }
      },
      fields: ['payerPartnerId', 'payerPartnerName'],
    },
    {
      name: 'assessedAmount',
      title: '定损价',
      kind: 'money',
      width: 76,
      hidden: !isInsured,
      editable: (line) => isOpen(line) && line.payer === 'insurance',
    },
    {
      ...fixed('excess', '超定损', 72, { right: true, hidden: !isInsured }),
      show: (line) => moneyText(excessOf(line)),
    },
    { ...fixed('agreement', '状态', 116), show: (line) => stateOfLine(line, isConfirmed) },
  ]
}

const remark: OrderColumn = { name: 'remark', title: '备注', kind: 'text', width: 120 }

const price: OrderColumn = {
  name: 'price',
  title: '单价',
  kind: 'price',
  width: 72,
  stop: true,
  enter: (_line, text) => ({ price: numberText(text), priceSource: 'manual' }),
}
const qty: OrderColumn = { name: 'qty', title: '数量', kind: 'qty', width: 56, required: true, stop: true }

function labourColumns(source: ColumnSource): OrderColumn[] {
  const workerTypes = source.workerTypes.map(({ id, name }) => ({ value: id, label: name }))
  return [
    {
      name: 'name',
      title: '项目',
      kind: 'name',
      width: 190,
      required: true,
      stop: true,
      show: (line) => line.name || pendingIn(line, 'name'),
      editable: isUntouched,
      open: source.openItem,
    },
    {
      name: 'workerTypeId',
      title: '工种',
      kind: 'select',
      width: 66,
      choices: workerTypes,
      show: (line) =>
        workerTypes.find(({ value }) => value === line.workerTypeId)?.label ?? shown(line['workerTypeName']),
    },
    {
      name: 'pricingMode',
      title: '计价',
      kind: 'select',
      width: 62,
      choices: [
        { value: 'hours', label: '按工时' },
        { value: 'fixed', label: '一口价' },
      ],
    },
    qty,
    {
      name: 'stdHours',
      title: '工时',
      kind: 'qty',
      width: 60,
      editable: (line) => isOpen(line) && line.pricingMode === 'hours',
    },
    price,
    ...ending(source),
    fixed('technicians', '技师', 88),
    remark,
  ]
}

function materialColumns(source: ColumnSource): OrderColumn[] {
  const { order } = source
  const placeOf = (line: OrderLine) => order.placeOf(line.labourRef)
  return [
    {
      name: 'partId',
      title: '配件编码',
      kind: 'code',
      width: 112,
      required: true,
      stop: true,
      show: (line) => line.partCode || pendingIn(line, 'partId'),
      editable: isUntouched,
      open: source.openPart,
    },
    {
      name: 'partName',
      title: '配件名称',
      kind: 'name',
      width: 132,
      show: (line) => line.partName || pendingIn(line, 'partName'),
      editable: isUntouched,
      open: source.openPart,
    },
    fixed('brandName', '品牌', 56),
    fixed('spec', '规格', 72, { hidden: true }),
    fixed('unitName', '单位', 40),
    fixed('available', '可用量', 58, { right: true, show: (line) => qtyText(source.stockOf(line)?.available) }),
    fixed('onOrder', '在途', 48, { right: true, show: (line) => comingText(source.stockOf(line)?.onOrder) }),
    {
      ...qty,
      warn: (line) => shortageOf(line, source.stockOf),
      ...(source.askFor && { remedy: { title: '缺料转采购/调拨', run: source.askFor } }),
    },
    price,
    ...ending(source),
    {
      name: 'labourRef',
      title: '项目行',
      kind: 'text',
      width: 56,
      right: true,
      show: (line) => (placeOf(line) === 0 ? '' : String(placeOf(line))),
      enter: (_line, text) => ({ labourRef: order.sections.labour.filled()[Number.parseInt(text, 10) - 1]?.ref ?? '' }),
    },
    { name: 'isCustomerSupplied', title: '自带', kind: 'checkbox', width: 46 },
    { name: 'isConsumable', title: '辅料', kind: 'checkbox', width: 46 },
    fixed('issued', '已领', 50, { right: true, show: issuedText }),
    { ...remark, hidden: true },
  ]
}

const comingText = (qty: string | undefined): string => (qty !== undefined && isPositive(qty) ? qtyText(qty) : '')

/** What is in the car: issued and not taken back. */
const issuedText = ({ issuedQty, returnedQty }: OrderLine): string =>
  isDecimal(issuedQty) && isDecimal(returnedQty) && isPositive(issuedQty)
    ? qtyText(trimZeros(sub(issuedQty, returnedQty)))
    : ''

const extraColumns = (source: ColumnSource): OrderColumn[] => [
  { name: 'name', title: '费用', kind: 'text', width: 150, required: true, stop: true },
  qty,
  price,
  ...ending(source),
  remark,
]

const outsourcedColumns = (source: ColumnSource): OrderColumn[] => [
  { name: 'name', title: '外协项目', kind: 'text', width: 130, required: true, stop: true },
  {
    name: 'supplierId',
    title: '外协单位',
    kind: 'picker',
    width: 120,
    required: true,
    stop: true,
    show: (line) => line.supplierName ?? '',
    enter: (line, text) => (text.trim() === line.supplierName ? {} : { supplierId: null, supplierName: null }),
    open: async (_line, text) => {
      const chosen = await source.openPartner(text, 'supplier', '选择外协单位')
      return chosen && { supplierId: chosen.id, supplierName: chosen.name }
    },
    fields: ['supplierId', 'supplierName'],
  },
  qty,
  { ...price, title: '售价' },
  { name: 'purchaseAmount', title: '外协成本', kind: 'money', width: 84 },
  ...ending(source),
  remark,
]

const bySection = {
  labour: labourColumns,
  materials: materialColumns,
  extras: extraColumns,
  outsourced: outsourcedColumns,
}
/** Columns that who may not see prices gets none of. */
const priced = new Set(['price', 'discountRate', 'amount', 'purchaseAmount', 'assessedAmount', 'excess'])

/** The columns of one table of an order, checked by its contract while they are typed. */
export function orderColumns(section: RepairSection, source: ColumnSource): OrderColumn[] {
  const shape = orderSections[section].line.shape as Record<string, z.ZodType>
  return bySection[section](source)
    .map((column): OrderColumn => ({
      ...column,
      show: (line) => (isUntyped[section](line) ? '' : showCell(column, line)),
    }))
    .filter(({ name }) => source.seesPrice || !priced.has(name))
    .map((column) => {
      const type = shape[column.name]
      const editable = column.editable ?? isOpen
      return type && !column.check
        ? { ...column, editable, check: checkBy(type, column.name, fieldTitle(shape, column.name)) }
        : { ...column, editable }
    })
}

/** What is missing is said at the save, not while the line is being filled. */
const checkBy = (type: z.ZodType, name: string, title: string) => (line: OrderLine) => {
  const value = line[name]
  if (value === '' || value == null) return undefined
  const message = type.safeParse(value).error?.issues[0]?.message
  return message === undefined ? undefined : message || `${title}不正确`
}
