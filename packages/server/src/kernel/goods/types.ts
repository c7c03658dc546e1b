import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { ActionName, StateOf } from '@chepu/contract/kernel/document'
import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import type { HiddenField } from '../caller/caller'
import type { CallerTx } from '../db/tx'
import type { PaymentTerms } from '@chepu/contract/kernel/due-date'
import type { ActionHandler } from '../document/run-action'
import type { LockedDocument } from '../document/types'
import type { GoodsDocument as HeaderRow, GoodsDocumentLine as LineRow } from '../db/schema'
import type { RawBuilder, Selectable } from 'kysely'
import type { SaveRequest } from './save'

/** What masters say of a line, read with it so that posting asks for none of it again. */
interface BesideLine {
  /** Where its goods enter when no location was typed. */
  entryLocationId: number | null
  /** Its part names batches. */
  batchManaged: boolean
  partIsActive: boolean
  /** Its typed location is one of its warehouse and in use; true where none was typed. */
  locationIsOpen: boolean
}

export type GoodsLine = Selectable<LineRow> & BesideLine

/** The document's warehouse as far as rules ask about it. */
export interface DocumentWarehouse {
  name: string
  allowSale: boolean
}

/**
 * A goods document as its actions see it: the header row and its lines in order. The kinds whose contract asks for no
 * partner never read `partnerId`; for all others saving makes sure of it.
 */
export type GoodsDocument<States extends string = string> = Omit<Selectable<HeaderRow>, 'state' | 'partnerId'> &
  LockedDocument<States> & {
    partnerId: number
    terms: PaymentTerms
    closedMonth: number | null
    warehouse: DocumentWarehouse
    /** Nothing of a kind without a partner. */
    partner: { name: string | null; isActive: boolean | null }
    lines: GoodsLine[]
  }

/** A draft as far as its kind checks it, before it is written. */
export type Draft = Pick<
  GoodsDocument,
  | 'orgId'
  | 'warehouseId'
  | 'bizDate'
  | 'expectedOn'
  | 'deliveryOn'
  | 'deposit'
  | 'codAmount'
  | 'carrierId'
  | 'disposal'
  | 'reason'
  | 'totalTaxed'
> & { lines: Pick<GoodsLine, 'partCode' | 'price' | 'unitCost' | 'isUnpriced'>[] }

/** A line of a former document, and that document as far as its successors ask about it. */
export interface SourceLine {
  id: number
  documentId: number
  partId: number
  partCode: string
  partnerId: number
  billNo: string
  kind: string
  state: string
  isRed: boolean
  /** It replaces a part of a bill to a manufacturer, and was not sold. */
  isReplacement: boolean
  /** The caller could open its document. */
  isInSight: boolean
  taxIncluded: boolean
  warehouseId: number
  warehouseName: string
  qty: Decimal
  executedQty: Decimal
  returnedQty: Decimal
  /** Of a line of a purchase that goods are returned of: what was sold out of it. */
  convertedQty: Decimal
  closedQty: Decimal
  discountRate: Decimal
  taxRate: Decimal
  discountShare: Decimal
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
  /** The former document may be the other side's: what is theirs there is ours here (ADR 0147). */
  isAcross?: boolean
  /** Why else a line may not refer to a former one, or undefined. */
  refuses?(source: SourceLine, line: { warehouseId: number }): string | undefined
}

/** What distinguishes a kind of goods document on the server, but for its actions. The engine never asks which one it is. */
export interface GoodsTraits<Def extends GoodsDef = GoodsDef> {
  def: Def
  /** Bits of partner.cus_flag that the partner must have one of. */
  partnerRole: number
  /** Its lines name bins that goods leave, which may have been disabled meanwhile. */
  emptiesBins?: boolean
  /** Callers without it get no prices and amounts of this kind. */
  priceField: HiddenField
  source?: SourceRule
  /** SQL of own columns that are none of the header `d`, such as names beside ids. */
  columns?: Partial<Record<keyof NonNullable<Def['columns']> & string, RawBuilder<unknown>>>
  /**
   * Completes what was typed before it is saved, such as costs that the caller may not see; those of the lines in `kept`,
   * by index, stand as they were saved. `before` is the draft that is saved again.
   */
  prepare?(
    tx: CallerTx,
    request: SaveRequest,
    kept: ReadonlySet<number>,
    before: GoodsDocument | undefined,
  ): Promise<SaveRequest>
  /** Opening documents are dated before the first month and skip the limit of back-dating (business/ledgers 8). */
  isOpening?(doc: Pick<GoodsDocument, 'reason'>): boolean
  /** Columns of the header that follow from what was typed. */
  derived?(request: SaveRequest): Partial<GoodsDocument>
  /**
   * Outcomes of a document between two organisations with which the goods that it values are the other one's until then: what they cost is that
   * one's affair (ADR 0180). With all others they are the owner's.
   */
  othersGoods?: readonly string[]
  /** Its goods are sold out of its warehouse, which must allow that. */
  sells?: boolean
  /** Named refusals at saving, beyond what the engine checks. */
  check?(tx: CallerTx, draft: Draft): void | Promise<void>
}

/** Whether goods of the kind go back where they came from, so that the partner owes for them the other way. */
export const isReturn = (kind: GoodsTraits): boolean => kind.source?.counts === 'returned_qty'

/** One function an action of the kind; each answers one of its states. */
export type GoodsActions<Def extends GoodsDef> = Record<
  ActionName<Def>,
  ActionHandler<GoodsDocument<StateOf<Def>>, StateOf<Def>>
>

/** A kind of goods document: its traits and one function an action. */
export interface GoodsKind<Def extends GoodsDef = GoodsDef> extends GoodsTraits<Def> {
  actions: GoodsActions<Def>
}
