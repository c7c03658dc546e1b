// Every list sorts by what it says it sorts by, asked of full books. Text is left out: its order is that of the database's language.
import { priceHistory, priceList } from '@chepu/contract/basics/price-list'
import { compare } from '@chepu/contract/kernel/decimal'
import { accountQueries } from '@chepu/contract/finance/accounts'
import { receiptRoutes } from '@chepu/contract/finance/receipts'
import { goodsColumns } from '@chepu/contract/kernel/goods-columns'
import { moneyColumns } from '@chepu/contract/kernel/money-columns'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import type { QueryColumns } from '@chepu/contract/kernel/query'
import { orderLines, orderParts } from '@chepu/contract/purchasing/order-query'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { movements, movementsByPart } from '@chepu/contract/warehouse/stock-movements'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kindNamed } from '../src/kernel/goods/registry'
import { kindsOf } from './desk'
import { fillBooks } from './filled-books'
import { type AnyRoute, type Client, openShop } from './shop'
import { tradedQueries } from './traded'

interface List {
  title: string
  list: AnyRoute
  columns: QueryColumns
}

const shop = await openShop()
const queries = [
  ...Object.values(stockInquiry),
  ...Object.values(accountQueries).flatMap((side) => Object.values(side)),
  movements,
  movementsByPart,
  orderLines,
  orderParts,
  priceList,
  priceHistory,
  receiptRoutes,
  ...tradedQueries,
]
const documents = kindsOf(shop).map(({ def }) => ({
  title: def.title,
  list: def.routes.list,
  columns: columnsOfKind(def, kindNamed(def.kind) ? goodsColumns : moneyColumns),
}))
const lists: List[] = [...queries, ...documents]

let owner: Client
beforeAll(async () => {
  owner = await shop.signIn('owner')
  await fillBooks(shop)
})
afterAll(() => shop.close())

const inOrder = (before: unknown, after: unknown): boolean =>
  typeof before === 'string' && /^-?\d+(\.\d+)?$/.test(before)
    ? compare(before, String(after)) <= 0
    : (before as number) <= (after as number)

const figureKinds = ['date', 'time', 'qty', 'money', 'price', 'cost', 'percent', 'discount', 'count']

it.each(lists.map((each) => [each.title, each] as const))('%s', async (_, { list, columns }) => {
  const read = (sort?: string) => owner.ask(list, { query: { rows: 100, ...(sort && { sort }) } })
  const rowsOf = (answer: { data?: unknown }) => (answer.data as { rows: Record<string, unknown>[] }).rows
  const [known] = rowsOf(await read())
  const shown = Object.entries(columns).filter(([key, { sheetOnly }]) => !sheetOnly && known && key in known)
  const declared = shown.filter(([, { sort }]) => sort !== false).map(([key]) => key)
  const accepted: string[] = []
  for (const [key, { kind = 'text' }] of shown) {
    const up = await read(key)
    if (up.status !== 200) continue
    accepted.push(key)
    if (!figureKinds.includes(kind)) continue
    const valuesOf = (answer: typeof up) => rowsOf(answer).flatMap((row) => row[key] ?? [])
    const ascending = valuesOf(up)
    expect([key, ascending.filter((value, i) => i > 0 && !inOrder(ascending[i - 1], value))]).toEqual([key, []])
    const descending = valuesOf(await read(`-${key}`)).toReversed()
    expect([key, descending.filter((value, i) => i > 0 && !inOrder(descending[i - 1], value))]).toEqual([key, []])
  }
  expect(accepted).toEqual(declared)
})
