import { trimZeros } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../db/tx'
import type { Arrival } from '../document/registry'
import { notifyBy } from '../notify/notify'

/** Event 3 of business/notifications 4: whoever sold the goods learns that they are there. */
export function tellArrived(tx: Tx, arrivals: readonly Arrival[]): void {
  notifyBy(tx, {
    name: 'tell-arrivals',
    text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, params)
      select d.group_id, coalesce(e.user_id, d.creator_id), d.org_id, 'news', 3,
        format('%s 等待的配件 [%s] %s 到货 %s，已为其占用', d.bill_no, p.code, p.name, a.qty),
        jsonb_build_object('kind', d.kind, 'id', d.id, 'no', d.bill_no)
      from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (document_id, part_id, qty)
      join goods_document d on d.group_id = $1 and d.id = a.document_id
      join part p on p.group_id = d.group_id and p.id = a.part_id
      left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
      returning user_id, org_id, message`,
    values: [
      tx.groupId,
      arrivals.map((arrival) => arrival.documentId),
      arrivals.map((arrival) => arrival.partId),
      arrivals.map((arrival) => trimZeros(arrival.qty)),
    ],
  })
}
