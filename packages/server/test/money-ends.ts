// What follows money at the desks of money-walk.ts: invoices, hand-overs of tills, statements of the bank, closing of months.
import { bankEntries, bankLines, matchLines, proposeMatches, unmatchLines } from '@chepu/contract/finance/bank'
import { redPart } from '@chepu/contract/finance/invoice-red'
import { draftIssued, draftReceived, pendingIssued, pendingReceived } from '@chepu/contract/finance/invoice-pending'
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { periodRoutes } from '@chepu/contract/finance/period-close'
import { reopenTill, sealTill, tillDay } from '@chepu/contract/finance/till'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { addDays } from '@chepu/contract/kernel/calendar'
import { expect } from 'vitest'
import { bankBill, sendStatement } from '../src/finance/bank/bank.fixture'
import { acts, fen, rather, type Saved, send, yuan } from './card-hand'
import {
  atFirst,
  defs,
  documentsOf,
  type Hand,
  itemsOf,
  lastDay,
  lastMonth,
  moves,
  noted,
  partOf,
  somebody,
  someDay,
  today,
} from './money-hand'
import { invoiced, onAccount, profit } from './money-oracle'

const invoices = {
  AR: { def: invoiceIssued, pending: pendingIssued, draft: draftIssued },
  AP: { def: invoiceReceived, pending: pendingReceived, draft: draftReceived },
} as const
type InvoiceSide = keyof typeof invoices

/** Some bills of a partner become a draft of an invoice, which holds them from now on. */
export async function invoice(hand: Hand): Promise<void> {
  const { random, client, counters } = hand
  const missing = counters.missing()
  const side = rather(
    hand,
    ['AR', 'AP'] as const,
    (each) => missing.find((name) => name.startsWith(invoices[each].def.kind)) ?? '',
  )
  const { def, pending, draft } = invoices[side]
  const query = { partnerId: somebody(hand, side), page: 1, rows: 8 }
  const { rows } = await client.call(pending.list, { query })
  if (rows.length === 0) return
  const chosen = random
    .sample(rows, Math.min(rows.length, random.int(1, 3)))
    .map((row) => ({ row, amount: partOf(hand, fen(row.rest ?? '0')) }))
    .filter(({ amount }) => amount !== 0n)
  if (chosen.length === 0) return
  const items = await itemsOf(hand, { side, ids: chosen.map(({ row }) => row.openItemId as number) })
  const bills = chosen.map(({ row: { sourceKind, sourceId, openItemId }, amount }) => ({
    sourceKind,
    sourceId,
    openItemId,
    amount: yuan(amount),
  }))
  const body = { bills, sheetKind: random.pick(['receipt', 'e_normal']), bizDate: someDay(hand) }
  const made = await send<{ drafts: { id: number }[] }>(hand, `${def.kind}.draft`, draft, { body })
  if (!made) return
  expect(made.drafts).toHaveLength(1)
  const key = `${def.kind} ${made.drafts[0]?.id}`
  counters.books.write(
    key,
    body.bizDate,
    chosen.map(({ row, amount }) => {
      const item = items.find(({ id }) => id === row.openItemId)
      if (!item) throw new Error(`no open item ${row.openItemId}`)
      return invoiced(item.bill, amount)
    }),
  )
  counters.books.stands(key)
}

const steps: Readonly<Record<string, readonly string[]>> = {
  draft: ['issue', 'issue', 'void'],
  issued: ['recall', 'void', 'red', 'redPart', 'redPart'],
}

/** An invoice is registered, opened again, voided or taken back by a red one, or a part of it is. */
export async function moveInvoice(hand: Hand): Promise<void> {
  const { random, counters } = hand
  const rows = await counters.shop.sql<Saved & { kind: string; state: string; sheetKind: string }>(
    `select id, version, kind, state, sheet_kind from invoice
      where group_id = $1 and org_id = $2 and state in ('draft', 'issued') and not is_red order by id desc limit 25`,
    hand.here.orgId,
  )
  if (rows.length === 0) return
  const ways = rows.flatMap((row) => (steps[row.state] ?? []).map((action) => ({ of: row, action })))
  const { of, action } = rather(hand, ways, (way) => `${way.of.kind}.${way.action}`)
  const { def } = Object.values(invoices).find((each) => each.def.kind === of.kind) as (typeof invoices)[InvoiceSide]
  const number = of.sheetKind === 'receipt' ? {} : { invoiceNo: `2${random.digits(19)}` }
  if (action === 'redPart') return takePart(hand, def === invoiceIssued ? 'AR' : 'AP', of, number)
  const input = action === 'issue' || action === 'red' ? number : undefined
  if (!(await acts(hand, def, of, action, input))) return
  if (action === 'void' || action === 'red') counters.books.undone(`${of.kind} ${of.id}`)
  // What went back of a part is free again with its invoice.
  if (action === 'red') for (const part of await partsOf(hand, of.id)) counters.books.undone(`${of.kind} ${part.id}`)
}

const partsOf = (hand: Hand, id: number) =>
  hand.counters.shop.sql<{ id: number }>('select id from invoice where group_id = $1 and part_of = $2 order by id', id)

/** A part of an invoice goes back, for a bill of its partner that did. */
async function takePart(hand: Hand, side: InvoiceSide, of: Saved & { kind: string }, number: object): Promise<void> {
  const { client, counters, random } = hand
  const ask = (query: object) => client.call(redPart[side].proposal, { params: { id: of.id }, query })
  const { bills } = await ask({ itemIds: '0' })
  if (bills.length === 0) return
  const bill = random.pick(bills)
  const { sourceKind, sourceId, openItemId, rest } = bill
  const { lines, version } = await ask({ itemIds: String(openItemId) })
  const taken = lines.map(({ lineNo, part }) => ({ lineNo, ...part })).filter(({ untaxed }) => untaxed !== '0.00')
  const whole = taken.reduce((sum, { untaxed, tax }) => sum + fen(untaxed) + fen(tax), 0n)
  const link = { sourceKind, sourceId, openItemId, amount: yuan(-whole) }
  if (whole === 0n || whole > -fen(rest)) return
  const [item] = await itemsOf(hand, { side, ids: [openItemId as number] })
  if (!item) throw new Error(`no open item ${openItemId}`)
  const { def } = invoices[side]
  const input = { ...number, lines: taken, links: [link] }
  const before = await partsOf(hand, of.id)
  if (!(await acts(hand, def, { ...of, version }, 'redPart', input))) return
  const part = (await partsOf(hand, of.id)).find(({ id }) => !before.some((each) => each.id === id))
  const key = `${of.kind} ${part?.id}`
  counters.books.write(key, today, [invoiced(item.bill, -whole)])
  counters.books.stands(key)
}

/** 交款 of one's own day, now and then with too much or too little on one account. */
export async function sealDay(hand: Hand): Promise<void> {
  const { random, client, counters, here, isAlone } = hand
  // Mostly not today, on which most is still to be done.
  const bizDate = random.chance(0.2) ? today : random.pick([lastDay, addDays(lastDay, -1)])
  const { accounts, sealed } = await client.call(tillDay, { query: { day: bizDate } })
  if (accounts.length === 0 || sealed) return
  if (isAlone)
    expect(accounts.map(({ accountId, ledger }) => [accountId, fen(ledger)])).toEqual(
      accounts.map(({ accountId }) => [accountId, counters.books.moved(accountId, bizDate, bizDate)]),
    )
  const declared = accounts.map(({ accountId, accountKind, ledger }, i) => {
    const meant = i === 0 ? random.pick([0n, 150n, -30n]) : 0n
    if (accountKind !== 'cash')
      return { accountId, ledger, declared: yuan(fen(ledger) + meant), difference: meant, denominations: null }
    // Cash is counted: what is no whole coin is missing, and of less than nothing nothing is there (business/finance 4.1).
    const [took, drawer] = fen(ledger) < 0n ? [0n, fen(ledger)] : [fen(ledger), 0n]
    const coins = took + meant < 0n ? 0n : (took + meant) / 10n
    const counted = coins * 10n + drawer
    const denominations = { '100': Number(coins / 1000n), '0.1': Number(coins % 1000n) }
    return { accountId, ledger, declared: yuan(counted), difference: counted - fen(ledger), denominations }
  })
  const typed = declared.map(({ difference: _, ...each }) => each)
  const done = await send<{ id: number }>(hand, 'till.seal', sealTill, {
    body: { day: bizDate, remark: '清点', accounts: typed },
  })
  if (!done) return
  const key = `till ${done.id}`
  counters.books.write(
    key,
    bizDate,
    declared.flatMap(({ accountId, difference }) => [
      onAccount(accountId, difference),
      difference > 0n
        ? profit(here.orgId, 'other_income', difference)
        : profit(here.orgId, 'other_expense', -difference),
    ]),
  )
  counters.books.stands(key)
}

/** 撤销交款 of any day of the shop. */
export async function reopenDay(hand: Hand): Promise<void> {
  const rows = await hand.counters.shop.sql<Saved>(
    `select id, version from till_day where group_id = $1 and org_id = $2 and state = 'sealed' order by id desc limit 4`,
    hand.here.orgId,
  )
  if (rows.length === 0) return
  const { id, version } = hand.random.pick(rows)
  const body = { version, reason: '重新清点' }
  if (await send(hand, 'till.reopen', reopenTill, { params: { id }, body })) hand.counters.books.undone(`till ${id}`)
}

/** The bank tells of what moved on its account, which is matched or let go; the books stay what they are. */
export async function reconcile(hand: Hand): Promise<void> {
  const { client, here, random, counters } = hand
  const accountId = here.bankId
  const of = { accountId, page: 1, rows: 6 } as const
  const { rows: matched } = await client.call(bankLines.list, { query: { ...of, state: 'matched' } })
  if (matched.length > 0 && random.chance(0.5)) {
    const matchIds = [random.pick(matched).matchId as number]
    await send(hand, 'bank.unmatch', unmatchLines, { body: { accountId, matchIds } })
    return
  }
  const { rows } = await client.call(bankEntries.list, { query: { ...of, state: 'open' } })
  if (rows.length === 0) return
  const told = rows.map(({ bizDate, amount }) => {
    const [out, come] = fen(amount) < 0n ? [amount.slice(1), ''] : ['', amount]
    return `${bizDate},转账,某单位,${out},${come},,${random.digits(12)}`
  })
  const sent = await sendStatement(counters.shop.origin, client, accountId, bankBill(...told))
  if (sent.status !== 200) return void counters.refused.add(`bank.import: ${sent.msg}`)
  const { proposals } = await client.call(proposeMatches, { query: { accountId } })
  const groups = proposals.map(({ way, lines, entries }) => ({
    way,
    lineIds: lines.map(({ id }) => id),
    entryIds: entries.map(({ id }) => id),
  }))
  if (groups.length > 0) await send(hand, 'bank.match', matchLines, { body: { accountId, groups } })
}

/** 结账 of the month before, which waits for what is not in the books yet. */
export async function close(hand: Hand): Promise<void> {
  const { counters, here, isAlone } = hand
  // Once it has waited for a draft, somebody mostly clears up before.
  if (counters.done.has('period.waits') && hand.random.chance(0.7))
    for (const draft of await documentsOf(hand, ['draft', 'submitted'], lastMonth))
      await moves(hand, defs[draft.kind] as AnyDocument, draft, 'void')
  const body = { month: lastMonth, remark: '随机测试' }
  const answer = await hand.client.ask(periodRoutes.close, { body })
  if (answer.msg.includes('未过账')) noted(hand, 'period.waits')
  if (answer.status >= 500) counters.failures.push(`period.close: ${answer.msg}`)
  if (answer.status !== 200) return void counters.refused.add(`period.close: ${answer.msg}`)
  noted(hand, 'period.close')
  if (!isAlone) return
  const waiting = await documentsOf(hand, ['draft', 'submitted'], lastMonth)
  expect(waiting).toEqual([])
  const stood = await counters.shop.sql<{ accountId: number; balance: string }>(
    `select store_account_id as account_id, balance from account_period where group_id = $1 and month = $2
      and store_account_id = any ($3)`,
    lastMonth,
    [here.cashId, here.bankId, here.wechatId],
  )
  expect(stood.map(({ accountId, balance }) => [accountId, balance])).toEqual(
    stood.map(({ accountId }) => [accountId, yuan(atFirst + counters.books.moved(accountId, '', lastDay))]),
  )
}

/** 反结账, so that the month can be worked in again. */
export const reopen = (hand: Hand): Promise<unknown> =>
  send(hand, 'period.reopen', periodRoutes.reopen, { body: { month: lastMonth, reason: '补录' } })
