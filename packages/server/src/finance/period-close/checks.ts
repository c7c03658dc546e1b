import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import type { ClosingCheck } from '@chepu/contract/kernel/closing-check'
import { monthText } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import type { ClosingSpan } from '../../kernel/document/closing-checks'
import { documentKinds } from '../../kernel/document/registry'
import { unpostedDocuments, unpostedFilter } from '../../kernel/document/unposted'
import { moneyChecks } from './money-checks'
import { adjustmentsAt, openingChecks } from './opening'
import { checkInvariants } from '../../kernel/invariants'

const nowhere = { screen: null, kind: null, params: {} }

/** What stands against closing a month whatever the trade: that it goes on, what is not in the books, books that do not agree. */
export async function commonChecks(tx: CallerTx, span: ClosingSpan): Promise<ClosingCheck[]> {
  return [
    overCheck(span),
    ...(await unpostedChecks(tx, span)),
    ...(await openingChecks(tx, span)),
    ...(await moneyChecks(tx, span)),
    await booksCheck(tx, span),
  ]
}

/** Whoever closes a month on its last day lets nobody post any more that day. */
function overCheck({ month, to }: ClosingSpan): ClosingCheck {
  const today = shanghaiDay()
  const check = { key: 'over', title: '期间已经结束', ...nowhere }
  if (today < to)
    return { ...check, level: 'refuses', count: 1, detail: `${monthText(month)} 还没有结束，请在 ${to} 或之后结账` }
  if (today === to) return { ...check, level: 'warns', count: 1, detail: '今天是本期最后一天，结账后今天不能再记账' }
  return { ...check, level: 'refuses', count: 0, detail: '' }
}

const unpostedTitle = '单据全部过账'

/** Documents of every kind that are dated in the month and not in the books: a point a kind, or one that says there are none. */
async function unpostedChecks(tx: CallerTx, span: ClosingSpan): Promise<ClosingCheck[]> {
  const counts = await unpostedDocuments(tx, span)
  const found: ClosingCheck[] = []
  for (const { def } of documentKinds()) {
    const count = counts.get(def.kind)
    if (!count) continue
    const params = { state: unpostedFilter(def.kind), ...(span.from && { from: span.from }), to: span.to }
    const detail = '请审核过账、作废，或把日期改到以后的月份'
    const point = { key: `unposted:${def.kind}`, title: `${def.title}未过账`, level: 'refuses', count, detail } as const
    if (def.kind === balanceAdjustment.kind) found.push(...(await adjustmentChecks(tx, { ...point, params })))
    else found.push({ ...point, screen: null, kind: def.kind, params })
  }
  if (found.length > 0) return found
  return [{ key: 'unposted', title: unpostedTitle, level: 'refuses', count: 0, detail: '', ...nowhere }]
}

/** 往来调整单 stand on the page of their account, receivables and payables apart: a point each. */
async function adjustmentChecks(tx: CallerTx, point: Omit<ClosingCheck, 'screen' | 'kind'>): Promise<ClosingCheck[]> {
  const { state = '', from = null, to = null } = point.params
  const rows = await tx.query<{ isReceivable: boolean; count: number }>({
    text: `select side in ('AR', 'ADV_IN') as is_receivable, count(*)::int as count from money_slip
      where group_id = $1 and org_id = $2 and kind = $3 and state = any ($4::text[])
        and ($5::date is null or biz_date >= $5::date) and biz_date <= $6::date group by 1 order by 1 desc`,
    values: [tx.groupId, tx.caller.orgId, balanceAdjustment.kind, state.split(','), from, to],
  })
  return rows.map(({ isReceivable, count }) => ({
    ...point,
    key: `${point.key}:${isReceivable ? 'AR' : 'AP'}`,
    title: `${point.title}（${isReceivable ? '应收' : '应付'}）`,
    count,
    kind: null,
    ...adjustmentsAt(isReceivable, point.params),
  }))
}

/** Every rule of the books over the organisation; who closes a month trusts its figures. */
async function booksCheck(tx: CallerTx, { orgId }: ClosingSpan): Promise<ClosingCheck> {
  const findings = await checkInvariants(tx, [orgId])
  const broken = findings.filter(({ violations }) => violations.length > 0)
  const detail = broken.map(({ title }) => title).join('；')
  return {
    key: 'books',
    title: '账目对得上',
    level: 'refuses',
    count: broken.length,
    detail,
    screen: 'booksCheck',
    kind: null,
    params: {},
  }
}
