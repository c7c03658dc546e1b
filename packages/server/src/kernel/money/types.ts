import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { ActionName, StateOf } from '@chepu/contract/kernel/document'
import type { MoneyDef, moneyHeader, MoneyItem, MoneyTender, SlipFigures } from '@chepu/contract/kernel/money-document'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { CallerTx } from '../db/db'
import type { ActionHandler } from '../document/run-action'
import type { LockedDocument } from '../document/types'
import type { MoneySlip as HeaderRow, MoneySlipItem, MoneySlipTender } from '../db/schema'

export type SlipTender = Selectable<MoneySlipTender>
/** A settled item with the account and partner of its open item. */
export type SlipItem = Selectable<MoneySlipItem> & {
  side: 'AR' | 'AP'
  partnerId: number
  itemBillNo: string
  itemDueOn: string
}

/** A money document as its actions see it. Tender amounts are signed: negative when money goes back. */
export type MoneySlip<States extends string = string> = Omit<Selectable<HeaderRow>, 'state'> &
  LockedDocument<States> & { tenders: SlipTender[]; items: SlipItem[] }

export interface SlipRequest {
  id?: number | undefined
  version?: number | undefined
  header: z.output<typeof moneyHeader> & { purpose: string } & Record<string, unknown>
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
}

/** What distinguishes a kind of money document on the server, but for its actions. The engine never asks which one it is. */
export interface MoneyTraits<Def extends MoneyDef = MoneyDef> {
  def: Def
  /** What documents of each purpose are called. */
  purposes: Readonly<Record<string, string>>
  /** Accounts whose open items a document of this purpose may settle. */
  sides(purpose: string): readonly ('AR' | 'AP')[]
  /** True when the tenders of this purpose go the other way. */
  isRefund(purpose: string): boolean
  /** Kind of order that a deposit is tied to, or null when the purpose takes none. */
  sourceKind(purpose: string): string | null
  /** Header figures, 2 decimals; `items` are those of the request, in order. */
  figures(request: SlipRequest, items: readonly OpenItem[]): SlipFigures
  /** Named refusals at saving, beyond what the engine checks. */
  check(tx: CallerTx, request: SlipRequest, figures: SlipFigures, items: readonly OpenItem[]): Promise<void>
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
