import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { createGroup, createOrg } from '../packages/server/src/access/provision'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar'
import { act, type Saved, save } from '../packages/server/test/desk'
import { type Client, signIn, stockShop } from '../packages/server/test/stage'
import { warrantyOf } from '../packages/server/test/warranty'
import { bulkClaims, type ClaimsGround, claimMakers } from './bulk-claims'
import { repeat } from './measure'
import { figure, note, percentile, rounded, section } from './report'
import { createParts, openStage, type Stage } from './stage'
import { asksOfPages, asksOfSearches, asksOfStrips, type ClaimsDesk, spans } from './warranty-asks'

const many = 50_000
const few = 5000
const rounds = 20
/** A server that has just started takes twice as long. */
const warmUp = 5

/** A shop with its claims, and what a desk there asks for. */
interface Station {
  client: Client
  desk: ClaimsDesk
  /** Drafts of bills that may be approved. */
  drafts: Saved[]
}

/**
 * The three guarantees: a shop of many bills in a group with two more shops, and one of a tenth in a group of its own, ask in turn, so that both are asked on the
 * same machine.
 */
export async function measureWarranty(): Promise<void> {
  section(`Three guarantees: ${many} bills and a tenth of them, milliseconds from request to answer over HTTP`)
  const stage = await openStage({ parts: 500 })
  try {
    const started = performance.now()
    const [large, small] = [await largeStation(stage), await smallStation(stage)]
    await stage.owner.query('vacuum analyze')
    note('bills, claims, answers, old parts and items written', `${rounded((performance.now() - started) / 1000)} s`)
    await measurePages(large, small)
    for (const span of ['of a month', 'of a year'] as const) {
      const [asks, fewer] = [large, small].map(({ desk }) => asksOfSearches(desk, spans[span])) as [Asks, Asks]
      await compare(asks, fewer, (name, times) => {
        figure('warranty', `search ${span}, ${name}, p95`, percentile(times.large, 0.95), ' ms')
      })
    }
    await measureApproval(large, small)
  } finally {
    await stage.close()
  }
}

const once = { clients: 1, count: 1 }
type Asks = Record<string, () => Promise<unknown>>
interface Times {
  large: number[]
  small: number[]
}

async function measurePages(large: Station, small: Station): Promise<void> {
  await compare(asksOfPages(large.desk), asksOfPages(small.desk), (name, times) => {
    figure('warranty', `${name}, p95`, percentile(times.large, 0.95), ' ms')
    note(`${name}, fastest with ten times the bills`, `${rounded(ratioOf(times))} x`)
  })
  await compare(asksOfStrips(large.desk), asksOfStrips(small.desk), (name, times) => {
    // What is added up follows what there is.
    note(`${name}, all figures, p95`, `${rounded(percentile(times.large, 0.95))} ms, ${rounded(ratioOf(times))} x`)
  })
}

/** Approvals of a bill of work, part and way, with its receivable, its tag and its balance. */
async function measureApproval(large: Station, small: Station): Promise<void> {
  const approve = ({ client, drafts }: Station) => act(client, warrantyBill.routes, drafts.pop() as Saved, 'approve')
  await compare({ approval: () => approve(large) }, { approval: () => approve(small) }, (name, times) => {
    figure('warranty', `${name}, p95`, percentile(times.large, 0.95), ' ms')
    figure('warranty', `${name}, fastest with ten times the bills`, ratioOf(times), ' x')
  })
}

/** Asks both in turn, and tells of each what it took. */
async function compare(large: Asks, small: Asks, tell: (name: string, times: Times) => void): Promise<void> {
  for (const name of Object.keys(large)) {
    const [ofLarge, ofSmall] = [large[name], small[name]] as [Asks[string], Asks[string]]
    const times: Times = { large: [], small: [] }
    for (let i = 0; i < rounds + warmUp; i += 1) {
      const [few, many] = [await repeat(once, ofSmall), await repeat(once, ofLarge)]
      if (i < warmUp) continue
      times.large.push(...many)
      times.small.push(...few)
    }
    tell(name, times)
  }
}

const ratioOf = ({ large, small }: Times): number => Math.min(...large) / Math.min(...small)

/** The shop of the stage, with two sisters that have made many bills since. */
async function largeStation(stage: Stage): Promise<Station> {
  const { db, owner, groupId, shop, parts, client } = stage
  const makers = await claimMakers(owner, groupId)
  const common = { owner, groupId, parts, makers, warehouseId: shop.warehouseId }
  const ground = { ...common, orgId: shop.orgId, orgCode: '01' }
  await bulkClaims(ground, many)
  for (const code of ['02', '03']) {
    const orgId = await db.tenant(groupId, (tx) => createOrg(tx, sister(code)))
    await bulkClaims({ ...common, orgId, orgCode: code }, few)
  }
  return stationOf({ ground, client, place: { ...shop, db, groupId } })
}

const sister = (code: string) => ({
  code,
  name: `分店${code}`,
  shortName: `分店${code}`,
  orgType: 'repair' as const,
  taxpayerKind: 'small' as const,
  startMonth: 202601,
})

async function smallStation({ db, owner, origin }: Stage): Promise<Station> {
  const groupId = await createGroup(db, '小集团')
  const shop = await db.tenant(groupId, (tx) => stockShop(tx, {}))
  const client = await signIn({ db, origin, groupId }, shop.orgId, 'owner')
  const parts = await createParts(owner, groupId, shop.parts.filter, 500)
  const makers = await claimMakers(owner, groupId)
  const ground = { owner, groupId, parts, makers, orgId: shop.orgId, orgCode: '01', warehouseId: shop.warehouseId }
  await bulkClaims(ground, few)
  return stationOf({ ground, client, place: { ...shop, db, groupId } })
}

type Place = Parameters<typeof warrantyOf>[0] & { customerId: number }

async function stationOf({ ground, client, place }: { ground: ClaimsGround; client: Client; place: Place }) {
  const { owner, groupId, orgId, makers } = ground
  const { rows } = await owner.query<Record<'vehicle' | 'vin' | 'tag' | 'claim' | 'policy', string>>(
    `select d.vehicle_id as vehicle, right(v.vin, 6) as vin, t.tag_no as tag,
        (select max(id) from claim_document where group_id = $1 and org_id = $2 and kind = 'warranty_claim' and state = 'sent') as claim,
        (select policy_id from manufacturer_policy_term where group_id = $1 and id = d.policy_term_id) as policy
      from repair_document d join vehicle v on v.group_id = $1 and v.id = d.vehicle_id join old_part t on t.group_id = $1 and t.bill_id = d.id
      where d.group_id = $1 and d.org_id = $2 and d.state = 'approved' order by d.id limit 1`,
    [groupId, orgId],
  )
  const [{ vehicle, vin, tag, claim, policy }] = rows as [(typeof rows)[number]]
  const id = (text: string) => Number.parseInt(text, 10)
  const desk: ClaimsDesk = {
    client,
    makerId: makers[0]?.id as number,
    policyId: id(policy),
    vehicleId: id(vehicle),
    vin,
    tagNo: tag,
    claimId: id(claim),
  }
  return { desk, client, drafts: await draftsOf(client, place) }
}

/** Bills of a trade customer that say all that is asked for. */
async function draftsOf(client: Client, place: Place): Promise<Saved[]> {
  const { makerId, completePart } = await warrantyOf(place)
  const drafts: Saved[] = []
  for (let i = 0; i < rounds + warmUp; i += 1) {
    drafts.push(
      await save(client, warrantyBill.routes, {
        header: {
          bizDate: shanghaiDay(),
          partnerId: place.customerId,
          manufacturerId: makerId,
          ...completePart,
          handling: 'replace',
        },
        labour: [{ name: '更换离合器', pricingMode: 'fixed', price: '600' }],
        materials: [{ partId: place.parts.pad, qty: '1', price: '400', returnsOldPart: true }],
        extras: [{ name: '外出费', qty: '1', price: '120' }],
      }),
    )
  }
  return drafts
}
