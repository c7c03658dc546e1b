import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { repairLineMoney, repairTotals } from '@chepu/contract/kernel/repair-figures'
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

const rulesOf = (table: BillTable): LineRules<BillLine> => ({
  blank: () => ({
    ...blankLine(),
    name: '',
    serviceItemId: null,
    pricingMode: 'hours',
    stdHours: '',
    returnsOldPart: false,
    ...(table !== 'materials' && { qty: '1' }),
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

/** 三包单 in the editor: its three tables of lines and what they come to. */
export class BillStore {
  readonly tables: Readonly<Record<BillTable, LineStore<BillLine>>>
  readonly editor: EditorStore

  constructor() {
    const made = billTables.map((name) => {
      const rules = rulesOf(name)
      const lines = new LineStore<BillLine>(rules.blank, rules.isBlank, name !== 'extras')
      return [name, new EditorSection<BillLine>(warrantyBill.sections[name], rules, lines)] as const
    })
    this.tables = Object.fromEntries(made.map(([name, { lines }]) => [name, lines])) as typeof this.tables
    this.editor = new EditorStore(warrantyBill, Object.fromEntries<AnySection>(made))
    showWholeMileage(this.editor)
    saysItsCar(this.editor)
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
