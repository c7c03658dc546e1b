// Days that a cashier has counted and handed over (日结交款): nothing of his money on them changes any more (business/finance 4.1).
import { CallerTx, type Tx } from '../db/tx'
import { refuse } from '../base/errors'
import type { DocumentRef } from './types'

/**
 * Refuses money of a day that its cashier has handed over: of whoever posted the document, else of whoever posts it now. Slips that their maker takes back have
 * no poster any more by then, and are of their creator, who posted them. To be asked with the accounts locked: a hand-over locks all of them and notes the day
 * there, so that most postings need not ask at all.
 */
export async function assertNotHandedOver(
  tx: Tx,
  doc: DocumentRef,
  accounts: readonly { sealedUntil: string | null }[],
  { isUndoing }: { isUndoing: boolean },
): Promise<void> {
  const poster = tx instanceof CallerTx && !isUndoing ? tx.caller.userId : null
  if (!accounts.some(({ sealedUntil }) => sealedUntil !== null && sealedUntil >= doc.bizDate)) return
  const found = await tx.one<{ userName: string; billNo: string }>({
    name: 'day-handed-over',
    text: `select u.real_name as user_name, t.bill_no from money_slip d
      join till_day t on t.group_id = d.group_id and t.org_id = d.org_id and t.user_id = coalesce(d.poster_id, $5, d.creator_id)
        and t.biz_date = $4 and t.state = 'sealed'
      join app_user u on u.group_id = t.group_id and u.id = t.user_id
      where d.group_id = $1 and d.kind = $2 and d.id = $3`,
    values: [tx.groupId, doc.kind, doc.id, doc.bizDate, poster],
  })
  if (found)
    refuse(`收款人 ${found.userName} ${doc.bizDate} 的日结已交款（${found.billNo}），不能再收付或撤回当天的款项`)
}
