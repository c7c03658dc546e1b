import { type OldPartRow, oldParts, oldPartStates, readOldPart } from '@chepu/contract/warranty/old-part'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { beep } from '../../kit/base/beep'
import { call } from '../../kit/base/call'
import { text } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { EditorStore } from '../../kit/document/document-editor-store'
import type { GridLine, Values } from '../../kit/grid/line-grid-store'
import { chosenLines, dropWithManufacturer } from '../claim-documents/chosen-lines'

/** An old part in the parcel. */
export interface TagLine extends GridLine {
  readonly id?: number
  readonly oldPartId: number
  readonly tagNo: string
  readonly name: string
  readonly partCode: string
  readonly billNo: string
  readonly carText: string
  readonly serialNo: string
  readonly oldPartState: string
  readonly result: string | null
  readonly reason: string
  readonly remark: string
}

const ofRow = (row: OldPartRow): Values<TagLine> => ({
  oldPartId: row.id,
  tagNo: row.tagNo,
  name: row.partName,
  partCode: row.partCode,
  billNo: row.billNo,
  carText: row.carText ?? '',
  serialNo: row.serialNo,
  oldPartState: row.state,
  result: null,
  reason: '',
  remark: '',
})

/** A 旧件返厂单 in the editor: its parcel is filled by scanning tags, or by choosing them. */
export class ReturnStore {
  readonly tags = chosenLines<TagLine>(oldPartReturn.sections.tags, 'oldPartId', (view) => ({
    ...view,
    carText: text(view['plate']) || text(view['vin']),
  }))
  readonly editor = new EditorStore(oldPartReturn, { tags: this.tags })

  constructor() {
    dropWithManufacturer(this.editor, [this.tags])
  }

  /** Puts the part of a tag into the parcel; says why not, aloud. The first one names the manufacturer where nobody has. */
  async scan(tagNo: string): Promise<void> {
    const { row } = await call(readOldPart, { query: { tagNo } })
    const fault = this.add([row])
    if (fault === undefined) return
    beep()
    toast.error(fault)
  }

  /** Adds old parts of the store; answers why one of them is left out. */
  add(rows: readonly OldPartRow[]): string | undefined {
    let fault: string | undefined
    for (const row of rows) {
      const { partnerId } = this.editor.header()
      const known = this.tags.lines.filled().some(({ oldPartId }) => oldPartId === row.id)
      if (known) fault ??= `旧件 ${row.tagNo} 已在单中`
      else if (row.state !== 'stored') fault ??= `旧件 ${row.tagNo} ${oldPartStates[row.state]}，不能返厂`
      else if (partnerId != null && partnerId !== row.manufacturerId)
        fault ??= `旧件 ${row.tagNo} 的厂家是 ${row.manufacturerName ?? ''}`
      else {
        if (partnerId == null) this.editor.propose({ partnerId: row.manufacturerId, partnerName: row.manufacturerName })
        this.tags.lines.append([ofRow(row)])
      }
    }
    return fault
  }

  /** Begins with the old parts that were chosen in the store. */
  async beginWith(ids: string, signal?: AbortSignal): Promise<void> {
    const { rows } = await call(oldParts.list, {
      query: { ids, rows: 200, sort: 'tagNo' } as never,
      ...(signal && { signal }),
    })
    const [first] = rows
    this.editor.beginWith({ partnerId: first?.manufacturerId, partnerName: first?.manufacturerName }, () => {
      const fault = this.add(rows)
      if (fault !== undefined) toast.error(fault)
    })
  }
}
