import {
  type BookAccount,
  bookEvents,
  isProfitAccount,
  isProfitEvent,
  profitRows,
  standardAccounts,
  standardCategories,
} from '@chepu/contract/finance/book-accounts'
import type { resetBookSettings, saveBookSettings } from '@chepu/contract/finance/books'
import { monthBefore } from '@chepu/contract/kernel/calendar'
import { invalid, staleRow } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { closingOrg } from '../period-close/months'

type Mapping = Readonly<Record<string, string>>

/** Accounts of the group's books, and what is booked on which. */
export interface Settings {
  /** 0 where nobody has changed anything. */
  version: number
  accounts: readonly BookAccount[]
  events: readonly { key: string; title: string; code: string; standard: string; isProfit: boolean }[]
}

/** The books of the caller's organisation: the group's settings, and how far they go. */
export interface Books extends Settings {
  name: string
  /** The month of the opening balances, and the last one that is closed. */
  opening: number
  closedMonth: number | null
}

/** What the books of the caller's organisation are kept by. */
export async function readBooks(tx: CallerTx): Promise<Books> {
  const { name, startMonth, closedMonth } = await closingOrg(tx)
  return { ...(await readSettings(tx)), name, opening: monthBefore(startMonth), closedMonth }
}

/** Whether a month of the books is closed. */
export const isClosed = ({ closedMonth }: Pick<Books, 'closedMonth'>, month: number): boolean =>
  closedMonth !== null && month <= closedMonth

interface Kept {
  version: number
  accounts: BookAccount[]
  mapping: Mapping
}

interface Category {
  id: number
  direction: 'in' | 'out'
  name: string
}

const directions = { in: ['other_income', '收入'], out: ['other_expense', '支出'] } as const

/** Accounts and mapping of the group with every event that can be booked: those of the program, and one for each category of income and expense (business/books 2). */
export async function readSettings(tx: CallerTx): Promise<Settings> {
  const kept = await keptSettings(tx)
  const categories = await tx.query<Category>({
    text: `select id, direction, name from expense_category where group_id = $1 order by direction, sort_no, id`,
    values: [tx.groupId],
  })
  const accounts = kept?.accounts ?? standardAccounts
  const mapping = kept?.mapping ?? {}
  const codes = new Set(accounts.map(({ code }) => code))
  const event = (key: string, title: string, standard: string) => {
    const chosen = own(mapping, key)
    return { key, title, code: chosen ?? standard, standard, isProfit: isProfitEvent(key) }
  }
  const known = Object.entries(bookEvents).map(([key, { title, code }]) => event(key, title, code))
  const codeOf = (key: string) => known.find((each) => each.key === key)?.code as string
  const ofCategories = categories.map(({ id, direction, name }) => {
    const [kind, word] = directions[direction]
    const named = own(standardCategories[direction], name)
    // A category whose account somebody has done away with is booked with those that have none of their own.
    const standard = named !== undefined && codes.has(named) ? named : codeOf(kind)
    return event(`${kind}:${id}`, `${word}类别：${name}`, standard)
  })
  const events = [...known, ...ofCategories]
  // What came with a later version of the program than the accounts.
  const further = standardAccounts.filter(({ code }) => !codes.has(code) && events.some((each) => each.code === code))
  return { version: kept?.version ?? 0, accounts: [...accounts, ...further], events }
}

const keptSettings = (tx: CallerTx): Promise<Kept | undefined> =>
  tx.one<Kept>({
    text: `select version, accounts, mapping from book_setting where group_id = $1`,
    values: [tx.groupId],
  })

/**
 * Saves accounts and mapping as a whole.
 * @throws Failure invalid, naming the account or the event; stale where somebody else has saved since
 */
export async function saveSettings(tx: CallerTx, { version, accounts, mapping }: BodyOf<typeof saveBookSettings>) {
  assertAccounts(accounts)
  const { events } = await readSettings(tx)
  const changed = Object.fromEntries(
    events.flatMap(({ key, standard }) => {
      const code = own(mapping, key)
      return code === undefined || code === standard ? [] : [[key, code]]
    }),
  )
  for (const { key, title, standard, isProfit } of events)
    assertBookable({ title, code: own(changed, key) ?? standard, isProfit }, accounts)
  const next = { accounts: accounts.toSorted((a, b) => (a.code < b.code ? -1 : 1)), mapping: changed }
  return write(tx, version, next)
}

/** 恢复默认. @throws Failure stale where somebody else has saved since */
export const resetSettings = (tx: CallerTx, { version }: BodyOf<typeof resetBookSettings>) =>
  write(tx, version, { accounts: standardAccounts, mapping: {} })

async function write(
  tx: CallerTx,
  version: number,
  { accounts, mapping }: { accounts: readonly BookAccount[]; mapping: Mapping },
): Promise<{ version: number }> {
  const written = await tx.one<{ version: number }>({
    text:
      version === 0
        ? `insert into book_setting (group_id, accounts, mapping, version) values ($1, $2::jsonb, $3::jsonb, $4 + 1)
            on conflict do nothing returning version`
        : `update book_setting set accounts = $2::jsonb, mapping = $3::jsonb, version = version + 1
            where group_id = $1 and version = $4 returning version`,
    values: [tx.groupId, JSON.stringify(accounts), JSON.stringify(mapping), version],
  })
  await audit(tx, { entity: 'book_setting', entityId: tx.groupId, action: 'save' })
  return written ?? staleRow('科目设置')
}

function assertAccounts(accounts: readonly BookAccount[]): void {
  const codes = new Set<string>()
  for (const [i, { code }] of accounts.entries()) {
    const at = (message: string) => invalid([{ path: `accounts.${i}.code`, message }])
    if (codes.has(code)) at(`科目编码 ${code} 重复`)
    codes.add(code)
  }
  for (const [i, { code }] of accounts.entries()) {
    const at = (message: string) => invalid([{ path: `accounts.${i}.code`, message }])
    if (
      isProfitAccount(code) &&
      !profitRows.some((row) => row.accounts?.some((beginning) => code.startsWith(beginning)))
    )
      at(`科目 ${code} 不在利润表的任何一行`)
    if (code.length > 4 && !codes.has(code.slice(0, -2))) at(`科目 ${code} 没有上级科目 ${code.slice(0, -2)}`)
  }
}

/** Refuses an event on an account that is not there, has sub-accounts, or is of the other class. */
function assertBookable(
  { title, code, isProfit }: { title: string; code: string; isProfit: boolean },
  accounts: readonly BookAccount[],
): void {
  const at = (message: string) => invalid([{ path: 'mapping', message: `${title}：${message}` }])
  if (!accounts.some((account) => account.code === code)) at(`科目 ${code} 不存在`)
  if (accounts.some((account) => account.code.startsWith(code) && account.code !== code))
    at(`科目 ${code} 有下级科目，请选末级科目`)
  if (isProfitAccount(code) !== isProfit) at(isProfit ? `请选损益类科目，${code} 不是` : `不能选损益类科目 ${code}`)
}
