import { type AccountSide, sideLabels } from '@chepu/contract/kernel/money-document'
import { button, pageOf } from '@chepu/contract/access/catalogue'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { toApprove } from '../kernel/document/home-tasks'
import type { MoneyTraits } from '../kernel/money/types'
import { countSlips } from '../kernel/money/list'
import { openFigures } from './queries/account-ageing'
import { recurringTask } from './recurring-money/task'
import { countDisputes } from './statement/dispute'
import { seesBalance } from '../kernel/caller/balance-visibility'
import { arrivingTask } from './fund-transfer/arriving'
import { fundTransferTraits } from './fund-transfer/traits'
import { otherExpenseTraits, otherIncomeTraits } from './other-money/traits'
import { collectionTraits, paymentTraits } from './slip/traits'
import { openTillTask } from './till/open-days'

const approved: [MoneyTraits, string][] = [
  [collectionTraits, 'collection'],
  [paymentTraits, 'payment'],
  [fundTransferTraits, 'transfers'],
  [otherIncomeTraits, 'otherIncomeExpense'],
  [otherExpenseTraits, 'otherExpense'],
]
const accounts = [
  { side: 'AR', group: 'receivable', title: '逾期客户', screen: 'receivableAccount' },
  { side: 'AP', group: 'payable', title: '逾期应付单位', screen: 'payableAccount' },
] as const satisfies { side: AccountSide; group: string; title: string; screen: string }[]

/** Slips to approve, days to hand over, and partners whose money is overdue. */
export async function financeTasks(tx: CallerTx): Promise<HomeTask[]> {
  const found: HomeTask[] = []
  for (const [kind, screen] of approved) {
    found.push(...(await toApprove(tx, kind.def, screen, (filters) => countSlips(tx, kind, filters))))
  }
  found.push(...(await arrivingTask(tx)), ...(await recurringTask(tx)), ...(await openTillTask(tx)))
  for (const { side, group, title, screen } of accounts) {
    if (!mayPress(tx.caller, pageOf(group)) || !seesBalance(tx.caller, side)) continue
    const { overdue, overduePartners } = await openFigures(tx, side)
    found.push({ title, count: overduePartners, amount: overdue, screen, params: { overdue: 'true' } })
    if (!mayPress(tx.caller, button(group, 'statement'))) continue
    const count = await countDisputes(tx, side)
    found.push({ title: `${sideLabels[side]}对账异议`, count, screen, params: { tab: 'sent', state: 'disputed' } })
  }
  return found
}
