import type { DocumentDef } from '@chepu/contract/kernel/document'
import { type Caller, type HiddenField, mayPress } from './caller'
import type { CallerTx } from './db'

/** What works on documents of any family knows of one kind: print templates, attachments. */
export interface DocumentKind {
  def: DocumentDef
  /** Callers without it get no prices and amounts of this kind; null hides none. */
  priceField: HiddenField | null
  /** Answers whose the document is when the caller's scope covers it; throws 404 otherwise. */
  assertVisible: (tx: CallerTx, id: number) => Promise<{ orgId: number }>
}

const kinds = new Map<string, DocumentKind>()

/** Makes a bound kind of any family known. */
export const registerDocument = (kind: DocumentKind): void => void kinds.set(kind.def.kind, kind)

export const documentKind = (name: string): DocumentKind | undefined => kinds.get(name)

/** True when the caller has the page of a kind whose header has the field. */
export const readsDocumentsWith = (caller: Caller, field: string): boolean =>
  [...kinds.values()].some(({ def }) => field in def.header.shape && mayPress(caller, def.buttons.view))
