import { recurringRoutes } from '@chepu/contract/finance/recurring-money'
import type { DemoShop } from '../shop'
import { categoriesOf } from './house'
import { type Days, monthsOf } from './calendar'

/** What comes every month without a bill: what for, on which day, how much, and what became of it this month. */
interface Standing {
  summary: string
  category: string
  day: number
  amount: string
  /** Not made: it waits, or was entered by hand. */
  left?: 'due' | 'skipped'
}

const standing: Record<string, readonly Standing[]> = {
  '01': [
    { summary: '宽带及电话费', category: '办公费', day: 1, amount: '199', left: 'due' },
    { summary: '门面及仓库租金', category: '房租水电', day: 3, amount: '6000', left: 'skipped' },
  ],
  '02': [{ summary: '软件服务费', category: '办公费', day: 1, amount: '260' }],
}

/** 固定收支 from this month on: one is made, one waits, and the rent was entered by hand before (business/demo 5.6). */
export async function standingMoney(shop: DemoShop, days: Days): Promise<void> {
  const { cashier } = shop.desks
  const month = monthsOf(days).at(-1) as number
  const categories = await categoriesOf(shop)
  for (const { category, left, ...figures } of standing[shop.orgCode] ?? []) {
    const typed = { ...figures, direction: 'out' as const, categoryId: categories.get(category) as number }
    const body = { ...typed, storeAccountId: shop.book.id('account', `${shop.orgCode}/DG`), fromMonth: month }
    const { id } = await cashier.call(recurringRoutes.save, { body })
    if (left === 'skipped')
      await cashier.call(recurringRoutes.skip, { params: { id }, body: { month, isSkipped: true } })
    if (left === undefined) await cashier.call(recurringRoutes.make, { body: { months: [{ id, month }] } })
  }
}
