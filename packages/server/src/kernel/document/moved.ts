// What an action has moved in the ledgers of money and of cards, as its preview shows it (ADR 0007).
import type { Effects } from '@chepu/contract/kernel/document-calls'
import { sideLabels } from '@chepu/contract/kernel/money-document'
import { sees } from '../caller/caller'
import { nameOf } from '../db/statement'
import type { CallerTx } from '../db/tx'
import { inWordsSql } from '../query/in-words'
import { type ActionKind, tryAction } from './run-action'
import type { LockedDocument } from './types'

/** The latest row of each ledger. */
interface LastRows {
  account: number
  partner: number
  card: number
  item: number
  commission: number
}

/** What an action has moved; lists that stay empty in most documents are left out where they are. */
type Moved = Pick<Effects, 'money' | 'cards' | 'commission'>

/**
 * What an action would do to accounts, balances and cards, found by doing it and rolling back: the same code, so the preview cannot
 * differ from the deed (ADR 0007). `documents` is the SQL of kinds and ids of the document and of what it has made, with the group as
 * $1, and its id and kind as $2 and $3.
 */
export async function previewMoved<Doc extends LockedDocument>(
  tx: CallerTx,
  kind: Pick<ActionKind<Doc>, 'def' | 'actions'>,
  doc: Doc,
  action: string,
  documents: string,
): Promise<Effects> {
  let moved: Moved = { money: [] }
  const before = await lastRows(tx)
  const look = async () => void (moved = await movedSince(tx, { documents, of: doc }, before))
  const refusals = await tryAction(tx, kind, doc, action, look)
  const { priceField } = kind.def
  // What it comes to is told to who may see its prices, as everywhere else.
  const isTold = priceField === undefined || sees(tx.caller, priceField)
  return { stock: [], ...moved, ...(!isTold && { money: [] }), refusals }
}

/** The latest row of each ledger of the group, before an action is tried; what others write meanwhile is of other documents. */
async function lastRows(tx: CallerTx): Promise<LastRows> {
  const last = (ledger: string) => `(select coalesce(max(id), 0) from ${ledger} where group_id = $1)`
  const row = await tx.one<LastRows>({
    name: 'last-rows-of-ledgers',
    text: `select ${last('account_ledger')} as account, ${last('partner_ledger')} as partner, ${last('card_ledger')} as card,
      ${last('card_item_ledger')} as item, ${last('commission_entry')} as commission`,
    values: [tx.groupId],
  })
  return row as LastRows
}

/** What was written since: accounts and balances, cards, and commission for who may see it. Ids rise, while the clock of a distributed database is many clocks. */
async function movedSince(
  tx: CallerTx,
  { documents, of: { id, kind } }: { documents: string; of: Pick<LockedDocument, 'id' | 'kind'> },
  before: LastRows,
): Promise<Moved> {
  const ask = <Row extends object>(select: string, after: readonly number[]): Promise<Row[]> => {
    const text = `with doc as (${documents}) ${select}`
    return tx.query<Row>({ name: nameOf(text), text, values: [tx.groupId, id, kind, ...after] })
  }
  const [money, cards, commission] = await Promise.all([
    ask<Effects['money'][number]>(moneyMoved, [before.account, before.partner]),
    ask<NonNullable<Effects['cards']>[number]>(cardsMoved, [before.card, before.item]),
    sees(tx.caller, 'commission')
      ? ask<NonNullable<Effects['commission']>[number]>(commissionMoved, [before.commission])
      : [],
  ])
  return { money, ...(cards.length > 0 && { cards }), ...(commission.length > 0 && { commission }) }
}

const moneyMoved = `
  select a.name as account, '' as partner_name, sum(l.amount) as amount
  from account_ledger l join doc on doc.kind = l.doc_kind and doc.id = l.doc_id
  join store_account a on a.group_id = l.group_id and a.id = l.store_account_id
  where l.group_id = $1 and l.id > $4 group by a.id, a.name
  union all
  select ${inWordsSql('l.account', sideLabels)}, p.name, sum(l.amount)
  from partner_ledger l join doc on doc.kind = l.doc_kind and doc.id = l.doc_id
  join partner p on p.group_id = l.group_id and p.id = l.partner_id
  where l.group_id = $1 and l.id > $5 group by l.account, p.id, p.name having sum(l.amount) <> 0`

const cardsMoved = `
  , moved as (
    select l.card_id, w.place, w.item, w.unit, w.change from card_ledger l
    join doc on doc.kind = l.doc_kind and doc.id = l.doc_id
    cross join lateral (values (1, '本金', '元', l.principal), (2, '赠金', '元', l.gift), (3, '积分', '分', l.points)) w (place, item, unit, change)
    where l.group_id = $1 and l.id > $4
    union all
    select l.card_id, 3 + i.id, '套餐「' || i.package_name || '」' || coalesce(s.name, p.name), '次', l.times from card_item_ledger l
    join doc on doc.kind = l.doc_kind and doc.id = l.doc_id
    join card_item i on i.group_id = l.group_id and i.id = l.card_item_id
    left join service_item s on s.group_id = i.group_id and s.id = i.service_item_id
    left join part p on p.group_id = i.group_id and p.id = i.part_id
    where l.group_id = $1 and l.id > $5
  )
  select c.card_no, m.item, m.unit, sum(m.change) as change from moved m
  join card c on c.group_id = $1 and c.id = m.card_id
  group by c.id, c.card_no, m.place, m.item, m.unit having sum(m.change) <> 0 order by c.id, m.place`

const commissionMoved = `
  select e.name as employee_name, sum(c.amount) as amount from commission_entry c
  join doc on doc.kind = c.doc_kind and doc.id = c.doc_id
  join employee e on e.group_id = c.group_id and e.id = c.employee_id
  where c.group_id = $1 and c.id > $4 group by e.id, e.name having sum(c.amount) <> 0 order by e.id`
