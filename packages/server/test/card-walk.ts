// One hand at a counter of cards takes a random step: charges, sells, settles with, refunds, takes back and closes cards that others use at the same time.
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { cardRoutes } from '@chepu/contract/cards/card'
import { addDays } from '@chepu/contract/kernel/calendar'
import { fastOrder } from '@chepu/contract/repair/fast-order'
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement, settlementPreview } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { startCardExpiry } from '../src/cards/expiry/expiry'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { acts, fen, type Hand, rather, type Saved, saves, send, type Told, yuan } from './card-hand'
import { checked } from './workshop'

type Row = Record<string, unknown>
const today = shanghaiDay()
/** Days of documents: those long ago bring what has expired by today. */
const someDay = ({ random }: Hand, daysAgo: number) => (random.chance(0.7) ? today : addDays(today, -daysAgo))

const tell = (hand: Hand, told: DistributiveOmit<Told, 'orgId'>): void =>
  void hand.counters.told.push({ ...told, orgId: hand.orgId } as Told)
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

interface Card {
  id: number
  orgId: number
  partnerId: number
  state: string
  principal: string
  gift: string
}
const cardsOf = ({ counters }: Hand): Promise<Card[]> =>
  counters.shop.sql<Card>(
    'select id, org_id, partner_id, state, principal, gift from card where group_id = $1 order by id desc limit 7',
  )
const someCard = async (hand: Hand, isOwn = false): Promise<Card | undefined> => {
  const cards = (await cardsOf(hand)).filter(({ orgId }) => !isOwn || orgId === hand.orgId)
  return cards.length > 0 ? hand.random.pick(cards) : undefined
}

type Made = Extract<Told, { step: 'voucher' }>
/** Saves and approves a 办卡单 in one call, paid in cash, now and then owed. */
async function voucher(
  hand: Hand,
  header: Row & { purpose: Made['purpose']; partnerId: number },
  {
    principal = 0n,
    gift = 0n,
    points = 0n,
    packId = null,
    due = 0n,
    tenders,
  }: Partial<Made> & { due?: bigint; tenders?: Row[] },
): Promise<void> {
  const bizDate = (header['bizDate'] as string | undefined) ?? today
  const cash = due > 0n && hand.random.chance(0.85) ? [{ storeAccountId: hand.cashId, amount: yuan(due) }] : []
  const body = { header: { bizDate, ...header }, tenders: tenders ?? cash, action: { name: 'approve' } }
  type Answered = Saved & { document: { header: { cardId: number } } }
  const { purpose } = header
  const saved = await send<Answered>(hand, `card_voucher.${purpose}`, cardVoucher.routes.save, { body })
  if (!saved) return
  const { cardId } = saved.document.header
  tell(hand, {
    key: `card_voucher:${saved.id}`,
    step: 'voucher',
    purpose,
    cardId,
    bizDate,
    principal,
    gift,
    points,
    packId,
  })
}

const someMoney = ({ random }: Hand) => BigInt(random.pick([2000, 50_000, 60_050, 100_000, 123_456]))

const longAgo = addDays(today, -100)
/** A new card, now and then of long ago; `isOver` for one whose money expires by today. */
async function open(hand: Hand, isOver = false): Promise<void> {
  const { random, counters } = hand
  const { partnerId } = random.pick(counters.cars)
  const kind = random.pick(counters.kinds.filter(({ validDays }) => !isOver || validDays !== null))
  const pack = random.chance(0.4) ? random.pick(counters.packs) : undefined
  const principal = isOver || random.chance(0.8) ? someMoney(hand) : 0n
  const header = {
    purpose: 'open' as const,
    partnerId,
    cardTypeId: kind.id,
    principalChange: yuan(principal),
    cardPackageId: pack?.id,
  }
  const due = principal + (pack?.value ?? 0n)
  const bizDate = isOver ? longAgo : someDay(hand, 100)
  await voucher(hand, { ...header, bizDate }, { principal, packId: pack?.id ?? null, due })
}

async function charge(hand: Hand): Promise<void> {
  const card = await someCard(hand)
  if (!card) return open(hand)
  const { random, counters } = hand
  const ofCard = { partnerId: card.partnerId, cardId: card.id }
  const charges = ['recharge', 'package_sale', 'grant'] as const
  // Of what nobody has taken back there is something new.
  const isFirst = charges.some((each) => counters.missing().includes(`card_voucher.${each}`))
  const what = rather(hand, charges, (each) => `card_voucher.${isFirst ? '' : 'reverse '}${each}`)
  if (what === 'recharge') {
    const principal = someMoney(hand)
    const header = { ...ofCard, purpose: what, principalChange: yuan(principal), bizDate: someDay(hand, 100) }
    return voucher(hand, header, { principal, due: principal })
  }
  if (what === 'package_sale') {
    const pack = random.pick(counters.packs)
    const header = { ...ofCard, purpose: what, cardPackageId: pack.id, bizDate: someDay(hand, 40) }
    return voucher(hand, header, { packId: pack.id, due: pack.value })
  }
  const gift = BigInt(random.pick([0, 3000, -1000]))
  const points = BigInt(random.pick([500, -300]))
  await voucher(
    hand,
    { ...ofCard, purpose: what, giftChange: yuan(gift), pointsChange: yuan(points) },
    { gift, points },
  )
}

/** 退卡 into the holder's account. */
async function giveUp(hand: Hand): Promise<void> {
  const card = await someCard(hand, true)
  if (!card) return
  const penalty = hand.random.pick(['0', '0', '5.55'])
  const preview = await hand.client.ask(cardRoutes.refundPreview, { params: { id: card.id }, query: { penalty } })
  if (preview.status !== 200) return
  const { refundable } = preview.data
  const tenders = fen(refundable) > 0n ? [{ storeAccountId: hand.bankId, amount: refundable }] : []
  const { names } = preview.data.holder
  // The example of the standard: nobody has this number.
  const paid = { payeeName: names[0] ?? '', payeeBank: '工行', payeeAccount: '6222' }
  const payee = hand.random.chance(0.5)
    ? { ...paid, payeeIdNo: '11010519491231002X' }
    : { ...paid, payeeName: '代收人', payeePaper: 'passport', payeeIdNo: 'E1', payeeReason: '本人委托代收' }
  const header = { purpose: 'refund_card' as const, partnerId: card.partnerId, cardId: card.id, penalty, ...payee }
  await voucher(hand, header, { tenders })
}

const states: Readonly<Record<string, readonly string[]>> = {
  active: ['lost', 'freeze', 'replace'],
  lost: ['found', 'found', 'replace'],
  frozen: ['unfreeze'],
}
/** A card is lost, found, stopped or replaced. */
async function stop(hand: Hand): Promise<void> {
  const cards = (await cardsOf(hand)).filter(({ state }) => state !== 'closed')
  if (cards.length === 0) return
  const card = cards.find(({ state }) => state === 'lost' || state === 'frozen') ?? hand.random.pick(cards)
  const purpose = rather(hand, states[card.state] ?? [], (each) => `card_voucher.${each}`)
  const header = { bizDate: today, purpose, partnerId: card.partnerId, cardId: card.id }
  await send(hand, `card_voucher.${purpose}`, cardVoucher.routes.save, {
    body: { header, tenders: [], action: { name: 'approve' } },
  })
}

/** 红冲 of one of the shop's latest 办卡单 of some purpose; what was used of some keeps them. */
async function takeBack(hand: Hand): Promise<void> {
  const rows = await hand.counters.shop.sql<Saved & { purpose: string }>(
    `select id, version, purpose from (
        select id, version, purpose, row_number() over (partition by purpose order by id desc) as nth from money_slip
        where group_id = $1 and org_id = $2 and kind = 'card_voucher' and state = 'done' and not is_red
          and purpose not in ('open', 'lost', 'freeze')
      ) d where nth <= 3 order by purpose, id desc`,
    hand.orgId,
  )
  if (rows.length === 0) return
  const slip = rather(hand, rows, ({ purpose }) => `card_voucher.reverse ${purpose}`)
  const undone = await send(hand, `card_voucher.reverse ${slip.purpose}`, cardVoucher.routes.act, {
    params: { id: slip.id, action: 'reverse' },
    body: { version: slip.version, reason: '录错' },
  })
  if (undone) tell(hand, { key: `card_voucher:${slip.id}`, step: 'undone' })
}

const work = (hand: Hand) => {
  const { counters, random } = hand
  const of = { workerTypeId: counters.workshop.workerTypeId }
  const plain = { ...of, name: '换制动片', price: yuan(BigInt(random.int(2000, 30_000))) }
  const covered = { ...of, name: '保养', price: '120', serviceItemId: counters.serviceItemId }
  return random.chance(0.6) ? [plain, covered] : [plain]
}

/** An order is written, done and agreed to, and its settlement saved. */
async function draft(hand: Hand): Promise<void> {
  const { counters, random, client } = hand
  const car = random.pick(counters.cars)
  const header = {
    bizDate: today,
    ...car,
    businessTypeId: counters.workshop.businessTypeId,
    warehouseId: hand.warehouseId,
  }
  const labour = work(hand)
  const order = await saves(hand, workOrder, { header, labour })
  const agreed = order && (await acts(hand, workOrder, order, 'confirm', { method: 'phone', by: '车主' }))
  if (!agreed) return
  await checked(counters.shop, agreed.id)
  const complete = await acts(hand, workOrder, agreed, 'complete', {})
  if (!complete) return
  const shown = await client.call(settlementPreview, { body: { workOrderId: agreed.id } as never })
  const packageUses = shown.proposedUses.slice(0, 1)
  // What the second books know of a bill is one line that is owed, and one that a package covers.
  if (labour.length > 1 && packageUses.length === 0) return
  const body = { header: { bizDate: today, ...car, workOrderId: agreed.id, packageUses } }
  const saved = await saves(hand, repairSettlement, body)
  if (saved) await settle(hand, { id: saved.id, orderId: agreed.id, isFast: false })
}

/** How a bill is paid: by a card whole or in part, or just shown; the rest in cash or owed. */
function payment(
  { random, cashId }: Hand,
  due: bigint,
  cards: readonly { id: number; principal: string; gift: string }[],
) {
  const card = cards.length > 0 ? random.pick(cards) : undefined
  const most = card ? fen(card.principal) + fen(card.gift) : 0n
  const whole = most < due ? most : due
  const amount = random.weighted<bigint>([
    [whole, 6],
    [whole / 3n, 3],
    [0n, 1],
  ])
  const rest = due - amount
  const cash = random.pick([rest, rest, rest / 2n, 0n])
  const input = {
    cards: card ? [{ cardId: card.id, amount: yuan(amount) }] : [],
    tenders: cash > 0n ? [{ storeAccountId: cashId, amount: yuan(cash) }] : [],
  }
  return { input, cardId: card?.id ?? null, amount, cash }
}

/** A draft is settled, for the first time or again. */
async function settle(hand: Hand, of: Hand['settlements'][number]): Promise<void> {
  const { client } = hand
  const { header } = await client.call(repairSettlement.routes.read, { params: { id: of.id } })
  const shown = await client.call(settlementPreview, {
    body: { workOrderId: of.orderId, packageUses: header.packageUses } as never,
  })
  const due = fen(header.customerDue as string)
  const { input, ...paid } = payment(hand, due, shown.cards)
  if (!hand.settlements.includes(of)) hand.settlements.push(of)
  const settled = await acts(hand, repairSettlement, header, 'settle', input)
  const itemId = header.packageUses[0]?.cardItemId ?? null
  if (settled) tell(hand, { key: `repair_settlement:${of.id}`, step: 'settled', due, ...paid, itemId })
}

/** One save at the fast counter. */
async function fast(hand: Hand): Promise<void> {
  const { counters, random, client } = hand
  const { partnerId, vehicleId } = random.pick(counters.cars)
  const known = await client.call(fastOrder.known, { query: { partnerId, vehicleId } })
  const due = BigInt(random.int(2000, 30_000))
  const { input, ...paid } = payment(hand, due, known.cards)
  const labour = [{ name: '换机油', workerTypeId: counters.workshop.workerTypeId, price: yuan(due) }]
  const body = { kind: 'fast', header: { partnerId, vehicleId, warehouseId: hand.warehouseId }, labour, payment: input }
  const bill = await send<{ orderId: number; settlementId: number }>(hand, 'fast.settle', fastOrder.settle, { body })
  if (!bill) return
  hand.settlements.push({ id: bill.settlementId, orderId: bill.orderId, isFast: true })
  tell(hand, { key: `repair_settlement:${bill.settlementId}`, step: 'settled', due, ...paid, itemId: null })
}

const latest = ({ random, settlements }: Hand) => random.pick(settlements.slice(-5))

/** 反结算, by itself or as 整单撤销; what is a draft is settled again. */
async function unsettle(hand: Hand): Promise<void> {
  if (hand.settlements.length === 0) return
  const of = latest(hand)
  const { header } = await hand.client.call(repairSettlement.routes.read, { params: { id: of.id } })
  if (header.state === 'draft') return settle(hand, of)
  const undone =
    of.isFast && hand.random.chance(0.5)
      ? await send(hand, 'fast.undo', fastOrder.undo, { params: { id: of.orderId }, body: { reason: '录错' } })
      : await acts(hand, repairSettlement, header, 'unapprove')
  if (undone) tell(hand, { key: `repair_settlement:${of.id}`, step: 'undone' })
}

/** What may still go back of a settlement, or a part of its money. */
async function refund(hand: Hand): Promise<void> {
  const { random, counters, client, settlements } = hand
  if (settlements.length === 0) return
  const { id: settlementId } = latest(hand)
  const preview = await client.ask(refundPreview, { body: { settlementId } })
  if (preview.status !== 200) return
  const { partnerId, vehicleId, lines } = preview.data
  const charged = lines.find(({ openAmount }) => fen(openAmount) > 0n)
  const used = lines.find(({ charged: due, openQty }) => fen(due) === 0n && openQty !== '0.0000')
  const isPart = charged !== undefined && fen(charged.openAmount) > 1000n && random.chance(0.4)
  const hasUse = used !== undefined && random.chance(0.6)
  if (!charged && !hasUse) return
  const labour = [
    ...(charged
      ? [{ sourceLineId: charged.id, ...(isPart ? { qty: '0', refundAmount: '9.99' } : { qty: charged.openQty }) }]
      : []),
    ...(hasUse ? [{ sourceLineId: used.id, qty: used.openQty }] : []),
  ]
  const of = { partnerId, vehicleId, settlementId, reason: '客户不满意', storeAccountId: hand.cashId }
  const saved = await saves(hand, repairRefund, { header: { bizDate: today, ...of }, labour })
  const cycle = counters.told.filter(
    ({ key, step }) => key === `repair_settlement:${settlementId}` && step === 'settled',
  ).length
  if (!saved || !(await acts(hand, repairRefund, saved, 'approve'))) return
  const amount = charged ? (isPart ? 999n : null) : 0n
  tell(hand, {
    key: `repair_refund:${saved.id}`,
    step: 'refunded',
    settlement: `repair_settlement:${settlementId}`,
    cycle,
    amount,
    hasUse,
  })
}

async function undoRefund(hand: Hand): Promise<void> {
  const rows = await hand.counters.shop.sql<Saved>(
    `select id, version from repair_document where group_id = $1 and org_id = $2 and kind = 'repair_refund' and state = 'done' and not is_red
      order by id desc limit 3`,
    hand.orgId,
  )
  if (rows.length === 0) return
  const of = hand.random.pick(rows)
  const how = rather(hand, ['unapprove', 'reverse'] as const, (each) => `repair_refund.${each}`)
  const undone = await acts(hand, repairRefund, of, how)
  if (undone) tell(hand, { key: `repair_refund:${of.id}`, step: 'undone' })
}

/** The night comes, at a server whose connections hold or at one where they may break; what fails of it comes again. */
export async function night({ counters, random }: Pick<Hand, 'counters' | 'random'>): Promise<void> {
  const now = () => new Date(`${today}T01:00:00+08:00`)
  const db = random.chance(0.5) ? counters.shop.db : counters.second.db
  const job = startCardExpiry(db, () => undefined, { now })
  await job.look()
  await job.stop()
}

/** What is good no longer expires; there is some as long as nobody has taken such a 办卡单 back. */
async function expire(hand: Hand): Promise<void> {
  if (hand.counters.missing().includes('card_voucher.reverse expire')) await open(hand, true)
  await night(hand)
}

/** What hands do, how often, and what it leads to. */
const steps: readonly (readonly [(hand: Hand) => Promise<void>, number, RegExp])[] = [
  [(hand) => open(hand), 2, /voucher.open/],
  [charge, 4, /voucher.(reverse )?(recharge|package_sale|grant)/],
  [giveUp, 0.8, /refund_card/],
  [stop, 2, /lost|found|freeze|replace/],
  [takeBack, 2, /voucher.reverse/],
  [draft, 6, /settlement.settle/],
  [fast, 4, /fast/],
  [unsettle, 3, /undo|settlement.unapprove/],
  [refund, 3, /refund.approve/],
  [undoRefund, 1.5, /repair_refund.(unapprove|reverse)/],
  [expire, 1, /expire/],
]

/** Takes one step, rather one that leads to what nobody has done yet. */
export async function takeStep(hand: Hand): Promise<void> {
  const { random, counters } = hand
  if ((await cardsOf(hand)).filter(({ state }) => state === 'active').length < 3) return open(hand)
  const missing = counters.missing()
  const leading = steps.filter(([, , leadsTo]) => missing.some((name) => leadsTo.test(name)))
  const from = leading.length > 0 && random.chance(0.4) ? leading : steps
  await random.weighted(from.map(([step, weight]): [typeof step, number] => [step, weight]))(hand)
}
