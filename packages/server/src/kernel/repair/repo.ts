import type { Tx } from '../db/tx'
import type { Family } from '../document/types'
import { repairScope } from './scope'
import type { RepairDocument, RepairLine } from './types'

/** Documents of cars, whatever their kind (ADR 0184). Lines change only together with the header's version, or under its lock. */
export const repairDocuments: Family<RepairDocument> = {
  table: 'repair_document',
  partLines: { table: 'repair_line', header: 'document_id' },
  lock: (tx, kind, id) => documentBy(tx, kind, id, { name: 'lock-repair-document', tail: 'for no key update of d' }),
  read: (tx, kind, id) => documentBy(tx, kind, id, { name: 'read-repair-document', tail: '' }),
  inSight: (caller, { area }) => repairScope(caller, area),
}

/** The header comes with who is dispatched to its lines, whatever their scope (business/repair 1.4). */
async function documentBy(tx: Tx, kind: string, id: number, how: { name: string; tail: string }) {
  const header = tx.one<Omit<RepairDocument, 'lines'>>({
    name: how.name,
    text: `select d.*, array(select distinct t.employee_id from dispatch t where t.group_id = d.group_id and t.work_order_id = d.id) as technician_ids
      from repair_document d where d.group_id = $1 and d.id = $2 and d.kind = $3 ${how.tail}`,
    values: [tx.groupId, id, kind],
  })
  const [document, lines] = await Promise.all([header, linesOf(tx, id)])
  return document && { ...document, lines }
}

const linesOf = (tx: Tx, documentId: number): Promise<RepairLine[]> =>
  tx.query({
    name: 'repair-lines',
    text: `select l.*, p.code as part_code from repair_line l
      left join part p on p.group_id = l.group_id and p.id = l.part_id
      where l.group_id = $1 and l.document_id = $2 order by l.section, l.line_no`,
    values: [tx.groupId, documentId],
  })
