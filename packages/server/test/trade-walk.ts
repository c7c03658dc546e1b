import { chargedShare } from '@chepu/contract/kernel/charged-share'
import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import type { ActionDef, DocumentDef, State } from '@chepu/contract/kernel/document'
import { drawFormer } from '@chepu/contract/kernel/former'
import { documentRoutes } from '@chepu/contract/kernel/goods-document'
import { moneyRoutes } from '@chepu/contract/kernel/money-document'
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { payment } from '@chepu/contract/finance/payment'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { addDays, shanghaiDay } from '../src/kernel/calendar'
import { createRandom, type Random } from '../../../db/demo/random'
import type { Answer, AnyRoute, Client, Shop } from './shop'

/** A document that the walkers share: they collide on it on purpose. */
interface Known {
  def: DocumentDef
  id: number
  version: number
}

/** How one kind of document is made at random. */
interface Maker {
  def: DocumentDef
  weight: number
  /** Kinds whose lines it may refer to. */
  sources?: string[]
  body(walk: Walker, sourced: SourceLine[]): Promise<Record<string, unknown> | null>
}

interface SourceLine {
  sourceLineId: number
  partId: number
  qty: string
  partnerId: number
  warehouseId: number
  taxIncluded: boolean
}

export interface WalkReport {
  /** Answers by status. */
  statuses: Map<number, number>
  /** Successful actions, 'goods_receipt.approve'. */
  done: Map<string, number>
  /** Requests whose repetition gave another answer. */
  broken: string[]
  failures: string[]
}

const goods = (
  def: DocumentDef,
  weight: number,
  partner: 'supplierId' | 'customerId' | null,
  extra: Record<string, unknown> = {},
  sources?: string[],
): Maker => ({
  def,
  weight,
  ...(sources && { sources }),
  async body({ random, shop }, sourced) {
    const lines =
      sourced.length > 0
        ? sourced.map(({ partnerId: _, warehouseId: __, taxIncluded: ___, ...line }) => ({
            ...priced(random),
            ...line,
          }))
        : freeLines(random, shop, isInbound(def) ? 4 : 1)
    return {
      header: {
        bizDate: random.chance(0.9) ? shanghaiDay() : addDays(shanghaiDay(), -random.int(1, 5)),
        warehouseId: sourced[0]?.warehouseId ?? shop.warehouseId,
        ...(partner && { partnerId: sourced[0]?.partnerId ?? shop[partner] }),
        invoiceKind: random.pick(['none', 'normal', 'special']),
        taxIncluded: sourced[0]?.taxIncluded ?? random.chance(0.7),
        orderDiscount: orderDiscount(random),
        freight: random.chance(0.2) ? '12.5' : '0',
        freightPayer: random.pick(['us', 'partner']),
        ...extra,
      },
      lines,
    }
  },
})

const priced = (random: Random) => ({
  price: `${random.int(1, 300)}.${random.digits(2)}`,
  taxRate: random.pick(['0', '0.13', '0.03']),
  discountRate: random.pick(['1', '1', '0.95', '0.8833']),
  // An amount that somebody has typed need not fit any price.
  ...(random.chance(0.2) && { netAmount: `${random.int(0, 2500)}.${random.digits(2)}` }),
})

/** Mostly none, else a few fen or a good part of a small bill; one beyond the goods is refused. */
const orderDiscount = (random: Random) =>
  random.weighted([
    ['0', 8],
    ['0.77', 2],
    [`${random.int(1, 60)}.${random.digits(2)}`, 2],
    [`${random.int(100, 900)}`, 1],
  ])

/** More comes in than goes out, else most of the walk would be refused for want of stock. */
const isInbound = (def: DocumentDef) => def.kind === 'goods_receipt' || def.kind === 'other_in'

function freeLines(random: Random, shop: Shop, scale: number) {
  return Array.from({ length: random.int(1, 3) }, () => {
    const partId = random.pick([shop.parts.filter, shop.parts.filter, shop.parts.pad, shop.parts.oil])
    const qty = partId === shop.parts.oil ? `${random.int(1, 6) * scale}.5` : String(random.int(1, 9) * scale)
    return { partId, qty, ...priced(random) }
  })
}

const slip = (def: DocumentDef, weight: number, partner: 'supplierId' | 'customerId', side: 'AR' | 'AP'): Maker => ({
  def,
  weight,
  async body({ random, shop, client }) {
    const { rows } = await client.call(currentReceive, { query: { partnerId: shop[partner], side } })
    const items = rows
      .filter((row) => !row.balance?.startsWith('-') && random.chance(0.5))
      .slice(0, 3)
      .map((row) => ({ openItemId: row.id, amount: row.balance as string, discount: '0' }))
    const paid = items.reduce(
      (fen, item) => fen + BigInt(item.amount.replace('.', '')),
      BigInt(random.pick([0, 0, 5000])),
    )
    if (paid === 0n) return null
    const digits = paid.toString().padStart(3, '0')
    const amount = `${digits.slice(0, -2)}.${digits.slice(-2)}`
    return {
      header: { bizDate: shanghaiDay(), partnerId: shop[partner], purpose: items.length > 0 ? 'trade' : 'advance' },
      tenders: [{ storeAccountId: shop.cashId, amount, fee: random.pick(['0', '0', '0.38']) }],
      items,
    }
  },
})

const makers: Maker[] = [
  goods(purchaseOrder, 2, 'supplierId'),
  goods(goodsReceipt, 5, 'supplierId', {}, ['purchase_order']),
  goods(purchaseReturn, 3, 'supplierId', { reason: '质量问题' }, ['goods_receipt']),
  goods(salesOrder, 2, 'customerId', { allowBackorder: true }),
  goods(salesDelivery, 5, 'customerId', {}, ['sales_order']),
  goods(salesReturn, 2, 'customerId', { reason: '质量问题', disposal: 'good' }, ['sales_delivery']),
  goods(otherIn, 1, null, { reason: '盘盈外其他' }),
  goods(otherOut, 2, null, { reason: '报损' }),
  slip(collection, 2, 'customerId', 'AR'),
  slip(payment, 2, 'supplierId', 'AP'),
]

const isGoods = (def: DocumentDef) => def !== (collection as DocumentDef) && def !== (payment as DocumentDef)
const routesOf = (def: DocumentDef) =>
  (isGoods(def) ? documentRoutes(def) : moneyRoutes(def)) as ReturnType<typeof documentRoutes<DocumentDef>>

/** Most documents go forward, as in a shop; enough of them are undone, and few are given up. */
const eagerness: Record<string, number> = {
  approve: 8,
  confirm: 8,
  receive: 8,
  ship: 8,
  submit: 4,
  reverse: 3,
  unapprove: 3,
  void: 0.5,
}

/** One client's random walk over documents that it shares with the others. */
export class Walker {
  constructor(
    readonly shop: Shop,
    readonly client: Client,
    readonly random: Random,
    private readonly known: Known[],
    private readonly report: WalkReport,
  ) {}

  /** Takes one random step: a new document, a change of one, or an action on one. */
  async step(): Promise<void> {
    if (this.known.length < 4 || this.random.chance(0.35)) return this.create()
    if (this.random.chance(0.1)) return this.change()
    return this.act()
  }

  private async create(): Promise<void> {
    const maker = this.random.weighted(makers.map((each): [Maker, number] => [each, each.weight]))
    const sourced = maker.sources && this.random.chance(0.6) ? await this.sourceLines(maker.def, maker.sources) : []
    const body = await maker.body(this, sourced)
    if (!body) return
    const saved = await this.send(maker.def, 'add', routesOf(maker.def).save, { body })
    if (saved) this.known.push({ def: maker.def, id: saved.id, version: saved.version })
  }

  private async change(): Promise<void> {
    const doc = this.random.pick(this.known)
    const maker = makers.find((each) => each.def === doc.def) as Maker
    const body = await maker.body(this, [])
    if (!body) return
    const saved = await this.send(doc.def, 'update', routesOf(doc.def).save, {
      body: { ...body, id: doc.id, version: doc.version },
    })
    if (saved) doc.version = saved.version
  }

  private async act(): Promise<void> {
    // The latest documents are the likeliest to change.
    const recent = this.random.chance(0.7) ? this.known.slice(-6) : this.known
    const doc = this.random.pick(recent)
    const current = await this.client.ask(routesOf(doc.def).read, { params: { id: doc.id } })
    if (current.status !== 200) return
    const header = current.data.header as { version: number; state: State }
    const open = Object.entries(doc.def.actions).filter(
      ([, action]) => action.from.includes(header.state) && !needsInput(action),
    )
    const choices = open.length > 0 ? open : Object.entries(doc.def.actions)
    const name = this.random.weighted(choices.map(([key]): [string, number] => [key, eagerness[key] ?? 2]))
    // Now and then the version is one that somebody has left behind.
    const version = this.random.chance(0.05) ? header.version - 1 : header.version
    const counted = takesCount(doc.def.actions[name]) && this.random.chance(0.6)
    const body = { version, reason: '随机测试', ...(counted && { input: this.counted(current.data.lines) }) }
    const saved = await this.send(doc.def, name, routesOf(doc.def).act, { params: { id: doc.id, action: name }, body })
    if (saved) doc.version = saved.version
  }

  /** What a warehouse might count of a document: most lines whole, some of them less or nothing at all. */
  private counted(lines: readonly { id: number; qty: string }[]): CountedLines {
    const qtyOf = (qty: string) => {
      if (this.random.chance(0.7)) return qty
      const whole = Number.parseInt(qty, 10)
      return String(this.random.int(0, Math.max(0, whole)))
    }
    return {
      lines: lines.map(({ id, qty }) => ({ lineId: id, qty: qtyOf(qty), locationId: null, batchNo: '' })),
    }
  }

  /** Lines of a known document; those of a return credit at most what was charged. */
  private async sourceLines(target: DocumentDef, kinds: string[]): Promise<SourceLine[]> {
    const candidates = this.known.filter((doc) => kinds.includes(doc.def.kind))
    if (candidates.length === 0) return []
    const doc = this.random.pick(candidates)
    const body = { source: doc.def.kind, documentId: doc.id }
    const answer = await this.client.ask(drawFormer, { params: { target: target.kind }, body })
    if (answer.status !== 200) return []
    const { partnerId, taxIncluded } = answer.data.header as { partnerId: number; taxIncluded: boolean }
    return answer.data.lines.slice(0, 3).map(({ sourceLineId, partId, warehouseId, charged, ...line }) => {
      const qty = this.random.chance(0.6) ? trimZeros(line.qty) : '1'
      const credit = charged && {
        netAmount: chargedShare(charged, qty),
        price: '0',
        discountRate: '1',
        taxRate: line.taxRate ?? '0',
      }
      return { sourceLineId: sourceLineId as number, partId, qty, partnerId, warehouseId, taxIncluded, ...credit }
    })
  }

  /** Sends a request, sometimes twice with one key: at once, or after the answer. Both answers must be the same. */
  private async send(
    def: DocumentDef,
    what: string,
    route: AnyRoute,
    options: object,
  ): Promise<{ id: number; version: number } | null> {
    const idempotencyKey = `walk-${this.random.digits(16)}`
    const ask = () =>
      this.client.ask(route, { ...options, idempotencyKey }) as Promise<Answer<{ id: number; version: number }>>
    const twin = this.random.chance(0.15) ? ask() : null
    const answer = await ask()
    const second = twin ? await twin : this.random.chance(0.1) ? await ask() : null
    this.count(def, what, answer)
    // After a refusal the key is free, and what the second request finds may have changed; a success never changes.
    if (
      second &&
      answer.status === 200 &&
      second.status === 200 &&
      JSON.stringify(second.data) !== JSON.stringify(answer.data)
    ) {
      this.report.broken.push(`${def.kind}.${what}: ${JSON.stringify(answer.data)} then ${JSON.stringify(second.data)}`)
    }
    if (answer.status === 200) return answer.data
    return second?.status === 200 ? second.data : null
  }

  private count(def: DocumentDef, what: string, answer: Answer<unknown>): void {
    const { statuses, done, failures } = this.report
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 200) done.set(`${def.kind}.${what}`, (done.get(`${def.kind}.${what}`) ?? 0) + 1)
    if (answer.status >= 500) failures.push(`${def.kind}.${what}: ${answer.msg}`)
  }
}

/** The second desk may say what it counted. */
const takesCount = (action: ActionDef | undefined) => action?.input?.safeParse({ lines: [] }).success === true

const needsInput = (action: ActionDef) => action.input !== undefined && !action.input.safeParse(undefined).success

/** Lets `clients` walk at the same time for `steps` steps each. */
export async function walk(shop: Shop, options: { seed: number; clients: number; steps: number }): Promise<WalkReport> {
  const report: WalkReport = { statuses: new Map(), done: new Map(), broken: [], failures: [] }
  const known: Known[] = []
  const walkers = await Promise.all(
    Array.from({ length: options.clients }, async (_, i) => {
      const client = await shop.signIn('owner')
      return new Walker(shop, client, createRandom(`walk ${i}`, options.seed), known, report)
    }),
  )
  await Promise.all(
    walkers.map(async (walker) => {
      for (let i = 0; i < options.steps; i += 1) await walker.step()
    }),
  )
  return report
}
