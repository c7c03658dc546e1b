// How a document of each kind is made, for the tests that take every kind: conformance and random trade.
import { currentReceive } from '@chepu/contract/finance/lookups'
import { chargedShare } from '@chepu/contract/kernel/charged-share'
import { abs, add, isNegative, isPositive, max, min, neg, sub, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { countScope } from '@chepu/contract/warehouse/count-scope'
import type { Random } from '../../../db/demo/random'
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import { cardMakers } from './card-makers'
import { newAccount } from './finance'
import { invoiceMakers } from './invoice-makers'
import { pickingMakers } from './picking-makers'
import type { Answer, Client, Shop } from './shop'
import { transferMakers } from './transfer-makers'
import { warrantyMakers } from './warranty-makers'
import { workshopMakers } from './workshop-makers'

/** What decides where a maker has a choice: chance in a walk, the plain case where a test needs one document. */
type Dice = Pick<Random, 'int' | 'chance' | 'pick' | 'weighted' | 'digits'>

/** Takes the plain case always: the first of a list, the middle of a span, nothing that happens by chance. */
export const plainly: Dice = {
  int: (least, most) => Math.floor((least + most) / 2),
  chance: () => false,
  pick: (list) => list[0] as (typeof list)[number],
  weighted: (items) => (items[0] as (typeof items)[number])[0],
  digits: (count) => '37'.padEnd(count, '1').slice(0, count),
}

/** Where a document is made, and by whom. */
export interface Ground {
  shop: Shop
  client: Client
  dice: Dice
}

export type Body = Record<string, unknown> & { header: Record<string, unknown> }

/** How one kind is made. */
export interface Maker {
  /** How often a walk of trade takes it beside the others; 0 where the kind has a walk of its own. */
  weight: number
  /** What actions of the kind take that cannot do without. */
  inputs?: Readonly<Record<string, unknown>>
  /** Kinds whose lines it refers to. */
  sources?: readonly string[]
  /** Further kinds of which one must stand before it, such as what it settles. */
  needs?: readonly string[]
  /** What the maker makes tells no money before it is posted. */
  hasNoMoney?: boolean
  /** A body to save, or null when nothing can be made of it now. */
  body(ground: Ground, former: readonly FormerLine[]): Body | null | Promise<Body | null>
  /** What people enter into it besides its actions while that is open, as it was read; null when there is nothing to enter. */
  enter?(ground: Ground, view: unknown): Promise<Answer<unknown> | null>
}

/** A line of a document that refers to a former one. */
export interface FormerLine {
  sourceLineId: number
  partId: number
  qty: string
  partnerId: number
  warehouseId: number
  taxIncluded: boolean
}

/** The maker of a kind. Without one a kind would stay untested, so that is a failure. */
export function makerOf(kind: string): Maker {
  const maker = makers[kind]
  if (!maker) throw new Error(`nothing in test/makers.ts makes a ${kind}`)
  return maker
}

type Own = Record<string, unknown>

function goods(
  weight: number,
  partner: 'supplierId' | 'customerId' | null,
  { own = {}, scale = 1, ...before }: { own?: Own; scale?: number; sources?: string[]; needs?: string[] } = {},
): Maker {
  return {
    weight,
    ...before,
    body: ({ shop, dice }, former) => ({
      header: {
        bizDate: dice.chance(0.1) ? addDays(shanghaiDay(), -dice.int(1, 5)) : shanghaiDay(),
        warehouseId: former[0]?.warehouseId ?? shop.warehouseId,
        ...(partner && { partnerId: former[0]?.partnerId ?? shop[partner] }),
        invoiceKind: dice.pick(['none', 'normal', 'special']),
        taxIncluded: former[0]?.taxIncluded ?? !dice.chance(0.3),
        orderDiscount: orderDiscount(dice),
        freight: dice.chance(0.2) ? '12.5' : '0',
        freightPayer: dice.pick(['us', 'partner']),
        ...own,
      },
      lines:
        former.length > 0
          ? former.map(({ partnerId: _, warehouseId: __, taxIncluded: ___, ...line }) => ({ ...priced(dice), ...line }))
          : freeLines(dice, shop, scale),
    }),
  }
}

const priced = (dice: Dice) => ({
  price: `${dice.int(1, 300)}.${dice.digits(2)}`,
  taxRate: dice.pick(['0.13', '0', '0.03']),
  discountRate: dice.pick(['1', '1', '0.95', '0.8833']),
  // An amount that somebody has typed need not fit any price.
  ...(dice.chance(0.2) && { netAmount: `${dice.int(0, 2500)}.${dice.digits(2)}` }),
})

/** Mostly none, else a few fen or a good part of a small bill; one beyond the goods is refused. */
const orderDiscount = (dice: Dice) =>
  dice.weighted([
    ['0', 8],
    ['0.77', 2],
    [`${dice.int(1, 60)}.${dice.digits(2)}`, 2],
    [`${dice.int(100, 900)}`, 1],
  ])

function freeLines(dice: Dice, { parts }: Shop, scale: number) {
  return Array.from({ length: dice.int(1, 3) }, () => {
    const partId = dice.pick([parts.filter, parts.filter, parts.pad, parts.oil])
    const qty = partId === parts.oil ? `${dice.int(1, 6) * scale}.5` : String(dice.int(1, 9) * scale)
    return { partId, qty, ...priced(dice) }
  })
}

/** What is open of a partner, and what he has unallocated. */
const openOf = ({ client }: Ground, partnerId: number, side: 'AR' | 'AP') =>
  client.call(currentReceive, { query: { partnerId, side } })

/** Money for up to three open items and perhaps something ahead, or back for what was returned. */
const slip = (weight: number, partner: 'supplierId' | 'customerId', side: 'AR' | 'AP', need: string): Maker => ({
  weight,
  needs: [need],
  async body(ground) {
    const { shop, dice } = ground
    const isRefund = dice.chance(0.15)
    const { rows } = await openOf(ground, shop[partner], side)
    const items = rows
      .filter(({ balance = '0' }) => isNegative(balance) === isRefund && !dice.chance(0.5))
      .slice(0, 3)
      .map(({ id, balance = '0' }) => {
        const discount = dice.chance(0.2) && !isRefund ? min(balance, '0.31') : '0'
        return { openItemId: id, amount: sub(balance, discount), discount }
      })
    const settled = abs(sumOf(items, ({ amount }) => amount))
    const amount = add(settled, isRefund ? '0' : dice.pick(['0', '0', '50']))
    if (!isPositive(amount)) return null
    const purpose = items.length === 0 ? dice.pick(['advance', 'other']) : isRefund ? 'refund' : 'trade'
    return {
      header: { bizDate: shanghaiDay(), partnerId: shop[partner], purpose },
      tenders: [{ storeAccountId: shop.cashId, amount, fee: dice.pick(['0', '0', '0.38']) }],
      items,
    }
  },
})

/** Settlement without money, of every sort that the items of one partner allow. */
const writeOff: Maker = {
  weight: 1.5,
  needs: ['sales_delivery'],
  async body(ground) {
    const { shop, dice } = ground
    const purpose = dice.pick(['bad_debt', 'transfer', 'red_blue', 'advance_ar', 'advance_ap'])
    const side = purpose === 'advance_ap' || (purpose === 'red_blue' && dice.chance(0.5)) ? 'AP' : 'AR'
    const partnerId = side === 'AR' ? shop.customerId : shop.supplierId
    const { rows, advances = [] } = await openOf(ground, partnerId, side)
    const owed = rows.filter(({ balance = '0' }) => isPositive(balance))
    const credits = rows.filter(({ balance = '0' }) => isNegative(balance))
    const [blue, red] = [owed.length > 0 && dice.pick(owed), credits.length > 0 && dice.pick(credits)]
    if (!blue || (purpose === 'red_blue' && !red)) return null
    const ahead = sumOf(advances, ({ amount }) => amount)
    const limit = purpose === 'red_blue' && red ? abs(red.balance ?? '0') : purpose.startsWith('adv') ? ahead : null
    const amount = limit === null ? (blue.balance ?? '0') : min(blue.balance ?? '0', limit)
    return {
      header: {
        bizDate: shanghaiDay(),
        partnerId,
        purpose,
        remark: '双方确认',
        ...(purpose === 'transfer' && { payerId: shop.walkInId }),
      },
      items: [
        { openItemId: blue.id, amount },
        ...(purpose === 'red_blue' && red ? [{ openItemId: red.id, amount: neg(amount) }] : []),
      ],
    }
  },
}

const adjustment: Maker = {
  weight: 0.7,
  body({ shop, dice }) {
    const side = dice.pick(['AR', 'AP'])
    const total = `${dice.chance(0.4) ? '-' : ''}${dice.int(1, 300)}.${dice.digits(2)}`
    const partnerId = side === 'AR' ? shop.customerId : shop.supplierId
    return { header: { bizDate: shanghaiDay(), partnerId, purpose: 'adjust', side, total, remark: '对账差异' } }
  },
}

/** The shop's second account, which it gets when the first document wants it. */
const secondAccounts = new WeakMap<Shop, Promise<number>>()
function secondAccount(shop: Shop): Promise<number> {
  const known = secondAccounts.get(shop) ?? newAccount(shop, '转入户', 'bank', '500')
  secondAccounts.set(shop, known)
  return known
}

/** Money from the till to the bank, or back. */
const fundTransfer: Maker = {
  weight: 0.5,
  async body({ shop, dice }) {
    const accounts = [shop.cashId, await secondAccount(shop)] as const
    const [accountId, counterAccountId] = dice.chance(0.3) ? accounts.toReversed() : accounts
    const total = `${dice.int(1, 60)}.${dice.digits(2)}`
    const header = { bizDate: shanghaiDay(), purpose: 'inside', accountId, counterAccountId, total }
    return { header: { ...header, fee: dice.pick(['0', '0', '0.5']) } }
  },
}

/** Money that is no trade, paid at once or owed by a partner. */
const otherMoney = (direction: 'in' | 'out'): Maker => ({
  weight: 0.7,
  async body({ shop, dice }) {
    const [category] = await shop.sql<{ id: number }>(
      `select id from expense_category where group_id = $1 and direction = $2 and not is_system order by id limit 1`,
      direction,
    )
    const amount = `${dice.int(1, 90)}.${dice.digits(2)}`
    const isOwed = dice.chance(0.4)
    const header = { bizDate: shanghaiDay(), categoryId: category?.id, remark: '其他收支' }
    if (!isOwed)
      return { header, tenders: [{ storeAccountId: shop.cashId, amount, fee: dice.pick(['0', '0', '0.38']) }] }
    const partnerId = direction === 'in' ? shop.customerId : shop.supplierId
    return { header: { ...header, purpose: 'owed', partnerId, total: amount }, tenders: [] }
  },
})

/** What a customer asked for, some of it with an alternative that he may or may not have chosen. */
const quotation: Maker = {
  weight: 2,
  async body(ground, former) {
    const { dice } = ground
    const body = (await goods(2, 'customerId', { own: { vehicleText: '帕萨特 1.8T 2014' } }).body(
      ground,
      former,
    )) as Body & { lines: object[] }
    const lines = body.lines.flatMap((line, i) => {
      const asked = { ...line, groupNo: i + 1, asked: '前刹车片', isChosen: !dice.chance(0.2) }
      const other = { ...line, ...priced(dice), groupNo: i + 1, isChosen: !asked.isChosen && dice.chance(0.5) }
      return dice.chance(0.4) ? [asked, other] : [asked]
    })
    return { ...body, lines }
  },
}

/** Bought of the supplier and sold to the customer; what is bought has a price and a tax of its own. */
const directTrade: Maker = {
  weight: 1.5,
  async body(ground, former) {
    const { shop, dice } = ground
    const made = (await goods(1, 'customerId', { own: { supplierId: shop.supplierId } }).body(ground, former)) as Body
    const lines = made['lines'] as Own[]
    return {
      header: {
        ...made.header,
        purchaseInvoiceKind: dice.pick(['none', 'normal', 'special']),
        purchaseTaxIncluded: !dice.chance(0.3),
      },
      lines: lines.map((line) => ({
        ...line,
        purchasePrice: `${dice.int(1, 200)}.${dice.digits(2)}`,
        purchaseTaxRate: dice.pick(['0.13', '0', '0.03']),
      })),
    }
  },
}

/** New prices of a part or two for tomorrow: they wait, so that an approval can be taken back. */
const prices: Maker = {
  weight: 0.5,
  body: ({ shop, dice }) => ({
    header: {
      bizDate: shanghaiDay(),
      effectiveOn: addDays(shanghaiDay(), 1),
      effectiveTime: '08:00',
      reason: '厂家调价',
    },
    lines: [shop.parts.filter, shop.parts.pad].map((partId) => ({
      partId,
      retailPrice: `${dice.int(100, 300)}.${dice.digits(2)}`,
      wholesalePrice1: `${dice.int(50, 90)}.${dice.digits(2)}`,
    })),
  }),
}

/** Goods go to a second bin of the warehouse, or back. */
const locationMove: Maker = {
  weight: 1.5,
  async body({ shop, dice }) {
    const [bin] = await shop.sql<{ id: number }>(
      `insert into location (group_id, warehouse_id, code) values ($1, $2, 'B-02')
        on conflict (group_id, warehouse_id, code) do update set code = excluded.code returning id`,
      shop.warehouseId,
    )
    const bins = [shop.locationId, bin?.id as number]
    const [locationId, toLocationId] = dice.chance(0.3) ? bins.toReversed() : bins
    return {
      header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId },
      // Counts and other goods find each of the other parts in one bin.
      lines: Array.from({ length: dice.int(1, 3) }, () => ({
        partId: shop.parts.filter,
        qty: String(dice.int(1, 9)),
        locationId,
        toLocationId,
      })),
    }
  },
}

/** Kits of one part, put together of two others that are also sold, or taken apart into them. */
const kit = ({ isApart = false }): Maker => ({
  weight: 2,
  body({ shop: { parts, warehouseId, supplierId }, dice }) {
    const qty = dice.int(1, 3)
    const ratio = (costRatio: string) => (isApart ? { costRatio } : {})
    return {
      header: {
        bizDate: shanghaiDay(),
        warehouseId,
        freight: dice.pick(['0', '7.35']),
        partnerId: dice.chance(0.5) ? supplierId : null,
      },
      lines: [
        { partId: parts.filter, qty: String(qty), isKit: true },
        { partId: parts.pad, qty: String(qty * 2), ...ratio('0.3333') },
        { partId: parts.oil, qty: `${qty}.5`, ...ratio('0.6667') },
      ],
    }
  },
})

/** Goods cost more or less; sometimes by more than they are worth. */
const costAdjustment: Maker = {
  weight: 1,
  body: ({ shop: { parts, warehouseId }, dice }) => ({
    header: { bizDate: shanghaiDay(), warehouseId, remark: '发票价差' },
    lines: Array.from({ length: dice.int(1, 2) }, () => ({
      partId: dice.pick([parts.filter, parts.pad, parts.oil]),
      qty: '0',
      netAmount: `${dice.chance(0.4) ? '-' : ''}${dice.int(1, dice.chance(0.1) ? 90000 : 90)}.${dice.digits(2)}`,
    })),
  }),
}

/** A count of some parts: more or less of each than the books say, who alone know how much. */
const count: Maker = {
  weight: 1,
  async body({ shop, client, dice }) {
    const { parts, warehouseId } = shop
    const { rows } = await client.call(countScope, { query: { page: 1, rows: 50, warehouseId } })
    const chosen = [parts.pad, parts.oil].filter((_, i) => i === 0 || dice.chance(0.5))
    const lines = chosen.map((partId) => {
      const book = rows.find((row) => row.partId === partId)?.bookQty ?? '0'
      return { partId, countedQty: max('0', add(book, dice.pick(['2', '1', '-1', '-3', '0']))) }
    })
    return { header: { bizDate: shanghaiDay(), warehouseId, scope: 'parts' }, lines }
  },
}

const returned = { reason: '质量问题' }
/** More comes in than goes out, else most of a walk would be refused for want of stock. */
const plenty = 4

const makers: Partial<Record<string, Maker>> = {
  purchase_order: goods(2, 'supplierId'),
  goods_receipt: goods(5, 'supplierId', { scale: plenty, sources: ['purchase_order'] }),
  purchase_return: goods(3, 'supplierId', { own: returned, sources: ['goods_receipt'] }),
  sales_quotation: quotation,
  sales_order: goods(2, 'customerId', { own: { allowBackorder: true }, sources: ['sales_quotation'] }),
  sales_delivery: goods(5, 'customerId', { sources: ['sales_order', 'sales_quotation'] }),
  sales_return: goods(2, 'customerId', { own: { ...returned, disposal: 'good' }, sources: ['sales_delivery'] }),
  direct_trade: directTrade,
  other_in: goods(1, null, { own: { reason: '盘盈外其他' }, scale: plenty }),
  other_out: goods(2, null, { own: { reason: '报损' } }),
  location_move: locationMove,
  assembly: kit({}),
  disassembly: kit({ isApart: true }),
  cost_adjustment: costAdjustment,
  stock_count: count,
  collection: slip(2, 'customerId', 'AR', 'sales_delivery'),
  payment: slip(2, 'supplierId', 'AP', 'goods_receipt'),
  write_off: writeOff,
  balance_adjustment: adjustment,
  fund_transfer: fundTransfer,
  other_income: otherMoney('in'),
  other_expense: otherMoney('out'),
  ...invoiceMakers,
  ...cardMakers,
  price_adjustment: prices,
  ...transferMakers,
  ...workshopMakers,
  ...warrantyMakers,
  ...pickingMakers,
}

/** The kinds with all that must stand before them, and goods to begin with. */
export function whatStandsBefore(
  kinds: readonly string[],
  madeBy = makerOf,
  found = new Set(['other_in']),
): Set<string> {
  for (const kind of kinds) {
    if (found.has(kind)) continue
    found.add(kind)
    const { sources = [], needs = [] } = madeBy(kind)
    whatStandsBefore([...sources, ...needs], madeBy, found)
  }
  return found
}

/**
 * Lines by which a document of one kind refers to what remains of another, as 引单 draws them; those of a return credit at
 * most what was charged. None when nothing remains.
 */
export async function drawLines(
  { client, dice }: Ground,
  target: string,
  former: { kind: string; id: number },
): Promise<FormerLine[]> {
  const body = { source: former.kind, documentId: former.id }
  const answer = await client.ask(drawSource, { params: { target }, body })
  if (answer.status !== 200) return []
  const { partnerId, taxIncluded } = answer.data.header as { partnerId: number; taxIncluded: boolean }
  return answer.data.lines.slice(0, 3).map(({ sourceLineId, partId, warehouseId, charged, ...line }) => {
    const qty = dice.chance(0.4) ? '1' : trimZeros(line.qty)
    const credit = charged && {
      netAmount: chargedShare(charged, qty),
      price: '0',
      discountRate: '1',
      taxRate: line.taxRate ?? '0',
    }
    return { sourceLineId: sourceLineId as number, partId, qty, partnerId, warehouseId, taxIncluded, ...credit }
  })
}
