import { z } from 'zod'
import { pageOf as pageId } from '../access/catalogue'
import { partColumns } from '../kernel/goods-document'
import { flag, pageOf, pages } from '../kernel/list-query'
import { route } from '../kernel/route'
import { id, addressed, addressedId } from '../kernel/scalars'

const optionalId = addressedId.optional()

/** One place of a part in the scope of a stock count: a bin, and a batch where the part has any. */
const countable = partColumns.extend({
  partId: id,
  locationId: id,
  locationCode: z.string(),
  batchNo: z.string(),
  /** What the books say lies there, in base units; absent without the right 盘点时看账面数. */
  bookQty: z.string().optional(),
})
export type Countable = z.output<typeof countable>

/**
 * Parts of a stock count's scope with their book quantities, in the order of walking (business/basics 9). A category includes
 * those below it; a location is the beginning of a code, so that `A-01` is the whole rack.
 */
export const countScope = route({
  method: 'GET',
  path: '/api/web/pro/for/inventory',
  access: pageId('stock_count'),
  summary: '盘点范围内的配件',
  query: pages.extend({
    warehouseId: addressed(z.number({ error: '请选择仓库' }).positive()),
    categoryId: optionalId,
    brandId: optionalId,
    part: z.string().trim().max(60).optional(),
    location: z.string().trim().max(23).optional(),
    /** Places that are empty now, too. */
    withEmpty: flag.optional(),
  }),
  data: pageOf(countable),
})
