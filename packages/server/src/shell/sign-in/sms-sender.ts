import type { Database } from '../../kernel/db/db'
import { Failure, refuse } from '../../kernel/base/errors'
import type { SmsGateway } from '../../kernel/base/integrations'
import { codeMinutes, maskOutbox, type SmsPurpose } from './sms-code'

const purposes: Record<SmsPurpose, string> = {
  login: '登录',
  register: '企业注册',
  bind: '账号绑定',
  own: '身份验证',
}
const timeoutMs = 10_000
/** Codes that let somebody act as another; the keeper of the outbox must not read them (ADR 0063). */
const secret: readonly SmsPurpose[] = ['login', 'bind', 'own']

/** Refuses what is proved by a code that nobody but the phone's owner may read, where no gateway sends it to him. */
export function assertSendable(gateway: SmsGateway | null, purpose: SmsPurpose): void {
  if (!gateway && secret.includes(purpose)) refuse('未配置短信网关，请联系管理员')
}

/** Puts the code into words and sends it, or lays it into the outbox when no gateway is connected. */
export async function sendCode(
  db: Database,
  gateway: SmsGateway | null,
  { mobile, purpose, code }: { mobile: string; purpose: SmsPurpose; code: string },
): Promise<void> {
  const message = `【车铺】您的${purposes[purpose]}验证码是${code}，${codeMinutes}分钟内有效，请勿告诉他人。`
  if (gateway) return hand(gateway, { mobile, message, purpose, code })
  await maskOutbox(db)
  await db.shared({
    name: 'lay-into-outbox',
    text: 'insert into shared.sms_outbox (mobile, message) values ($1, $2)',
    values: [mobile, message],
  })
}

/** POST of JSON `{mobile, message, purpose, code}`; any answer but 2xx has not sent it. */
async function hand({ url, token }: SmsGateway, sms: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(sms),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }).catch(() => undefined)
  await response?.body?.cancel()
  if (!response?.ok) throw new Failure('refusal', '短信发送失败，请稍后再试')
}
