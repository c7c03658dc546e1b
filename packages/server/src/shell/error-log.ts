import { errorLog } from '@chepu/contract/shell/error-log'
import type { App } from '../kernel/http/bind'
import { sessionOf } from './sign-in/session'
import { Failure } from '../kernel/base/errors'
import { Throttle } from './sign-in/throttle'

const minuteMs = 60_000
/** A shop's counters share one address. */
const mostPerAddress = 60

/** Faults of pages go to the server's log, with who had them where one is signed in (business/frame 9.5). */
export function bindErrorLog({ bindOpen }: App): void {
  const addresses = new Throttle(mostPerAddress, minuteMs)
  bindOpen(errorLog, async ({ db, body, request }) => {
    if (!addresses.isOpen(request.ip)) throw new Failure('tooMany', '上报过于频繁')
    addresses.fail(request.ip)
    const session = await sessionOf(db, request).catch(() => null)
    const userAgent = request.headers['user-agent']?.slice(0, 300) ?? ''
    request.log.error({ page: { ...body, userAgent, userId: session?.loginId ?? null } }, 'a page failed')
    return {}
  })
}
