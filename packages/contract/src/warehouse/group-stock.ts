// Goods of sister organisations: who has them, and how they are asked for (business/warehouse 6).
import { z } from 'zod'
import { button } from '../access/catalogue'
import { type Decimal, isPositive, max, min, sub } from '../kernel/decimal'
import { route } from '../kernel/route'
import { addressedId, id, qty } from '../kernel/scalars'

/** 全集团 of 库存查询, and who has goods elsewhere: one right. */
export const seesGroupStock = button('stock', 'all_org')
/** 申请调拨, wherever it stands. */
export const asksForTransfer = button('transfer_request', 'add')

/** What of a part lies free in a warehouse of a sister organisation: the quantity in base units, and neither price nor cost. */
const groupPlace = z.object({
  partId: id,
  partCode: z.string(),
  partName: z.string(),
  brandName: z.string().nullable(),
  orgId: id,
  orgName: z.string(),
  warehouseId: id,
  warehouseName: z.string(),
  available: z.string(),
  /** What the caller's organisation has asked of the place and has not been sent yet. */
  requestedQty: z.string(),
})
export type GroupPlace = z.output<typeof groupPlace>

/**
 * Sister organisations that have a part, or one that stands in for it: the part itself first, then its substitutes as they are preferred, of each the
 * warehouse with most of it first. They are those that 全集团 of 库存查询 shows, at the same figures.
 */
export const groupStock = route({
  method: 'GET',
  path: '/api/web/stock/in-group',
  access: seesGroupStock,
  summary: '兄弟企业可用量',
  query: z.object({ partId: addressedId }),
  data: z.object({ rows: z.array(groupPlace) }),
})

/**
 * 申请调拨 of a part: it goes on the caller's own draft of today between the two warehouses, or begins one. A line that asks for the part already
 * asks for more of it. Refuses as saving a 调拨申请单 by hand does.
 */
export const askForTransfer = route({
  method: 'POST',
  path: '/api/web/stock/ask-for-transfer',
  access: asksForTransfer,
  summary: '缺货申请调拨',
  body: z.object({
    warehouseId: id.meta({ title: '申请仓库' }),
    fromWarehouseId: id.meta({ title: '供货仓库' }),
    partId: id.meta({ title: '配件' }),
    qty: qty.meta({ title: '申请数量' }),
  }),
  data: z.object({ id, billNo: z.string() }),
})

/** What a line of `wanted` lacks where so much is free and so much is asked for already, in base units; never less than nothing. */
export const lackOf = (wanted: Decimal, available: Decimal, asked: Decimal): Decimal =>
  max('0', sub(sub(wanted, max('0', available)), asked))

/** How much of what is lacking is asked of a place: all of it, or what the place has. */
export const askedOf = (lack: Decimal, available: Decimal): Decimal => (isPositive(lack) ? min(lack, available) : '0')

interface LackingRow {
  key: string
  partId: number
  suggestedQty: Decimal
}

/**
 * 申请数量 of each row by its key: what was typed stands; rows of one part share what that leaves of its surplus, the first row first, so that
 * no more is proposed than there is (business/warehouse 4.4).
 */
export function sharedSurplus(
  rows: readonly LackingRow[],
  surplusOf: (partId: number) => Decimal,
  typed: ReadonlyMap<string, Decimal>,
): Map<string, Decimal> {
  const left = new Map(rows.map(({ partId }) => [partId, surplusOf(partId)]))
  const taken = (partId: number, qty: Decimal) => left.set(partId, max('0', sub(left.get(partId) ?? '0', qty)))
  for (const { key, partId } of rows) taken(partId, typed.get(key) ?? '0')
  return new Map(
    rows.map(({ key, partId, suggestedQty }) => {
      const known = typed.get(key)
      if (known !== undefined) return [key, known]
      const qty = askedOf(suggestedQty, left.get(partId) ?? '0')
      taken(partId, qty)
      return [key, qty]
    }),
  )
}
