import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { ActionDef } from '@chepu/contract/kernel/document'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { isEntered, type State } from '@chepu/contract/kernel/states'
import { createRandom, type Random } from '../../../db/demo/random'
import { kindsOf } from './desk'
import { type Body, drawLines, type FormerLine, type Maker, makerOf } from './makers'
import type { Answer, AnyRoute, Client, Shop } from './shop'

/** A document that the walkers share: they collide on it on purpose. */
interface Known {
  def: AnyDocument
  id: number
  version: number
  orgId: number
  /** The other organisation that it is also of. */
  counterOrgId: number | null
}

/** What a walk has done to the books, told to whoever keeps books of his own beside it. */
export interface Observer {
  /** A document was saved with this body. */
  saved(def: AnyDocument, id: number, body: Body): Promise<void>
  /** An action was taken, with what was counted, and left the document in this state. */
  acted(def: AnyDocument, id: number, action: string, state: State, counted?: CountedLines): Promise<void>
}

interface WalkReport {
  /** Answers by status. */
  statuses: Map<number, number>
  /** Successful actions, 'goods_receipt.approve'. */
  done: Map<string, number>
  /** What was refused and why, 'goods_receipt.approve: 单据已被修改'. */
  refused: Set<string>
  /** Requests whose repetition gave another answer. */
  broken: string[]
  failures: string[]
}

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

interface Saved {
  id: number
  version: number
  state: State
}

/** One client's random walk over documents that it shares with the others. */
class Walker {
  constructor(
    readonly shop: Shop,
    readonly client: Client,
    /** Approves what the client has worked on. */
    private readonly another: Client,
    readonly random: Random,
    private readonly known: Known[],
    private readonly report: WalkReport,
    private readonly options: WalkOptions,
  ) {
    const { without = [], makers = {} } = options
    this.makerOf = (kind) => makers[kind] ?? makerOf(kind)
    this.kinds = kindsOf(shop)
      .filter(({ def }) => !without.includes(def.kind))
      .map(({ def }) => [def, this.makerOf(def.kind).weight])
  }
  private readonly makerOf: (kind: string) => Maker
  /** Every kind that is bound, by how often it is made. */
  private readonly kinds: (readonly [AnyDocument, number])[]

  /** Takes one random step: a new document, a change of one, or an action on one. */
  async step(): Promise<void> {
    if (this.documents().length < 4 || this.random.chance(this.options.newOnes ?? 0.35)) return this.create()
    if (this.random.chance(0.1)) return this.change()
    return this.act()
  }

  private async create(): Promise<void> {
    const def = this.random.weighted(this.kinds)
    const { sources = [] } = this.makerOf(def.kind)
    const former = sources.length > 0 && this.random.chance(0.6) ? await this.formerLines(def, sources) : []
    await this.save(def, former)
  }

  private async change(): Promise<void> {
    const own = this.documents().filter(this.isOwn)
    if (own.length === 0) return this.create()
    const doc = this.random.pick(own)
    await this.save(doc.def, [], doc)
  }

  private async save(def: AnyDocument, former: readonly FormerLine[], before?: Known): Promise<void> {
    const made = await this.makerOf(def.kind).body({ ...this, dice: this.random }, former)
    if (!made) return
    const body = { ...made, ...(before && { id: before.id, version: before.version }) }
    const saved = await this.send(def, before ? 'update' : 'add', def.routes.save, { body })
    if (!saved) return
    const { id, version } = saved
    const counterOrgId = (made.header['counterOrgId'] ?? null) as number | null
    if (before) Object.assign(before, { version, counterOrgId })
    else this.known.push({ def, id, version, orgId: this.shop.orgId, counterOrgId })
    await this.options.observer?.saved(def, id, body)
  }

  private readonly isOwn = ({ orgId }: Known): boolean => orgId === this.shop.orgId
  /** What this client may see of what is known. */
  private readonly documents = () => this.known.filter((doc) => this.isOwn(doc) || doc.counterOrgId === this.shop.orgId)

  private async act(): Promise<void> {
    // The latest documents are the likeliest to change.
    const all = this.documents()
    const recent = this.random.chance(0.7) ? all.slice(-(this.options.recent ?? 6)) : all
    const doc = this.random.pick(recent)
    const current = await this.client.ask(doc.def.routes.read, { params: { id: doc.id } })
    if (current.status !== 200) return
    const header = current.data.header as { version: number; state: State }
    // What is counted are goods.
    const { lines } = current.data as unknown as { lines: { id: number; qty: string }[] }
    const { enter } = this.makerOf(doc.def.kind)
    if (enter && isEntered(doc.def, header.state) && this.random.chance(0.4)) {
      const entered = await enter({ ...this, dice: this.random }, current.data)
      if (entered) return this.count(doc.def, 'enter', entered)
    }
    const open = Object.entries(doc.def.actions).filter(
      ([, action]) => action.from.includes(header.state) && !needsInput(action) && this.isOurs(action, doc),
    )
    // Where two walk together much of what is over, or the other side's to do, is left to itself.
    if (open.length === 0 && this.options.sister && this.random.chance(0.5)) return
    const choices = open.length > 0 ? open : Object.entries(doc.def.actions)
    const name = this.random.weighted(choices.map(([key]): [string, number] => [key, this.eager(doc.def.kind, key)]))
    // Now and then the version is one that somebody has left behind.
    const version = this.random.chance(0.05) ? header.version - 1 : header.version
    const counted = takesCount(doc.def.actions[name]) && this.random.chance(0.6)
    const body = { version, reason: '随机测试', ...(counted && { input: this.counted(lines) }) }
    const options = { params: { id: doc.id, action: name }, body }
    const saved = await this.send(doc.def, name, doc.def.routes.act, options)
    if (!saved) return
    doc.version = saved.version
    await this.options.observer?.acted(doc.def, doc.id, name, saved.state, body.input)
  }

  /** How gladly an action is taken; one that the walk is still to reach before all others. */
  private eager(kind: string, action: string): number {
    return (eagerness[action] ?? 2) * (this.options.wanted?.has(`${kind}.${action}`) ? 10 : 1)
  }

  /** Whether an action is this organisation's; within one organisation either side's is. */
  private isOurs({ by }: ActionDef, doc: Known): boolean {
    if (doc.counterOrgId === null) return true
    return (by === 'counterparty') !== this.isOwn(doc)
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

  /** Lines of a known document of one of the kinds. */
  private async formerLines(target: AnyDocument, kinds: readonly string[]): Promise<FormerLine[]> {
    const candidates = this.documents().filter((doc) => kinds.includes(doc.def.kind))
    if (candidates.length === 0) return []
    const { def, id } = this.random.pick(candidates)
    return drawLines({ ...this, dice: this.random }, target.kind, { kind: def.kind, id })
  }

  /** Sends a request, sometimes twice with one key: at once, or after the answer. Both answers must be the same. */
  private async send(def: AnyDocument, what: string, route: AnyRoute, options: object): Promise<Saved | null> {
    const idempotencyKey = `walk-${this.random.digits(16)}`
    const who = def.actions[what]?.byAnother ? this.another : this.client
    const ask = () => who.ask(route, { ...options, idempotencyKey }) as Promise<Answer<Saved>>
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

  private count(def: AnyDocument, what: string, answer: Answer<unknown>): void {
    const { statuses, done, refused, failures } = this.report
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 200) done.set(`${def.kind}.${what}`, (done.get(`${def.kind}.${what}`) ?? 0) + 1)
    if (answer.status >= 400) refused.add(`${def.kind}.${what}: ${answer.msg}`)
    if (answer.status >= 500) failures.push(`${def.kind}.${what}: ${answer.msg}`)
  }
}

/** The second desk may say what it counted. */
const takesCount = (action: ActionDef | undefined) => action?.input?.safeParse({ lines: [] }).success === true

const needsInput = (action: ActionDef) => action.input !== undefined && !action.input.safeParse(undefined).success

interface WalkOptions {
  seed: number
  clients: number
  steps: number
  observer?: Observer
  /** Kinds that are not made, because the observer knows nothing of them. */
  without?: readonly string[]
  /** Steps that the walk is still to reach, 'goods_receipt.reverse'. */
  wanted?: ReadonlySet<string>
  /** A second organisation of the group, in which as many clients walk. */
  sister?: Shop
  /** How many of the steps make a new document. */
  newOnes?: number
  /** How many documents are the latest ones; more, the more clients there are. */
  recent?: number
  /** Makers that take the place of those of test/makers.ts. */
  makers?: Partial<Record<string, Maker>>
  /** Is called after every step of a client. */
  after?: (step: number) => Promise<void>
  /** Is asked after every step of a client: whether all is reached that the walk was begun for, so that nobody walks on. */
  enough?: (report: WalkReport) => boolean | Promise<boolean>
}

/** Lets `clients` walk at the same time for `steps` steps each. */
export async function walk(shop: Shop, options: WalkOptions): Promise<WalkReport> {
  const report: WalkReport = { statuses: new Map(), done: new Map(), refused: new Set(), broken: [], failures: [] }
  const { seed, clients, sister, after, enough } = options
  let isOver = false
  const known: Known[] = []
  const walkersOf = async (side: Shop, first: number) => {
    const another = await side.signIn('owner')
    return Promise.all(
      Array.from({ length: clients }, async (_, i) => {
        const client = await side.signIn('owner')
        return new Walker(side, client, another, createRandom(`walk ${first + i}`, seed), known, report, options)
      }),
    )
  }
  const walkers = [...(await walkersOf(shop, 0)), ...(sister ? await walkersOf(sister, clients) : [])]
  await Promise.all(
    walkers.map(async (walker) => {
      for (let i = 1; i <= options.steps && !isOver; i += 1) {
        await walker.step()
        await after?.(i)
        isOver ||= (await enough?.(report)) ?? false
      }
    }),
  )
  return report
}
