import { sql } from 'kysely'

const kit = (column: string) =>
  sql`(select ${sql.raw(column)} from goods_document_line k where k.group_id = d.group_id and k.document_id = d.id and k.is_kit)`

/** What lists tell of the kit of a document `d`: what it costs is known once it is posted. */
export const kitColumns = {
  kitName: kit(`concat_ws(' ', k.part_code, k.part_name)`),
  kitQty: kit('k.qty'),
  fee: sql`d.freight`,
  kitCost: kit('case when d.posted_at is not null then k.cost_amount end'),
}
