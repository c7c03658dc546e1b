import type { GoodsDef } from '../kernel/goods-document'
import { countGain, countLoss } from './count-results'
import { otherIn } from './other-in'
import { otherOut } from './other-out'

/** Every kind of document of the warehouse's own. */
export const documents: readonly GoodsDef[] = [otherIn, otherOut, countGain, countLoss]
