import { partHints } from '@chepu/contract/basics/lookups'
import { useEffect } from 'react'
import { call } from '../kit/base/call'
import type { GoodsStore } from '../kit/goods-editor/goods-store'
import type { EditorLine } from '../kit/goods/document-lines'
import type { PartContext } from './part-entry'

/**
 * Keeps 可用量 and 上次价 of the lines true: they are asked for lines that came without, as those of a saved draft, and anew for
 * all when partner, warehouse or tax mode change.
 */
export function useLineHints(goods: GoodsStore, context: PartContext, wanted: boolean): void {
  const { mode, partnerId, warehouseId, taxIncluded } = context
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const asked = new Set<number>()
    const ask = async (lines: readonly EditorLine[]) => {
      for (const line of lines) asked.add(line.key)
      const partIds = [...new Set(lines.flatMap((line) => line.partId ?? []))]
      if (partIds.length === 0) return
      const sourceLineIds = lines.flatMap((line) => line.sourceLineId ?? [])
      const body = { mode, partnerId, warehouseId, taxIncluded, partIds, sourceLineIds }
      const { rows } = await call(partHints, { body, quiet: true, signal: stop.signal })
      const hints = new Map(rows.map(({ partId, ...hint }) => [partId, hint]))
      // A line may have become another part meanwhile; its own hints came with that.
      const shown = lines.flatMap(({ key, partId }) => {
        const hint = goods.lines.line(key)?.partId === partId ? hints.get(partId ?? 0) : undefined
        return hint ? ([[key, hint]] as const) : []
      })
      goods.hint(new Map(shown))
    }
    // Without hints the lines can still be entered.
    const follow = (lines: readonly EditorLine[]) => void ask(lines).catch(() => undefined)
    follow(goods.lines.filled())
    const unsubscribe = goods.lines.subscribeOrder(() => {
      const bare = goods.lines.filled().filter((line) => line.available === undefined && !asked.has(line.key))
      if (bare.length > 0) follow(bare)
    })
    return () => {
      stop.abort()
      unsubscribe()
    }
  }, [goods, mode, partnerId, warehouseId, taxIncluded, wanted])
}
