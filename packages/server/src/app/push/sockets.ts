import { keyPrefix } from '@chepu/contract/access/program-key'
import { pushBeat, type PushMessage, sessionOverCode, silenceMs } from '@chepu/contract/shell/bell'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Database } from '../../kernel/db/db'
import { type BellSum, countBells } from '../../kernel/notify/bell-counts'
import type { Signal } from '../../kernel/notify/wake'
import { Allowance } from '../../kernel/http/allowance'
import { keyOpens } from '../../shell/sign-in/program-key'
import { hashToken, type LiveSession } from '../../shell/sign-in/session'
import { SessionDesk } from './session-desk'

/** A client that takes nothing up any more is let go before its messages fill the memory. */
const mostBuffered = 64 * 1024
/** A session that ends is told to go a moment later, so that the reason that follows it arrives first. */
const sessionCheckMs = 300

/** A client beats every 50 s; between two looks at its session it is answered without one, and not without end. */
const checkedEveryMs = 10_000
const mostBeats = 100
/** Boards of an organisation look again at most so often. */
const boardMs = 2_000
/** Open pages of one user; more are not told what is new. */
const mostSockets = 10
/** Sockets with tokens that open nothing, a minute and address. */
const strangersPerMinute = 60

/** Close codes of RFC 6455 and its registry. */
const [unwelcome, tryLater] = [1008, 1013]

/** An open socket and whose it is. */
interface Seat extends LiveSession {
  socket: WebSocket
  /** When its client was last heard, by the clock of the sockets. */
  heardAt: number
  /** When its session was last looked at, and the heartbeats since. */
  checkedAt: number
  beats: number
  bell: BellSum
}

const nothing = { heartbeat_value: null, permission: false, org_change: false, msg: '' }

/**
 * The open sockets of this process. What they tell lies in the database: a signal says whose bell to count anew, and a
 * process that has heard nothing for a while counts all of them (business/notifications 5).
 */
export class Sockets {
  private readonly seats = new Map<number, Set<Seat>>()
  /** Sockets whose counts must be read, with the texts of what is new. */
  private waiting = new Map<Seat, string[]>()
  private isCounting = false
  private readonly desk: SessionDesk
  private readonly strangers: Allowance

  constructor(
    private readonly db: Database,
    private readonly log: Pick<FastifyBaseLogger, 'warn'>,
    private readonly now: () => number = Date.now,
  ) {
    this.desk = new SessionDesk(db)
    this.strangers = new Allowance(strangersPerMinute, now)
  }

  /** Whether so many sockets with worthless tokens came from an address that it gets no other for a while. */
  isShut(ip: string): boolean {
    return this.strangers.left(ip) < 1
  }

  /** Number of open sockets in this process. */
  get size(): number {
    return this.all().length
  }

  /** Takes a socket in, or closes it when its token opens no session or its user has too many. */
  open(socket: WebSocket, token: string, ip: string): void {
    const seated = this.seat(socket, token, ip).catch((error: unknown) => {
      this.log.warn({ err: error }, 'a push socket could not be opened')
      socket.close(1011)
      return null
    })
    socket.on('message', (data, isBinary) => {
      const text = isBinary ? null : String(data)
      void seated.then((seat) => seat && this.hear(seat, text))
    })
  }

  private async seat(socket: WebSocket, token: string, ip: string): Promise<Seat | null> {
    const hash = hashToken(token)
    const isOpen = !token.startsWith(keyPrefix) || (await keyOpens(this.db, hash, ip))
    const session = isOpen ? await this.desk.ask(hash) : undefined
    if (!session) {
      this.strangers.take(ip, 1)
      close(socket)
      return null
    }
    const own = this.seats.get(session.userId) ?? new Set()
    if (own.size >= mostSockets) socket.close(tryLater, 'too many sockets')
    if (socket.readyState !== socket.OPEN) return null
    const now = this.now()
    const bell = { unread: 0, total: 0 }
    const seat: Seat = { ...session, socket, heardAt: now, checkedAt: now, beats: 0, bell }
    this.seats.set(seat.userId, own.add(seat))
    socket.on('close', () => {
      own.delete(seat)
      if (own.size === 0 && this.seats.get(seat.userId) === own) this.seats.delete(seat.userId)
    })
    this.count([seat])
    return seat
  }

  /** A heartbeat is answered and its session looked at now and then; anything else ends the socket. */
  private hear(seat: Seat, text: string | null): void {
    const beat = text === null ? undefined : beatOf(text)
    if (beat === undefined) return seat.socket.close(1007, 'not a heartbeat')
    const now = this.now()
    seat.heardAt = now
    seat.beats += 1
    if (now - seat.checkedAt < checkedEveryMs) {
      if (seat.beats > mostBeats) return seat.socket.close(unwelcome, 'too many heartbeats')
      return send(seat, { heartbeat_value: beat })
    }
    Object.assign(seat, { checkedAt: now, beats: 0 })
    send(seat, { heartbeat_value: beat })
    this.check([seat])
  }

  /** What another process, or this one, has to say. */
  heed(signal: Signal): void {
    if (signal.type === 'menu') return this.all().forEach((seat) => send(seat, { permission: true }))
    if (signal.type === 'board') return this.renew(signal)
    const all = signal.users.flatMap((user) => [...(this.seats.get(user) ?? [])])
    if (signal.type === 'session') return void setTimeout(() => this.check(all), sessionCheckMs).unref()
    const seats = all.filter((seat) => seat.groupId === signal.groupId)
    const here = 'orgId' in signal ? seats.filter(({ orgId }) => (signal.orgId ?? orgId) === orgId) : seats
    if (signal.type === 'news') this.count(here, signal.message)
    if (signal.type === 'permission') for (const seat of here) send(seat, { permission: true })
    if (signal.type === 'orgChange') for (const seat of here) send(seat, { org_change: true, msg: signal.message })
  }

  /** Organisations whose boards were told a moment ago, and whether something has come since. */
  private readonly renewed = new Map<number, { isDue: boolean }>()

  /** Tells the boards of an organisation to look again: at once, and what comes right after that together. */
  private renew({ groupId, orgId }: { groupId: number; orgId: number }): void {
    const rest = this.renewed.get(orgId)
    if (rest) {
      rest.isDue = true
      return
    }
    for (const seat of this.all()) if (seat.groupId === groupId && seat.orgId === orgId) send(seat, {})
    const now = { isDue: false }
    this.renewed.set(orgId, now)
    setTimeout(() => {
      this.renewed.delete(orgId)
      if (now.isDue) this.renew({ groupId, orgId })
    }, boardMs).unref()
  }

  /** Signals may have been lost: looks at every session and every bell. */
  refresh(): void {
    this.check(this.all())
    this.count(this.all())
  }

  /** Drops the sockets that have been silent for too long. */
  sweep(): void {
    const oldest = this.now() - silenceMs
    for (const seat of this.all()) if (seat.heardAt <= oldest) seat.socket.terminate()
  }

  private all(): Seat[] {
    return [...this.seats.values()].flatMap((own) => [...own])
  }

  /** Closes the sockets whose session is over, and follows the others into the organisation they work in. */
  private check(seats: readonly Seat[]): void {
    const looks = seats.map(async (seat) => {
      const session = await this.desk.ask(seat.tokenHash)
      if (session) seat.orgId = session.orgId
      else close(seat.socket)
    })
    // The database is away; a later heartbeat looks again.
    Promise.all(looks).catch((error: unknown) => {
      this.log.warn({ err: error }, 'sessions of push sockets could not be looked at')
    })
  }

  /** Reads counts and sends them; what gathers while one reading is under way shares the next. */
  private count(seats: readonly Seat[], message = ''): void {
    for (const seat of seats) this.waiting.set(seat, [...(this.waiting.get(seat) ?? []), message])
    if (this.isCounting || this.waiting.size === 0) return
    this.isCounting = true
    void this.countWaiting()
      // The database is away; the counts are read again when it is back.
      .catch((error: unknown) => this.log.warn({ err: error }, 'bells could not be counted'))
      .finally(() => {
        this.isCounting = false
      })
  }

  private async countWaiting(): Promise<void> {
    while (this.waiting.size > 0) {
      const taken = this.waiting
      this.waiting = new Map()
      for (const groupId of new Set([...taken.keys()].map((seat) => seat.groupId))) {
        const seats = [...taken.keys()].filter((seat) => seat.groupId === groupId)
        const users = [...new Set(seats.map((seat) => seat.userId))]
        const bellOf = await this.db.tenant(groupId, (tx) => countBells(tx, users))
        for (const seat of seats) {
          seat.bell = bellOf(seat.userId, seat.orgId)
          const texts = taken.get(seat)?.filter(Boolean) ?? []
          for (const msg of texts.length > 0 ? texts : ['']) send(seat, { msg })
        }
      }
    }
  }
}

const close = (socket: WebSocket): void => socket.close(sessionOverCode, 'session over')

function send({ socket, bell }: Seat, message: Partial<PushMessage>): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > mostBuffered) return socket.terminate()
  const full: PushMessage = { ...nothing, unread_num: bell.unread, total_num: bell.total, ...message }
  socket.send(JSON.stringify(full))
}

function beatOf(text: string): string | number | undefined {
  try {
    return pushBeat.safeParse(JSON.parse(text)).data?.heartbeat_value
  } catch {
    return undefined
  }
}
