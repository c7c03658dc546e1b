import { officeScope } from '../../kernel/caller/scope'
import type { Tx } from '../../kernel/db/tx'
import type { Family } from '../../kernel/document/types'
import type { ClaimDocument, ClaimLine } from './types'

/** Documents between the station and manufacturers, whatever their kind. Their lines change only together with the header's version. */
export const claimDocuments: Family<ClaimDocument> = {
  table: 'claim_document',
  lock: (tx, kind, id) => documentBy(tx, kind, id, { name: 'lock-claim-document', tail: 'for no key update' }),
  read: (tx, kind, id) => documentBy(tx, kind, id, { name: 'read-claim-document', tail: '' }),
  inSight: (caller, { area }) => officeScope(caller, area),
}

async function documentBy(tx: Tx, kind: string, id: number, how: { name: string; tail: string }) {
  const header = tx.one<Omit<ClaimDocument, 'lines'>>({
    name: how.name,
    text: `select * from claim_document where group_id = $1 and id = $2 and kind = $3 ${how.tail}`,
    values: [tx.groupId, id, kind],
  })
  const [document, lines] = await Promise.all([header, linesOf(tx, id)])
  return document && { ...document, lines }
}

const linesOf = (tx: Tx, documentId: number): Promise<ClaimLine[]> =>
  tx.query({
    name: 'claim-lines',
    text: `select * from claim_line where group_id = $1 and document_id = $2 order by section, line_no`,
    values: [tx.groupId, documentId],
  })
