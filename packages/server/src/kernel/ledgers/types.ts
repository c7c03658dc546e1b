import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { ItemTab } from '@chepu/contract/kernel/item-tabs'
import type { owingTypes, PayerType } from '@chepu/contract/kernel/payer-types'

/** The document that ledger rows belong to. */
export interface DocumentRef {
  orgId: number
  kind: string
  id: number
  billNo: string
  bizDate: string
  period: number
  departmentId: number | null
}

/** A line of a document that is undone, as messages name it, and where its opposite rows stand. */
export interface ReversibleLine {
  lineId: number
  lineNo: number
  partCode: string
  /** The red document's line, when a red document takes the opposite rows. */
  targetLineId: number
}

/** A document that is undone, and the one that the opposite rows stand under. */
export interface Undone {
  original: DocumentRef
  target: DocumentRef
  lines: readonly ReversibleLine[]
}

/** What linked movements share: the values of other movements of the same posting, and a fee on top of them. */
export interface ValueSource {
  moves: readonly StockMove[]
  plus?: Decimal
}

/** How the value of a movement is found (business/ledgers 4.1). */
export type Costing =
  /**
   * In: the value is known. Revaluation: what the pool gains or, when negative, loses; where it `spills`, what the pool cannot bear is a
   * variance, the whole of it, and not refused.
   */
  | { at: 'value'; value: Decimal; variance?: Decimal; spills?: boolean }
  /** In: the pool's average, or `unitCost` when the pool is empty. */
  | { at: 'average'; unitCost: Decimal | null }
  /** Out: the moving average; what a partner gives for the goods beside it is the variance. */
  | { at: 'free'; worth?: Decimal }
  /** Out: a known value, as far as the pool can give it. */
  | { at: 'specified'; value: Decimal }
  /**
   * In or out: what other movements of this posting are worth (ADR 0127). Movements that name the same source share it by
   * `weight`, by quantity where they name none.
   */
  | { at: 'linked'; source: ValueSource; weight?: Decimal }

/** Kinds of profit and loss (business/ledgers 1). */
type PnlKind =
  | 'revenue_part'
  | 'revenue_labour'
  | 'revenue_other'
  /** What own departments and sister organisations are charged; as much is an internal expense. */
  | 'revenue_internal'
  | 'warranty_revenue'
  /** What manufacturers change of what they were billed, and what is claimed no more. */
  | 'warranty_diff'
  | 'discount'
  | 'cogs_part'
  | 'cogs_outsource'
  | 'internal_expense'
  | 'stock_variance'
  | 'stock_loss'
  | 'stock_gain'
  | 'other_income'
  | 'other_expense'
  /** What of a card's packages nobody will use any more. */
  | 'card_breakage'

/** A line that holds goods, or waits for them. Kinds keep their lines in several tables, so its number alone names none. */
export interface Holder {
  kind: string
  lineId: number
}

/** What one posting writes for one of several documents that it brings into the books together (ADR 0158). */
interface Written {
  /** Whose rows these are; the document that is posted when none is named. All are of one organisation and day. */
  of?: DocumentRef
}

/** Work in progress (在修) of one material line of a work order (business/ledgers 4.8). */
export interface WipLine {
  workOrderId: number
  /** The order's material line. */
  lineId: number
}

/** One line's movement of goods, or of value alone; the ledger may split goods over several bins. */
export interface StockMove extends Written {
  /** A revaluation moves no goods: it changes what those of a pool cost. */
  direction: 'in' | 'out' | 'revalue'
  /** Whose goods, and so whose warehouse; the document's organisation when none is named. */
  orgId?: number
  lineId: number
  lineNo: number
  partId: number
  partCode: string
  warehouseId: number
  /** In: where to. Out: from where, or null for any bin in picking order. Revaluation: where its row is listed. */
  locationId: number | null
  /** Out: '' takes any batch, the oldest first. */
  batchNo: string
  /** Always positive; '0' of a revaluation. */
  qty: Decimal
  costing: Costing
  /**
   * In: these are the goods that left by that movement, so that they keep their batches (ADR 0151). Within one pool nothing that is
   * held there is touched: the goods do not leave.
   */
  sameGoodsAs?: StockMove
  /** P&L kind that the value belongs to: out adds to a cost or a loss, in takes from it, and the other way with a gain. */
  pnl?: PnlKind
  /** Who bears that cost, of goods that a manufacturer answers for; nobody in trade. */
  payerType?: PayerType
  /** In place of `pnl`: out, the goods enter the work in progress of this line at what they are worth; in, they come back out of it. */
  wip?: WipLine
  /** Out: the goods are gone already, out of this bin and batch, so that it does not matter who they were held for. */
  isGone?: boolean
  /** In: the line of the order that the goods were bought by; what was sold out of that gets them first. */
  boughtBy?: number | null
  /** Whose reservation this movement uses up. */
  reservedBy?: Holder | null
  /** The ledger row that this one undoes. */
  reversalOf?: number
}

/** An amount that a partner owes (AR) or is owed (AP); negative for returns. */
export interface OpenItemEntry extends Written {
  /** Whose books; the document's organisation when none is named. */
  orgId?: number
  partnerId: number
  side: 'AR' | 'AP'
  /** What it is for, and so where it is settled. */
  tab: ItemTab
  amount: Decimal
  dueOn: string
  /** Where it came from, when that is an older document than the one that posts it (opening balances). */
  billNo?: string
  remark?: string
  /** As whom the partner owes it, of a repair; nobody else in trade. */
  payerType?: (typeof owingTypes)[number] | null
  /** The partner has not agreed to it yet, as a manufacturer to what is claimed. */
  isUnconfirmed?: boolean
  /** The bill to a manufacturer that it is a part of, of a verdict on it. */
  warrantyBillId?: number
}

export interface PnlEntry extends Written {
  /** Whose books; the document's organisation when none is named. */
  orgId?: number
  kind: PnlKind
  amount: Decimal
  amountTaxed?: Decimal
  /** Who bears the line of a repair that it comes from; nobody in trade. */
  payerType?: PayerType | null
  /** The department that an internal expense is charged to; the document's own when none is named. */
  departmentId?: number | null
}

/**
 * Work in progress that becomes a cost, as at a settlement, or is work in progress again, as at a refund. Its value is cost of goods
 * (`cogs_part`) of that payer, which the ledger books itself.
 */
export interface WipEntry extends Written, WipLine {
  /** Whose books; the document's organisation when none is named. */
  orgId?: number
  /** Out: it becomes a cost. In: the cost is taken back. */
  direction: 'out' | 'in'
  /** The line of the document that posts. */
  docLineId: number
  partId: number
  /** Both never negative. */
  qty: Decimal
  value: Decimal
  payerType: PayerType
}

/** Settlement of an open item; amounts carry the item's sign, or the opposite one where a bad debt is owed again. */
export interface WriteOffEntry {
  /** Whose books; the document's organisation when none is named. */
  orgId?: number
  openItemId: number
  amount: Decimal
  discount: Decimal
  tender: 'money' | 'advance' | 'opposite' | 'bad_debt' | 'card_principal' | 'card_gift'
  counterItemId?: number
}

/** A change of a partner's unallocated money: ADV_IN is what customers paid ahead, ADV_OUT what we paid ahead. */
export interface AdvanceEntry {
  /** Whose books; the document's organisation when none is named. */
  orgId?: number
  partnerId: number
  account: 'ADV_IN' | 'ADV_OUT'
  amount: Decimal
  kind: 'advance' | 'advance_used' | 'refund' | 'adjust'
}

/** Money into (positive) or out of (negative) a store account. */
export interface CashEntry {
  /** Whose books; the document's organisation when none is named. */
  orgId?: number
  storeAccountId: number
  amount: Decimal
  remark: string
}

/** What is put on a member card, or taken off it where it is negative: paid money, granted money, points; 2 decimals each. */
export interface CardEntry extends Written {
  cardId: number
  principal: Decimal
  gift: Decimal
  points: Decimal
}

/** Times of a package that come onto a card, or leave it where they are negative, with what they are worth. */
export interface CardItemEntry extends Written {
  cardItemId: number
  /** The line that they cover, of a use. */
  docLineId: number | null
  times: Decimal
  value: Decimal
}

/** What an employee earns by a document, or loses by it where the amount is negative. No part of the double entry. */
export interface CommissionEntry extends Written {
  /** Whose wages it belongs to, where that is not the document's organisation: what is taken back goes to where it was earned. */
  orgId?: number
  employeeId: number
  role: 'technician' | 'adviser' | 'material'
  /** The line of the document; null for what is earned on the whole of it. */
  lineId: number | null
  /** What it is a part of, 4 decimals, negative where it is taken back; the own share of that, 0 to 1; and a fraction, or yuan a unit. */
  base: Decimal
  share: Decimal
  rate: Decimal
  /** 2 decimals. Of a line whose rates are equal the last row takes the remainder, so it may differ from base × share × rate by fen. */
  amount: Decimal
  /** The entry of an earlier document that this one takes back, or a part of it. */
  clawbackOf?: number | null
}

/** Everything that one document writes to the ledgers. Made by a pure function of the document. */
export interface Posting {
  stock?: StockMove[]
  wip?: WipEntry[]
  openItems?: OpenItemEntry[]
  writeOffs?: WriteOffEntry[]
  advances?: AdvanceEntry[]
  cash?: CashEntry[]
  cards?: CardEntry[]
  cardItems?: CardItemEntry[]
  pnl?: PnlEntry[]
  commission?: CommissionEntry[]
}

/**
 * Value that each line took from stock, or brought into it where it took nothing, by line id; always positive. Revaluations
 * are not in it.
 */
export type LineCosts = Map<number, { qty: Decimal; value: Decimal }>

/** YYYYMM of a business date. */
export const periodOf = (bizDate: string): number => Number.parseInt(bizDate.slice(0, 4) + bizDate.slice(5, 7), 10)
