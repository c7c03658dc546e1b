// What the rows of a master refer to: a row that was switched off stays where it stood, and comes to nothing new.
import type { FieldError } from '@chepu/contract/kernel/errors'
import { shanghaiDay } from '../base/calendar'
import { invalid } from '../base/errors'
import type { CallerTx } from '../db/tx'

/** Rows that a master may refer to; `$1` is the group, `$2` today. */
const references = {
  workerType: `worker_type t where t.group_id = $1 and t.is_active`,
  businessType: `business_type t where t.group_id = $1 and t.is_active`,
  qualityRule: `quality_rule t where t.group_id = $1 and t.is_active`,
  carType: `car_type t where t.group_id = $1 and t.is_active`,
  taxRate: `tax_rate t where t.group_id = $1 and t.is_active and t.valid_from <= $2`,
  serviceItem: `service_item t where t.group_id = $1 and t.is_active`,
  part: `part t where t.group_id = $1 and t.is_active`,
  carBrand: `brand t where t.group_id = $1 and t.is_active and t.kind = 'car'`,
  carSeries: `car_series t where t.group_id = $1 and t.is_active`,
  partCategory: `part_category t where t.group_id = $1 and t.is_active`,
  manufacturer: `partner t where t.group_id = $1 and t.is_active and t.cus_flag & 4 <> 0`,
} as const

export interface Reference {
  to: keyof typeof references
  id: number | null
  path: string
  /** What is said of an id that names nothing, before 不存在或已停用. */
  title: string
}

/** Faults of ids that name no active row of the group. What a row referred to `before` it may keep. */
async function referenceFaults(
  tx: CallerTx,
  asked: readonly Reference[],
  before: readonly Pick<Reference, 'to' | 'id'>[] = [],
): Promise<FieldError[]> {
  const isKept = ({ to, id }: Reference) => before.some((each) => each.to === to && each.id === id)
  const open = asked.filter((each) => each.id !== null && !isKept(each))
  if (open.length === 0) return []
  const kinds = [...new Set(open.map(({ to }) => to))].sort()
  const found = await tx.query<{ kind: string; id: number }>({
    text: kinds
      .map(
        (kind, i) =>
          `select '${kind}' as kind, t.id from ${references[kind]} and $2::date is not null and t.id = any ($${i + 3}::bigint[])`,
      )
      .join(' union all '),
    values: [
      tx.groupId,
      shanghaiDay(),
      ...kinds.map((kind) => open.flatMap(({ to, id }) => (to === kind ? [id] : []))),
    ],
  })
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`))
  return open
    .filter(({ to, id }) => !known.has(`${to} ${id}`))
    .map(({ path, title }) => ({ path, message: `${title}不存在或已停用` }))
}

/** Refuses ids that name no active row of the group, at their fields. */
export async function assertReferences(
  tx: CallerTx,
  asked: readonly Reference[],
  before: readonly Pick<Reference, 'to' | 'id'>[] = [],
): Promise<void> {
  const faults = await referenceFaults(tx, asked, before)
  if (faults.length > 0) invalid(faults)
}
