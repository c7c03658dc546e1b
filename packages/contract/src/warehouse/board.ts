// What the boards of the warehouse have in common: each tab is a kind of document that says of itself where its goods are moved.
import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { countedLines } from '../kernel/counted-lines'
import type { Board } from '../kernel/document'
import type { GoodsDef } from '../kernel/goods-document'
import { dateRange, pageOf as page, totals } from '../kernel/list-query'
import { route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'

/** A kind of document that waits for the warehouse. */
export type BoardDef = GoodsDef & { board: Board }

/** Kinds whose goods come in, or go out, at the warehouse's desk. */
export const kindsMoving = (goods: Board['goods'], documents: readonly GoodsDef[]): BoardDef[] =>
  documents.filter((def): def is BoardDef => def.board?.goods === goods)

/** The tabs of a board with their calls, one a kind. `query` is `filters` with paging. */
export const tabsOf = <Filters extends z.ZodType, Query extends z.ZodType, Row extends z.ZodType>(
  desk: 'inbound' | 'outbound',
  kinds: readonly BoardDef[],
  { filters, query, row }: { filters: Filters; query: Query; row: Row },
) =>
  kinds.map((def) => ({
    def,
    list: route({
      method: 'GET',
      path: `/api/web/${desk}/${def.kind}`,
      access: pageOf(desk),
      summary: `${def.board.tab}列表`,
      query,
      data: page(row),
    }),
    totals: route({
      method: 'GET',
      path: `/api/web/${desk}/${def.kind}/totals`,
      access: pageOf(desk),
      summary: `${def.board.tab}合计`,
      query: filters,
      data: totals,
    }),
  }))

/** The tab of a kind. @throws Error for a kind that the board does not have */
export function tabOf<Tab extends { def: BoardDef }>(tabs: readonly Tab[], kind: string): Tab {
  const found = tabs.find(({ def }) => def.kind === kind)
  if (!found) throw new Error(`no tab ${kind}`)
  return found
}

/** What moves the goods of the kinds, by whatever name each has for it. */
export const movingActions = (kinds: readonly BoardDef[], label: string, button: number) =>
  [...new Set(kinds.map(({ board }) => board.action))].map(
    (name) => [name, { label, button, input: countedLines.optional() }] as const,
  )

/** What both boards are asked for. */
export const boardFilters = dateRange.extend({
  billNo: z.string().trim().max(40).optional(),
  warehouseId: addressedId.optional(),
  partnerId: addressedId.optional(),
  part: z.string().trim().max(60).optional(),
})

/** What a row of either board has. Quantities in base units; `arrivedAt` is when the document came to the warehouse's desk. No prices. */
export const boardRow = z.object({
  id,
  billNo: z.string(),
  bizDate: z.string(),
  state: z.string(),
  version: z.number(),
  partnerName: z.string().nullable(),
  warehouseId: id,
  warehouseName: z.string(),
  lineCount: z.number(),
  totalQty: z.string(),
  arrivedAt: z.string(),
  creatorName: z.string().nullable(),
  reason: z.string().nullable(),
  remark: z.string(),
})
