import { pageOf } from '@chepu/contract/access/catalogue'
import { recurringButton } from '@chepu/contract/finance/recurring-money'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { sql } from 'kysely'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { recurringMonths } from './list'

/** Filters of months that are still to be made. */
const due = { status: 'due' } as const

/** 固定收支待生成, for those who make it: as many months as the page shows of 待生成. */
export async function recurringTask(tx: CallerTx): Promise<HomeTask[]> {
  if (!mayPress(tx.caller, recurringButton) || !mayPress(tx.caller, pageOf('other_money'))) return []
  const [row] = await tx.select(sql<{ count: number }>`select count(*)::int as count ${recurringMonths(tx, due)}`)
  const params = { tab: 'recurring', ...due }
  return [{ title: '固定收支待生成', count: row?.count ?? 0, screen: 'otherIncomeExpense', params }]
}
