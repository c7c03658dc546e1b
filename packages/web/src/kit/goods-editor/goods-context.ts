import { createContext, useContext } from 'react'
import type { GoodsStore } from './goods-store'

export const GoodsContext = createContext<GoodsStore | null>(null)

/** The open goods document: its lines, totals, and what passes from former ones. */
export function useGoods(): GoodsStore {
  const goods = useContext(GoodsContext)
  if (!goods) throw new Error('this editor holds no goods document')
  return goods
}
