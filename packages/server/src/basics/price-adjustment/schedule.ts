import type { Database } from '../../kernel/db/db'
import { everySoOften, type Recurring } from '../../kernel/base/recurring'
import type { Tx } from '../../kernel/db/tx'
import { priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { clockOf, holdProducts, isDue, putInForce } from './effect'
import { adjustments } from './repo'

/** How often it looks whose time has come. */
const lookEveryMs = 60_000

/**
 * Puts approved adjustments in force when their time has come, within a minute of it; those whose time came while no server ran, at
 * the next start. Several servers may do it: each adjustment is locked, and whoever is second finds it in force (ADR 0156).
 */
export const startPriceChanges = (
  db: Database,
  report: (error: unknown) => void,
  { now = () => new Date() }: { now?: () => Date } = {},
): Recurring =>
  everySoOften(
    lookEveryMs,
    async (isStopped) => {
      const groups = await db.shared<{ id: number }>({
        text: 'select id from shared.tenant_group where is_ready order by id',
      })
      for (const { id } of groups) if (!isStopped()) await changePrices(db, id, now(), report)
    },
    report,
  )

/** What waits in a group and is due, in the order of its time. One that fails is reported, and the others go on. */
async function changePrices(db: Database, groupId: number, at: Date, report: (error: unknown) => void): Promise<void> {
  for (const id of await db.tenant(groupId, (tx) => dueBy(tx, at)))
    await db.tenant(groupId, (tx) => takeEffect(tx, id, at)).catch(report)
}

async function dueBy(tx: Tx, at: Date): Promise<number[]> {
  const { day, time } = clockOf(at)
  const rows = await tx.query<{ id: number }>({
    name: 'due-price-adjustments',
    text: `select id from price_adjustment where group_id = $1 and state = 'approved'
      and (effective_on < $2 or (effective_on = $2 and effective_time <= $3)) order by effective_on, effective_time, id`,
    values: [tx.groupId, day, time],
  })
  return rows.map(({ id }) => id)
}

/** One adjustment, unless another server was first or somebody has taken the approval back. */
async function takeEffect(tx: Tx, id: number, at: Date): Promise<void> {
  const doc = await adjustments.lock(tx, priceAdjustment.kind, id)
  if (!doc || doc.state !== 'approved' || !isDue(doc, at)) return
  await putInForce(tx, doc, await holdProducts(tx, doc), doc.approverId)
  tx.send({
    name: 'price-adjustment-in-force',
    text: `update price_adjustment set state = 'effective', version = version + 1, effective_at = $3 where group_id = $1 and id = $2`,
    values: [tx.groupId, id, at.toISOString()],
  })
  tx.sendInsert(
    'audit_log',
    ['group_id', 'org_id', 'entity', 'entity_id', 'action', 'from_state', 'to_state'],
    [[tx.groupId, doc.orgId, doc.kind, id, 'effect', 'approved', 'effective']],
  )
}
