/**
 * The beginning of the condition that an open item `i` is overdue; the present day follows. Overdue is what is still to be
 * paid after its due day: credits of the same partner, or of others, never lessen it (ADR 0055).
 */
export const isOverdueOn = 'i.balance > 0 and i.due_on <'
