// Which policies answer for a car and for parts on a day, and whether they still do (business/three-guarantees 1.6).
import type { PartPriceRule } from '@chepu/contract/warranty/claim-price'
import type { PolicyScope } from '@chepu/contract/warranty/policy'
import { checkTerm, type TermCheck } from '@chepu/contract/warranty/term'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { type HandedPart, handedParts } from '../queries/handed'
import { termsOn } from './tables'

/** What policies are asked for. */
interface PolicyQuestion {
  manufacturerId?: number | undefined
  vehicleId?: number | undefined
  /** Whose parts these are, where there is no car. */
  partnerId?: number | undefined
  partIds: readonly number[]
  /** The day of the repair, by which the terms are chosen. */
  day: string
  /** What the meter shows; where it is left out, what was read of the car last. */
  mileage?: string | undefined
  /** The order that is judged: what it fits itself is the repair and no beginning of a term. */
  exceptOrderId?: number | undefined
}

interface Found {
  policyId: number
  policyCode: string
  policyName: string
  manufacturerId: number
  manufacturerName: string
  scope: PolicyScope
  /** The part that it covers; null of a whole car. */
  partId: number | null
  termId: number
  validFrom: string
  months: number | null
  km: string | null
  labourRate: string
  partPriceRule: PartPriceRule
  partRate: string
  outingRate: string
  returnsOldParts: boolean
  claimDays: number | null
  photos: string[]
}

/** A policy with its terms of the day, from when they run for this car or part, and whether the repair is within them. */
export interface PolicyInForce extends Found {
  from: string | null
  fromKm: string | null
  /** Of a part: how the car has it of us. */
  handed: HandedPart | null
  check: TermCheck
}

/** At most so many are answered; a car and its parts have few. */
const most = 500

/** Active policies for a car and parts with the check of each, the most specific first: part, category, series, brand. */
export async function policiesFor(tx: CallerTx, asked: PolicyQuestion): Promise<PolicyInForce[]> {
  const { vehicleId, partnerId, partIds, day, exceptOrderId } = asked
  const of = vehicleId === undefined ? partnerId !== undefined && { partnerId } : { vehicleId }
  if (vehicleId === undefined && partIds.length === 0) return []
  const [found, cars, parts] = await Promise.all([
    tx.select(covering(tx, asked)),
    vehicleId === undefined ? [] : carOf(tx, vehicleId),
    of ? handedParts(tx, { of, partIds, day, exceptOrderId }) : new Map<number, HandedPart>(),
  ])
  const [car] = cars
  const mileage = asked.mileage || car?.mileage || null
  return found.map((policy) => {
    const handed = policy.partId === null ? null : (parts.get(policy.partId) ?? null)
    const start =
      policy.partId === null
        ? { from: car?.invoicedOn ?? null, fromKm: '0', fromName: '购车发票日期' }
        : { from: handed?.on ?? null, fromKm: handed?.mileage ?? null, fromName: '换件日期' }
    const { from, fromKm } = start
    // Without a car there is no meter that could limit it.
    const limits = vehicleId === undefined ? { ...policy, km: null } : policy
    return { ...policy, from, fromKm, handed, check: checkTerm(limits, { ...start, day, mileage }) }
  })
}

/** The car's invoice day, and what its meter showed last; null while nobody has read it. */
const carOf = (tx: CallerTx, id: number) =>
  tx.query<{ invoicedOn: string | null; mileage: string | null }>({
    name: 'car-of-policies',
    text: 'select invoiced_on, nullif(mileage, 0) as mileage from vehicle where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })

const columns =
  sql.raw(`m.id as policy_id, m.code as policy_code, m.name as policy_name, m.manufacturer_id, f.name as manufacturer_name, m.scope,
  t.id as term_id, t.valid_from, t.months, t.km, t.labour_rate, t.part_price_rule, t.part_rate, t.outing_rate, t.returns_old_parts,
  t.claim_days, t.photos`)

/** Policies that cover the parts, and those that cover the car, with their terms of the day. */
function covering(tx: CallerTx, { manufacturerId, vehicleId, partIds, day }: PolicyQuestion): RawBuilder<Found> {
  const terms = sql`join partner f on f.group_id = m.group_id and f.id = m.manufacturer_id join ${termsOn(tx, day)}
    where m.group_id = ${tx.groupId} and m.is_active
    ${manufacturerId === undefined ? sql`` : sql`and m.manufacturer_id = ${manufacturerId}`}`
  const ofParts = sql`select ${columns}, p.id as part_id,
      case m.scope when 'part' then 0 else 10 - k.level end as rank
    from part p join part_category c on c.group_id = p.group_id and c.id = p.category_id
    join manufacturer_policy m on m.group_id = p.group_id
    left join part_category k on k.group_id = m.group_id and k.id = m.category_id
    ${terms} and p.group_id = ${tx.groupId} and p.id = any (${[...partIds]}::bigint[])
      and (m.part_id = p.id or k.id = c.id or k.path <> '' and c.path like k.path || '%')`
  const ofCar = sql`select ${columns}, null::bigint as part_id,
      case when m.series_id is null then 21 else 20 end as rank
    from vehicle v join car_series s on s.group_id = v.group_id and s.id = v.series_id
    join manufacturer_policy m on m.group_id = v.group_id and m.scope = 'vehicle' and m.brand_id = s.brand_id
      and (m.series_id is null or m.series_id = s.id)
    ${terms} and v.group_id = ${tx.groupId} and v.id = ${vehicleId ?? 0}`
  return sql<Found>`select policy_id, policy_code, policy_name, manufacturer_id, manufacturer_name, scope, part_id, term_id,
      valid_from, months, km, labour_rate, part_price_rule, part_rate, outing_rate, returns_old_parts, claim_days, photos
    from (${ofParts} union all ${ofCar}) e order by rank, policy_code, part_id limit ${most}`
}
