// Terms of a policy over time (business/three-guarantees 1.2).
import type { PolicyTermInput, PolicyView } from '@chepu/contract/warranty/policy'
import { equals } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, refuse } from '../../kernel/base/errors'
import { isReferenceBroken } from '../../kernel/db/failures'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'

type Standing = Required<PolicyView['terms'][number]> & { isUsed: boolean }

/**
 * Terms of a policy, the latest first. One stays as it is once a bill is claimed by it, or once its day has come and another has
 * followed: bills of the days between are judged by it.
 */
export async function termsOf(tx: CallerTx, policyId: number): Promise<Standing[]> {
  const rows = await tx.query<Omit<Standing, 'isFixed'>>({
    name: 'terms-of-policy',
    text: `select t.id, t.valid_from, t.months, t.km, t.labour_rate, t.part_price_rule, t.part_rate, t.outing_rate, t.returns_old_parts,
        t.claim_days, t.photos, exists (select from repair_document d
          where d.group_id = $1 and d.kind = 'warranty_bill' and d.state <> 'voided' and d.policy_term_id = t.id) as is_used
      from manufacturer_policy_term t where t.group_id = $1 and t.policy_id = $2 order by t.valid_from desc`,
    values: [tx.groupId, policyId],
  })
  const today = shanghaiDay()
  const current = rows.find(({ validFrom }) => validFrom <= today)
  return rows.map((row) => ({ ...row, isFixed: row.isUsed || (row.validFrom <= today && row !== current) }))
}

/**
 * Writes the terms of a policy that stand as `standing`: those that are fixed stay, and new ones begin after them. Terms are known by
 * the day from which they hold.
 * @throws Failure invalid, which names the day
 */
export async function saveTerms(
  tx: CallerTx,
  policyId: number,
  standing: readonly Standing[],
  terms: readonly PolicyTermInput[],
): Promise<void> {
  const before = new Map(standing.map((term) => [term.validFrom, term]))
  const after = new Map(terms.map((term) => [term.validFrom, term]))
  assertFixed(standing, terms, after)
  const gone = standing.filter(({ validFrom }) => !after.has(validFrom)).map(({ id }) => id)
  if (gone.length > 0) await removeTerms(tx, gone)
  for (const { validFrom, ...term } of terms) {
    const old = before.get(validFrom)
    if (old && !isSame(old, term))
      await tx.query({
        text: `update manufacturer_policy_term set ${columns.map((column, i) => `${snake(column)} = $${i + 3}`).join(', ')}
          where group_id = $1 and id = $2`,
        values: [tx.groupId, old.id, ...columns.map((column) => term[column])],
      })
  }
  const fresh = terms.filter(({ validFrom }) => !before.has(validFrom))
  if (fresh.length > 0)
    await tx.insert(
      'manufacturer_policy_term',
      ['group_id', 'policy_id', 'valid_from', ...columns.map(snake)],
      fresh.map((term) => [tx.groupId, policyId, term.validFrom, ...columns.map((column) => term[column])]),
    )
}

/** Takes terms out that no bill names, be it a voided one. */
async function removeTerms(tx: CallerTx, ids: readonly number[]): Promise<void> {
  try {
    await tx.query({
      text: 'delete from manufacturer_policy_term where group_id = $1 and id = any ($2::bigint[])',
      values: [tx.groupId, [...ids]],
    })
  } catch (error) {
    if (isReferenceBroken(error)) refuse('删除的条款已有三包单引用（含已作废的），可以修改，不能删除')
    throw error
  }
}

const columns = [
  'months',
  'km',
  'labourRate',
  'partPriceRule',
  'partRate',
  'outingRate',
  'returnsOldParts',
  'claimDays',
  'photos',
] as const satisfies readonly (keyof PolicyTermInput)[]

function assertFixed(
  standing: readonly Standing[],
  terms: readonly PolicyTermInput[],
  after: ReadonlyMap<string, PolicyTermInput>,
): void {
  const fixed = standing.filter(({ isFixed }) => isFixed)
  const broken = fixed.find((term) => {
    const now = after.get(term.validFrom)
    return !now || !isSame(term, now)
  })
  if (broken)
    invalid([
      {
        path: 'terms',
        message: `${broken.validFrom} 起的条款${broken.isUsed ? '已有三包单使用' : '已被后面的条款接替'}，不能改动或删除，请新增一条更晚生效的条款`,
      },
    ])
  const [last] = fixed
  const days = new Set(standing.map(({ validFrom }) => validFrom))
  const early = terms.findIndex(({ validFrom }) => last && validFrom < last.validFrom && !days.has(validFrom))
  if (early >= 0)
    invalid([
      {
        path: `terms.${early}.validFrom`,
        message: `第${early + 1}行生效日期应晚于 ${last?.validFrom}，之前的条款不再改动`,
      },
    ])
}

/** Whether two terms say the same, however their figures are written. */
const isSame = (a: Omit<PolicyTermInput, 'validFrom'>, b: Omit<PolicyTermInput, 'validFrom'>): boolean =>
  a.months === b.months &&
  (a.km === null || b.km === null ? a.km === b.km : equals(a.km, b.km)) &&
  equals(a.labourRate, b.labourRate) &&
  a.partPriceRule === b.partPriceRule &&
  equals(a.partRate, b.partRate) &&
  equals(a.outingRate, b.outingRate) &&
  a.returnsOldParts === b.returnsOldParts &&
  a.claimDays === b.claimDays &&
  a.photos.join('\n') === b.photos.join('\n')
