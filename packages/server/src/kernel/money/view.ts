import { money, neg } from '@chepu/contract/kernel/decimal'
import type { Effects } from '@chepu/contract/kernel/document-calls'
import {
  type MoneyHeader,
  type MoneyHeaderAnswer,
  moneyHeaderFields,
  type MoneyItemView,
  type moneyTenderView,
} from '@chepu/contract/kernel/money-document'
import { sql } from 'kysely'
import type { z } from 'zod'
import { sees } from '../caller/caller'
import type { CallerTx } from '../db/tx'
import { notFound } from '../base/errors'
import { previewMoved } from '../document/moved'
import { allowedActions } from '../document/run-action'
import { allDocuments, referenceTo } from '../document/references'
import { inScope } from '../caller/scope'
import { nameColumns, nameJoins, type Related } from '../document/view'
import type { MoneyKind, MoneySlip, MoneyTraits } from './types'

/** A document as the caller may see it: names beside ids, tenders, items, and the actions open to him. */
export async function viewSlip(tx: CallerTx, kind: MoneyTraits, id: number) {
  // None needs another's answer, so they are asked together.
  const [slip, tenders, items, answers] = await Promise.all([
    viewHeader(tx, kind, id),
    viewTenders(tx, id),
    viewItems(tx, id),
    kind.answers?.(tx, id),
  ])
  const { sourceKind, sourceId } = slip
  const source = sourceKind === null || sourceId === null ? undefined : await referenceTo(tx, sourceKind, sourceId)
  const known: MoneyHeaderAnswer & Record<string, unknown> = { ...slip, ...answers, sourceNo: source?.billNo ?? null }
  return {
    header: Object.fromEntries(moneyHeaderFields(kind.def).map((key) => [key, known[key]])) as MoneyHeader,
    // A refund's amounts are positive again, as the user typed them.
    tenders: kind.isRefund?.(slip.purpose)
      ? tenders.map((tender) => ({ ...tender, amount: money(neg(tender.amount)) }))
      : tenders,
    items,
    can: allowedActions(tx.caller, kind.def, slip),
  }
}

/** What a header shows of other rows. */
type HeaderNames = Pick<
  MoneyHeaderAnswer,
  'redOfNo' | 'redId' | 'redNo' | 'payerName' | 'creatorName' | 'approverName' | 'posterName'
>

/** The header with the names of what it refers to. Refuses what is outside the caller's scope as if it did not exist. */
async function viewHeader(tx: CallerTx, { def }: MoneyTraits, id: number) {
  const row = await tx.one<Omit<MoneySlip, 'tenders' | 'items'> & HeaderNames>({
    name: 'view-money-slip',
    text: `select d.*, ${nameColumns}, p.name as partner_name, payer.name as payer_name
      from money_slip d
      left join partner p on p.group_id = d.group_id and p.id = d.partner_id
      left join partner payer on payer.group_id = d.group_id and payer.id = d.payer_id
      ${nameJoins('money_slip')}
      where d.group_id = $1 and d.id = $2 and d.kind = $3`,
    values: [tx.groupId, id, def.kind],
  })
  if (!row || !inScope(tx.caller, def.area, row)) notFound('单据')
  return row
}

const viewTenders = (tx: CallerTx, slipId: number): Promise<z.output<typeof moneyTenderView>[]> =>
  tx.query({
    name: 'view-money-slip-tenders',
    text: `select t.id, t.line_no, t.store_account_id, a.name as account_name, t.amount, t.fee, t.trade_no
      from money_slip_tender t join store_account a on a.group_id = t.group_id and a.id = t.store_account_id
      where t.group_id = $1 and t.slip_id = $2 order by t.line_no`,
    values: [tx.groupId, slipId],
  })

function viewItems(tx: CallerTx, slipId: number): Promise<MoneyItemView[]> {
  const balance = sees(tx.caller, 'ar_balance') ? sql`, i.original, i.balance` : sql``
  return tx.selectKept(sql<MoneyItemView>`
    select s.id, s.line_no, s.open_item_id, i.side, p.name as partner_name, i.source_kind, i.source_id, i.bill_no, i.biz_date, i.due_on, i.payer_type, s.amount, s.discount,
      i.remark ${balance}
    from money_slip_item s join open_item i on i.group_id = s.group_id and i.id = s.open_item_id
    join partner p on p.group_id = i.group_id and p.id = i.partner_id
    where s.group_id = ${tx.groupId} and s.slip_id = ${slipId} order by s.line_no`)
}

/** Documents whose money it settles, the order of a deposit, what made it and the slips that it made, and its red pair (关联单据). */
export async function relatedOfSlip(
  tx: CallerTx,
  { id, kind, sourceKind, sourceId, redOf, makerKind, madeBy }: MoneySlip,
): Promise<Related[]> {
  return tx.selectKept(sql<Related>`
    select i.source_kind as kind, i.source_id as id, i.bill_no, i.biz_date, d.state,
      'source' as relation, null::numeric as qty, sum(s.amount + s.discount) as amount
    from money_slip_item s
    join open_item i on i.group_id = s.group_id and i.id = s.open_item_id
    join ${allDocuments()} d on d.group_id = i.group_id and d.kind = i.source_kind and d.id = i.source_id
    where s.group_id = ${tx.groupId} and s.slip_id = ${id}
    group by i.source_kind, i.source_id, i.bill_no, i.biz_date, d.state
    union all
    select d.kind, d.id, d.bill_no, d.biz_date, d.state, 'source', null, null from ${allDocuments()} d
    where d.group_id = ${tx.groupId} and (d.kind = ${sourceKind} and d.id = ${sourceId} or d.kind = ${makerKind ?? kind} and d.id = ${madeBy})
    union all
    select m.kind, m.id, m.bill_no, m.biz_date, m.state, 'target', null, m.total
    from money_slip m where m.group_id = ${tx.groupId} and coalesce(m.maker_kind, m.kind) = ${kind} and m.made_by = ${id}
    union all
    select m.kind, m.id, m.bill_no, m.biz_date, m.state, case when m.red_of = ${id} then 'red' else 'redOf' end, null, m.total
    from money_slip m where m.group_id = ${tx.groupId} and (m.red_of = ${id} or m.id = ${redOf})`)
}

/** What an action would do to accounts, balances and cards, by the slip and by those that it has made. */
export const previewAction = (tx: CallerTx, kind: MoneyKind, slip: MoneySlip, action: string): Promise<Effects> =>
  previewMoved(tx, kind, slip, action, slipAndRed)

/** The document, its red one, and the slips that it has made. */
const slipAndRed =
  'select kind, id from money_slip where group_id = $1 and (kind = $3 and (id = $2 or red_of = $2) or maker_kind = $3 and made_by = $2)'
