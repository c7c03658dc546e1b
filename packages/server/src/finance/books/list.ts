import type { bookMonths, voucherLines } from '@chepu/contract/finance/books'
import { monthAfter, monthBefore } from '@chepu/contract/kernel/calendar'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { shanghaiDay } from '../../kernel/base/calendar'
import { allOf, containing, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { periodOf } from '../../kernel/ledgers/types'
import type { QuerySource } from '../../kernel/query/query'
import { closingOrg } from '../period-close/months'
import { assertSeesAll } from './entries'
import { readBooks } from './settings'
import { voucherRows } from './vouchers'

/** Months of the caller's organisation from the opening balances to this one, the newest first. */
export async function listBookMonths(tx: CallerTx): Promise<z.output<typeof bookMonths.data>> {
  const { name, startMonth, closedMonth } = await closingOrg(tx)
  const opening = monthBefore(startMonth)
  const rows: z.output<typeof bookMonths.data>['rows'] = []
  for (let month = opening; month <= periodOf(shanghaiDay()); month = monthAfter(month))
    rows.unshift({ month, isOpening: month === opening, isClosed: closedMonth !== null && month <= closedMonth })
  return { orgName: name, rows }
}

const stateOf = sql`case when v.export_id is not null then 'exported' when v.is_correction then 'correction' else 'open' end`

/** 序时簿 of the caller's organisation: lines of vouchers in the order of their numbers. */
export const voucherList: QuerySource<typeof voucherLines> = {
  select: () => ({
    key: sql`v.month || '-' || v.no || '-' || v.line_no`,
    docKind: sql`v.doc_kind`,
    docId: sql`v.doc_id`,
    month: sql`v.month`,
    bizDate: sql`v.biz_date`,
    word: sql`'记'`,
    no: sql`v.no`,
    summary: sql`v.summary`,
    accountCode: sql`v.account_code`,
    accountName: sql`v.account_name`,
    debit: sql`v.debit`,
    credit: sql`v.credit`,
    counterpartyCode: sql`p.code`,
    counterparty: sql`p.name`,
    departmentName: sql`t.name`,
    makerName: sql`u.real_name`,
    billNo: sql`v.bill_no`,
    state: stateOf,
  }),
  async from(tx, { month, from = month, account, state, q, exportId }) {
    assertSeesAll(tx)
    const text = q && containing(q)
    const rows = voucherRows(tx, await readBooks(tx), { from, to: month })
    const where = [
      ...(account ? [sql<SqlBool>`v.account_code like any (${account.split(',').map(startingWith)}::text[])`] : []),
      ...(state ? [sql<SqlBool>`${stateOf} = ${state}`] : []),
      ...(exportId ? [sql<SqlBool>`v.export_id = ${exportId}`] : []),
      ...(text
        ? [
            sql<SqlBool>`(v.bill_no like ${text} or v.summary like ${text} or v.account_name like ${text} or p.name like ${text})`,
          ]
        : []),
    ]
    return sql`from (${rows}) v
      left join partner p on p.group_id = ${tx.groupId} and p.id = v.partner_id
      left join department t on t.group_id = ${tx.groupId} and t.id = v.department_id
      left join book_export x on x.group_id = ${tx.groupId} and x.id = v.export_id
      left join app_user u on u.group_id = ${tx.groupId} and u.id = x.creator_id
      where ${allOf([sql<SqlBool>`true`, ...where])}`
  },
  order: sql`month, no, line_no`,
}
