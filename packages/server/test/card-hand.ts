// Hands at counters that charge and use the same cards: where they stand, what they were told, and how they send what they do while connections break.
import type { Route } from '@chepu/contract/kernel/route'
import type { Random } from '../../../db/demo/random'
import type { SecondServer } from './proxy'
import type { Answer, AnyRoute, Client, Shop } from './shop'
import type { Workshop } from './workshop'

/** A package on sale of one line: so many times of the service for so many fen, and how long it is good. */
export interface Pack {
  id: number
  times: bigint
  value: bigint
  /** What one time is worth, in hundredths of a fen. */
  each: bigint
  validDays: number
}
/** A type of cards as the oracle knows it. */
export interface Kind {
  id: number
  rule: 'principal_first' | 'gift_first' | 'ratio'
  validDays: number | null
  pointsPerYuan: bigint
}

/** What was taken with success, as the hand typed it. Money in fen. */
export type Told = { key: string; orgId: number } & (
  | { step: 'undone' }
  | {
      step: 'voucher'
      purpose: 'open' | 'recharge' | 'package_sale' | 'grant' | 'refund_card'
      cardId: number
      bizDate: string
      principal: bigint
      gift: bigint
      points: bigint
      packId: number | null
    }
  | {
      step: 'settled'
      due: bigint
      cardId: number | null
      amount: bigint
      cash: bigint
      itemId: number | null
    }
  | {
      step: 'refunded'
      /** Of which settlement, and the how manieth time that it was settled. */
      settlement: string
      cycle: number
      /** What of the due goes back; null is all that is left. */
      amount: bigint | null
      hasUse: boolean
    }
)

/** What hands share. */
export interface Counters {
  shop: Shop
  workshop: Workshop
  cars: readonly { partnerId: number; vehicleId: number }[]
  kinds: readonly Kind[]
  packs: readonly Pack[]
  serviceItemId: number
  second: SecondServer
  told: Told[]
  done: Map<string, number>
  /** Steps that nobody has taken yet. */
  missing(): string[]
  refused: Set<string>
  failures: string[]
  /** Requests that had to be sent again. */
  repeated: number
}

export interface Hand {
  counters: Counters
  orgId: number
  warehouseId: number
  cashId: number
  bankId: number
  /** At a server whose connections hold, and at one where they break. */
  client: Client
  shaky: Client
  random: Random
  settlements: { id: number; orderId: number; isFast: boolean }[]
}

export interface Saved {
  id: number
  version: number
}

/** Who sends what he does, and where it is noted. */
export interface Sender {
  counters: Pick<Counters, 'second' | 'done' | 'missing' | 'refused' | 'failures' | 'repeated'>
  client: Client
  shaky: Client
  random: Random
}

/** Sends a change until it is answered, always with one key, while connections to the database break in the middle. Notes what came of it; null is a refusal. */
export async function send<Data = Saved>(
  hand: Sender,
  what: string,
  route: Route,
  options: object,
): Promise<Data | null> {
  const { counters, random } = hand
  const keyed = { ...options, idempotencyKey: `cards-${random.digits(16)}` }
  const isShaky = random.chance(0.4)
  if (isShaky && random.chance(0.5)) counters.second.proxy.cutAfter(random.int(1, 14))
  const ask = () => (isShaky ? hand.shaky : hand.client).ask(route as AnyRoute, keyed as never) as Promise<Answer<Data>>
  let answer = await ask()
  for (let again = 0; answer.status === 503 && again < 30; again += 1) {
    counters.repeated += 1
    answer = await ask()
  }
  if (answer.status === 200) counters.done.set(what, (counters.done.get(what) ?? 0) + 1)
  else counters.refused.add(`${what}: ${answer.msg}`)
  const isOfDatabase = answer.msg === '数据已存在，请勿重复提交'
  if (answer.status >= 500 || isOfDatabase) counters.failures.push(`${what}: ${answer.msg}`)
  if (answer.status !== 200) return null
  if (keyed.idempotencyKey.endsWith('0')) await askAgain(hand, what, route, keyed, answer)
  return answer.data
}

/** What a change has answered. The document that it may show is shown as it is now, which others may have changed since. */
const answered = (data: unknown): string => JSON.stringify({ ...(data as { document?: unknown }), document: undefined })

/** The same request once more has the same answer and does nothing. */
async function askAgain(
  { client, counters }: Sender,
  what: string,
  route: Route,
  keyed: object,
  answer: Answer<unknown>,
) {
  const { status, data } = await client.ask(route as AnyRoute, keyed as never)
  if (status !== 200 || answered(data) !== answered(answer.data))
    counters.failures.push(`${what} again: ${JSON.stringify(data)} instead of ${JSON.stringify(answer.data)}`)
}

interface Def {
  kind: string
  routes: { save: Route; act: Route }
}
export const saves = (hand: Sender, { kind, routes }: Def, body: object) =>
  send(hand, `${kind}.save`, routes.save, { body })
export const acts = (hand: Sender, { kind, routes }: Def, { id, version }: Saved, action: string, input?: object) =>
  send(hand, `${kind}.${action}`, routes.act, {
    params: { id, action },
    body: { version, reason: '随机测试', ...(input && { input }) },
  })

/** One of several, rather one that nobody has taken yet. */
export function rather<Each>({ random, counters }: Sender, all: readonly Each[], nameOf: (each: Each) => string): Each {
  const missing = counters.missing()
  const open = all.filter((each) => missing.includes(nameOf(each)))
  return random.pick(open.length > 0 ? open : all)
}

/** Yuan of fen, as they are typed. */
export const yuan = (fen: bigint): string => {
  const digits = String(fen < 0n ? -fen : fen).padStart(3, '0')
  return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/** Fen of yuan with 2 decimals. */
export const fen = (amount: string): bigint => BigInt(amount.replace('.', ''))
