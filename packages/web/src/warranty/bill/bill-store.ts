import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import type { BillPrices, warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import type { QueryOf } from '@chepu/contract/kernel/route'
import { atTerms } from '@chepu/contract/warranty/claim-terms'
import { type Decimal, trimZeros } from '@chepu/contract/kernel/decimal'
import { repairLineMoney, repairTotals } from '@chepu/contract/kernel/repair-figures'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { type AnySection, EditorSection, type LineRules } from '../../kit/document/editor-section'
import { EditorStore } from '../../kit/document/document-editor-store'
import { blankLine, type EditorLine } from '../../kit/goods/document-lines'
import { LineStore, type Values } from '../../kit/grid/line-grid-store'
import { saysItsCar } from '../../pickers/named-car'
import { showWholeMileage } from '../../pickers/whole-mileage'

/** A line of a bill as typed, of whatever table. Figures are text; '' is one that is still missing. */
export interface BillLine extends EditorLine {
  readonly id?: number | undefined
  readonly name: string
  readonly serviceItemId: number | null
  readonly pricingMode: 'hours' | 'fixed'
  readonly stdHours: string
  readonly returnsOldPart: boolean
}

/** The tables of a bill, in their order. */
export const billTables = ['labour', 'materials', 'extras'] as const
export type BillTable = (typeof billTables)[number]

const isUntyped: Record<BillTable, (line: BillLine) => boolean> = {
  labour: ({ name, pending }) => name === '' && pending === '',
  materials: ({ partId, pending }) => partId === null && pending === '',
  extras: ({ name, price }) => name === '' && price === '',
}

const text = (value: unknown, otherwise: string): string => (isDecimal(value) ? trimZeros(value) : otherwise)

const rulesOf = (table: BillTable, labourRate: Decimal): LineRules<BillLine> => ({
  blank: () => ({
    ...blankLine(),
    name: '',
    serviceItemId: null,
    pricingMode: 'hours',
    stdHours: '',
    returnsOldPart: false,
    ...(table !== 'materials' && { qty: '1', taxRate: labourRate }),
  }),
  isBlank: isUntyped[table],
  ofView: ({ price, ...view }) =>
    ({
      ...view,
      pending: '',
      qty: text(view['qty'], ''),
      stdHours: text(view['stdHours'], ''),
      price: text(price, ''),
      isHidden: price === undefined,
      netAmount: null,
    }) as Values<BillLine>,
  ofDraft: (kept) => kept as Values<BillLine>,
  bodyOf: (line) => ({ ...line, price: line.price === '' ? null : line.price, stdHours: line.stdHours || '0' }),
})

/** What a line comes to as it will be saved; a half-typed figure counts as nothing until it is a number. */
export const amountOf = (line: BillLine, table: BillTable): string =>
  repairLineMoney({
    qty: text(line.qty, '0'),
    price: isDecimal(line.price) ? line.price : null,
    discountRate: '1',
    pricingMode: table === 'labour' ? line.pricingMode : null,
    stdHours: text(line.stdHours, '0'),
  }).netAmount

/** A line of an item of service; its hours are those of the item until the manufacturer's are known. */
export const lineOfItem = ({ id, name, stdHours, taxRate }: LookupServiceItem): Values<BillLine> => ({
  pending: '',
  name,
  serviceItemId: id,
  pricingMode: 'hours',
  stdHours: trimZeros(stdHours),
  taxRate,
})

/** Whether somebody has chosen another item, part or way than the line had. */
const isChosen = (table: BillTable, before: BillLine | undefined, after: BillLine): boolean => {
  if (table === 'labour') return after.serviceItemId !== null && after.serviceItemId !== before?.serviceItemId
  if (table === 'materials') return after.partId !== null && after.partId !== before?.partId
  return after.name.includes('外出') && after.name !== before?.name
}

/** What the terms make of a line. */
const atTermsOf = (known: BillPrices, table: BillTable, line: BillLine): Values<BillLine> => {
  if (table !== 'extras') return atTerms(known, line)
  const isOuting = known.outingRate !== undefined && line.name.includes('外出')
  return isOuting ? { price: trimZeros(known.outingRate as string) } : {}
}

/** What the terms make of a line that was just chosen, where nobody has typed it since. */
function priceOf(known: BillPrices, table: BillTable, line: BillLine, hoursBefore: string): Values<BillLine> {
  const { price, stdHours, pricingMode: _, ...others } = atTermsOf(known, table, line)
  return {
    ...others,
    ...(price !== undefined && line.price === '' && { price }),
    ...(stdHours !== undefined && line.stdHours === hoursBefore && { stdHours }),
    ...(table === 'materials' && known.returnsOldParts && { returnsOldPart: true }),
  }
}

/** 三包单 in the editor: its three tables of lines and what they come to. */
export class BillStore {
  readonly tables: Readonly<Record<BillTable, LineStore<BillLine>>>
  readonly editor: EditorStore

  /** `labourRate` is the tax rate that work and fees begin with. */
  constructor(labourRate: Decimal) {
    const made = billTables.map((name) => {
      const rules = rulesOf(name, labourRate)
      const lines = new LineStore<BillLine>(rules.blank, rules.isBlank, name !== 'extras')
      return [name, new EditorSection<BillLine>(warrantyBill.sections[name], rules, lines)] as const
    })
    this.tables = Object.fromEntries(made.map(([name, { lines }]) => [name, lines])) as typeof this.tables
    this.editor = new EditorStore(warrantyBill, Object.fromEntries<AnySection>(made), { repairedOn: shanghaiDay() })
    for (const name of billTables) this.tables[name].watch((before, after) => this.watched(name, before, after))
    showWholeMileage(this.editor)
    saysItsCar(this.editor)
  }

  /** Lines whose item or part somebody has chosen, and that wait to be priced, with the hours that they had. */
  private readonly unpriced = new Map<number, { table: BillTable; stdHours: string }>()
  /** Told that some lines wait for their prices. */
  onUnpriced: () => void = () => undefined

  private watched(table: BillTable, before: BillLine | undefined, after: BillLine | undefined): void {
    if (!after || this.editor.isQuiet() || after.price !== '' || !isChosen(table, before, after)) return
    this.unpriced.set(after.key, { table, stdHours: after.stdHours })
    this.onUnpriced()
  }

  /** Fills in what the terms pay for the lines that wait, where nobody has typed it since. */
  price(known: BillPrices): void {
    for (const [key, { table, stdHours }] of this.unpriced) {
      const line = this.tables[table].line(key)
      if (line) this.tables[table].update(key, priceOf(known, table, line, stdHours))
    }
    this.unpriced.clear()
  }

  /** Lines that come to something else by the terms, with what these make of them. */
  private atOther(known: BillPrices): { table: BillTable; line: BillLine; at: Values<BillLine> }[] {
    return billTables.flatMap((table) =>
      this.tables[table]
        .filled()
        .map((line) => ({ table, line, at: atTermsOf(known, table, line) }))
        .filter(({ line, at }) => amountOf({ ...line, ...at }, table) !== amountOf(line, table)),
    )
  }

  /** How many lines come to something else than the terms pay. */
  countOther(known: BillPrices): number {
    return this.atOther(known).length
  }

  /** 按政策计价: brings all lines to what the terms pay; answers how many have changed. */
  priceAll(known: BillPrices): number {
    const others = this.atOther(known)
    for (const { table, line, at } of others) this.tables[table].update(line.key, at)
    return others.length
  }

  /** What the terms of the bill are asked by; undefined while it has no manufacturer. */
  question() {
    const header = this.editor.header()
    const id = (name: string) => (typeof header[name] === 'number' ? { [name]: header[name] } : {})
    const day = (name: string, as = name) =>
      typeof header[name] === 'string' && header[name] !== '' ? { [as]: header[name] } : {}
    if (typeof header['manufacturerId'] !== 'number') return undefined
    const items = this.tables.labour.filled().flatMap(({ serviceItemId }) => serviceItemId ?? [])
    const parts = this.parts().map((part) => part.id)
    const { id: billId } = this.editor.meta()
    return {
      ...(billId !== undefined && { billId }),
      ...Object.assign(
        {},
        ...[
          'manufacturerId',
          'vehicleId',
          'partnerId',
          'workOrderId',
          'causePartId',
          'faultCodeId',
          'policyTermId',
        ].map(id),
      ),
      ...day('repairedOn', 'day'),
      ...day('invoicedOn'),
      ...day('boughtOn'),
      ...(isDecimal(header['mileage']) && { mileage: header['mileage'] }),
      ...(parts.length > 0 && { partIds: parts.join() }),
      ...(items.length > 0 && { serviceItemIds: [...new Set(items)].join() }),
    } as QueryOf<typeof warrantyBillPrices>
  }

  /** Sums by table, 2 decimals; prices contain the tax. */
  totals() {
    const lines = billTables.flatMap((section) =>
      this.tables[section].filled().map((line) => ({
        section,
        netAmount: amountOf(line, section),
        taxRate: text(line.taxRate, '0'),
      })),
    )
    return repairTotals(lines, true)
  }

  /** Parts that stand on the bill, each once. */
  parts(): { id: number; code: string; name: string }[] {
    const lines = this.tables.materials.filled()
    return lines.flatMap(({ partId, partCode, partName }, i) =>
      partId === null || lines.findIndex((line) => line.partId === partId) < i
        ? []
        : [{ id: partId, code: partCode, name: partName }],
    )
  }
}
