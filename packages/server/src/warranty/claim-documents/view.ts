import type { Effects } from '@chepu/contract/kernel/document-calls'
import {
  type ClaimHeader,
  claimHeaderFields,
  type ClaimLineAnswer,
  claimLineFields,
  type ClaimSection,
} from '@chepu/contract/warranty/claim-document'
import { sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { previewMoved } from '../../kernel/document/moved'
import { offeredActions } from '../../kernel/document/run-action'
import { nameColumns, nameJoins, type Related, sectionedView, slipsSettling } from '../../kernel/document/view'
import { lineNoOf } from '../claim/lines'
import type { ClaimDocument, ClaimKind, ClaimLine, ClaimTraits } from './types'

type Row = Record<string, unknown>

/** Figures that who may not see prices gets nothing of. */
const priced = new Set(['claimedAmount', 'beforeAmount', 'confirmedAmount', 'deductedAmount', 'netAmount', 'amount'])

/** A document as the caller may see it: names beside ids, its lines by section, and the actions open to him. */
export async function viewClaim(tx: CallerTx, kind: ClaimTraits, id: number) {
  const { def } = kind
  const [header, lines] = await Promise.all([viewHeader(tx, def, id), viewLines(tx, id)])
  const isHidden = (name: string) => priced.has(name) && !sees(tx.caller, def.priceField ?? 'doc_price')
  return {
    ...sectionedView<ClaimHeader, Partial<Record<ClaimSection, ClaimLineAnswer[]>>>(
      def,
      { header: claimHeaderFields(def), line: claimLineFields },
      { header, lines },
      isHidden,
    ),
    can: offeredActions<ClaimDocument>(tx.caller, kind, { ...header, lines }),
  }
}

/** The header with the names of what it refers to. Refuses what is outside the caller's scope as if it did not exist. */
async function viewHeader(tx: CallerTx, def: ClaimTraits['def'], id: number) {
  const row = await tx.one<Omit<ClaimDocument, 'lines'>>({
    name: 'view-claim-document',
    text: `select d.*, ${nameColumns}, p.name as partner_name, sp.bill_no as claim_no, ca.name as carrier_name, su.real_name as submitter_name
      from claim_document d
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      left join claim_document sp on sp.group_id = d.group_id and sp.id = d.claim_id
      left join app_user su on su.group_id = d.group_id and su.id = d.submitter_id
      left join partner ca on ca.group_id = d.group_id and ca.id = d.carrier_id
      ${nameJoins('claim_document')}
      where d.group_id = $1 and d.id = $2 and d.kind = $3`,
    values: [tx.groupId, id, def.kind],
  })
  if (!row || !inScope(tx.caller, def.area, row)) notFound('单据')
  return row
}

const viewLines = (tx: CallerTx, id: number): Promise<(ClaimLine & Row)[]> =>
  tx.query({
    name: 'view-claim-lines',
    text: `select l.*, b.bill_no, b.state as bill_state, b.biz_date as bill_date, v.plate, v.vin, c.name as customer_name,
        bl.section as bill_section, case when bl.id is not null then ${lineNoOf('bl')} end as bill_line_no, coalesce(nullif(bl.name, ''), pt.name) as name, pt.code as part_code, bl.qty,
        o.tag_no, o.state as old_part_state, o.serial_no
      from claim_line l
      left join old_part o on o.group_id = l.group_id and o.id = l.old_part_id
      left join repair_document b on b.group_id = l.group_id and b.id = coalesce(l.bill_id, o.bill_id)
      left join vehicle v on v.group_id = b.group_id and v.id = b.vehicle_id
      left join partner c on c.group_id = b.group_id and c.id = b.partner_id
      left join repair_line bl on bl.group_id = l.group_id and bl.id = coalesce(l.bill_line_id, o.bill_line_id)
      left join part pt on pt.group_id = l.group_id and pt.id = coalesce(bl.part_id, o.part_id)
      where l.group_id = $1 and l.document_id = $2 order by l.section, l.line_no`,
    values: [tx.groupId, id],
  })

/** The bills that it names, the claim that it answers, and what was made of it (关联单据). */
export async function relatedOfClaim(tx: CallerTx, doc: ClaimDocument): Promise<Related[]> {
  return tx.selectKept(sql<Related>`
    select b.kind, b.id, b.bill_no, b.biz_date, b.state, 'source' as relation, null::numeric as qty, null::numeric as amount
    from repair_document b where b.group_id = ${tx.groupId} and b.id = any (array(
      select coalesce(l.bill_id, o.bill_id) from claim_line l
      left join old_part o on o.group_id = l.group_id and o.id = l.old_part_id
      where l.group_id = ${tx.groupId} and l.document_id = ${doc.id}))
    union all
    select d.kind, d.id, d.bill_no, d.biz_date, d.state, 'source', null, null
    from claim_document d where d.group_id = ${tx.groupId} and d.id = ${doc.claimId}
    union all
    select d.kind, d.id, d.bill_no, d.biz_date, d.state, 'target', null, null
    from claim_document d where d.group_id = ${tx.groupId} and d.claim_id = ${doc.id}
    union all
    ${slipsSettling(tx, doc)}`)
}

/** What an action would do to balances. */
export const previewClaim = (tx: CallerTx, kind: ClaimKind, doc: ClaimDocument, action: string): Promise<Effects> =>
  previewMoved(tx, kind, doc, action, own)

const own = 'select kind, id from claim_document where group_id = $1 and kind = $3 and id = $2'
