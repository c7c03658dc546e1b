import { heldNews } from '../kernel/document/held-news'

/** What a kind of documents of cars that hold material tells of it: its adviser and technicians that it is there, its adviser that it waits again. */
export const materialNews = ({ kind, title }: { kind: string; title: string }) =>
  heldNews({
    family: kind.replaceAll('_', '-'),
    table: 'repair_document',
    joins: `left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id`,
    words: `format('${title} %s（%s）', d.bill_no, coalesce(nullif(v.plate, ''), v.vin, ''))`,
    arrived: `select u.id as user_id from app_user u where u.group_id = d.group_id
      and (u.id = case when d.salesperson_id is null then d.creator_id else e.user_id end or u.id in (
        select w.user_id from dispatch t join employee w on w.group_id = t.group_id and w.id = t.employee_id
        where t.group_id = d.group_id and t.work_order_id = d.id))`,
    released: 'select coalesce(e.user_id, d.creator_id) as user_id',
  })
