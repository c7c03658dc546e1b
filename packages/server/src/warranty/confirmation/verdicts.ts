import type { claimVerdicts as query } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, officeScope, startingWith, within } from '../../kernel/caller/scope'
import type { QuerySource } from '../../kernel/query/query'
import { awaitsVerdict, lastVerdict, lineNoOf } from '../claim/lines'

const lineNo = sql.raw(lineNoOf('r'))

const verdict = sql<string>`case when v.id is null then 'open' when v.is_appeal and b.state <> 'settled' then 'appealed'
  when v.confirmed_amount = r.net_amount then 'agreed' when v.confirmed_amount = 0 then 'refused' else 'adjusted' end`

/** 厂家确认: claimed lines with the latest word on each, the claims that were sent last at the top. */
export const claimVerdicts: QuerySource<typeof query> = {
  select: () => ({
    id: sql`r.id`,
    claimId: sql`d.id`,
    billId: sql`b.id`,
    confirmationId: sql`v.confirmation_id`,
    claimNo: sql`d.bill_no`,
    manufacturerName: sql`p.name`,
    billNo: sql`b.bill_no`,
    lineNo,
    name: sql`coalesce(nullif(r.name, ''), pt.name, '')`,
    claimedAmount: sql`r.net_amount`,
    confirmedAmount: sql`v.confirmed_amount`,
    difference: sql`v.confirmed_amount - r.net_amount`,
    reason: sql`coalesce(v.reason, '')`,
    confirmedOn: sql`v.confirmed_on`,
    verdict,
    waits: sql`${sql.raw(awaitsVerdict)} and b.state <> 'settled'`,
  }),
  from: ({ caller }, filters, ids) => {
    const conditions: RawBuilder<SqlBool>[] = [
      officeScope(caller, warrantyClaim.area),
      within(caller, undefined),
      sql<SqlBool>`d.kind = ${warrantyClaim.kind} and d.state in ('sent', 'answered', 'done')`,
    ]
    if (filters.claimId) conditions.push(sql<SqlBool>`d.id = ${filters.claimId}`)
    if (filters.manufacturerId) conditions.push(sql<SqlBool>`d.partner_id = ${filters.manufacturerId}`)
    if (filters.billNo) conditions.push(sql<SqlBool>`b.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
    if (filters.verdict) conditions.push(sql<SqlBool>`${verdict} = ${filters.verdict}`)
    if (ids) conditions.push(sql<SqlBool>`r.id = any (${[...ids]}::bigint[])`)
    return sql`from claim_document d
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      join claim_line k on k.group_id = d.group_id and k.document_id = d.id and k.section = 'bills'
      join repair_document b on b.group_id = k.group_id and b.id = k.bill_id
      join repair_line r on r.group_id = b.group_id and r.document_id = b.id
      left join part pt on pt.group_id = r.group_id and pt.id = r.part_id
      ${sql.raw(lastVerdict)}
      where ${allOf(conditions)}`
  },
  foundBy: 'id',
  order: sql`claim_id desc, bill_id, line_no`,
}
