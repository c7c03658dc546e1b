import { resolveParts } from '@chepu/contract/basics/lookups'
import { useEffect } from 'react'
import { call } from '../../kit/base/call'
import { useScreenParams } from '../../kit/base/tabs'
import { useEditor } from '../../kit/document/document-context'
import { useGoods } from '../../kit/goods-editor/goods-context'
import { lineOfPart } from '../../pickers/part-entry'

/** No goods move, and what they are to cost more or less is for the user to say. */
export const noGoods = { qty: '0', price: '' }

/** A new document that begins from a row of 库存查询 has its warehouse and part: `?new=1&warehouseId=3&part=04152-YZZA1`. */
export function useWantedPart(): void {
  const { part, warehouseId } = useScreenParams<{ part: string; warehouseId: string }>()
  const { store } = useEditor()
  const { lines } = useGoods()
  useEffect(() => {
    if (!part || !warehouseId || store.meta().id !== undefined || !store.isEmpty()) return undefined
    const place = Number.parseInt(warehouseId, 10)
    const stop = new AbortController()
    const body = { mode: 'purchase' as const, warehouseId: place, codes: [part] }
    call(resolveParts, { body, signal: stop.signal }).then(
      ({ matches }) => {
        const wanted = matches.flatMap((match) => match.parts).find(({ partCode }) => partCode === part)
        if (!wanted || !store.isEmpty()) return
        store.setHeader({ warehouseId: place })
        lines.append([{ ...lineOfPart(wanted), ...noGoods }])
      },
      () => undefined,
    )
    return () => stop.abort()
  }, [part, warehouseId, store, lines])
}
