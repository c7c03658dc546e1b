import { hash } from 'node:crypto'
import type { BodyOf, DataOf, QueryOf } from '@chepu/contract/kernel/route'
import { pwdLogin } from '@chepu/contract/shell/session'
import { captcha } from '@chepu/contract/shell/sign-in'
import { assignUser, createUser } from '../src/access/provision'
import { glyphs } from '../src/shell/sign-in/captcha-picture'
import type { Database } from '../src/kernel/db/db'
import type { Shop } from './shop'
import type { Answer, AnyRoute } from './stage'

let visitors = 0

/** Somebody before a browser of his own, at an address of his own, who is not signed in. */
export class Visitor {
  readonly ip: string
  private readonly cookies = new Map<string, string>()

  constructor(
    private readonly origin: string,
    address?: string,
  ) {
    visitors += 1
    this.ip = address ?? `10.9.${visitors >> 8}.${visitors & 255}`
    this.cookies.set('did', `visitor-${visitors}`)
  }

  /** Calls a route, keeps the cookies of its answer, and answers whatever came. */
  async ask<R extends AnyRoute>(
    route: R,
    sent: { query?: QueryOf<R>; body?: BodyOf<R> | string; token?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer<DataOf<R>>> {
    const query = new URLSearchParams(
      Object.entries((sent.query ?? {}) as Record<string, unknown>).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    )
    const { body } = sent
    const response = await fetch(`${this.origin}/api-main${route.path}?${query}`, {
      method: route.method,
      headers: {
        'x-forwarded-for': this.ip,
        cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
        ...(sent.token && { token: sent.token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.cookies.set(name, value)
    }
    return { status: response.status, ...((await response.json()) as Omit<Answer<DataOf<R>>, 'status'>) }
  }
}

/** The code of the last message to a mobile, which the platform's keeper reads in the outbox; sending is not waited for. */
export async function lastCode(db: Database, mobile: string): Promise<string> {
  for (let tries = 0; tries < 500; tries += 1) {
    const [row] = await db.shared<{ message: string }>({
      text: `select message from shared.sms_outbox where mobile = $1
        and created_at >= (select max(sent_at) from shared.sms_code where mobile = $1) order by id desc limit 1`,
      values: [mobile],
    })
    const code = /验证码是(\d{6})/.exec(row?.message ?? '')?.[1]
    if (code) return code
  }
  throw new Error(`nothing was sent to ${mobile}`)
}

/** What a picture shows, found by trying all that it could show against the stored hash. */
export async function answerOf(db: Database, captchaId: string): Promise<string> {
  const [row] = await db.shared<{ answerHash: string }>({
    text: 'select answer_hash from shared.captcha where id = $1',
    values: [captchaId],
  })
  const signs = Object.keys(glyphs)
  const pairs = signs.flatMap((one) => signs.map((two) => one + two))
  for (const first of pairs) {
    const second = pairs.find((pair) => hash('sha256', `${captchaId}:${first}${pair}`) === row?.answerHash)
    if (second) return first + second
  }
  throw new Error('the picture shows nothing known')
}

/**
 * What somebody types of a fresh picture. To find what it shows takes a third of a second of trying, so here it becomes known what
 * the picture stands for; `answerOf` finds it for the test of a picture that nobody has touched.
 */
export async function typedCaptcha(db: Database, from: Visitor): Promise<{ captcha_id: string; captcha: string }> {
  const { captcha_id } = (await from.ask(captcha)).data
  const typed = 'HKNP'
  await db.shared({
    text: 'update shared.captcha set answer_hash = $2 where id = $1',
    values: [captcha_id, hash('sha256', `${captcha_id}:${typed}`)],
  })
  return { captcha_id, captcha: typed }
}

/** Has a code sent with the characters of a fresh picture, as whom no login knows must. */
export async function asksCode<R extends AnyRoute>(
  db: Database,
  from: Visitor,
  route: R,
  query: object,
): Promise<Answer<DataOf<R>>> {
  return from.ask(route, { query: { ...query, ...(await typedCaptcha(db, from)) } as QueryOf<R> })
}

let members = 0

/** A new user of the shop with password Secret_1 and a mobile of his own, who belongs to the given organisations. */
export async function newMember(shop: Shop, orgs = [{ id: shop.orgId, isDefault: true }]) {
  members += 1
  const person = {
    username: `member_${members}`,
    realName: `员工${members}`,
    mobile: `139000${String(members).padStart(5, '0')}`,
  }
  const userId = await createUser(shop.db, shop.groupId, { ...person, password: 'Secret_1' })
  await shop.db.tenant(shop.groupId, async (tx) => {
    for (const { id, isDefault } of orgs) await assignUser(tx, { userId, orgId: id, roles: ['buyer'], isDefault })
  })
  return { ...person, userId }
}

/** Tries to sign in by user name and password. */
export const tryPassword = (
  from: Visitor,
  username: string,
  password: string,
  more: object = {},
  headers: Record<string, string> = {},
) => from.ask(pwdLogin, { body: { username, password, ...more }, headers })
