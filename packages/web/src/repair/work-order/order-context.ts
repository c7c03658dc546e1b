import { createContext, useContext } from 'react'
import type { OrderStore } from './order-store'

export const OrderContext = createContext<OrderStore | null>(null)

/** The open order: its four tables of lines. */
export function useOrder(): OrderStore {
  const order = useContext(OrderContext)
  if (!order) throw new Error('a table of an order stands outside its editor')
  return order
}
