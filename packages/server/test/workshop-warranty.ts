// Hands of the walk of the workshop see to what manufacturers pay: bills, claims, verdicts, old parts, settlements and their money.
import { sumOf } from '@chepu/contract/kernel/decimal'
import { claimConfirmation, openVerdicts, type OpenVerdict } from '@chepu/contract/warranty/claim-confirmation'
import { makeBill, ordersToBill, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { claimCandidates, warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { settlementCandidates, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { groupBy } from '../src/kernel/base/group-by'
import {
  acts,
  collectFor,
  type Hand,
  isNew,
  rather,
  money,
  type Order,
  type Saved,
  saves,
  send,
  settlementOf,
  took,
} from './workshop-hand'
import { noteBill, noteSettlement, noteVerdict } from './workshop-owed'
import { moveOldParts } from './workshop-old-parts'

const { routes: bills } = warrantyBill
type Bill = Awaited<ReturnType<typeof readBill>>
const readBill = ({ client }: Hand, id: number) => client.call(bills.read, { params: { id } })
const today = { bizDate: shanghaiDay() }
const makerOf = ({ random, floor: { makerIds } }: Hand): number => random.pick(makerIds)

/** One of the latest documents of a kind in one of these states. */
async function found(
  { random, floor: { shop } }: Hand,
  { kind }: { kind: string },
  states: readonly string[],
): Promise<(Saved & { state: string }) | undefined> {
  const table = kind === warrantyBill.kind ? 'repair_document' : 'claim_document'
  const rows = await shop.sql<Saved & { state: string }>(
    `select id, version, state from ${table} where group_id = $1 and kind = $2 and state = any ($3::text[]) and not is_red order by id desc limit 6`,
    kind,
    states,
  )
  return rows.length > 0 ? random.pick(rows) : undefined
}

const typed = ({ id, name, partId, pricingMode, stdHours, qty, price, sourceLineId }: Record<string, unknown>) => ({
  id,
  name,
  partId,
  pricingMode,
  stdHours,
  qty,
  price,
  sourceLineId,
})

/** What has to be proven of a bill, so that it may be claimed. */
async function proven({ floor }: Hand, { header, materials }: Bill) {
  const [car] = await floor.shop.sql<{ vin: string }>(
    'select vin from vehicle where group_id = $1 and id = $2',
    header.vehicleId,
  )
  const partId = materials[0]?.partId ?? null
  return {
    ...header,
    complaint: '异响',
    termReason: '厂家已核实',
    handling: partId === null ? 'repair' : 'replace',
    causePartId: partId,
    invoicedOn: '2026-01-01',
    mileage: '31000',
    repairedOn: header.bizDate,
    checkedVin: car?.vin ?? '',
  }
}

const way = (hand: Hand) => ({ name: '外出费', qty: '1', price: money(hand, 90), taxRate: '0' })

/** A draft that a settlement has made is completed: now and then with the way to the car, at another price, or without a line. */
async function complete(hand: Hand): Promise<void> {
  const { random } = hand
  const draft = await found(hand, warrantyBill, ['draft', 'submitted'])
  if (!draft) return free(hand)
  if (isNew(hand, 'warranty_bill.make') && random.chance(0.4)) return again(hand)
  if (random.chance(0.15)) return void (await acts(hand, warrantyBill, draft, 'void'))
  const bill = await readBill(hand, draft.id)
  if (bill.header.state === 'submitted') return approve(hand, bill.header)
  const labour = bill.labour.map((line) => typed(line as Record<string, unknown>))
  if (labour[0] && random.chance(0.2))
    labour[0] = { ...labour[0], pricingMode: 'fixed', qty: '1', price: money(hand, 300) }
  if (labour.length > 1 && random.chance(0.3)) labour.pop()
  const saved = await saves(hand, warrantyBill, {
    id: draft.id,
    version: bill.header.version,
    header: await proven(hand, bill),
    labour,
    materials: bill.materials.map((line) => ({
      ...typed(line as Record<string, unknown>),
      returnsOldPart: random.chance(0.5),
    })),
    extras: [
      ...bill.extras.map((line) => typed(line as Record<string, unknown>)),
      ...(random.chance(0.3) ? [way(hand)] : []),
    ],
  })
  if (saved) await approve(hand, saved)
}

/** What a trade customer has brought back. */
async function free(hand: Hand): Promise<void> {
  const { random, floor } = hand
  const partId = random.pick(Object.values(floor.shop.parts))
  const saved = await saves(hand, warrantyBill, {
    header: {
      ...today,
      partnerId: random.pick(floor.cars).partnerId,
      manufacturerId: makerOf(hand),
      complaint: '漏油',
      handling: 'return',
      causePartId: partId,
      repairedOn: today.bizDate,
    },
    labour: random.chance(0.5) ? [{ name: '检测', pricingMode: 'fixed', price: money(hand, 90) }] : [],
    materials: [{ partId, qty: String(random.int(1, 3)), price: money(hand, 200), returnsOldPart: random.chance(0.5) }],
    extras: random.chance(0.3) ? [way(hand)] : [],
  })
  if (saved) await approve(hand, saved)
}

async function approve(hand: Hand, saved: Saved): Promise<void> {
  const bill = await readBill(hand, saved.id)
  const done = await acts(hand, warrantyBill, saved, 'approve')
  if (done) await noteBill(hand.floor, done, bill)
}

/** Of an order whose bill came to nothing another is made; while there is none, a draft comes to nothing first. */
async function again(hand: Hand): Promise<void> {
  const { random, client, floor } = hand
  const { rows } = await client.call(ordersToBill, { query: {} })
  const [draft] = await floor.shop.sql<Saved & { settlementId: number; manufacturerId: number }>(
    `select id, version, settlement_id, manufacturer_id from repair_document
      where group_id = $1 and kind = 'warranty_bill' and state = 'draft' and settlement_id is not null order by id desc limit 1`,
  )
  const waiting = rows.length > 0 ? random.pick(rows) : draft
  if (!waiting || (waiting === draft && !(await acts(hand, warrantyBill, draft, 'void')))) return
  const { settlementId, manufacturerId } = waiting
  await send(hand, 'warranty_bill.make', makeBill, { body: { settlementId, manufacturerId } })
}

const weights = { unapprove: 2, reverse: 1, close: 1 } as const

/** A bill in no claim is taken back, or given up. */
async function takeBack(hand: Hand): Promise<void> {
  const bill = await found(hand, warrantyBill, ['approved'])
  if (!bill) return
  const action = rather(hand, warrantyBill.kind, Object.entries(weights))
  const view = await readBill(hand, bill.id)
  const done = await acts(hand, warrantyBill, bill, action)
  if (done) await noteBill(hand.floor, done, view, action)
}

/** Bills of a settlement make room for a refund: drafts are void, and what is approved is a draft again. */
export async function makeRoom(hand: Hand, order: Order): Promise<void> {
  const settlement = await settlementOf(hand, order.header.id)
  const standing = await hand.floor.shop.sql<Saved & { state: string }>(
    `select id, version, state from repair_document where group_id = $1 and kind = 'warranty_bill' and settlement_id = $2
      and state in ('draft', 'submitted', 'approved') and not is_red order by id`,
    settlement?.id ?? 0,
  )
  for (const bill of standing) {
    const view = await readBill(hand, bill.id)
    const back = bill.state === 'approved' ? await acts(hand, warrantyBill, bill, 'unapprove') : bill
    if (back && bill.state === 'approved') await noteBill(hand.floor, back, view, 'unapprove')
    if (back) await acts(hand, warrantyBill, back, 'void')
  }
}

const some = <Row>({ random }: Hand, rows: readonly Row[], most: number): Row[] => {
  const [first, ...rest] = rows
  return first === undefined ? [] : [first, ...rest.filter(() => random.chance(0.6))].slice(0, most)
}

/** A claim is made of what waits and mostly sent; a draft is sent, changed or voided; one that was sent is taken back now and then. */
async function claim(hand: Hand): Promise<void> {
  const { random, client } = hand
  const partnerId = makerOf(hand)
  const bodyOf = (rows: readonly { billId: number }[]) => ({
    header: { ...today, partnerId },
    bills: rows.map(({ billId }) => ({ billId })),
  })
  const draft = await found(hand, warrantyClaim, ['draft'])
  if (draft && random.chance(0.5))
    return void (await acts(hand, warrantyClaim, draft, random.chance(0.8) ? 'send' : 'void'))
  const sent = await found(hand, warrantyClaim, ['sent'])
  if (sent && random.chance(0.15)) return void (await acts(hand, warrantyClaim, sent, 'withdraw'))
  const { rows } = await client.call(claimCandidates, { query: { manufacturerId: partnerId } })
  if (rows.length === 0) return
  const saved = await saves(hand, warrantyClaim, bodyOf(some(hand, rows, 3)))
  if (saved && random.chance(0.8)) await acts(hand, warrantyClaim, saved, 'send')
}

/** What a manufacturer says to a line: all of it, more, less or nothing; and who bears the rest. */
function word({ random }: Hand, { billLineId, claimedAmount = '0' }: OpenVerdict) {
  const rest = random.chance(0.4) ? 'customer' : 'shop'
  return random.weighted<object>([
    [{ billLineId, confirmedAmount: claimedAmount }, 5],
    [{ billLineId, confirmedAmount: '0.01', reason: '按厂家价', rest }, 2],
    [{ billLineId, confirmedAmount: '0', reason: '无依据', rest }, 2],
    [{ billLineId, confirmedAmount: '333.33', reason: '厂家核定', rest }, 1],
  ])
}

/** An answer to some bills of a claim; what stands is undone, contested, confirmed once more or voided now and then. */
async function judge(hand: Hand): Promise<void> {
  const { random, client } = hand
  const standing = await found(hand, claimConfirmation, ['draft', 'done'])
  if (standing && random.chance(0.4)) return reconsider(hand, standing)
  const asked = await found(hand, warrantyClaim, ['sent', 'answered', 'done'])
  if (!asked) return
  const { lines, manufacturerId } = await client.call(openVerdicts, { params: { id: asked.id } })
  const answered = some(hand, [...groupBy(lines, ({ billId }) => billId).values()], 5).flat()
  if (answered.length === 0) return
  const verdicts = answered.map((line) => word(hand, line))
  const header = { ...today, partnerId: manufacturerId, claimId: asked.id }
  const saved = await saves(hand, claimConfirmation, { header, verdicts })
  if (saved && random.chance(0.9)) await confirm(hand, saved)
}

async function confirm(hand: Hand, saved: Saved): Promise<void> {
  const view = await hand.client.call(claimConfirmation.routes.read, { params: { id: saved.id } })
  const done = await acts(hand, claimConfirmation, saved, 'confirm')
  if (done) noteVerdict(hand.floor, done, view)
}

async function reconsider(hand: Hand, { state, ...doc }: Saved & { state: string }): Promise<void> {
  const { client } = hand
  if (state === 'draft')
    return rather(hand, claimConfirmation.kind, [
      ['confirm', 2],
      ['void', 1],
    ]) === 'confirm'
      ? confirm(hand, doc)
      : void (await acts(hand, claimConfirmation, doc, 'void'))
  if (
    rather(hand, claimConfirmation.kind, [
      ['undo', 2],
      ['appeal', 3],
    ]) === 'undo'
  ) {
    const back = await acts(hand, claimConfirmation, doc, 'undo')
    if (back) noteVerdict(hand.floor, back, null)
    return
  }
  const { verdicts } = await client.call(claimConfirmation.routes.read, { params: { id: doc.id } })
  const less = verdicts.filter(({ claimedAmount, confirmedAmount }) => claimedAmount !== confirmedAmount)
  const billLineIds = some(hand, less, 3).map(({ billLineId }) => billLineId)
  if (billLineIds.length > 0) await acts(hand, claimConfirmation, doc, 'appeal', { billLineIds })
}

const passed = { oldPartsReason: '厂家免返' }

/** What was agreed to is settled less what is kept back; a settlement is undone, settled again or voided now and then. */
async function settleClaims(hand: Hand): Promise<void> {
  const { random, client } = hand
  const standing = await found(hand, warrantySettlement, ['draft', 'done'])
  if (standing && random.chance(0.3)) return resettle(hand, standing)
  const partnerId = makerOf(hand)
  const { rows } = await client.call(settlementCandidates, { query: { partnerId } })
  const taken = some(hand, rows, 3)
  if (taken.length === 0) return
  const agreed = sumOf(taken, ({ confirmedAmount = '0' }) => confirmedAmount)
  const kept = { deduction: 'sampling', billId: random.chance(0.5) ? taken[0]?.billId : null, reason: '抽检' }
  const deductions = agreed.length > 4 && random.chance(0.5) ? [{ ...kept, amount: '3.21' }] : []
  const header = { ...today, partnerId }
  const saved = await saves(hand, warrantySettlement, {
    header,
    bills: taken.map(({ billId }) => ({ billId })),
    deductions,
  })
  if (saved && random.chance(0.9)) await settle(hand, saved)
}

async function settle(hand: Hand, saved: Saved): Promise<void> {
  const view = await hand.client.call(warrantySettlement.routes.read, { params: { id: saved.id } })
  const done = await acts(hand, warrantySettlement, saved, 'approve', passed)
  if (done) noteSettlement(hand.floor, done, view)
}

async function resettle(hand: Hand, { state, ...doc }: Saved & { state: string }): Promise<void> {
  if (state === 'draft')
    return rather(hand, warrantySettlement.kind, [
      ['approve', 2],
      ['void', 1],
    ]) === 'approve'
      ? settle(hand, doc)
      : void (await acts(hand, warrantySettlement, doc, 'void'))
  const back = await acts(hand, warrantySettlement, doc, 'unapprove')
  if (back) noteSettlement(hand.floor, back, null)
}

/** A manufacturer pays what is open of a settlement. */
async function paid(hand: Hand): Promise<void> {
  const [item] = await hand.floor.shop.sql<{ id: number; partnerId: number; balance: string }>(
    `select id, partner_id, balance from open_item where group_id = $1 and source_kind = 'warranty_settlement' and balance > 0 order by id limit 1`,
  )
  if (item && (await collectFor(hand, item))) took(hand, 'a manufacturer pays')
}

/** What who claims of manufacturers does. */
export const warrantySteps: readonly { weight: number; take(hand: Hand): Promise<unknown> }[] = [
  { weight: 6, take: complete },
  { weight: 2, take: free },
  { weight: 0.6, take: again },
  { weight: 1.2, take: takeBack },
  { weight: 5, take: claim },
  { weight: 8, take: judge },
  { weight: 4, take: moveOldParts },
  { weight: 4, take: settleClaims },
  { weight: 0.7, take: paid },
]

const doneTo = (kind: string, ...actions: string[]) => actions.map((action) => `${kind}.${action}`)

/** Steps that the walk has to take. */
export const wantedOfWarranty: readonly string[] = [
  ...doneTo('warranty_bill', 'save', 'approve', 'unapprove', 'reverse', 'close', 'void', 'make'),
  ...doneTo('warranty_claim', 'save', 'send', 'withdraw', 'void'),
  ...doneTo('claim_confirmation', 'save', 'confirm', 'undo', 'appeal', 'void'),
  ...doneTo('old_part_return', 'save', 'pack', 'unpack', 'ship', 'unship', 'result', 'reopen', 'void'),
  ...doneTo('warranty_settlement', 'save', 'approve', 'unapprove', 'void'),
  'a manufacturer pays',
]
