import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { ActionDef } from '@chepu/contract/kernel/document'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { State } from '@chepu/contract/kernel/states'
import { createRandom, type Random } from '../../../db/demo/random'
import { kindsOf } from './desk'
import { type Body, drawLines, type FormerLine, makerOf } from './makers'
import type { Answer, AnyRoute, Client, Shop } from './shop'

/** A document that the walkers share: they collide on it on purpose. */
interface Known {
  def: AnyDocument
  id: number
  version: number
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
    private readonly observer?: Observer,
    without: readonly string[] = [],
  ) {
    this.kinds = kindsOf(shop)
      .filter(({ def }) => !without.includes(def.kind))
      .map(({ def }) => [def, makerOf(def.kind).weight])
  }
  /** Every kind that is bound, by how often it is made. */
  private readonly kinds: (readonly [AnyDocument, number])[]

  /** Takes one random step: a new document, a change of one, or an action on one. */
  async step(): Promise<void> {
    if (this.known.length < 4 || this.random.chance(0.35)) return this.create()
    if (this.random.chance(0.1)) return this.change()
    return this.act()
  }

  private async create(): Promise<void> {
    const def = this.random.weighted(this.kinds)
    const { sources = [] } = makerOf(def.kind)
    const former = sources.length > 0 && this.random.chance(0.6) ? await this.formerLines(def, sources) : []
    const saved = await this.save(def, former)
    if (saved) this.known.push({ def, id: saved.id, version: saved.version })
  }

  private async change(): Promise<void> {
    const doc = this.random.pick(this.known)
    const saved = await this.save(doc.def, [], { id: doc.id, version: doc.version })
    if (saved) doc.version = saved.version
  }

  private async save(def: AnyDocument, former: readonly FormerLine[], of: object = {}): Promise<Saved | null> {
    const made = await makerOf(def.kind).body({ ...this, dice: this.random }, former)
    if (!made) return null
    const body = { ...made, ...of }
    const saved = await this.send(def, 'id' in of ? 'update' : 'add', def.routes.save, { body })
    if (saved) await this.observer?.saved(def, saved.id, body)
    return saved
  }

  private async act(): Promise<void> {
    // The latest documents are the likeliest to change.
    const recent = this.random.chance(0.7) ? this.known.slice(-6) : this.known
    const doc = this.random.pick(recent)
    const current = await this.client.ask(doc.def.routes.read, { params: { id: doc.id } })
    if (current.status !== 200) return
    const header = current.data.header as { version: number; state: State }
    // What is counted are goods.
    const { lines } = current.data as unknown as { lines: { id: number; qty: string }[] }
    const open = Object.entries(doc.def.actions).filter(
      ([, action]) => action.from.includes(header.state) && !needsInput(action),
    )
    const choices = open.length > 0 ? open : Object.entries(doc.def.actions)
    const name = this.random.weighted(choices.map(([key]): [string, number] => [key, eagerness[key] ?? 2]))
    // Now and then the version is one that somebody has left behind.
    const version = this.random.chance(0.05) ? header.version - 1 : header.version
    const counted = takesCount(doc.def.actions[name]) && this.random.chance(0.6)
    const body = { version, reason: '随机测试', ...(counted && { input: this.counted(lines) }) }
    const options = { params: { id: doc.id, action: name }, body }
    const saved = await this.send(doc.def, name, doc.def.routes.act, options)
    if (!saved) return
    doc.version = saved.version
    await this.observer?.acted(doc.def, doc.id, name, saved.state, body.input)
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
    const candidates = this.known.filter((doc) => kinds.includes(doc.def.kind))
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
    const { statuses, done, failures } = this.report
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status === 200) done.set(`${def.kind}.${what}`, (done.get(`${def.kind}.${what}`) ?? 0) + 1)
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
  /** Is called after every step of a client. */
  after?: (step: number) => Promise<void>
}

/** Lets `clients` walk at the same time for `steps` steps each. */
export async function walk(shop: Shop, options: WalkOptions): Promise<WalkReport> {
  const report: WalkReport = { statuses: new Map(), done: new Map(), broken: [], failures: [] }
  const { observer, without, after } = options
  const known: Known[] = []
  const another = await shop.signIn('owner')
  const walkers = await Promise.all(
    Array.from({ length: options.clients }, async (_, i) => {
      const client = await shop.signIn('owner')
      const random = createRandom(`walk ${i}`, options.seed)
      return new Walker(shop, client, another, random, known, report, observer, without)
    }),
  )
  await Promise.all(
    walkers.map(async (walker) => {
      for (let i = 1; i <= options.steps; i += 1) {
        await walker.step()
        await after?.(i)
      }
    }),
  )
  return report
}
