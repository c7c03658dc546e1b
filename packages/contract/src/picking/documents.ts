import type { GoodsDef } from '../kernel/goods-document'
import { picking } from './picking'
import { pickingReturn } from './picking-return'

/** Every kind of document that issues goods to work orders or takes them back. */
export const documents: readonly GoodsDef[] = [picking, pickingReturn]
