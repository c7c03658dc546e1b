// Hands at the desks of two shops that take, pay, settle and invoice the same partners' money: where they stand, and how they post.
import { balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import { collection } from '@chepu/contract/finance/collection'
import { fundTransfer } from '@chepu/contract/finance/fund-transfer'
import { invoiceIssued, invoiceReceived } from '@chepu/contract/finance/invoice'
import { otherMoneyOf } from '@chepu/contract/finance/other-money'
import { payment } from '@chepu/contract/finance/payment'
import { writeOff } from '@chepu/contract/finance/write-off'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { periodRoutes } from '@chepu/contract/finance/period-close'
import { setBankStart } from '@chepu/contract/finance/bank'
import { lastDayOfMonth, monthBefore } from '@chepu/contract/kernel/calendar'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { ownCompany } from './finance'
import { createRandom } from '../../../db/demo/random'
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import { periodOf } from '../src/kernel/ledgers/types'
import { acts, fen, type Saved, type Sender, send, yuan } from './card-hand'
import { post } from './desk'
import { billRows, type Bill, type Effect, MoneyBooks, type Side, sourceText } from './money-oracle'
import { openBranch } from './people'
import { openSecondServer, type SecondServer } from './proxy'
import { Client, one, type Shop } from './shop'

/** The kinds of documents that hands make. */
export const defs: Readonly<Record<string, AnyDocument>> = Object.fromEntries(
  [
    balanceAdjustment,
    collection,
    payment,
    writeOff,
    fundTransfer,
    otherMoneyOf.in,
    otherMoneyOf.out,
    salesDelivery,
    goodsReceipt,
    invoiceIssued,
    invoiceReceived,
  ].map((def) => [def.kind, def as AnyDocument]),
)

export const today = shanghaiDay()
export const lastMonth = monthBefore(periodOf(today))
export const lastDay = lastDayOfMonth(lastMonth)
const openingOn = lastDayOfMonth(monthBefore(lastMonth))

/** One of the two shops: its accounts, and whom the other one has it down for. */
interface Place {
  orgId: number
  warehouseId: number
  cashId: number
  bankId: number
  wechatId: number
  partnerId: number
}
/** What hands share. */
interface Counters {
  shop: Shop
  second: SecondServer
  books: MoneyBooks
  partners: { customer: number; supplier: number; both: number; debtor: number; carrier: number }
  categories: { in: number; out: number }
  done: Map<string, number>
  missing(): string[]
  refused: Set<string>
  failures: string[]
  repeated: number
}
export interface Hand extends Sender {
  counters: Counters
  here: Place
  there: Place
  /** Nobody else does anything meanwhile. */
  isAlone: boolean
}

/** What every account has at first, in fen. */
export const atFirst = 300_000n
const config = JSON.stringify({ backdateDays: 300, approveRequired: [], creditCheck: false })

/** Opens the two shops, whose opening balances are closed, with so many hands in each. */
export async function openHands(
  shop: Shop,
  { seed, each, wanted }: { seed: number; each: number; wanted: readonly string[] },
) {
  const branch = await openBranch(shop)
  await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'location', { warehouse_id: branch.warehouseId, code: '默认', is_default: true }),
  )
  await shop.sql('update org set start_month = $2, config = config || $3 where group_id = $1', lastMonth, config)
  await shop.sql('update store_account set opening_on = $2 where group_id = $1', openingOn)
  const places = [await placeOf(shop, shop), await placeOf(shop, branch)] as [Place, Place]
  const counters = await countersOf(shop, wanted)
  const hands: Hand[] = []
  for (const [at, here] of places.entries()) {
    const there = places[1 - at] as Place
    await begin(shop, here)
    for (let i = 0; i < each; i += 1) {
      const client = await shop.signIn('owner', here.orgId)
      const shaky = new Client(counters.second.origin, client.token)
      const random = createRandom(`money ${at} ${i}`, seed)
      hands.push({ counters, here, there, client, shaky, random, isAlone: each === 1 })
    }
  }
  return { counters, hands }
}

async function placeOf({ db, groupId, sql }: Shop, { orgId, warehouseId }: { orgId: number; warehouseId: number }) {
  const account = (kind: string) =>
    db.tenant(groupId, (tx) =>
      one(tx, 'store_account', {
        org_id: orgId,
        code: `M${kind}`,
        name: `收银${kind}`,
        kind,
        opening_on: openingOn,
        opening_balance: yuan(atFirst),
        balance: yuan(atFirst),
      }),
    )
  const sisters = await sql<{ id: number }>(
    'select id from partner where group_id = $1 and system_org_id = $2 and system_kind = $3',
    orgId,
    'sister_org',
  )
  const [cashId, bankId, wechatId] = [await account('cash'), await account('bank'), await account('wechat')]
  return { orgId, warehouseId, cashId, bankId, wechatId, partnerId: sisters[0]?.id as number }
}

/** Goods for both months, and the opening balances closed. */
async function begin(shop: Shop, { orgId, warehouseId, bankId }: Place): Promise<void> {
  const owner = await shop.signIn('owner', orgId)
  await post(owner, otherIn.routes, {
    header: { bizDate: openingOn, warehouseId, reason: '期初' },
    lines: [{ partId: shop.parts.filter, qty: '90000', price: '10' }],
  } as never)
  await ownCompany(shop)
  await owner.call(periodRoutes.close, { body: { month: periodOf(openingOn), remark: '启用' } })
  await owner.call(setBankStart, { body: { accountId: bankId, startOn: addDays(lastDay, -3) } })
}

async function countersOf(shop: Shop, wanted: readonly string[]): Promise<Counters> {
  const partner = (code: string, name: string, flag: number) =>
    shop.db.tenant(shop.groupId, (tx) => one(tx, 'partner', { code, name, kind: 'unit', cus_flag: flag }))
  const categories = await shop.sql<{ id: number; direction: 'in' | 'out' }>(
    'select id, direction from expense_category where group_id = $1 and not is_system order by id',
  )
  const category = (wantedOf: string) => categories.find(({ direction }) => direction === wantedOf)?.id as number
  const done = new Map<string, number>()
  return {
    shop,
    second: await openSecondServer(shop),
    books: new MoneyBooks(),
    partners: {
      customer: shop.customerId,
      supplier: shop.supplierId,
      both: await partner('B00001', '往来双方', 3),
      debtor: await partner('B00002', '欠款客户', 1),
      carrier: await partner('B00003', '物流公司', 18),
    },
    categories: { in: category('in'), out: category('out') },
    done,
    missing: () => wanted.filter((step) => !done.has(step)),
    refused: new Set(),
    failures: [],
    repeated: 0,
  }
}

/** Mostly today, else one of the last days of the month before, which is closed now and then. */
export const someDay = ({ random }: Hand): string => (random.chance(0.6) ? today : addDays(lastDay, -random.int(0, 1)))
export const someMoney = ({ random }: Hand): bigint =>
  BigInt(random.pick([1, 333, 5000, 12_345, 50_000, random.int(100, 80_000)]))
export const somebody = ({ random, counters: { partners } }: Hand, side: Side): number =>
  random.pick(
    side === 'AR'
      ? [partners.customer, partners.both, partners.both, partners.debtor]
      : [partners.supplier, partners.supplier, partners.both, partners.both, partners.carrier],
  )
export const partOf = ({ random }: Hand, amount: bigint): bigint =>
  random.pick([amount, amount, amount / 3n, amount / 7n])

export const noted = (hand: Hand, what: string): void =>
  void hand.counters.done.set(what, (hand.counters.done.get(what) ?? 0) + 1)

/** What is open between the shop and a partner, in fen with its sign. */
export interface Item {
  id: number
  bill: Bill
  balance: bigint
}
interface ItemRow {
  id: number
  partnerId: number
  side: Side
  source: string
  balance: string
}
/** The latest open items of a side, of one partner or those that are named. */
export async function itemsOf(hand: Hand, of: { side: Side; partnerId?: number; ids?: number[] }): Promise<Item[]> {
  const { orgId } = hand.here
  const rows = await hand.counters.shop.sql<ItemRow>(
    `select i.id, i.partner_id, i.side, ${sourceText} as source, i.balance ${billRows}
      and i.org_id = $2 and i.side = $3 and ($4::bigint is null or (i.partner_id = $4 and i.balance <> 0))
      and ($5::bigint[] is null or i.id = any ($5)) order by i.id desc limit 12`,
    orgId,
    of.side,
    of.partnerId ?? null,
    of.ids ?? null,
  )
  return rows.map(({ id, partnerId, side, source, balance }) => ({
    id,
    bill: { orgId, partnerId, side, source },
    balance: fen(balance),
  }))
}

/** Saves a document and approves it with it, or now and then leaves a draft for somebody; the second books learn what was typed. */
export async function posts(
  hand: Hand,
  def: AnyDocument,
  what: string,
  body: { header: { bizDate: string } & object },
  effectsOf: (id: number) => Effect[],
): Promise<void> {
  const { counters, random } = hand
  const isDraft = random.chance(0.12)
  const action = isDraft ? {} : { action: { name: 'approve' } }
  const saved = await send(hand, isDraft ? `${def.kind}.save` : what, def.routes.save, { body: { ...body, ...action } })
  if (!saved) return
  const key = `${def.kind} ${saved.id}`
  counters.books.write(key, body.header.bizDate, effectsOf(saved.id))
  if (!isDraft) counters.books.stands(key)
}

interface Slip extends Saved {
  kind: string
  state: string
}
/** The latest documents of the shop in some states, red ones and what others have made apart; of one month, or of any. */
export const documentsOf = (hand: Hand, states: readonly string[], month: number | null = null): Promise<Slip[]> => {
  const from = (table: string, condition = '') => `select id, version, kind, state, created_at from ${table}
    where group_id = $1 and org_id = $2 and state = any ($3) and ($4::int is null or period = $4) and not is_red ${condition}`
  const all = [
    from('money_slip', 'and made_by is null'),
    from('goods_document', "and made_by is null and kind not in ('other_in', 'sales_order', 'purchase_order')"),
    from('invoice'),
  ]
  return hand.counters.shop.sql<Slip>(
    `select * from (${all.join(' union all ')}) d order by created_at desc, id desc limit 12`,
    hand.here.orgId,
    states,
    month,
  )
}

/** Acts on a document as it was seen, and tells the second books. */
export async function moves(hand: Hand, def: AnyDocument, of: Slip, action: string): Promise<void> {
  const { books } = hand.counters
  const acted = await acts(hand, def, of, action)
  if (!acted) return
  const key = `${of.kind} ${of.id}`
  if (action === 'approve') books.stands(key)
  const isInvoice = of.kind.startsWith('invoice')
  if (action === 'unapprove' || (action === 'void' && isInvoice)) books.undone(key)
  if (action === 'reverse') books.undone(key, today)
}
