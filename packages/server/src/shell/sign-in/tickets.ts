import { randomBytes } from 'node:crypto'
import { providerMinutes } from '@chepu/contract/shell/sign-in-paths'
import { hashToken } from './session'
import type { Database } from '../../kernel/db/db'

/** state: under way at a provider; bind: an identity that waits for its login; code: continues a sign-in. */
export type TicketKind = 'state' | 'bind' | 'code'

const minutes: Record<TicketKind, number> = { state: providerMinutes, bind: 15, code: 5 }

interface Ticket<Detail> {
  provider: string
  detail: Detail
}

/**
 * Opens a ticket for one use and returns its token; only a hash is stored. With a `holder`, a secret that the browser
 * keeps, the token is worth nothing in another browser.
 */
export async function openTicket(
  db: Database,
  ticket: { kind: TicketKind; provider: string; detail: object; holder?: string; prefix?: string },
): Promise<string> {
  const token = (ticket.prefix ?? '') + randomBytes(32).toString('base64url')
  await db.shared({
    name: 'open-ticket',
    text: `insert into shared.sign_in_ticket (token_hash, kind, provider, detail, expires_at)
      values ($1, $2, $3, $4, now() + make_interval(mins => $5))`,
    values: [
      hashOf(token, ticket.holder),
      ticket.kind,
      ticket.provider,
      JSON.stringify(ticket.detail),
      minutes[ticket.kind],
    ],
  })
  return token
}

const hashOf = (token: string, holder = '') => hashToken(`${token}.${holder}`)

/** A ticket that is still good; it stays good. */
export async function readTicket<Detail>(
  db: Database,
  kind: TicketKind,
  token: string,
  holder?: string,
): Promise<Ticket<Detail> | undefined> {
  const [ticket] = await db.shared<Ticket<Detail>>({
    name: 'read-ticket',
    text: `select provider, detail from shared.sign_in_ticket
      where token_hash = $1 and kind = $2 and used_at is null and expires_at > now()`,
    values: [hashOf(token, holder), kind],
  })
  return ticket
}

/** Uses a ticket up; undefined when it is unknown, used, expired or of another browser. */
export async function spendTicket<Detail>(
  db: Pick<Database, 'shared'>,
  kind: TicketKind,
  token: string,
  holder?: string,
): Promise<Ticket<Detail> | undefined> {
  const [ticket] = await db.shared<Ticket<Detail>>({
    name: 'spend-ticket',
    text: `update shared.sign_in_ticket set used_at = now()
      where token_hash = $1 and kind = $2 and used_at is null and expires_at > now() returning provider, detail`,
    values: [hashOf(token, holder), kind],
  })
  return ticket
}
