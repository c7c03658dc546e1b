/** What a partner's own record says about documents with him (business/customers 2.1). */
export interface PartnerTerms {
  settlementMethodId: number | null
  invoiceKind: string
  salespersonId: number | null
}

/**
 * Header values that a partner brings along, for the fields that the document has: settlement method, invoice kind and
 * salesperson. The due day follows from the terms when the document posts; one that was typed for another partner is not his.
 */
export function termsOfPartner(
  partner: Partial<PartnerTerms>,
  header: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const terms: Record<string, unknown> = {
    settlementMethodId: partner.settlementMethodId ?? null,
    invoiceKind: partner.invoiceKind,
    salespersonId: partner.salespersonId ?? header.salespersonId ?? null,
    dueOn: null,
  }
  return Object.fromEntries(Object.entries(terms).filter(([name, value]) => name in fields && value !== undefined))
}
