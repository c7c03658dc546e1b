import { periodRoutes } from '@chepu/contract/finance/period-close'
import { monthAfter, monthBefore } from '@chepu/contract/kernel/calendar'
import { documentKind } from '../../../packages/server/src/kernel/document/registry'
import type { Saved } from './desk'
import type { DemoShop } from './shop'

/** Closes the books of a shop: its opening balances and its two oldest months; who keeps its money does it. */
export async function closeMonths(shop: DemoShop, startMonth: number): Promise<void> {
  for (const month of [monthBefore(startMonth), startMonth, monthAfter(startMonth)]) {
    await giveUpForgotten(shop, month)
    await shop.desks.cashier.call(periodRoutes.close, { body: { month, remark: '现金已按账核对' } })
  }
}

/** Documents that nobody has finished in the month come to nothing, as 检查 asks for. */
async function giveUpForgotten({ desks }: DemoShop, month: number): Promise<void> {
  const { checks } = await desks.cashier.call(periodRoutes.checks, { params: { month } })
  for (const { kind, count, params } of checks) {
    const def = kind !== null && count > 0 ? documentKind(kind)?.def : undefined
    if (!def) continue
    const { rows } = await desks.boss.call(def.routes.list, { query: { ...params, rows: 200 } as never })
    for (const row of rows as unknown as Saved[]) {
      const isEntered = def.actions['void']?.from.includes(row.state)
      const draft = isEntered ? row : await desks.boss.act(def.routes, row, 'unapprove', { reason: '未成交' })
      await desks.boss.act(def.routes, draft, 'void', { reason: '未成交' })
    }
  }
}
