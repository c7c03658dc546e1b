import { cutTo } from '../../kernel/query/page'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { OutboxRow } from '@chepu/contract/shell/sign-in'
import type { CallerTx } from '../../kernel/db/tx'
import { maskOutbox } from './sms-code'

interface Filters {
  mobile?: string | undefined
}

const where = `where mobile like $1 || '%'`
const valuesOf = ({ mobile = '' }: Filters) => [mobile.replace(/\D/g, '')]

/** Messages that no gateway has sent, newest first, for the platform's keeper. */
export async function listOutbox(tx: CallerTx, filters: Filters & Paging) {
  await maskOutbox({ shared: (statement) => tx.query(statement) })
  const rows = await tx.query<OutboxRow>({
    text: `select id, mobile, message, created_at from shared.sms_outbox ${where} order by id desc limit $2 offset $3`,
    values: [...valuesOf(filters), filters.rows + 1, (filters.page - 1) * filters.rows],
  })
  return cutTo(filters.rows, rows)
}

export async function outboxTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  const row = await tx.one<{ count: number }>({
    text: `select count(*) as count from shared.sms_outbox ${where}`,
    values: valuesOf(filters),
  })
  return { count: row?.count ?? 0, sums: {} }
}
