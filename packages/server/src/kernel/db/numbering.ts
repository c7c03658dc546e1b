import type { CallerTx } from './db'
import { shanghaiDay } from '../base/calendar'

/**
 * The next document number, `{prefix}{org code}{yyMMdd}{4 digits}` (business/documents 2). Taken in its own short transaction,
 * so that a shop's clerks never wait for each other; a number is never used twice, gaps may occur.
 */
export async function nextBillNo(tx: CallerTx, prefix: string): Promise<string> {
  const day = shanghaiDay()
  const lastNo = await tx.db.aside(tx.groupId, async (aside) => {
    const row = await aside.one<{ lastNo: number }>({
      name: 'next-bill-no',
      text: `insert into document_counter (group_id, org_id, prefix, day, last_no) values ($1, $2, $3, $4, 1)
        on conflict (group_id, org_id, prefix, day) do update set last_no = document_counter.last_no + 1 returning last_no`,
      values: [tx.groupId, tx.caller.orgId, prefix, day],
    })
    return row?.lastNo as number
  })
  return `${prefix}${tx.caller.org.code}${day.slice(2).replaceAll('-', '')}${String(lastNo).padStart(4, '0')}`
}
