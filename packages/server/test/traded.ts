import {
  purchaseLines,
  purchasesByDocument,
  purchasesByPart,
  purchasesBySupplier,
} from '@chepu/contract/purchasing/purchase-query'
import {
  returnLines,
  returnsByDocument,
  returnsByPart,
  returnsBySupplier,
} from '@chepu/contract/purchasing/purchase-return-query'
import { saleLines, salesByDocument, salesByPart } from '@chepu/contract/sales/sales-query'
import { saleReturnLines, saleReturnsByDocument, saleReturnsByPart } from '@chepu/contract/sales/sales-return-query'

/** Every query of what was bought and sold. */
export const tradedQueries = [
  purchasesBySupplier,
  purchasesByDocument,
  purchaseLines,
  purchasesByPart,
  returnsBySupplier,
  returnsByDocument,
  returnLines,
  returnsByPart,
  saleLines,
  salesByPart,
  salesByDocument,
  saleReturnLines,
  saleReturnsByPart,
  saleReturnsByDocument,
]
