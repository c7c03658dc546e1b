// Whether what was billed to manufacturers waits for their answer (business/three-guarantees 5.3).
import type { CallerTx } from '../../kernel/db/tx'
import { liveBill, openAmountBy } from '../bill/claimed'

/** What is on its way, and counts as if it stood: bills that are given up, and a refund that begins or ceases to take back. */
interface Turning {
  givenUp?: readonly number[]
  refunded?: number
  unrefunded?: number
}

/**
 * Marks what is owed for bills as agreed or not: what they opened themselves by their own answer; what settlement and refunds have opened once all that it is for
 * is answered, given up or taken back.
 */
export async function confirmItems(tx: CallerTx, billIds: readonly number[], turning: Turning = {}): Promise<void> {
  const settled = await tx.query<{ id: number }>({
    name: 'settlements-of-bills',
    text: `select distinct settlement_id as id from repair_document where group_id = $1 and id = any ($2::bigint[]) and settlement_id is not null`,
    values: [tx.groupId, [...billIds]],
  })
  await confirmHeld(tx, { billIds, settlementIds: settled.map(({ id }) => id) }, turning)
}

/** The same of a settlement of which a refund takes something back, or does not any more; asked before items and balances are. Answers who has something left to answer. */
export const confirmBilled = (
  tx: CallerTx,
  settlementId: number,
  turning: Pick<Turning, 'refunded' | 'unrefunded'>,
): Promise<number[]> => confirmHeld(tx, { billIds: [], settlementIds: [settlementId] }, turning)

const stands = `(t.state = 'done' and t.id is distinct from $5::bigint or t.id = $4::bigint)`

/** Items are held by id before it is read what has become of them: who waited sees what the other has made. */
async function confirmHeld(
  tx: CallerTx,
  { billIds, settlementIds }: { billIds: readonly number[]; settlementIds: readonly number[] },
  { givenUp = [], refunded, unrefunded }: Turning,
): Promise<number[]> {
  const items = await tx.query<{ id: number }>({
    name: 'hold-items-of-bills',
    text: `select i.id from open_item i
      where i.group_id = $1 and i.id = any (array(
        select x.id from open_item x where x.group_id = $1 and x.source_kind = 'warranty_bill' and x.source_id = any ($2::bigint[])
        union all
        select x.id from open_item x
        where x.group_id = $1 and x.source_kind = 'repair_settlement' and x.source_id = any ($3::bigint[]) and x.payer_type = 'warranty'
        union all
        select x.id from repair_document t join open_item x on x.group_id = t.group_id and x.source_kind = t.kind and x.source_id = t.id
        where t.group_id = $1 and t.kind = 'repair_refund' and t.settlement_id = any ($3::bigint[]) and x.payer_type = 'warranty'))
      order by i.id for no key update of i`,
    values: [tx.groupId, [...billIds], [...settlementIds]],
  })
  if (items.length === 0) return []
  const waiting = await tx.query<{ makerId: number }>({
    name: 'confirm-items-of-bills',
    text: `with item as (
        select i.id, coalesce(m.merged_into_id, m.id) as maker_id, case i.source_kind when 'warranty_bill' then (
            select b.confirmed_amount is null from repair_document b where b.group_id = i.group_id and b.id = i.source_id)
          else exists (select from repair_line r
            join partner p on p.group_id = r.group_id and p.id = r.payer_partner_id
            where r.group_id = i.group_id and r.document_id = coalesce(k.settlement_id, i.source_id) and r.payer = 'warranty'
              and coalesce(p.merged_into_id, p.id) = coalesce(m.merged_into_id, m.id) and ${openAmountBy(stands)} > 0
              and not exists (select from repair_line c join repair_document b on b.group_id = c.group_id and b.id = c.document_id
                where c.group_id = r.group_id and c.source_line_id = r.id and ${liveBill}
                  and (b.confirmed_amount is not null or b.state = 'closed' or b.id = any ($3::bigint[])))) end as waits
        from open_item i
        join partner m on m.group_id = i.group_id and m.id = i.partner_id
        left join repair_document k on k.group_id = i.group_id and i.source_kind = 'repair_refund' and k.id = i.source_id
        where i.group_id = $1 and i.id = any ($2::bigint[])
      ), changed as (
        update open_item i set is_unconfirmed = n.waits from item n
        where i.group_id = $1 and i.id = n.id and i.is_unconfirmed <> n.waits returning i.id
      )
      select distinct maker_id from item where waits`,
    values: [tx.groupId, items.map(({ id }) => id), [...givenUp], refunded ?? null, unrefunded ?? null],
  })
  return waiting.map(({ makerId }) => makerId)
}
