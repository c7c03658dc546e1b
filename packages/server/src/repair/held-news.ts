import { trimZeros } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../kernel/db/tx'
import type { HeldGoods } from '../kernel/document/registry'
import { notifyBy } from '../kernel/notify/notify'

/** Event 3 of business/notifications 4: the adviser and the technicians of a document learn that what it waited for is there. */
const arrived =
  (title: string) =>
  (tx: Tx, arrivals: readonly HeldGoods[]): void => {
    notifyBy(tx, {
      name: 'tell-material-arrived',
      text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, params)
      select d.group_id, who.user_id, d.org_id, 'news', 3,
        format('%s %s（%s）等待的配件 [%s] %s 到货 %s，已为其占用', $5::text, d.bill_no, coalesce(nullif(v.plate, ''), v.vin, ''), p.code, p.name, a.qty),
        jsonb_build_object('kind', d.kind, 'id', d.id, 'no', d.bill_no)
      from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (document_id, part_id, qty)
      join repair_document d on d.group_id = $1 and d.id = a.document_id
      join part p on p.group_id = d.group_id and p.id = a.part_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      cross join lateral (
        select d.creator_id as user_id where d.salesperson_id is null
        union select e.user_id from employee e where e.group_id = d.group_id and e.id = d.salesperson_id
        union select e.user_id from dispatch t join employee e on e.group_id = t.group_id and e.id = t.employee_id
          where t.group_id = d.group_id and t.work_order_id = d.id
      ) who
      where who.user_id is not null
      returning user_id, org_id, message`,
      values: [
        tx.groupId,
        arrivals.map((arrival) => arrival.documentId),
        arrivals.map((arrival) => arrival.partId),
        arrivals.map((arrival) => trimZeros(arrival.qty)),
        title,
      ],
    })
  }

/** The adviser learns that goods are held for a document no more, as when a count finds fewer: they wait again. */
const letGo =
  (title: string) =>
  (tx: Tx, released: readonly HeldGoods[]): void => {
    notifyBy(tx, {
      name: 'tell-material-released',
      text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, params)
      select d.group_id, coalesce(e.user_id, d.creator_id), d.org_id, 'news', 3,
        format('%s %s 因库存减少释放占用：%s，转为缺料，到货后自动占用', $5::text, d.bill_no, string_agg(format('[%s] %s %s', p.code, p.name, a.qty), '、' order by p.code)),
        jsonb_build_object('kind', d.kind, 'id', d.id, 'no', d.bill_no)
      from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (document_id, part_id, qty)
      join repair_document d on d.group_id = $1 and d.id = a.document_id
      join part p on p.group_id = d.group_id and p.id = a.part_id
      left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
      group by d.group_id, d.id, d.org_id, d.bill_no, d.kind, d.creator_id, e.user_id
      returning user_id, org_id, message`,
      values: [
        tx.groupId,
        released.map((goods) => goods.documentId),
        released.map((goods) => goods.partId),
        released.map((goods) => trimZeros(goods.qty)),
        title,
      ],
    })
  }

/** What a kind whose documents hold material tells of it. */
export const heldNews = ({ title }: { title: string }) => ({ tellArrived: arrived(title), tellReleased: letGo(title) })
