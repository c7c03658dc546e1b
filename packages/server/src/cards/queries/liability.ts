import { cardLiability, type LiabilityFilters } from '@chepu/contract/cards/card-report'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { isSummed } from '@chepu/contract/kernel/query'
import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { own } from '../../kernel/base/own'
import { containing } from '../../kernel/caller/scope'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'
import { totalsOf } from '../../kernel/query/page'
import { openColumns, type QuerySource } from '../../kernel/query/query'
import { isOwedBy, moveOfEntry, slipOfEntry } from './entries'

type Query = typeof cardLiability
type Purse = 'principal' | 'gift' | 'package'

const figure = (purse: Purse) => sql.ref(`f.${purse}`)
const sumWhere = (purse: Purse, condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${figure(purse)}) filter (where ${condition}), 0.00)`
const isWithin = sql`(f.from_day is null or f.biz_date >= f.from_day)`
const came = (purse: Purse, move: 'added' | 'opening') => sumWhere(purse, sql`f.move = ${move} and ${isWithin}`)
/** What was used, less what was given back of it. */
const used = (purse: Purse) => sql`-${sumWhere(purse, sql`f.move in ('used', 'returned') and ${isWithin}`)}`
const went = (purse: Purse, move: 'refunded' | 'expired') =>
  sql`-${sumWhere(purse, sql`f.move = ${move} and ${isWithin}`)}`
const before = (purse: Purse) => sumWhere(purse, sql`f.biz_date < f.from_day`)
const closing = (purse: Purse) => sql`sum(${figure(purse)})`

/** 储值与负债, by organisation, type and month: opening + came − went = closing on every row (business/cards 9.1). */
export const liability: QuerySource<Query> = {
  select: () => ({
    key: sql`concat_ws(':', f.org_id, f.card_type_id, f.month)`,
    from: sql`f.from_day`,
    to: sql`f.to_day`,
    orgName: sql`o.name`,
    typeName: sql`t.name`,
    month: sql`f.month`,
    opened: sql`coalesce(sum(f.opened) filter (where ${isWithin}), 0)`,
    principalOpening: before('principal'),
    principalAdded: came('principal', 'added'),
    principalUsed: used('principal'),
    principalRefunded: went('principal', 'refunded'),
    principalClosing: closing('principal'),
    giftOpening: before('gift'),
    giftAdded: came('gift', 'added'),
    giftUsed: used('gift'),
    giftExpired: went('gift', 'expired'),
    giftRefunded: went('gift', 'refunded'),
    giftClosing: closing('gift'),
    packageOpening: before('package'),
    packageAdded: came('package', 'added'),
    packageUsed: used('package'),
    packageExpired: went('package', 'expired'),
    packageRefunded: went('package', 'refunded'),
    packageClosing: closing('package'),
    principalBrought: came('principal', 'opening'),
    giftBrought: came('gift', 'opening'),
    packageBrought: came('package', 'opening'),
  }),
  from: (tx, filters) => sql`from (
      with entry as (${entriesOf(tx, filters)}),
      span as (${spansOf(filters)})
      select e.*, s.month, s.from_day, s.to_day from entry e join span s on e.biz_date <= s.to_day
    ) f
    join card_type t on t.group_id = ${tx.groupId} and t.id = f.card_type_id
    join org o on o.group_id = ${tx.groupId} and o.id = f.org_id
    ${filters.cardType ? sql`where t.name like ${containing(filters.cardType)}` : sql``}
    group by f.org_id, o.name, f.card_type_id, t.name, f.month, f.from_day, f.to_day
    having ${hasSomething}`,
  order: sql`f.month desc nulls first, o.name, t.name, f.org_id, f.card_type_id`,
  totals: sumsOf,
}

/** Something was there when the period began, or happened in it. */
const hasSomething = sql`bool_or(${isWithin}) or ${before('principal')} <> 0 or ${before('gift')} <> 0 or ${before('package')} <> 0`

/** What each document did on each day to what is owed to holders of cards of a type; whoever issued a card owes its money, whoever sold a package its worth. */
const entriesOf = (tx: CallerTx, { orgs }: LiabilityFilters) => sql`
  select c.org_id, c.card_type_id, l.biz_date, ${moveOfEntry} as move, 0 as opened, l.principal, l.gift, 0.00 as package
  from card_ledger l join card c on c.group_id = l.group_id and c.id = l.card_id ${slipOfEntry}
  where l.group_id = ${tx.groupId} and ${isOwedBy(tx, 'c.org_id', orgs)}
  union all
  select i.org_id, c.card_type_id, l.biz_date, ${moveOfEntry}, 0, 0.00, 0.00, l.value
  from card_item_ledger l join card_item i on i.group_id = l.group_id and i.id = l.card_item_id
  join card c on c.group_id = i.group_id and c.id = i.card_id ${slipOfEntry}
  where l.group_id = ${tx.groupId} and ${isOwedBy(tx, 'i.org_id', orgs)}
  union all
  select c.org_id, c.card_type_id, m.biz_date, 'added', case when m.is_red then -1 else 1 end, 0.00, 0.00, 0.00
  from money_slip m join card c on c.group_id = m.group_id and c.id = m.card_id
  where m.group_id = ${tx.groupId} and m.kind = 'card_voucher' and m.purpose = 'open' and m.posted_at is not null
    and ${isOwedBy(tx, 'c.org_id', orgs)}`

/** The period as a whole, or month by month; without a first day from the beginning of the books. */
function spansOf({ from, to = shanghaiDay(), monthly }: LiabilityFilters): RawBuilder<unknown> {
  const first = sql`${from ?? null}::date`
  const last = sql`${to}::date`
  if (!monthly) return sql`select null::text as month, ${first} as from_day, ${last} as to_day`
  const begins = sql`date_trunc('month', coalesce(${first}, (select min(biz_date) from entry), ${last})::timestamp)`
  return sql`select to_char(m, 'YYYY-MM') as month, greatest(m::date, ${first}) as from_day,
      least((m + interval '1 month' - interval '1 day')::date, ${last}) as to_day
    from generate_series(${begins}, ${last}::timestamp, interval '1 month') m`
}

/** Sums of the period as a whole: what was there in one month is there in the next one, too. */
async function sumsOf(tx: CallerTx, filters: LiabilityFilters): Promise<Totals> {
  const expressions = liability.select(tx, filters) as Record<string, RawBuilder<unknown>>
  const summed = openColumns(tx.caller, cardLiability).flatMap(([key, column]) => (isSummed(column) ? [key] : []))
  const figures = summed.map((key) => sql`${own(expressions, key)} as ${sql.ref(snake(key))}`)
  const sums = summed.map((key) => sql`coalesce(sum(${sql.ref(snake(key))}), 0)::text as ${sql.ref(snake(key))}`)
  const rows = await liability.from(tx, filters)
  const whole = await liability.from(tx, { ...filters, monthly: undefined })
  return totalsOf(
    tx,
    sql`select (select count(*) from (select 1 ${rows}) r) as count, ${sql.join(sums)} from (select ${sql.join(figures)} ${whole}) q`,
  )
}
