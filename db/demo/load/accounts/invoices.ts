import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import {
  draftIssued,
  draftReceived,
  type PendingRow,
  pendingIssued,
  pendingReceived,
} from '@chepu/contract/finance/invoice-pending'
import type { InvoiceSort } from '@chepu/contract/finance/invoice-rules'
import { redPart } from '@chepu/contract/finance/invoice-red'
import { add, equals, isNegative, isPositive, isZero, neg, sumOf } from '@chepu/contract/kernel/decimal'
import { groupBy } from '../../../../packages/server/src/kernel/base/group-by'
import { createRandom } from '../../random'
import { partners } from '../../partners'
import type { Saved } from '../desk'
import type { DemoShop } from '../shop'

/** Invoices of a shop by direction, and how many of them were taken back by red ones (business/demo 5.1). */
const volumes: Record<string, { issued: number; received: number; redIssued: number; redReceived: number }> = {
  '01': { issued: 60, received: 55, redIssued: 1, redReceived: 1 },
  '02': { issued: 70, received: 25, redIssued: 1, redReceived: 0 },
  '03': { issued: 15, received: 5, redIssued: 0, redReceived: 0 },
}
const ways = {
  issued: { def: invoiceIssued, pending: pendingIssued, draft: draftIssued },
  received: { def: invoiceReceived, pending: pendingReceived, draft: draftReceived },
} as const

/** Invoices that a shop has issued and received for its months of trade; the last ones are drafts. */
export async function invoiceTrade(shop: DemoShop): Promise<void> {
  const volume = volumes[shop.orgCode]
  if (!volume) return
  await invoice(shop, 'issued', { count: volume.issued, reds: volume.redIssued })
  await invoice(shop, 'received', { count: volume.received, reds: volume.redReceived })
  await takePart(shop)
}

/** 部分红冲 of the latest issued invoice of which something came back, where a shop has one: for that return alone. */
async function takePart({ desks: { cashier } }: DemoShop): Promise<void> {
  const { rows } = await cashier.call(pendingIssued.list, { query: { page: 1, rows: 1000 } })
  for (const { openItemId, rest = '0' } of rows) {
    if (openItemId === null || !isNegative(rest)) continue
    const query = { itemIds: String(openItemId) }
    const blue = (await cashier.call(redPart.AR.blues, { query })).blues.find(({ isOrigin }) => isOrigin)
    if (!blue) continue
    const { version, lines, bills } = await cashier.call(redPart.AR.proposal, { params: { id: blue.id }, query })
    const taken = lines.map(({ lineNo, part }) => ({ lineNo, ...part })).filter(({ untaxed }) => !isZero(untaxed))
    const whole = sumOf(taken, ({ untaxed, tax }) => add(untaxed, tax))
    const bill = bills.find(({ isChosen }) => isChosen)
    if (!bill || !equals(whole, neg(rest))) continue
    const { sourceKind, sourceId } = bill
    const links = [{ sourceKind, sourceId, openItemId, amount: rest }]
    // The number of another sheet of the same block.
    const invoiceNo = `${blue.invoiceNo.slice(0, -4)}8001`
    await cashier.act(invoiceIssued.routes, { ...blue, version, state: 'issued' }, 'redPart', {
      reason: '部分退货',
      input: { invoiceNo, lines: taken, links },
    })
    return
  }
}

/** What stands on one invoice: bills of a partner and a month. */
interface Sheet {
  bills: PendingRow[]
  sheetKind: InvoiceSort
  /** The day of the last of them. */
  bizDate: string
}

async function invoice(
  shop: DemoShop,
  way: keyof typeof ways,
  { count, reds }: { count: number; reds: number },
): Promise<void> {
  const { def, pending, draft } = ways[way]
  const { cashier } = shop.desks
  const { rows } = await cashier.call(pending.list, { query: { page: 1, rows: 1000 } })
  const sheets = sheetsOf(shop, rows, count)
  const waiting = count > 20 ? 3 : 1
  for (const [i, { bills, sheetKind, bizDate }] of sheets.entries()) {
    const named = bills.map(({ sourceKind, sourceId, openItemId }) => ({ sourceKind, sourceId, openItemId }))
    const { drafts } = await cashier.call(draft, { body: { bills: named, sheetKind, bizDate } as never })
    // The latest ones have no number yet.
    if (i >= sheets.length - waiting) continue
    const numberOf = (serial: number) =>
      `${bizDate.slice(2, 4)}42000${bizDate.slice(2, 7).replace('-', '')}${shop.orgCode}${way === 'issued' ? 1 : 2}${String(serial).padStart(6, '0')}`
    const saved = { ...drafts[0], version: 1 } as Saved
    const issued = await cashier.act(def.routes, saved, 'issue', { input: { invoiceNo: numberOf(i + 1) } })
    if (i < reds)
      await cashier.act(def.routes, issued, 'red', {
        reason: '抬头开错',
        input: { invoiceNo: numberOf(9000 + i), bizDate },
      })
    else if (way === 'received' && shop.orgCode !== '03' && i % 6 !== 0)
      await cashier.act(def.routes, issued, 'certify', { input: { month: bizDate.slice(0, 7) } })
  }
}

/** Bills of those who want an invoice, by partner and month: as many sheets as are wanted, spread over the months, the oldest first. */
function sheetsOf(shop: DemoShop, rows: readonly PendingRow[], count: number): Sheet[] {
  const random = createRandom(`invoices ${shop.orgCode}`)
  const kinds = new Map(partners.map((each) => [shop.book.id('partner', each.code), each.defaultInvoiceKind]))
  const wanted = rows.filter(
    ({ partnerId, rest = '0' }) => isPositive(rest) && (kinds.get(partnerId) ?? 'none') !== 'none',
  )
  const groups = [...groupBy(wanted, (row) => `${row.partnerId} ${row.bizDate.slice(0, 7)}`).values()]
  const each = Math.max(1, Math.floor(wanted.length / count))
  const sheets = groups.flatMap((bills): Sheet[] => {
    const [first] = bills as [PendingRow]
    const sheetKind = kinds.get(first.partnerId) === 'special' ? 'e_special' : 'e_normal'
    const parts: PendingRow[][] = []
    for (let at = 0; at < bills.length; at += each) parts.push(bills.slice(at, at + each))
    return parts.map((part) => ({ bills: part, sheetKind, bizDate: lastDayOf(part) }))
  })
  return random
    .shuffle(sheets)
    .slice(0, count)
    .toSorted((a, b) => (a.bizDate < b.bizDate ? -1 : 1))
}

const lastDayOf = (bills: readonly PendingRow[]): string =>
  bills
    .map(({ bizDate }) => bizDate)
    .toSorted()
    .at(-1) as string
