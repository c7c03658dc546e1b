import type { AdjustmentLine, FormerPrice, priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import type { ProductPrice } from '@chepu/contract/basics/product'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { StateOf } from '@chepu/contract/kernel/document'
import type { Selectable } from 'kysely'
import type { PriceAdjustment as HeaderRow } from '../../kernel/db/schema'
import type { LockedDocument } from '../../kernel/document/types'

/** A line as it is kept: new prices, where null stays as it is, and those that stood when it was saved. */
export interface StoredLine
  extends Record<ProductPrice, Decimal | null>, Record<FormerPrice, Decimal | null>, Pick<AdjustmentLine, 'remark'> {
  id: number
  lineNo: number
  partId: number
  partCode: string
}

/** A 调价单 as its actions see it. */
export type Adjustment = Omit<Selectable<HeaderRow>, 'state'> &
  LockedDocument<StateOf<typeof priceAdjustment>> & { lines: StoredLine[] }
