import type { Decimal } from '@chepu/contract/kernel/decimal'

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
  | 'discount'
  | 'cogs_part'
  | 'stock_variance'
  | 'stock_loss'
  | 'stock_gain'
  | 'other_income'
  | 'other_expense'

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
  amount: Decimal
  dueOn: string
  /** Where it came from, when that is an older document than the one that posts it (opening balances). */
  billNo?: string
  remark?: string
}

export interface PnlEntry extends Written {
  /** Whose books; the document's organisation when none is named. */
  orgId?: number
  kind: PnlKind
  amount: Decimal
  amountTaxed?: Decimal
}

/** Settlement of an open item; amounts carry the item's sign. */
export interface WriteOffEntry {
  /** Whose books; the document's organisation when none is named. */
  orgId?: number
  openItemId: number
  amount: Decimal
  discount: Decimal
  tender: 'money' | 'advance' | 'opposite' | 'bad_debt'
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

/** Everything that one document writes to the ledgers. Made by a pure function of the document. */
export interface Posting {
  stock?: StockMove[]
  openItems?: OpenItemEntry[]
  writeOffs?: WriteOffEntry[]
  advances?: AdvanceEntry[]
  cash?: CashEntry[]
  pnl?: PnlEntry[]
}

/**
 * Value that each line took from stock, or brought into it where it took nothing, by line id; always positive. Revaluations
 * are not in it.
 */
export type LineCosts = Map<number, { qty: Decimal; value: Decimal }>

/** YYYYMM of a business date. */
export const periodOf = (bizDate: string): number => Number.parseInt(bizDate.slice(0, 4) + bizDate.slice(5, 7), 10)
