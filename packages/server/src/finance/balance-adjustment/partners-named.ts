import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import { partnerScope } from '../../kernel/caller/partner-scope'
import type { CallerTx } from '../../kernel/db/tx'
import { finderOf } from '../../kernel/master/spelling'

/** Whom a name means, or why nobody. */
type Named = { item: number } | { message: string }

/** Codes at most that are told of several partners of one name. */
const mostTold = 5

/** Partners within the caller's scope by code or name; several persons of one name are told by their codes. */
export async function partnersNamed(tx: CallerTx, names: readonly string[]): Promise<(name: string) => Named> {
  const keys = names.map((name) => name.toLowerCase())
  const rows = await tx.select<{
    id: number
    code: string
    name: string
  }>(sql`select p.id, p.code, p.name from partner p
    where p.group_id = ${tx.groupId} and p.is_active and ${partnerScope(tx.caller, anyRole)}
      and (p.code_key = any (${keys}::text[]) or lower(p.name) = any (${keys}::text[])) order by p.code`)
  const named = finderOf(
    rows,
    ({ code }) => code,
    ({ name }) => name,
  )
  return (name) => {
    const found = named(name)
    const [one] = found
    if (!one) return { message: `往来单位“${name}”不存在或已停用` }
    if (found.length === 1) return { item: one.id }
    return {
      message: `有多个往来单位“${name}”，请改填编码：${found
        .slice(0, mostTold)
        .map(({ code }) => code)
        .join('、')}`,
    }
  }
}
