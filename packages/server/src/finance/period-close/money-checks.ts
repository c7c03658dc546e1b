import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import type { ClosingCheck } from '@chepu/contract/kernel/closing-check'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import type { ClosingSpan } from '../../kernel/document/closing-checks'
import { adjustmentsAt } from './opening'
import { recurringMonths } from '../recurring-money/list'
import { openDays } from '../till/open-days'

/** What of the money may stay open when a month is closed, and wants a word then. */
export async function moneyChecks(tx: CallerTx, span: ClosingSpan): Promise<ClosingCheck[]> {
  const checks = [await countedCash(tx, span), await travellingMoney(tx, span), await recurringMade(tx, span)]
  return span.from === null ? [...checks, await sisterOpenings(tx, span)] : checks
}

const warning = { level: 'warns', screen: null, kind: null, params: {} } as const

/** Days on which a cashier moved cash and which he has not handed over (business/finance 4). */
async function countedCash(tx: CallerTx, { orgId, from, to }: ClosingSpan): Promise<ClosingCheck> {
  const days = await tx.select<{ day: string; name: string }>(sql`
    select d.biz_date::text as day, u.real_name as name from ${openDays(tx, orgId, { from, to })}
    join app_user u on u.group_id = d.group_id and u.id = d.creator_id order by d.biz_date, u.real_name`)
  const named = days.slice(0, 5).map(({ day, name }) => `${day} ${name}`)
  const detail = days.length > 0 ? `没有日结交款：${named.join('、')}${days.length > named.length ? '…' : ''}` : ''
  const params = { tab: 'open', ...(from && { from }), to }
  return {
    ...warning,
    key: 'counted-cash',
    title: '现金已清点交款',
    count: days.length,
    detail,
    screen: 'till',
    params,
  }
}

/** Money that has left for a sister and that she has not confirmed, on either side. */
async function travellingMoney(tx: CallerTx, { orgId, from, to }: ClosingSpan): Promise<ClosingCheck> {
  const row = await tx.one<{ count: number }>({
    text: `select count(*)::int as count from money_slip
      where group_id = $1 and (org_id = $2 or counter_org_id = $2) and kind = $5 and state = 'travelling'
        and biz_date >= coalesce($3::date, biz_date) and biz_date <= $4::date`,
    values: [tx.groupId, orgId, from, to, fundTransfer.kind],
  })
  const params = { state: 'travelling', ...(from && { from }), to }
  const detail = '对方确认转入后才到账'
  return {
    ...warning,
    key: 'travelling-money',
    title: '企业间转账对方已确认',
    count: row?.count ?? 0,
    detail,
    kind: fundTransfer.kind,
    params,
  }
}

/** 固定收支 of the month that nobody has made or skipped; in a closed month nothing of it is made any more. */
async function recurringMade(tx: CallerTx, { month }: ClosingSpan): Promise<ClosingCheck> {
  const rows = await tx.select<{ summary: string }>(
    sql`select r.summary ${recurringMonths(tx, { status: 'due', month })} order by m.due_on, r.id limit 200`,
  )
  const named = rows.slice(0, 5).map(({ summary }) => summary)
  return {
    ...warning,
    key: 'recurring-made',
    title: '固定收支已生成',
    count: rows.length,
    detail: rows.length > 0 ? `结账后不能再生成：${named.join('、')}${rows.length > named.length ? '…' : ''}` : '',
    screen: 'otherIncomeExpense',
    params: { tab: 'recurring', status: 'due' },
  }
}

/** What sisters began with among themselves is entered by each for itself, and is one amount (I38). */
async function sisterOpenings(tx: CallerTx, { orgId }: ClosingSpan): Promise<ClosingCheck> {
  const openings = (mine: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`
    select ${other} as other_id, sum(case m.side when 'AR' then m.total else -m.total end) as amount
    from money_slip m join partner s on s.group_id = m.group_id and s.id = m.partner_id and s.system_kind = 'sister_org'
    where m.group_id = ${tx.groupId} and ${mine} = ${orgId} and m.kind = ${balanceAdjustment.kind} and m.purpose = 'opening'
      and m.state = 'done' and not m.is_red group by 1`
  const org = sql`m.org_id`
  const sister = sql`s.system_org_id`
  const rows = await tx.select<{ name: string; ours: Decimal; theirs: Decimal }>(sql`
    select o.name, coalesce(a.amount, 0.00) as ours, coalesce(b.amount, 0.00) as theirs
    from (${openings(org, sister)}) a full join (${openings(sister, org)}) b on b.other_id = a.other_id
    join org o on o.group_id = ${tx.groupId} and o.id = coalesce(a.other_id, b.other_id)
    where coalesce(a.amount, 0) + coalesce(b.amount, 0) <> 0 order by o.name`)
  const told = rows.map(({ name, ours, theirs }) => `${name}：本店 ${ours}，对方 ${theirs}`)
  return {
    ...warning,
    key: 'sister-openings',
    title: '兄弟企业期初往来两边一致',
    count: rows.length,
    detail: rows.length > 0 ? `应收为正、应付为负，两边相加应为0：${told.join('；')}` : '',
    ...adjustmentsAt(true, { purpose: 'opening' }),
  }
}
