/** What a partner's own record says about documents with him (business/customers 2.1). */
export interface PartnerTerms {
  settlementMethodId: number | null
  invoiceKind: string
  salespersonId: number | null
  /** Where his goods are sent, for who was told. */
  addresses?: readonly { text: string; isDefault: boolean }[] | undefined
}

/**
 * Header values that a partner brings along, for the fields that the document has: settlement method, invoice kind,
 * salesperson and his default delivery address; one of another partner does not stay. The due day follows from the terms when the document posts; one that was typed for another partner is not his.
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
    address: partner.addresses && (partner.addresses.find(({ isDefault }) => isDefault)?.text ?? null),
  }
  return Object.fromEntries(Object.entries(terms).filter(([name, value]) => name in fields && value !== undefined))
}
