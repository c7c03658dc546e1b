import { type LookupPart, lookupPartsById } from '@chepu/contract/basics/lookups'
import { useEffect } from 'react'
import { call } from '../../kit/base/call'
import { useHeader } from '../../kit/document/document-context'
import type { LineValues } from '../../kit/goods/document-lines'
import { useGoods } from '../../kit/goods-editor/goods-context'
import { contextOf } from '../../pickers/use-part-lines'

/** What alternatives are compared by; floor and cost only for who may see them. */
const comparedOf = ({ grade, available, lastPrice, minSalePrice, unitCost }: LookupPart): LineValues => ({
  grade,
  available,
  lastPrice,
  minSalePrice,
  stockCost: unitCost,
})

/**
 * Keeps beside every line what its part is compared by, also on a quotation that waits for the customer: asked for lines that came, and
 * anew for all when customer, warehouse or tax mode change.
 */
export function useComparison(): void {
  const goods = useGoods()
  const { partnerId, warehouseId, taxIncluded, mode } = contextOf(useHeader(), 'sale')
  useEffect(() => {
    const stop = new AbortController()
    const asked = new Map<number, number>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      timer = undefined
      const lines = goods.lines.filled().filter(({ key, partId }) => partId !== null && asked.get(key) !== partId)
      if (lines.length === 0) return
      for (const { key, partId } of lines) asked.set(key, partId as number)
      const body = {
        mode,
        partnerId,
        warehouseId,
        taxIncluded,
        partIds: [...new Set(lines.flatMap((line) => line.partId ?? []))],
      }
      const { rows } = await call(lookupPartsById, { body, quiet: true, signal: stop.signal })
      const parts = new Map(rows.map((part) => [part.partId, part]))
      const shown = lines.flatMap(({ key, partId }) => {
        // A line may have become another part meanwhile.
        const part = goods.lines.line(key)?.partId === partId ? parts.get(partId ?? 0) : undefined
        return part ? ([[key, comparedOf(part)]] as const) : []
      })
      goods.hint(new Map(shown))
    }
    // Lines that come together are asked for together; without an answer they can still be entered.
    const follow = () => void (timer ??= setTimeout(() => void ask().catch(() => undefined)))
    follow()
    const unsubscribe = goods.lines.watch((before, after) => {
      if (after?.partId != null && after.partId !== before?.partId) follow()
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      unsubscribe()
    }
  }, [goods, mode, partnerId, warehouseId, taxIncluded])
}
