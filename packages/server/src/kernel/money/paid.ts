import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * SQL: a write-off `w` has brought something in: money, what was paid ahead, or what we owe the same partner (应收抵应付). Discounts, bad debts and what others have taken over
 * bring nothing (ADR 0327).
 */
export const bringsIn: RawBuilder<SqlBool> = sql`(w.tender in ('money', 'advance', 'card_principal')
    or w.tender = 'opposite' and w.doc_kind = 'write_off' and exists (
      select from money_slip m where m.group_id = w.group_id and m.kind = w.doc_kind and m.id = w.doc_id and m.purpose = 'offset'))`

/** SQL: a write-off `w` was not undone, and undoes none. */
export const stands: RawBuilder<SqlBool> = sql`(w.reversal_of is null
    and not exists (select from write_off_line u where u.group_id = w.group_id and u.reversal_of = w.id))`
