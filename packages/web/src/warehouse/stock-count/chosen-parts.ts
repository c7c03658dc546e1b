import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { firstState } from '@chepu/contract/kernel/states'
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { EditorStore } from '../../kit/document/document-editor-store'
import type { AnySection, FieldValues } from '../../kit/document/editor-section'

/** A part that a count of chosen parts covers. */
interface ChosenPart {
  partId: number
  partCode: string
  partName: string
}

const none: readonly ChosenPart[] = []

/** The chosen parts of a count, which its draft alone says: what is counted of them goes its own way (business/warehouse 5.1). */
export class ChosenParts implements AnySection {
  readonly section = stockCount.sections.lines
  private chosen: readonly ChosenPart[] = none
  private store: EditorStore | undefined
  private readonly listeners = new Set<() => void>()
  private readonly changes = new Set<() => void>()

  /** The document that they belong to: its scope and state say whether they are sent. */
  belongTo(store: EditorStore): EditorStore {
    this.store = store
    return store
  }

  parts = (): readonly ChosenPart[] => this.chosen

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  add(parts: readonly ChosenPart[]): void {
    const known = new Set(this.chosen.map(({ partId }) => partId))
    const added = parts.filter(({ partId }) => !known.has(partId))
    if (added.length > 0) this.change([...this.chosen, ...added])
  }

  remove(partId: number): void {
    this.change(this.chosen.filter((part) => part.partId !== partId))
  }

  isEmpty = (): boolean => this.chosen.length === 0
  onChange = (listener: () => void): void => void this.changes.add(listener)
  clear = (): void => this.put(none)
  load = (views: readonly FieldValues[]): void => this.put(distinct(views))
  restore = (kept: readonly FieldValues[]): void => this.put(distinct(kept))
  draft = () => this.chosen.map((part) => ({ ...part }))

  body() {
    const isSaid = this.store?.header()['scope'] === 'parts' && this.store.meta().state === firstState(stockCount)
    const sent = isSaid ? this.chosen : none
    return { lines: sent.map(({ partId }) => ({ partId })), keys: sent.map(({ partId }) => partId) }
  }

  check(): FieldError[] {
    const isMissing = this.store?.header()['scope'] === 'parts' && this.isEmpty()
    return isMissing ? [{ path: 'lines', message: '请选择要抽盘的配件' }] : []
  }

  setErrors = (): void => undefined
  firstError = () => undefined
  setTold = (): void => undefined

  private change(parts: readonly ChosenPart[]): void {
    this.put(parts)
    for (const listener of this.changes) listener()
  }

  private put(parts: readonly ChosenPart[]): void {
    this.chosen = parts
    for (const listener of this.listeners) listener()
  }
}

const distinct = (views: readonly FieldValues[]): ChosenPart[] => [
  ...new Map(
    (views as unknown as ChosenPart[]).map(({ partId, partCode, partName }) => [
      partId,
      { partId, partCode, partName },
    ]),
  ).values(),
]
