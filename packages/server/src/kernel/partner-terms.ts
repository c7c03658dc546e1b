import type { PartnerTerms } from '@chepu/contract/kernel/partner-terms'
import type { CallerTx } from './db'

/** What a partner brings along to documents of the caller's org (DOMAIN 3.3), or undefined. */
export const partnerTerms = (tx: CallerTx, partnerId: number): Promise<PartnerTerms | undefined> =>
  tx.one<PartnerTerms>({
    name: 'partner-terms',
    text: `select p.settlement_method_id, p.credit_days, p.default_invoice_kind as invoice_kind, own.salesperson_id
      from partner p left join partner_org own on own.group_id = p.group_id and own.org_id = $2 and own.partner_id = p.id
      where p.group_id = $1 and p.id = $3`,
    values: [tx.groupId, tx.caller.orgId, partnerId],
  })
