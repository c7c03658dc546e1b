import type { DataOf } from '@chepu/contract/kernel/route'
import type { settlementCandidates as route } from '@chepu/contract/warranty/warranty-settlement'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { oldPartFigures, settleableOf } from './bills'

/** So many are offered at once: as many as a settlement takes. */
const most = 500

/** 选三包单: bills of a manufacturer that may be settled, the oldest first (business/three-guarantees 7.2). */
export async function settlementCandidates(
  tx: CallerTx,
  { partnerId }: QueryOf<typeof route>,
): Promise<DataOf<typeof route>> {
  const { waitingParts, refusedParts, missingParts, proposedDeduction } = oldPartFigures
  const figures = sees(tx.caller, 'doc_price')
    ? sql`, d.total_amount as claimed_amount, d.confirmed_amount, ${proposedDeduction} as proposed_deduction`
    : sql``
  const rows = await tx.select(sql<DataOf<typeof route>['rows'][number]>`
    select d.id as bill_id, d.bill_no, d.biz_date as bill_date, d.state as bill_state, v.plate, v.vin, c.name as customer_name,
      ${waitingParts} as waiting_parts, ${refusedParts} as refused_parts, ${missingParts} as missing_parts ${figures}
    from repair_document d
    join partner c on c.group_id = d.group_id and c.id = d.partner_id
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    where ${settleableOf(tx, partnerId)} order by d.biz_date, d.id limit ${most + 1}`)
  return { rows: rows.slice(0, most), more: rows.length > most }
}
