import { z } from 'zod'
import { addressed, addressedId, day } from './scalars'
import { oneOf } from './labelled'

/** Rows of one page (business/lists 1.8: 20/50/100/200; business/frame 9.3: the organisation list asks for 1000). */
export const pageSizes = [20, 50, 100, 200] as const

/** Paging of a list that has one order. */
export const pages = z.object({
  page: addressed(z.number().min(1).max(100_000)).default(1),
  rows: addressed(z.number().min(1).max(1000)).default(50),
})

/** Paging and order of a list. `sort` is a column name, `-name` for descending; what is no column of the list is refused. */
export const paging = pages.extend({ sort: z.string().max(60).optional() })
export type Paging = z.infer<typeof paging>

/** A query-string list of ids, '3' or '3,5'; at most 2,000, and none longer than a whole number can be. */
export const idList = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,1999}$/)
  .transform((text) => text.split(',').map((part) => Number.parseInt(part, 10)))

/** A query-string flag. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Business-date range of a list; both ends included. */
export const dateRange = z.object({ from: day.optional(), to: day.optional() })

/**
 * Whose documents a list shows: those of the organisation that one works in, which is what it shows when nothing is asked, or
 * those of all organisations that one's data scope covers.
 */
export const orgReaches = { own: '本企业', group: '全集团' } as const
export const orgReach = oneOf(orgReaches)
export type OrgReach = z.output<typeof orgReach>

/** Filters of every list of documents (business/lists 1.1). */
export const documentFilters = dateRange.extend({
  orgs: orgReach.optional(),
  billNo: z.string().trim().max(40).optional(),
  partnerId: addressedId.optional(),
  state: z.string().max(80).optional(),
  creatorId: addressedId.optional(),
  /** A part of the name of who made it. */
  creator: z.string().trim().max(40).optional(),
  salespersonId: addressedId.optional(),
  remark: z.string().trim().max(100).optional(),
  ids: idList.optional(),
})
export type DocumentFilters = z.output<typeof documentFilters>

/** A page of rows and whether more follow; counts and sums come from the totals call (business/frame 10.2). */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), more: z.boolean() })

const counted = z.object({ count: z.number(), sums: z.record(z.string(), z.string()) })

/**
 * Row count and sums over all pages of a list, as decimal text by column. Of documents the sums are those of what counts;
 * `waiting` holds beside them, and never added to them, what does not count yet (business/lists 2.3).
 */
export const totals = counted.extend({ waiting: counted.optional() })
export type Totals = z.infer<typeof totals>
