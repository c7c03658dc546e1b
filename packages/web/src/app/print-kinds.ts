import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { collection } from '@chepu/contract/finance/collection'
import { payment } from '@chepu/contract/finance/payment'
import { writeOff } from '@chepu/contract/finance/write-off'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { adjustmentSheet } from '../finance/accounts/paper'
import { collectionSheet, paymentSheet } from '../finance/slip/paper'
import { writeOffSheet } from '../finance/write-off/paper'
import { setPrintKinds } from '../kit/print-kinds'
import * as purchasing from '../purchasing/prints'
import * as sales from '../sales/prints'
import * as warehouse from '../warehouse/prints'

/** What puts each kind of document on paper, for the pages that keep templates. One line a kind. */
setPrintKinds([
  { document: purchaseOrder, prints: purchasing.orderPrints },
  { document: goodsReceipt, prints: purchasing.receiptPrints },
  { document: purchaseReturn, prints: purchasing.returnPrints },
  { document: salesOrder, prints: sales.orderPrints },
  { document: salesDelivery, prints: sales.deliveryPrints },
  { document: salesReturn, prints: sales.returnPrints },
  { document: otherIn, prints: warehouse.otherInPrints },
  { document: otherOut, prints: warehouse.otherOutPrints },
  { document: collection, sheet: collectionSheet },
  { document: payment, sheet: paymentSheet },
  { document: writeOff, sheet: writeOffSheet },
  { document: balanceAdjustment, sheet: adjustmentSheet },
])
