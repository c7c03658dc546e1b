import type { FastifyRequest } from 'fastify'
import type { SmsGateway } from '../../kernel/base/integrations'
import type { StrangerAsked } from './by-sms'
import type { Visit } from './enter'

/** The browser's identity: the decrypted device header, else the cookie that stands in before the sign-in. */
const deviceIdOf = (request: FastifyRequest): string => request.device?.di ?? cookieOf(request, 'did').slice(0, 40)

/** From where a request signs in. */
export const visitOf = (request: FastifyRequest, force: boolean | 0 | 1 | undefined): Visit => ({
  deviceId: deviceIdOf(request),
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  force: Boolean(force),
})

/** A stranger's wish for a code, as his request brings it. */
export const askedBy = (
  request: FastifyRequest,
  { mobile, captcha_id, captcha }: { mobile: string; captcha_id: string; captcha: string },
  gateway: SmsGateway | null,
): StrangerAsked => ({ mobile, captchaId: captcha_id, captcha, deviceId: deviceIdOf(request), ip: request.ip, gateway })

/** A cookie of letters, digits, - and _, or ''. */
export const cookieOf = (request: FastifyRequest, name: string): string =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,80})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? ''
