import type { DeclinedLine, FormerLine, GuaranteedLine } from '@chepu/contract/repair/car-offers'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import type { Payer } from '@chepu/contract/repair/payer'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { repairLineMoney } from '@chepu/contract/kernel/repair-figures'
import type { RepairLineAnswer, RepairSection } from '@chepu/contract/kernel/repair-document'
import { type Decimal, isPositive, money, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import { blankLine, type EditorLine } from '../../kit/goods/document-lines'
import type { FieldValues, LineRules } from '../../kit/document/editor-section'
import type { Values } from '../../kit/grid/line-grid-store'

/**
 * A line of an order as typed, of whatever section. Figures are text; '' is one that is still missing. What happens to it afterwards, its
 * consent, its work and what was issued, stands beside.
 */
export interface OrderLine extends EditorLine {
  readonly id?: number | undefined
  readonly name: string
  readonly payer: Payer
  readonly payerPartnerId: number | null
  readonly payerPartnerName: string | null
  /** 定损价: what the insurer has assessed; '' while nobody has. */
  readonly assessedAmount: string
  /** Of labour: by which name material refers to it, also while it has no id. */
  readonly ref: string
  /** Of material: the labour that it goes with. */
  readonly labourRef: string
  readonly serviceItemId: number | null
  readonly serviceItemCode: string | null
  readonly workerTypeId: number | null
  readonly pricingMode: 'hours' | 'fixed'
  readonly stdHours: string
  readonly supplierId: number | null
  readonly supplierName: string | null
  readonly purchaseAmount: string
  readonly isConsumable: boolean
  readonly isCustomerSupplied: boolean
  readonly isAdded: boolean
  readonly agreement: RepairLineAnswer['agreement']
  readonly declinedReason: string
  readonly workState: RepairLineAnswer['workState']
  readonly issuedQty: string
  readonly returnedQty: string
}
export type OrderLineValues = Values<OrderLine>

const newRef = (): string => crypto.randomUUID().slice(0, 8)

/** What every line begins with. */
const begins = {
  name: '',
  qty: '1',
  payerPartnerId: null,
  payerPartnerName: null,
  assessedAmount: '',
  ref: '',
  labourRef: '',
  serviceItemId: null,
  serviceItemCode: null,
  workerTypeId: null,
  pricingMode: 'fixed',
  stdHours: '0',
  supplierId: null,
  supplierName: null,
  purchaseAmount: '',
  isConsumable: false,
  isCustomerSupplied: false,
  isAdded: false,
  agreement: 'open',
  declinedReason: '',
  workState: 'waiting',
  issuedQty: '0',
  returnedQty: '0',
} as const satisfies OrderLineValues

/** A line that waits for its first word. */
export const isUntyped: Record<RepairSection, (line: OrderLine) => boolean> = {
  labour: ({ name, pending }) => name === '' && pending === '',
  materials: ({ partId, pending }) => partId === null && pending === '',
  extras: ({ name, price }) => name === '' && price === '',
  outsourced: ({ name, price, supplierId }) => name === '' && price === '' && supplierId === null,
}

/** What a figure that nobody typed is to the contract: a price that waits, a cost of nothing. */
const openFigure = (value: string): string | null => (value === '' ? null : value)

interface Labour {
  /** The name of the labour at a place of the body, and the place of the labour of a name; 0 where there is none. */
  refAt: (no: number) => string
  noOf: (ref: string) => number
}

/** What new lines begin with: who pays for one, and the tax rate of work. */
interface Begins {
  payer: () => Payer
  labourRate: Decimal
}

/** How lines of a section are kept, shown and sent. */
export function orderRules(
  section: RepairSection,
  { payer, labourRate }: Begins,
  labour: Labour,
): LineRules<OrderLine> {
  return {
    blank: () => ({
      ...blankLine(),
      ...begins,
      ...(section === 'materials' && { qty: '' }),
      ...(section !== 'materials' && { taxRate: labourRate }),
      ref: section === 'labour' ? newRef() : '',
      payer: payer(),
    }),
    isBlank: isUntyped[section],
    ofView: (view) => lineOfView(view, labour),
    ofDraft: (kept) => kept,
    bodyOf: (line) => ({
      ...line,
      price: openFigure(line.price),
      assessedAmount: openFigure(line.assessedAmount),
      purchaseAmount: line.purchaseAmount || '0',
      labourNo: labour.noOf(line.labourRef) || null,
    }),
  }
}

/** A line as the server shows it. What the caller may not see is absent, and stays as it is there. */
export function lineOfView(view: FieldValues, labour: Labour): OrderLineValues {
  const { labourNo, price, discountRate = '1', purchaseAmount, assessedAmount, ...line } = view
  return {
    ...line,
    pending: '',
    price: isDecimal(price) ? trimZeros(price) : '',
    isHidden: price === undefined,
    discountRate: String(discountRate),
    purchaseAmount: isDecimal(purchaseAmount) ? purchaseAmount : '',
    assessedAmount: isDecimal(assessedAmount) ? trimZeros(assessedAmount) : '',
    netAmount: null,
    ref: `l${String(view['id'])}`,
    labourRef: typeof labourNo === 'number' ? labour.refAt(labourNo) : '',
  } as OrderLineValues
}

const decimalOr = (value: unknown, other: string): string => (isDecimal(value) ? value : other)

/** Amount and net of a line as it will be saved; a half-typed figure counts as nothing until it is a number. */
export const moneyOf = (line: OrderLine) =>
  repairLineMoney({
    qty: decimalOr(line.qty, '0'),
    price: isDecimal(line.price) ? line.price : null,
    discountRate: decimalOr(line.discountRate, '1'),
    pricingMode: line.pricingMode,
    stdHours: decimalOr(line.stdHours, '0'),
  })

/** A line as its sums take it. */
export const countedOf = (line: OrderLine) => ({
  netAmount: moneyOf(line).netAmount,
  taxRate: decimalOr(line.taxRate, '0'),
})

/** What a line of an insurer comes to above what he has assessed, 2 decimals; nothing where it does not (business/repair-insurance 1.4). */
export function excessOf(line: OrderLine): string | undefined {
  if (line.payer !== 'insurance' || !isDecimal(line.assessedAmount)) return undefined
  const excess = money(sub(moneyOf(line).netAmount, line.assessedAmount))
  return isPositive(excess) ? excess : undefined
}

/** A line of a service item, at what it costs on this car. */
export const lineOfItem = (item: LookupServiceItem): OrderLineValues => ({
  pending: '',
  name: item.name,
  serviceItemId: item.id,
  serviceItemCode: item.code,
  workerTypeId: item.workerTypeId,
  workerTypeName: item.workerTypeName,
  pricingMode: item.pricingMode,
  stdHours: trimZeros(item.stdHours),
  price: item.price == null ? '' : trimZeros(item.price),
  priceSource: 'service_item',
  taxRate: item.taxRate,
  qualityKm: item.qualityKm,
  qualityDays: item.qualityDays,
})

/** What a new line takes of one of an earlier order. */
const lineOfFormer = (line: FormerLine): OrderLineValues => ({
  name: line.name,
  workerTypeId: line.workerTypeId,
  workerTypeName: line.workerTypeName,
  serviceItemId: line.serviceItemId,
  pricingMode: line.pricingMode ?? 'fixed',
  stdHours: trimZeros(line.stdHours),
  partId: line.partId,
  partCode: line.partCode ?? '',
  partName: line.partName ?? '',
  brandName: line.brandName,
  spec: line.spec,
  unitName: line.unitName,
  qty: trimZeros(line.qty),
})

/** What the customer did without the last time, written on this order (business/repair 9.3). */
export const lineOfDeclined = (line: DeclinedLine): OrderLineValues => ({
  ...lineOfFormer(line),
  sourceLineId: line.id,
  price: line.price == null ? '' : trimZeros(line.price),
  taxRate: line.taxRate,
  isConsumable: line.isConsumable,
})

/** What is still answered for, done again at no price; labour names the one that it repeats (business/repair 7.3). */
export const lineOfRework = (line: GuaranteedLine): OrderLineValues => ({ ...lineOfFormer(line), ...repeating(line) })

/** What makes a line do an earlier one again. */
export const repeating = ({ section, id }: GuaranteedLine): OrderLineValues => ({
  ...(section === 'labour' ? { reworkOfLineId: id } : { sourceLineId: id }),
  price: '0',
  payer: 'rework',
})

const works = { waiting: '待派', working: '在修', paused: '暂停', finished: '完工', passed: '合格' } as const

/** What the customer has said of a line, and of labour how far it is. */
export function stateOfLine(line: OrderLine, isConfirmed: boolean): string {
  if (line.agreement === 'declined') return `不做：${line.declinedReason}`
  if (line.agreement === 'open') return line.isAdded ? '增项待确认' : isConfirmed ? '待确认' : ''
  return line.workState === 'waiting' ? '已确认' : works[line.workState]
}
