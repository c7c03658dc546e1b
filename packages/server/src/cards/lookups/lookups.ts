import type { LookupCardPackage, LookupCardType, searchCardPackages } from '@chepu/contract/cards/lookups'
import { sql } from 'kysely'
import { groupBy } from '../../kernel/base/group-by'
import { allOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { namesItem } from '../../kernel/master/named'
import { pageOf } from '../../kernel/query/page'
import { packageLines } from '../card-package/list'

/** Types of which cards may be issued (business/cards 1). */
export const cardTypes = (tx: CallerTx): Promise<LookupCardType[]> =>
  tx.query({
    name: 'card-types',
    text: `select id, code, name, kind, labour_rate, part_rate, recharge_rules, min_first_recharge, valid_days, is_cross_org, deduct_rule,
        points_per_yuan
      from card_type where group_id = $1 and is_active order by code, id`,
    values: [tx.groupId],
  })

/** Packages that the caller's organisation sells, with their lines (business/cards 2). */
export async function findCardPackages(tx: CallerTx, question: QueryOf<typeof searchCardPackages>) {
  const { q } = question
  const conditions = allOf([
    sql`k.group_id = ${tx.groupId} and k.state = 'active' and (k.org_ids = '{}' or ${tx.caller.orgId} = any (k.org_ids))`,
    ...(q ? [namesItem('k', q)] : []),
  ])
  const { rows, more } = await pageOf(
    tx,
    sql<Omit<LookupCardPackage, 'lines'>>`select k.id, k.code, k.name, k.sale_price, k.valid_days, k.is_vehicle_bound
      from card_package k where ${conditions} order by k.code, k.id`,
    question,
  )
  const lines = await packageLines(
    tx,
    rows.map(({ id }) => id),
  )
  const byPackage = groupBy(lines, ({ packageId }) => packageId)
  const shown = (id: number) => (byPackage.get(id) ?? []).map(({ packageId: _, ...line }) => line)
  return { rows: rows.map((row) => ({ ...row, lines: shown(row.id) })), more }
}
