import type { ActionName, DocumentDef } from '@chepu/contract/kernel/document'
import type { HiddenField, WarehouseFlag } from '../caller'
import type { CallerTx } from '../db'
import type { PaymentTerms } from '@chepu/contract/kernel/due-date'
import type { ActionHandler, LockedDocument } from '../run-action'
import type { GoodsDocument as HeaderRow, GoodsDocumentLine as LineRow } from '../schema'
import type { Selectable } from 'kysely'
import type { SaveRequest } from './save'

/** A line, and where its goods enter when no location was typed. */
export type GoodsLine = Selectable<LineRow> & { entryLocationId: number | null }

/** The document's warehouse as far as rules ask about it. */
export interface DocumentWarehouse {
  name: string
  allowSale: boolean
}

/**
 * A goods document as its actions see it: the header row and its lines in order. The kinds whose contract asks for no
 * partner never read `partnerId`; for all others saving makes sure of it.
 */
export type GoodsDocument = Omit<Selectable<HeaderRow>, 'state' | 'partnerId'> &
  LockedDocument & {
    partnerId: number
    terms: PaymentTerms
    closedMonth: number | null
    warehouse: DocumentWarehouse
    lines: GoodsLine[]
  }

/** How lines of a kind refer to lines of a former document. */
export interface SourceRule {
  kinds: readonly string[]
  /** Column of the former line that counts what its successors have done. */
  counts: 'executed_qty' | 'returned_qty'
  /** States of a former document that may still be referred to. */
  states: readonly string[]
  /** The org's tolerance of over-receipt applies: more may come than was ordered. */
  mayExceed?: boolean
}

/** What distinguishes a kind of goods document on the server, but for its actions. The engine never asks which one it is. */
export interface GoodsTraits<Def extends DocumentDef = DocumentDef> {
  def: Def
  /** Bits of partner.cus_flag that the partner must have one of. */
  partnerRole: number
  /** Flag the caller needs on the warehouse to enter the document (DOMAIN 10.3). */
  warehouseFlag: WarehouseFlag
  /** Callers without it get no prices and amounts of this kind. */
  priceField: HiddenField
  source?: SourceRule
  /** Words of the codes that are the kind's own, for its export; columns without words are not in it. */
  words?: Partial<Record<'executed' | 'confirmState' | 'disposal', Readonly<Record<string, string>>>>
  /**
   * Completes what was typed before it is saved, such as costs that the caller may not see; those of the lines in `kept`,
   * by index, stand as they were saved.
   */
  prepare?(tx: CallerTx, request: SaveRequest, kept: ReadonlySet<number>): Promise<SaveRequest>
  /** Opening documents are dated before the first month and skip the limit of back-dating (DOMAIN 5.8). */
  isOpening?(doc: Pick<GoodsDocument, 'reason'>): boolean
  /** Named refusals at saving and approval, beyond what the engine checks. */
  check?(tx: CallerTx, doc: GoodsDocument): Promise<void>
}

/** Whether goods of the kind go back where they came from, so that the partner owes for them the other way. */
export const isReturn = (kind: GoodsTraits): boolean => kind.source?.counts === 'returned_qty'

/** A kind of goods document: its traits and one function an action. */
export interface GoodsKind<Def extends DocumentDef = DocumentDef> extends GoodsTraits<Def> {
  actions: Record<ActionName<Def>, ActionHandler<GoodsDocument>>
}
