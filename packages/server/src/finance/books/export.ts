// What of a month was not exported yet is written down as it is then, so that it is known later what other books have got (business/books 5).
import { type exportAgain, type exportVouchers, type voucherExports, voucherLines } from '@chepu/contract/finance/books'
import { monthText } from '@chepu/contract/kernel/calendar'
import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { audit } from '../../kernel/db/audit'
import { sheetColumns } from '../../kernel/export/columns'
import { enqueueExport } from '../../kernel/export/enqueue'
import { registerExport } from '../../kernel/export/registry'
import type { BodyOf } from '../../kernel/http/bind'
import { selectList } from '../../kernel/query/query'
import { closingOrg } from '../period-close/months'
import { assertSeesAll } from './entries'
import { voucherList } from './list'
import { isClosed, readBooks } from './settings'
import { pendingLines } from './vouchers'

/** Names the source for good: jobs that wait are known by it. */
const source = 'book_export'

type Format = BodyOf<typeof exportAgain>['format']

/** Makes the lines of an export a sheet that other programs import: a title row, the lines, and no sums. */
export function registerVoucherExport(): void {
  registerExport(source, {
    title: '凭证',
    columns: ({ caller }) => sheetColumns(caller, voucherLines.columns).filter(({ key }) => key !== 'state'),
    async rows(tx, filters) {
      const asked = filters as { month: number; exportId: number }
      return sql`select ${selectList(tx.caller, voucherLines, voucherList.select(tx, asked), true)} ${await voucherList.from(tx, asked)}
        order by ${voucherList.order}`
    },
  })
}

/**
 * Marks what of a closed month is not exported, or has changed since, and queues its file.
 * @throws Failure refusal where the month is open, or nothing is left to export
 */
export async function takeVouchers(tx: CallerTx, { month, format }: BodyOf<typeof exportVouchers>) {
  assertSeesAll(tx)
  tx.takeTime()
  // One export at a time, and none while the month is opened again.
  await closingOrg(tx, 'for no key update')
  const books = await readBooks(tx)
  if (!isClosed(books, month)) refuse(`${monthText(month)} 还没有结账，结账后才能导出凭证`)
  const [made] = await tx.insert<{ id: number }>(
    'book_export',
    ['group_id', 'org_id', 'month', 'creator_id'],
    [[tx.groupId, tx.caller.orgId, month, tx.caller.userId]],
    'returning id',
  )
  const exportId = made?.id as number
  const lines = await tx.select<{ no: number; isCorrection: boolean }>(sql`
    insert into book_line (group_id, org_id, month, no, line_no, export_id, doc_kind, doc_id, bill_no, biz_date, summary, is_correction, account_code,
      account_name, partner_id, department_id, debit, credit)
    select ${tx.groupId}::bigint, ${tx.caller.orgId}::bigint, v.month, v.no, v.line_no, ${exportId}::bigint, v.doc_kind, v.doc_id, v.bill_no, v.biz_date,
      v.summary, v.is_correction, v.account_code, v.account_name, v.partner_id, v.department_id, v.debit, v.credit
    from (${pendingLines(tx, books, { from: month, to: month })}) v
    returning no, is_correction`)
  if (lines.length === 0) refuse(`${monthText(month)} 没有未导出的凭证`)
  await audit(tx, { entity: source, entityId: exportId, action: 'export', detail: { month } })
  const { jobId } = await fileOf(tx, { month, exportId }, format)
  const numbers = (of: typeof lines) => new Set(of.map(({ no }) => no)).size
  return { jobId, vouchers: numbers(lines), corrections: numbers(lines.filter(({ isCorrection }) => isCorrection)) }
}

/** Queues the file of an export of the caller's organisation again. @throws Failure notFound */
export async function fileAgain(tx: CallerTx, exportId: number, format: Format) {
  const found = await tx.one<{ month: number }>({
    text: 'select month from book_export where group_id = $1 and org_id = $2 and id = $3',
    values: [tx.groupId, tx.caller.orgId, exportId],
  })
  return fileOf(tx, { month: found?.month ?? notFound('导出记录'), exportId }, format)
}

const fileOf = (tx: CallerTx, filters: { month: number; exportId: number }, format: Format) =>
  enqueueExport(tx, source, { filters, columns: [], titles: {}, format })

/** Exports of a month of the caller's organisation, the latest first. */
export const listExports = (tx: CallerTx, month: number): Promise<z.output<typeof voucherExports.data>> =>
  tx.query({
    text: `select x.id, x.created_at as exported_at, u.real_name as exported_by, count(distinct l.no)::int as vouchers,
        (count(distinct l.no) filter (where l.is_correction))::int as corrections, min(l.no) as first_no, max(l.no) as last_no,
        coalesce(sum(l.debit), 0.00) as debit
      from book_export x
      join book_line l on l.group_id = x.group_id and l.export_id = x.id
      join app_user u on u.group_id = x.group_id and u.id = x.creator_id
      where x.group_id = $1 and x.org_id = $2 and x.month = $3
      group by x.id, x.created_at, u.real_name order by x.id desc`,
    values: [tx.groupId, tx.caller.orgId, month],
  })
