import type { Decimal } from '@chepu/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import { officeScope } from '../caller/scope'
import type { CallerTx, Tx } from '../db/tx'
import type { Family } from '../document/types'
import { billScope } from './bill-scope'
import type { MoneySlip, OpenItem, SlipItem, SlipTender } from './types'

/** Locks the header and reads the document, or undefined. Its rows change only together with the header's version. */
const lockSlip = (tx: Tx, kind: string, id: number): Promise<MoneySlip | undefined> =>
  slipBy(tx, kind, id, { name: 'lock-money-slip', tail: 'for no key update' })

/** The document without a lock, or undefined. */
const readSlip = (tx: Tx, kind: string, id: number): Promise<MoneySlip | undefined> =>
  slipBy(tx, kind, id, { name: 'read-money-slip', tail: '' })

/** Documents of money, whatever their kind. */
export const moneySlips: Family<MoneySlip> = {
  table: 'money_slip',
  lock: lockSlip,
  read: readSlip,
  inSight: (caller, { area }) => officeScope(caller, area),
}

async function slipBy(tx: Tx, kind: string, id: number, how: { name: string; tail: string }) {
  const header = tx.one<Omit<MoneySlip, 'tenders' | 'items'>>({
    name: how.name,
    text: `select * from money_slip where group_id = $1 and id = $2 and kind = $3 ${how.tail}`,
    values: [tx.groupId, id, kind],
  })
  const [slip, tenders, items] = await Promise.all([header, tendersOf(tx, id), itemsOf(tx, id)])
  return slip && { ...slip, tenders, items }
}

const tendersOf = (tx: Tx, slipId: number) =>
  tx.query<SlipTender>({
    name: 'money-slip-tenders',
    text: 'select * from money_slip_tender where group_id = $1 and slip_id = $2 order by line_no',
    values: [tx.groupId, slipId],
  })

const itemsOf = (tx: Tx, slipId: number) =>
  tx.query<SlipItem>({
    name: 'money-slip-items',
    text: `select s.*, i.side, i.partner_id, i.bill_no as item_bill_no, i.due_on as item_due_on, i.tab as item_tab, i.payer_type as item_payer_type,
        i.is_unconfirmed as item_is_unconfirmed from money_slip_item s
      join open_item i on i.group_id = s.group_id and i.id = s.open_item_id
      where s.group_id = $1 and s.slip_id = $2 order by s.line_no`,
    values: [tx.groupId, slipId],
  })

/** Open items of the caller's organisation by id, with what of them may be settled where that is not what is open; unknown ids are left out. */
export async function openItemsById(
  tx: CallerTx,
  ids: readonly number[],
  amount: RawBuilder<Decimal> = sql`i.balance`,
): Promise<Map<number, OpenItem>> {
  const rows = await tx.select<OpenItem>(
    sql<OpenItem>`select i.id, i.partner_id, i.side, i.bill_no, ${amount} as balance, i.source_kind, i.source_id, i.is_claim,
        ${billScope(tx.caller, { kind: sql`i.source_kind`, id: sql`i.source_id` })} as is_in_sight
      from open_item i join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where i.group_id = ${tx.groupId} and i.org_id = ${tx.caller.orgId} and i.id = any (${ids}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
