import { reservation } from '@chepu/contract/repair/reservation'
import type { LookupPart } from '@chepu/contract/basics/lookups'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { EditorStore } from '../../kit/document/document-editor-store'
import { EditorSection, type FieldValues, type LineRules } from '../../kit/document/editor-section'
import { type GridLine, LineStore } from '../../kit/grid/line-grid-store'
import { saysItsCar } from '../../pickers/named-car'

/** A planned line as it was read, or as its item brings it. */
export type PlanLine = GridLine & FieldValues

const rules: LineRules<PlanLine> = {
  blank: () => ({}),
  isBlank: (line) => line['qty'] === undefined,
  ofView: (view) => ({ ...view, qty: trimZeros(String(view['qty'])) }),
  ofDraft: (kept) => kept,
  bodyOf: (line) => line,
}
const section = (name: 'labour' | 'materials') =>
  new EditorSection<PlanLine>(reservation.sections[name], rules, new LineStore<PlanLine>(rules.blank, rules.isBlank))

/** What a part costs this customer; nothing of one whose price is not known. */
function soldAs(part: LookupPart | undefined) {
  if (!part) return {}
  const { price, priceSource, taxRate, discountRate } = part
  return { taxRate, discountRate, ...(price === null ? {} : { price, priceSource }) }
}

/** 预约单 in the editor: what is planned comes by service item, with the material that goes with it. */
export class PlanStore {
  readonly labour = section('labour')
  readonly materials = section('materials')
  readonly editor = new EditorStore(reservation, { labour: this.labour, materials: this.materials })

  constructor() {
    saysItsCar(this.editor)
  }

  /** Adds items with their material, as the customer pays for it where `sold` knows it by its code. */
  take(items: readonly LookupServiceItem[], sold: ReadonlyMap<string, LookupPart>): void {
    for (const item of items) {
      const { id, name, workerTypeId, pricingMode, stdHours, taxRate, price } = item
      this.labour.lines.append([
        { serviceItemId: id, name, workerTypeId, pricingMode, stdHours: trimZeros(stdHours), taxRate, price, qty: '1' },
      ])
      const labourNo = this.labour.lines.filled().length
      this.materials.lines.append(
        item.parts.map(({ partId, code, name: partName, unit, qty, isConsumable }) => ({
          ...soldAs(sold.get(code)),
          partId,
          partCode: code,
          partName,
          unitName: unit,
          qty: trimZeros(qty),
          isConsumable,
          labourNo,
        })),
      )
    }
  }

  /** Adds parts that go with no item. */
  takeParts(parts: readonly LookupPart[]): void {
    this.materials.lines.append(
      parts.map((part) => {
        const { partId, partCode, partName, unitName } = part
        return { ...soldAs(part), partId, partCode, partName, unitName, qty: '1' }
      }),
    )
  }

  /** Takes labour away with its material, and other labour's material follows to its new place. */
  removeLabour(key: number): void {
    const no = this.labour.lines.filled().findIndex((line) => line.key === key) + 1
    const of = (line: PlanLine) => (typeof line['labourNo'] === 'number' ? line['labourNo'] : 0)
    const materials = this.materials.lines.filled()
    this.materials.lines.remove(materials.filter((line) => of(line) === no).map((line) => line.key))
    for (const line of materials.filter((each) => of(each) > no))
      this.materials.lines.update(line.key, { labourNo: of(line) - 1 })
    this.labour.lines.remove([key])
  }
}
