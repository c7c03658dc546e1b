import type { PartnerTerms } from '@chepu/contract/kernel/partner-terms'
import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '../base/calendar'
import type { CallerTx } from '../db/tx'

/**
 * SELECT of what a new document takes over from partner `p` with the org's own row `own`. A salesperson who left and a
 * settlement method that was switched off are left out: a new document may not name them.
 */
export const termColumns = (): RawBuilder<unknown> => sql`p.default_invoice_kind as invoice_kind,
  (select m.id from settlement_method m where m.group_id = p.group_id and m.id = p.settlement_method_id and m.is_active)
    as settlement_method_id,
  (select e.id from employee e where e.group_id = own.group_id and e.org_id = own.org_id and e.id = own.salesperson_id
    and (e.left_on is null or e.left_on > ${shanghaiDay()}::date)) as salesperson_id`

/** What a partner brings along, with the names that a person reads. */
export interface NamedTerms extends PartnerTerms {
  settlementMethodName: string | null
  salespersonName: string | null
}

/** SELECT of the same as one value, `NamedTerms`, with names beside ids. */
export const namedTerms = (): RawBuilder<NamedTerms> => sql`(
  select jsonb_build_object('invoiceKind', t.invoice_kind, 'settlementMethodId', t.settlement_method_id, 'settlementMethodName', m.name,
    'salespersonId', t.salesperson_id, 'salespersonName', e.name)
  from (select ${termColumns()}) t
  left join settlement_method m on m.group_id = p.group_id and m.id = t.settlement_method_id
  left join employee e on e.group_id = p.group_id and e.id = t.salesperson_id)`

/** What a partner brings along to documents of the caller's org (business/customers 2.1), with names beside ids, or undefined. */
export async function partnerTerms(tx: CallerTx, partnerId: number): Promise<NamedTerms | undefined> {
  const [partner] = await tx.selectKept(sql<{ terms: NamedTerms }>`select ${namedTerms()} as terms
    from partner p left join partner_org own on own.group_id = p.group_id and own.org_id = ${tx.caller.orgId} and own.partner_id = p.id
    where p.group_id = ${tx.groupId} and p.id = ${partnerId}`)
  return partner?.terms
}
