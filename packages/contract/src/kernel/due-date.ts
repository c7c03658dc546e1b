import { addDays, dayOfNextMonth } from './calendar'

/** When a partner pays: by the document's settlement method, else by his own, else after his credit days. */
export interface PaymentTerms {
  termKind: string | null
  termDays: number | null
  monthDay: number | null
  creditDays: number | null
}

/**
 * When a document's money is due (business/finance 1.1): the typed day; else by its terms, monthly ones on their day of the next
 * month. The editor shows this day and leaves it open, so that the server finds the same one when it posts.
 */
export function dueDate({
  dueOn,
  bizDate,
  terms,
}: {
  dueOn: string | null
  bizDate: string
  terms: PaymentTerms
}): string {
  if (dueOn) return dueOn
  if (terms.termKind === 'monthly' && terms.monthDay !== null) return dayOfNextMonth(bizDate, terms.monthDay)
  return addDays(bizDate, terms.termDays || terms.creditDays || 0)
}
