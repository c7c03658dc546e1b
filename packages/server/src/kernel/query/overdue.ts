/**
 * The beginning of the condition that an open item `i` is overdue; the present day follows. Overdue is what is still to be
 * paid after its due day: credits of the same partner, or of others, never lessen it (ADR 0055). What a manufacturer is billed for
 * claims is due by the settlement that takes it over (business/three-guarantees 7.1).
 */
export const isOverdueOn = 'i.balance > 0 and not i.is_claim and i.due_on <'
