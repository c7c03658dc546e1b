// A month of 固定收支 becomes a draft of other income or expense (business/money-slips 2.2).
import { type MoneyDirection, otherMoneyOf } from '@chepu/contract/finance/other-money'
import { mostRecurring, type recurringRoutes, recurringStates } from '@chepu/contract/finance/recurring-money'
import { monthText } from '@chepu/contract/kernel/calendar'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import { sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { Failure, notFound, refuse } from '../../kernel/base/errors'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { periodOf } from '../../kernel/ledgers/types'
import { saveSlip } from '../../kernel/money/save'
import type { MoneyTraits } from '../../kernel/money/types'
import { otherExpenseTraits, otherIncomeTraits } from '../other-money/traits'
import { recurringMonths, recurringStatus } from './list'

const traitsOf: Record<MoneyDirection, MoneyTraits> = { in: otherIncomeTraits, out: otherExpenseTraits }

interface Month {
  id: number
  month: number
  status: keyof typeof recurringStates
  dueOn: string
  summary: string
  direction: MoneyDirection
  categoryId: number
  purpose: 'cash' | 'owed'
  amount: Decimal
  storeAccountId: number | null
  partnerId: number | null
  departmentId: number | null
  billNo: string | null
}

/** Months of the templates as they stand now. */
const monthsOf = (tx: CallerTx, filters: Parameters<typeof recurringMonths>[1]): Promise<Month[]> =>
  tx.select(sql<Month>`select r.id, m.month, ${recurringStatus(tx)} as status, m.due_on, r.summary, r.direction, r.category_id, r.purpose, r.amount,
    r.store_account_id, r.partner_id, r.department_id, s.bill_no ${recurringMonths(tx, filters)} order by m.due_on, r.id limit 1000`)

/** Holds templates, so that two who make the same month make it once. */
const holdRecurring = (tx: CallerTx, ids: readonly number[]): Promise<unknown> =>
  tx.select(sql`select r.id from recurring_money r where r.group_id = ${tx.groupId} and r.org_id = ${tx.caller.orgId} and ${isAnyOf('r.id', ids)}
    order by r.id for no key update`)

/**
 * Makes the drafts of the named months, or of all that are still to be made, the oldest first and so many at most as one call makes. Nothing is made where one of
 * them cannot be; a month that somebody else has made meanwhile is refused where it was named, and else left out.
 * @throws Failure refusal or invalid, naming the template and the month
 */
export async function makeRecurring(
  tx: CallerTx,
  { months }: BodyOf<typeof recurringRoutes.make>,
): Promise<DataOf<typeof recurringRoutes.make>> {
  const asked = months ?? (await monthsOf(tx, { status: 'due' })).slice(0, mostRecurring)
  await holdRecurring(
    tx,
    asked.map(({ id }) => id),
  )
  const found = new Map<string, Month>()
  for (const month of new Set(asked.map((each) => each.month)))
    for (const row of await monthsOf(tx, { month })) found.set(`${row.id}:${row.month}`, row)
  const made: DataOf<typeof recurringRoutes.make>['made'] = []
  for (const { id, month } of asked) {
    const row = found.get(`${id}:${month}`) ?? notFound('固定收支')
    const isMakeable = row.status === 'due' || (row.status === 'coming' && month <= periodOf(shanghaiDay()))
    if (!isMakeable && !months) continue
    if (!isMakeable)
      refuse(`${nameOf(row)}${recurringStates[row.status]}${row.billNo === null ? '' : ` ${row.billNo}`}，不能生成`)
    made.push(await makeOne(tx, row))
  }
  return { made }
}

const nameOf = ({ summary, month }: Month): string => `固定收支“${summary}” ${monthText(month)} `

async function makeOne(tx: CallerTx, row: Month) {
  const { id, month, direction, purpose, amount, partnerId, storeAccountId } = row
  const isCash = purpose === 'cash'
  const traits = traitsOf[direction]
  const kind: MoneyTraits = {
    ...traits,
    // Whoever makes it, the partner stands there by the template.
    presented: () => Promise.resolve(partnerId ?? undefined),
    complete: async (...given) => ({ ...(await traits.complete?.(...given)), recurringId: id, recurringMonth: month }),
  }
  const header = {
    bizDate: row.dueOn,
    purpose,
    partnerId,
    categoryId: row.categoryId,
    departmentId: row.departmentId,
    handlerId: null,
    salespersonId: null,
    total: isCash ? '0' : amount,
    dueOn: null,
    remark: row.summary,
  }
  const tenders = isCash ? [{ storeAccountId: storeAccountId as number, amount, fee: '0', tradeNo: '' }] : []
  try {
    const saved = await saveSlip(tx, kind, { header, tenders, items: [] })
    return { id, month, slipId: saved.id, slipKind: otherMoneyOf[direction].kind, billNo: saved.billNo }
  } catch (error) {
    // What is wrong stands in the template, not at a field of the call.
    if (error instanceof Failure && error.kind === 'invalid') refuse(nameOf(row) + error.message)
    throw error
  }
}
