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

/** How the value of a movement is found (DOMAIN 5.4). */
export type Costing =
  /** In: the value is known. */
  | { at: 'value'; value: Decimal; variance?: Decimal }
  /** In: the pool's average, or `unitCost` when the pool is empty. */
  | { at: 'average'; unitCost: Decimal | null }
  /** Out: the moving average; what a partner gives for the goods beside it is the variance. */
  | { at: 'free'; worth?: Decimal }
  /** Out: a known value, as far as the pool can give it. */
  | { at: 'specified'; value: Decimal }

/** P&L kinds of DOMAIN 5.1 that exist so far. */
export type PnlKind =
  | 'revenue_part'
  | 'discount'
  | 'cogs_part'
  | 'stock_variance'
  | 'stock_loss'
  | 'stock_gain'
  | 'other_income'
  | 'other_expense'

/** One line's movement of goods; the ledger may split it over several bins. */
export interface StockMove {
  direction: 'in' | 'out'
  lineId: number
  lineNo: number
  partId: number
  partCode: string
  warehouseId: number
  /** In: where to. Out: from where, or null for any bin in picking order. */
  locationId: number | null
  /** Out: '' takes any batch, the oldest first. */
  batchNo: string
  /** Always positive. */
  qty: Decimal
  costing: Costing
  /** P&L kind that the value belongs to: out adds to it, in takes from it. */
  pnl?: PnlKind
  /** The order line whose reservation this movement uses up. */
  reservedBy?: number | null
  /** The ledger row that this one undoes. */
  reversalOf?: number
}

/** An amount that a partner owes (AR) or is owed (AP); negative for returns. */
export interface OpenItemEntry {
  partnerId: number
  side: 'AR' | 'AP'
  amount: Decimal
  dueOn: string
  /** Where it came from, when that is an older document than the one that posts it (opening balances). */
  billNo?: string
  remark?: string
}

export interface PnlEntry {
  kind: PnlKind
  amount: Decimal
  amountTaxed?: Decimal
}

/** Settlement of an open item; amounts carry the item's sign. */
export interface WriteOffEntry {
  openItemId: number
  amount: Decimal
  discount: Decimal
  tender: 'money' | 'advance' | 'opposite' | 'bad_debt'
  counterItemId?: number
}

/** A change of a partner's unallocated money: ADV_IN is what customers paid ahead, ADV_OUT what we paid ahead. */
export interface AdvanceEntry {
  partnerId: number
  account: 'ADV_IN' | 'ADV_OUT'
  amount: Decimal
  kind: 'advance' | 'advance_used' | 'refund' | 'adjust'
}

/** Money into (positive) or out of (negative) a store account. */
export interface CashEntry {
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

/** Value that each line took from or brought into stock, by line id; always positive. */
export type LineCosts = Map<number, { qty: Decimal; value: Decimal }>

/** YYYYMM of a business date. */
export const periodOf = (bizDate: string): number => Number.parseInt(bizDate.slice(0, 4) + bizDate.slice(5, 7), 10)
