/** What a partner's own record says about documents with him (DOMAIN 3.3). */
export interface PartnerTerms {
  settlementMethodId: number | null
  /** Days after the business day; 0 has none. */
  creditDays: number
  invoiceKind: string
  salespersonId: number | null
}

/**
 * Header values that a partner brings along, for the fields that the document has: settlement method, invoice kind,
 * salesperson and due day.
 */
export function termsOfPartner(
  partner: PartnerTerms,
  header: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const terms: Record<string, unknown> = {
    settlementMethodId: partner.settlementMethodId,
    invoiceKind: partner.invoiceKind,
    salespersonId: partner.salespersonId ?? header.salespersonId ?? null,
    dueOn: partner.creditDays > 0 ? daysAfter(String(header.bizDate), partner.creditDays) : null,
  }
  return Object.fromEntries(Object.entries(terms).filter(([name]) => name in fields))
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
