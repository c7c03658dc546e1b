import {
  bookEvents,
  eventsByKind,
  isProfitAccount,
  standardAccounts,
  standardCategories,
} from '@chepu/contract/finance/book-accounts'
import { accountKinds } from '@chepu/contract/finance/store-account'
import { expect, it } from 'vitest'
import type { PnlEntry } from '../../kernel/ledgers/types'
import { earnedKinds } from './entries'

/** Every kind of profit and loss; the compiler refuses one too many or too few. */
const isEarned: Record<PnlEntry['kind'], boolean> = {
  revenue_part: true,
  revenue_labour: true,
  revenue_other: true,
  revenue_internal: true,
  warranty_revenue: true,
  warranty_diff: true,
  discount: false,
  cogs_part: false,
  cogs_outsource: false,
  internal_expense: false,
  stock_variance: true,
  stock_loss: false,
  stock_gain: true,
  other_income: true,
  other_expense: false,
  card_breakage: true,
}

const accountOf = (code: string) => standardAccounts.find((each) => each.code === code)
const isLeaf = (code: string) => !standardAccounts.some((each) => each.code !== code && each.code.startsWith(code))

it('whatever the ledgers write has an account by default', () => {
  const kinds = Object.keys(isEarned)
  const balances = ['stock', 'stock_transit', 'wip', 'ar', 'ap', 'adv_in', 'adv_out', 'card_money', 'card_package']
  const accounts = Object.keys(accountKinds).map((kind) => `account_${kind}`)
  expect(Object.keys(bookEvents)).toEqual(expect.arrayContaining([...kinds, ...balances, ...accounts]))
  for (const kind of kinds) expect(isProfitAccount(bookEvents[kind as 'discount'].code), kind).toBe(true)
  expect(kinds.filter((kind) => isEarned[kind as 'discount'])).toEqual(expect.arrayContaining(earnedKinds))
  expect(earnedKinds).toHaveLength(kinds.filter((kind) => isEarned[kind as 'discount']).length)
  for (const [kind] of eventsByKind) expect(kinds).toContain(kind)
})

it('every default is an account that is there and has no sub-accounts, below those it belongs to', () => {
  const codes = [...Object.values(bookEvents), ...Object.values(standardCategories).flatMap(Object.values<string>)].map(
    (each) => (typeof each === 'string' ? each : each.code),
  )
  for (const code of codes) expect([code, accountOf(code) !== undefined, isLeaf(code)]).toEqual([code, true, true])
  for (const { code } of standardAccounts)
    if (code.length > 4) expect([code, accountOf(code.slice(0, -2)) !== undefined]).toEqual([code, true])
  expect(standardAccounts.map(({ code }) => code)).toEqual(standardAccounts.map(({ code }) => code).toSorted())
})
