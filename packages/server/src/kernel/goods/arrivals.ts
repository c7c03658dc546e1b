import { trimZeros } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../db/tx'
import type { HeldGoods } from '../document/registry'
import { notifyBy } from '../notify/notify'

/** Event 3 of business/notifications 4: whoever sold the goods learns that they are there. */
export function tellArrived(tx: Tx, arrivals: readonly HeldGoods[]): void {
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

/** So many parts of a document are named. */
const named = 5

/**
 * Event 3 of business/notifications 4: who made the document and who sells by it learn which goods are held for it no more, in one message a
 * document and person, however many lines it has. What came back to waiting is held again when goods come.
 */
export function tellReleased(tx: Tx, released: readonly HeldGoods[]): void {
  notifyBy(tx, {
    name: 'tell-released',
    text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, params)
      select d.group_id, told.user_id, d.org_id, 'news', 3,
        format('%s 因库存减少释放占用：%s%s，转为缺货，到货后自动占用', d.bill_no, array_to_string(r.parts[1:$5::int], '、'),
          case when cardinality(r.parts) > $5::int then format('等%s种', cardinality(r.parts)) else '' end),
        jsonb_build_object('kind', d.kind, 'id', d.id, 'no', d.bill_no)
      from (
        select own.document_id, array_agg(format('[%s] %s %s', p.code, p.name, trim_scale(own.qty)) order by p.code) as parts
        from (select document_id, part_id, sum(qty) as qty from unnest($2::bigint[], $3::bigint[], $4::numeric[]) as g (document_id, part_id, qty)
          group by document_id, part_id) own
        join part p on p.group_id = $1 and p.id = own.part_id
        group by own.document_id
      ) r
      join goods_document d on d.group_id = $1 and d.id = r.document_id
      left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
      cross join lateral (select distinct user_id from unnest(array[d.creator_id, e.user_id]) as u (user_id)) told
      where told.user_id is not null
      returning user_id, org_id, message`,
    values: [
      tx.groupId,
      released.map((goods) => goods.documentId),
      released.map((goods) => goods.partId),
      released.map((goods) => goods.qty),
      named,
    ],
  })
}
