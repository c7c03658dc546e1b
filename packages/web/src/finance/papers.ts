import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { collection } from '@chepu/contract/finance/collection'
import { payment } from '@chepu/contract/finance/payment'
import { writeOff } from '@chepu/contract/finance/write-off'
import type { PrintKind } from '../kit/print/print-kinds'
import { adjustmentSheet } from './balance-adjustment/paper'
import { collectionSheet, paymentSheet } from './slip/paper'
import { writeOffSheet } from './write-off/paper'

/** What puts each kind of document of finance on paper. */
export const papers: readonly PrintKind[] = [
  { document: collection, sheet: collectionSheet },
  { document: payment, sheet: paymentSheet },
  { document: writeOff, sheet: writeOffSheet },
  { document: balanceAdjustment, sheet: adjustmentSheet },
]
