import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { stateLabel } from '@chepu/contract/kernel/states'
import type { z } from 'zod'
import { type Caller, type HiddenField, mayPress } from '../caller/caller'
import type { Tx } from '../db/tx'
import type { Family } from './types'

/** Goods that came in and are now held for a document that waited for them, or that are held for it no more. */
export interface HeldGoods {
  documentId: number
  partId: number
  qty: Decimal
}

/** Something that a document has billed. */
export interface BilledItem {
  sourceKind: string
  sourceId: number
  partnerId: number
  payerType: string | null
}

/** What works on documents of any family knows of one kind: print templates, attachments. */
export interface DocumentKind {
  def: AnyDocument
  /** Callers without it get no prices and amounts of this kind; null hides none. */
  priceField: HiddenField | null
  family: Family
  /** Tells whoever waits for the goods that they are there; sent without waiting, as a posting must. Of kinds that reserve. */
  tellArrived?: (tx: Tx, arrivals: readonly HeldGoods[]) => void
  /** Tells whoever had the goods that they are held for him no more; likewise. */
  tellReleased?: (tx: Tx, released: readonly HeldGoods[]) => void
  /** What follows when others have settled what its documents have billed, or it is open again (ADR 0215). In the transaction of whoever does. */
  itemsSettled?: (tx: Tx, items: readonly BilledItem[]) => Promise<void>
}

const kinds = new Map<string, DocumentKind>()

/** Makes a bound kind of any family known. */
export const registerDocument = (kind: DocumentKind): void => void kinds.set(kind.def.kind, kind)

/** Every kind that is bound, of whatever family. */
export const documentKinds = (): DocumentKind[] => [...kinds.values()]

/** Every family that makes goods documents, with the column by which they name one of it (ADR 0172). */
export const makers = (): { table: string; column: string }[] =>
  [...new Set(documentKinds().map(({ family }) => family))].flatMap(({ table, makerColumn }) =>
    makerColumn === undefined ? [] : [{ table, column: makerColumn }],
  )

export const documentKind = (name: string): DocumentKind | undefined => kinds.get(name)

/** What a state of documents of a kind is called; of kinds that are not bound, the state itself. */
export function stateName({ kind, state }: { kind: string; state: string }): string {
  const def = kinds.get(kind)?.def
  return def ? stateLabel(def, state) : state
}

/** Every kind with the states that `of` answers for it, as two columns for a statement that meets documents of all kinds. */
export function statesOfAll(of: (def: DocumentDef) => readonly string[]): [kinds: string[], states: string[]] {
  const pairs = documentKinds().flatMap(({ def }) => of(def).map((state) => [def.kind, state] as const))
  return [pairs.map(([kind]) => kind), pairs.map(([, state]) => state)]
}

/** True when the caller has the page of a kind that is made with partners, and whose header has the field. */
export const readsDocumentsWith = (caller: Caller, field: string): boolean =>
  documentKinds().some(
    ({ def }) => field in def.header.shape && !takesNoPartner(def) && mayPress(caller, def.buttons.view),
  )

const takesNoPartner = ({ header }: DocumentDef): boolean =>
  (header.shape['partnerId'] as z.ZodType | undefined)?.safeParse(null).success !== false
