import { heldNews } from '../document/held-news'

/** Whoever sold goods learns that they are there, he and who made the document that they are held no more. */
export const { tellArrived, tellReleased } = heldNews({
  family: 'goods',
  table: 'goods_document',
  joins: 'left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id',
  words: `d.bill_no || ' '`,
  arrived: 'select coalesce(e.user_id, d.creator_id) as user_id',
  released: 'select distinct u.user_id from unnest(array[d.creator_id, e.user_id]) as u (user_id)',
})
