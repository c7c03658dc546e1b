import type { GoodsDef } from '../kernel/goods-document'
import { countGain, countLoss } from './count-results'
import { assembly } from './assembly'
import { costAdjustment } from './cost-adjustment'
import { disassembly } from './disassembly'
import { locationMove } from './location-move'
import { otherIn } from './other-in'
import { otherOut } from './other-out'
import { transferOrder } from './transfer-order'
import { transferReceipt } from './transfer-receipt'
import { transferRequest } from './transfer-request'

/** Every kind of document of the warehouse's own. */
export const documents: readonly GoodsDef[] = [
  otherIn,
  otherOut,
  transferRequest,
  transferOrder,
  transferReceipt,
  locationMove,
  assembly,
  disassembly,
  costAdjustment,
  countGain,
  countLoss,
]
