import { createContext, useContext } from 'react'
import type { PriceStore } from './price-store'

export const PriceContext = createContext<PriceStore | null>(null)

/** The open 调价单. */
export function usePrices(): PriceStore {
  const prices = useContext(PriceContext)
  if (!prices) throw new Error('this editor holds no price adjustment')
  return prices
}
