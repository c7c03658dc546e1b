import type { GoodsDef } from '../kernel/goods-document'
import { assembly } from './assembly'
import { costAdjustment } from './cost-adjustment'
import { disassembly } from './disassembly'
import { locationMove } from './location-move'
import { otherIn } from './other-in'
import { otherOut } from './other-out'

/** Every kind of document of the warehouse's own. */
export const documents: readonly GoodsDef[] = [otherIn, otherOut, locationMove, assembly, disassembly, costAdjustment]
