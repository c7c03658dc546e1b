// What documents that hold goods tell of them, in one set of words for every family (event 3 of business/notifications 4).
import type { Tx } from '../db/tx'
import { notifyBy } from '../notify/notify'
import type { DocumentKind, HeldGoods } from './registry'

/** Where documents `d` of a family stand, what they are called, and SELECTs of the users `user_id` who are told. */
interface Holders {
  /** Begins the names of the statements. */
  family: string
  table: string
  /** What of the family is joined beside `d`. */
  joins: string
  /** A document in words, which the message goes on from: a number with the blank behind it. */
  words: string
  arrived: string
  released: string
}

/** So many parts of a document are named. */
const named = 5

const values = (tx: Tx, goods: readonly HeldGoods[]) => [
  tx.groupId,
  goods.map(({ documentId }) => documentId),
  goods.map(({ partId }) => partId),
  goods.map(({ qty }) => qty),
]

/** Goods of one part for one document together. */
const moved = `(select g.document_id, g.part_id, trim_scale(sum(g.qty)) as qty
  from unnest($2::bigint[], $3::bigint[], $4::numeric[]) as g (document_id, part_id, qty) group by g.document_id, g.part_id)`

/** What a row of the bell leads to. */
const link = "jsonb_build_object('kind', d.kind, 'id', d.id, 'no', d.bill_no)"

/**
 * Whoever waits for goods learns that they are there, a message a part; and that goods are held for his document no more, in one message a document and
 * person, however many lines it has. What came back to waiting is held again when goods come.
 */
export const heldNews = (holders: Holders): Required<Pick<DocumentKind, 'tellArrived' | 'tellReleased'>> => {
  const { family, table, joins, words, arrived, released } = holders
  return {
    tellArrived: (tx, goods) =>
      notifyBy(tx, {
        name: `tell-${family}-arrived`,
        text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, params)
          select d.group_id, who.user_id, d.org_id, 'news', 3, format('%s等待的配件 [%s] %s 到货 %s，已为其占用', ${words}, p.code, p.name, a.qty), ${link}
          from ${moved} a
          join ${table} d on d.group_id = $1 and d.id = a.document_id
          join part p on p.group_id = d.group_id and p.id = a.part_id
          ${joins}
          cross join lateral (${arrived}) who
          where who.user_id is not null
          returning user_id, org_id, message`,
        values: values(tx, goods),
      }),
    tellReleased: (tx, goods) =>
      notifyBy(tx, {
        name: `tell-${family}-released`,
        text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, params)
          select d.group_id, who.user_id, d.org_id, 'news', 3,
            format('%s因库存减少释放占用：%s%s，转为缺货，到货后自动占用', ${words}, array_to_string(r.parts[1:$5::int], '、'),
              case when cardinality(r.parts) > $5::int then format('等%s种', cardinality(r.parts)) else '' end), ${link}
          from (
            select a.document_id, array_agg(format('[%s] %s %s', p.code, p.name, a.qty) order by p.code) as parts
            from ${moved} a join part p on p.group_id = $1 and p.id = a.part_id group by a.document_id
          ) r
          join ${table} d on d.group_id = $1 and d.id = r.document_id
          ${joins}
          cross join lateral (${released}) who
          where who.user_id is not null
          returning user_id, org_id, message`,
        values: [...values(tx, goods), named],
      }),
  }
}
