import type { GoodsDef } from '../kernel/goods-document'
import { locationMove } from './location-move'
import { otherIn } from './other-in'
import { otherOut } from './other-out'

/** Every kind of document of the warehouse's own. */
export const documents: readonly GoodsDef[] = [otherIn, otherOut, locationMove]
