import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { ActionName, StateOf } from '@chepu/contract/kernel/document'
import type { MoneyDef, moneyHeader, MoneyItem, MoneyTender, SlipFigures } from '@chepu/contract/kernel/money-document'
import type { RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import type { CallerTx } from '../db/tx'
import type { ActionHandler } from '../document/run-action'
import type { LockedDocument } from '../document/types'
import type { OpenItemEntry } from '../ledgers/types'
import type { MoneySlip as HeaderRow, MoneySlipItem, MoneySlipTender } from '../db/schema'

export type SlipTender = Selectable<MoneySlipTender>
/** A settled item with the account and partner of its open item. */
export type SlipItem = Selectable<MoneySlipItem> & {
  side: 'AR' | 'AP'
  partnerId: number
  itemBillNo: string
  itemDueOn: string
  itemTab: OpenItemEntry['tab']
  itemPayerType: OpenItemEntry['payerType']
  itemIsUnconfirmed: boolean
}

/**
 * A money document as its actions see it. Tender amounts are signed: negative when money goes back. The kinds whose contract asks for no
 * partner never read `partnerId`; for all others saving makes sure of it.
 */
export type MoneySlip<States extends string = string> = Omit<Selectable<HeaderRow>, 'state' | 'partnerId'> &
  LockedDocument<States> & { partnerId: number; tenders: SlipTender[]; items: SlipItem[] }

export interface SlipRequest {
  id?: number | undefined
  version?: number | undefined
  header: Omit<z.output<typeof moneyHeader>, 'partnerId'> & { partnerId?: number | null; purpose: string } & Record<
      string,
      unknown
    >
  tenders: MoneyTender[]
  items: MoneyItem[]
}

/** What is open of an item that a document wants to settle. */
export interface OpenItem {
  id: number
  partnerId: number
  side: 'AR' | 'AP'
  billNo: string
  balance: Decimal
  sourceKind: string
  sourceId: number
  /** It is taken over by a 三包结算单 (business/three-guarantees 7.1). */
  isClaim: boolean
  /** Whether the caller would be offered it. */
  isInSight: boolean
}

/** What distinguishes a kind of money document on the server, but for its actions. The engine never asks which one it is. */
export interface MoneyTraits<Def extends MoneyDef = MoneyDef> {
  def: Def
  /** What documents of each purpose are called. */
  purposes: Readonly<Record<string, string>>
  /** Of kinds that settle open items: the accounts whose items a document of this purpose may settle. */
  settles?: {
    sides(purpose: string): readonly ('AR' | 'AP')[]
    /** Whether the items are those of other partners than the document's, for whom he brings the money. */
    ofOthers?(purpose: string, side: 'AR' | 'AP'): boolean
    /** Whether what an order has billed a manufacturer may be set off, as against its refund. */
    redBlue?(purpose: string): boolean
    /** Of purposes that settle something else than what is open: SQL of how much of the item `i` may be settled, and what that is called. */
    instead?(purpose: string): { amount: RawBuilder<Decimal>; title: string } | undefined
  }
  /** Of kinds that take deposits or use them: the kinds of documents that one of this purpose may be tied to. */
  deposit?: { kinds(purpose: string): readonly string[] }
  /** Of kinds that pay back: true when the tenders of this purpose go the other way. */
  isRefund?(purpose: string): boolean
  /** Header figures, 2 decimals; `items` are those of the request, in order. */
  figures(request: SlipRequest, items: readonly OpenItem[]): SlipFigures
  /** A partner who stands there by what the request says that he has shown, whoever sees him. */
  presented?(tx: CallerTx, request: SlipRequest): Promise<number | undefined>
  /** Of kinds whose header says how it is paid: the ways of paying that follow from it, whose accounts the kind checks itself. */
  tenders?(request: SlipRequest): MoneyTender[]
  /** Named refusals at saving, beyond what the engine checks. */
  check?(tx: CallerTx, request: SlipRequest, figures: SlipFigures, items: readonly OpenItem[]): Promise<void>
  /** Columns of the header that follow from what was typed, beside the figures of all kinds; refuses as `check`. */
  complete?(tx: CallerTx, request: SlipRequest, figures: SlipFigures): Promise<Readonly<Record<string, unknown>>>
  /** What the contract's `answers` are of a document, where they are no columns of its header. */
  answers?(tx: CallerTx, id: number): Promise<Readonly<Record<string, unknown>>>
  /** SQL of own columns that are none of the header `d`. */
  columns?: Readonly<Record<string, RawBuilder<unknown> | undefined>>
}

/** One function an action of the kind; each answers one of its states. */
export type MoneyActions<Def extends MoneyDef> = Record<
  ActionName<Def>,
  ActionHandler<MoneySlip<StateOf<Def>>, StateOf<Def>>
>

/** A kind of money document: its traits and one function an action. */
export interface MoneyKind<Def extends MoneyDef = MoneyDef> extends MoneyTraits<Def> {
  actions: MoneyActions<Def>
}
