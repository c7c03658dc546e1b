import type { CallerTx } from './tx'
import { shanghaiDay } from '../base/calendar'

/** What a new document is called by people and by rows. */
interface NewDocument {
  id: number
  billNo: string
}

/**
 * The next document number, `{prefix}{org code}{yyMMdd}{4 digits}` (business/documents 2), and an id for a row of `table`. Taken in their own
 * short transaction, so that a shop's clerks never wait for each other; a number is never used twice, gaps may occur. All of it is
 * one round trip.
 */
export async function nextDocument(tx: CallerTx, prefix: string, table: string): Promise<NewDocument> {
  const day = shanghaiDay()
  const drawn = { lastNo: 0, id: 0 }
  await tx.db.aside(tx.groupId, async (aside) => {
    aside.send<typeof drawn>(
      {
        name: 'next-document',
        text: `with counter as (
            insert into document_counter (group_id, org_id, prefix, day, last_no) values ($1, $2, $3, $4, 1)
            on conflict (group_id, org_id, prefix, day) do update set last_no = document_counter.last_no + 1 returning last_no
          )
          select last_no, nextval(pg_get_serial_sequence($5, 'id')) as id from counter`,
        values: [tx.groupId, tx.caller.orgId, prefix, day, table],
      },
      (rows) => Object.assign(drawn, rows[0]),
    )
  })
  const no = String(drawn.lastNo).padStart(4, '0')
  return { id: drawn.id, billNo: `${prefix}${tx.caller.org.code}${day.slice(2).replaceAll('-', '')}${no}` }
}
