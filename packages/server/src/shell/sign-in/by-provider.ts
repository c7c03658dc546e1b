import { randomBytes } from 'node:crypto'
import { signInStatus } from '@chepu/contract/shell/constants'
import type { StepOne } from '@chepu/contract/shell/session'
import type { Provider } from '@chepu/contract/kernel/providers'
import type { Database } from '../../kernel/db/db'
import { Failure, refuse } from '../../kernel/base/errors'
import type { Integrations } from '../../kernel/base/integrations'
import { loginOfCode } from './by-sms'
import { enter, type Visit } from './enter'
import { iamIdentity, iamPage, type Pending } from './iam'
import { loginById } from './logins'
import { type Identity, wechatIdentity, wechatPage, wecomIdentity, wecomPage } from './social'
import { openTicket, readTicket, spendTicket } from './tickets'

const backTo = ({ publicUrl }: Integrations) => `${publicUrl}/auth-redirect`

/**
 * Begins a sign-in at a provider: its page, whose address carries a state, and the secret that the browser keeps as a
 * cookie. State and secret together find what is remembered; each alone is worth nothing.
 */
export async function startAt(
  db: Database,
  integrations: Integrations,
  provider: Provider,
): Promise<{ url: string; holder: string }> {
  const holder = randomBytes(24).toString('base64url')
  // The state begins with the provider, so that the page that comes back knows which call to make.
  const stateOf = (detail: object) =>
    openTicket(db, { kind: 'state', provider, detail, holder, prefix: `${provider}.` })
  const address = backTo(integrations)
  if (provider === 'wechat' && integrations.wechat)
    return { url: wechatPage(integrations.wechat, address, await stateOf({})), holder }
  if (provider === 'wecom' && integrations.wecom)
    return { url: wecomPage(integrations.wecom, address, await stateOf({})), holder }
  if (provider === 'iam' && integrations.iam) return { url: await iamPage(integrations.iam, address, stateOf), holder }
  return refuse('该登录方式未开通')
}

/** What a provider sent the browser back with. */
interface Authorised {
  code: string
  state: string
  iss?: string | undefined
}

/** Step one by a provider's code. An identity that belongs to nobody gets status 3 and a ticket to bind it with. */
export async function signInAt(
  db: Database,
  integrations: Integrations,
  { provider, holder, ...given }: Authorised & { provider: Provider; holder: string },
  visit: Visit,
): Promise<StepOne> {
  const ticket = await spendTicket<Pending>(db, 'state', given.state, holder)
  if (ticket?.provider !== provider) throw new Failure('signIn', '授权已失效，请重新登录')
  const { subject } = await identityAt(integrations, provider, given, ticket.detail)
  const [known] = await db.shared<{ loginId: number }>({
    name: 'find-identity',
    text: 'select login_id from shared.identity where provider = $1 and subject = $2',
    values: [provider, subject],
  })
  const login = known && (await loginById(db, known.loginId))
  if (login) return enter(db, { login, isSelf: false }, visit)
  const detail: Identity = { subject }
  return { status: signInStatus.bind, bind_ticket: await openTicket(db, { kind: 'bind', provider, detail }) }
}

function identityAt(
  integrations: Integrations,
  provider: Provider,
  given: Authorised,
  pending: Pending,
): Promise<Identity> {
  const { wechat, wecom, iam } = integrations
  if (provider === 'wechat' && wechat) return wechatIdentity(wechat, given.code)
  if (provider === 'wecom' && wecom) return wecomIdentity(wecom, given.code)
  if (provider === 'iam' && iam) return iamIdentity(iam, backTo(integrations), given, pending)
  return refuse('该登录方式未开通')
}

const ticketGone = () => new Failure('signIn', '绑定已超时，请重新登录')

/** The provider of an identity that waits to be bound. */
export async function bindingProvider(db: Database, ticket: string): Promise<string> {
  const waiting = await readTicket<Identity>(db, 'bind', ticket)
  if (!waiting) throw ticketGone()
  return waiting.provider
}

/**
 * Binds an outside identity to the login of a mobile, proved by a code, and signs in. `allowed` says which providers the
 * call serves. The ticket survives a wrong code and is good for one binding.
 */
export async function bindIdentity(
  db: Database,
  { ticket, mobile, code }: { ticket: string; mobile: string; code: string },
  allowed: (provider: string) => boolean,
  visit: Visit,
): Promise<StepOne> {
  if (!allowed(await bindingProvider(db, ticket))) throw ticketGone()
  const login = await loginOfCode(db, 'bind', { mobile, code }, visit.ip)
  if (!login.isActive) throw new Failure('signIn', '账号已停用，请联系管理员')
  const spent = await spendTicket<Identity>(db, 'bind', ticket)
  if (!spent) throw ticketGone()
  await db.shared({
    name: 'bind-identity',
    text: `insert into shared.identity (provider, subject, login_id) values ($1, $2, $3)
      on conflict (provider, subject) do nothing`,
    values: [spent.provider, spent.detail.subject, login.id],
  })
  return enter(db, { login, isSelf: true }, visit)
}
