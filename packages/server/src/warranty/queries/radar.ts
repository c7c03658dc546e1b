// Who answers for a car, its parts and what was done to it, before its customer pays (business/three-guarantees 2).
import type { GuaranteedLine } from '@chepu/contract/repair/car-offers'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { RadarOffer, warrantyRadar } from '@chepu/contract/warranty/radar'
import type { ClaimTerms } from '@chepu/contract/warranty/claim-terms'
import { checkTerm, leftText, limitsText, mayBeIn, type TermCheck } from '@chepu/contract/warranty/term'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { guaranteedLines } from '../../repair/public'
import { type PolicyInForce, policiesFor } from '../policy/in-force'
import { claimPrices, ownPrices, paidHours } from '../policy/pays'
import { type HandedPart, handedParts } from './handed'

/** How a term is told of: on which day, and what the meter shows. */
interface Now {
  day: string
  mileage: string | null
}

/** What is offered for a car, its parts and items: manufacturers first, then suppliers, then our own guarantee. */
export async function radarOf(
  tx: CallerTx,
  { vehicleId, mileage, day = shanghaiDay(), partIds, serviceItemIds }: QueryOf<typeof warrantyRadar>,
): Promise<{ offers: RadarOffer[] }> {
  const isWhole = partIds === undefined && serviceItemIds === undefined
  const handed = await handedParts(tx, { of: { vehicleId }, day, partIds: isWhole ? undefined : (partIds ?? []) })
  const parts = [...handed.values()]
  const [read, policies, promises, own] = await Promise.all([
    lastReading(tx, vehicleId),
    policiesFor(tx, { vehicleId, mileage, day, partIds: parts.map(({ partId }) => partId) }),
    promisesOf(
      tx,
      parts.map(({ partId }) => partId),
    ),
    guaranteedLines(tx, { vehicleId, mileage, day }),
  ])
  const now = { day, mileage: mileage || read }
  const running = policies.filter(({ check, from }) => from !== null && mayBeIn(check))
  const terms = isWhole
    ? []
    : await termsOf(tx, running, { partIds: partIds ?? [], serviceItemIds: serviceItemIds ?? [], day })
  const ofMakers = running.map((each, i) => ({ ...policyOffer(each, now), terms: terms[i] ?? null }))
  const ofSuppliers = promises.flatMap((promise) =>
    supplierOffer(tx, promise, handed.get(promise.partId) as HandedPart, now),
  )
  const isSame = (offer: RadarOffer) =>
    offer.partnerId !== null &&
    ofMakers.some(({ partId, partnerId }) => partId === offer.partId && partnerId === offer.partnerId)
  const isAsked = ({ partId, serviceItemId }: GuaranteedLine) =>
    isWhole || partIds?.includes(partId ?? 0) || serviceItemIds?.includes(serviceItemId ?? 0)
  return {
    offers: [...ofMakers, ...ofSuppliers.filter((offer) => !isSame(offer)), ...own.filter(isAsked).map(ownOffer)],
  }
}

/** What each policy pays for the lines that are asked for: for all of them that of a car, for the part that of one. */
async function termsOf(
  tx: CallerTx,
  policies: readonly PolicyInForce[],
  { partIds, serviceItemIds, day }: { partIds: readonly number[]; serviceItemIds: readonly number[]; day: string },
): Promise<ClaimTerms[]> {
  if (policies.length === 0 || !sees(tx.caller, 'doc_price')) return []
  const ofCars = policies.filter(({ partId }) => partId === null).map(({ manufacturerId }) => manufacturerId)
  const [own, hours] = await Promise.all([
    ownPrices(tx, partIds),
    Promise.all(
      [...new Set(ofCars)].map(
        async (manufacturerId) =>
          [manufacturerId, await paidHours(tx, { manufacturerId, serviceItemIds, day })] as const,
      ),
    ),
  ])
  const labour = new Map(hours)
  return policies.map((policy) => ({
    labourRate: policy.labourRate,
    labour: policy.partId === null ? (labour.get(policy.manufacturerId) ?? []) : [],
    parts: claimPrices(policy, policy.partId === null ? own : own.filter(({ partId }) => partId === policy.partId)),
  }))
}

/** What was read of the meter of a car last; null while nobody has. */
async function lastReading(tx: CallerTx, vehicleId: number): Promise<string | null> {
  const car = await tx.one<{ mileage: string | null }>({
    name: 'last-reading',
    text: 'select nullif(mileage, 0) as mileage from vehicle where group_id = $1 and id = $2',
    values: [tx.groupId, vehicleId],
  })
  return car?.mileage ?? null
}

const howOf = ({ on, isFitted, partName }: HandedPart) => `${on} ${isFitted ? '换上' : '售出'}的 ${partName}`

/** What is left, and what would have to be known. */
function stateOf(check: TermCheck, { day, mileage }: Now): string {
  const missing = check.missing.length > 0 ? `缺少${check.missing.join('、')}` : ''
  return [leftText(check, day, mileage), missing].filter(Boolean).join('，')
}

function policyOffer(
  { handed, from, manufacturerId, manufacturerName, policyName, check, ...policy }: PolicyInForce,
  now: Now,
): RadarOffer {
  const subject = handed ? howOf(handed) : `${from} 开票购车`
  return {
    kind: handed ? 'part' : 'vehicle',
    partId: policy.partId,
    serviceItemId: null,
    text: `${subject}，${manufacturerName}「${policyName}」${limitsText(policy)}，${stateOf(check, now)}`,
    payer: 'warranty',
    partnerId: manufacturerId,
    partnerName: manufacturerName,
    terms: null,
    former: null,
  }
}

interface PartPromise {
  partId: number
  months: number | null
  km: string | null
  supplierId: number | null
  supplierName: string | null
  supplierRoles: number | null
}

/** 三包期 of parts with whom they were bought of last; months beyond a hundred years count as those. */
const promisesOf = (tx: CallerTx, partIds: readonly number[]): Promise<PartPromise[]> =>
  tx.query({
    name: 'promises-of-parts',
    text: `select p.id as part_id, least(p.warranty_months, 1200) as months, p.warranty_km as km, s.id as supplier_id, s.name as supplier_name,
        s.cus_flag as supplier_roles
      from part p
      left join product r on r.group_id = p.group_id and r.org_id = $3 and r.part_id = p.id
      left join partner s on s.group_id = r.group_id and s.id = r.last_supplier_id
      where p.group_id = $1 and p.id = any ($2::bigint[]) and (p.warranty_months is not null or p.warranty_km is not null)
      order by p.code, p.id`,
    values: [tx.groupId, [...partIds], tx.caller.orgId],
  })

/** What is to be done by who may not know whom a part was bought of. */
const unnamed = '供应商三包期内，先不要向客户收费，请找采购员或店长转三包'

/** The supplier's 三包期, while it runs. Whom a part is bought of is known to who sees purchase prices; only a manufacturer can be claimed of. */
function supplierOffer(tx: CallerTx, promise: PartPromise, handed: HandedPart, now: Now): RadarOffer[] {
  const check = checkTerm(promise, { from: handed.on, fromKm: handed.mileage, fromName: '换件日期', ...now })
  if (!mayBeIn(check)) return []
  const { supplierId, supplierName, supplierRoles } = promise
  const isKnown = supplierId !== null && sees(tx.caller, 'purchase_price')
  const isMaker = isKnown && ((supplierRoles ?? 0) & partnerRoles.manufacturer) !== 0
  const whose = isKnown
    ? `，供应商 ${supplierName}${isMaker ? '' : '（未设厂家角色，不能作三包付费方）'}`
    : `，${unnamed}`
  return [
    {
      kind: 'supplier',
      partId: promise.partId,
      serviceItemId: null,
      text: `${howOf(handed)}，三包${limitsText(promise)}，${stateOf(check, now)}${whose}`,
      payer: isMaker ? 'warranty' : null,
      partnerId: isKnown ? supplierId : null,
      partnerName: isKnown ? supplierName : null,
      terms: null,
      former: null,
    },
  ]
}

const ownOffer = ({
  id,
  orderId,
  billNo,
  bizDate,
  section,
  partId,
  serviceItemId,
  partName,
  name,
  until,
}: GuaranteedLine): RadarOffer => ({
  kind: 'own',
  partId: section === 'materials' ? partId : null,
  serviceItemId: section === 'labour' ? serviceItemId : null,
  text: `${bizDate} ${billNo} 的 ${partName ?? name}，${until}`,
  payer: 'rework',
  partnerId: null,
  partnerName: null,
  terms: null,
  former: { lineId: id, orderId, billNo, section },
})
