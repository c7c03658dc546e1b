import { clientVersion } from '@chepu/contract/shell/constants'
import type { Fault } from '@chepu/contract/shell/error-log'
import { faultLimits, signInPaths } from '@chepu/contract/shell/sign-in-paths'
import { addressOf } from '../../kit/base/call'
import { readToken } from '../sign-in/storage'

/** A page that fails in a loop must not flood the server: so many faults a minute, and each of them once. */
const mostPerMinute = 10
const mostRemembered = 200

const sentAt: number[] = []
const known = new Set<string>()

/** Failures that the user has been told of, or that browsers report without a fault of ours. */
const harmless = (error: unknown) =>
  (error instanceof Error && ['CallError', 'AbortError'].includes(error.name)) ||
  messageOf(error).startsWith('ResizeObserver loop')

function messageOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`
  return typeof error === 'string' ? error : String(error)
}

/** Sends a fault to the server's log (business/frame 9.5); never throws, never waits. */
export function reportFault(source: Fault['source'], error: unknown, componentStack = ''): void {
  if (!import.meta.env.PROD || harmless(error)) return
  const message = messageOf(error).slice(0, faultLimits.message)
  const stack = `${error instanceof Error ? (error.stack ?? '') : ''}${componentStack}`.slice(0, faultLimits.stack)
  const mark = `${message}\n${stack.slice(0, 300)}`
  const now = Date.now()
  while (sentAt.length > 0 && (sentAt[0] as number) <= now - 60_000) sentAt.shift()
  if (!message || known.has(mark) || known.size >= mostRemembered || sentAt.length >= mostPerMinute) return
  known.add(mark)
  sentAt.push(now)
  const fault: Fault = {
    release: clientVersion,
    path: location.pathname.slice(0, faultLimits.path),
    source,
    message,
    stack,
  }
  const token = readToken()
  fetch(addressOf(signInPaths.errorLog), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { token }) },
    body: JSON.stringify(fault),
    // Also while the page is being left.
    keepalive: true,
  }).catch(() => undefined)
}

/** Reports what nobody caught. */
export function watchFaults(): void {
  window.addEventListener('error', (event) => {
    // Without an error it is a resource that did not load.
    if (event instanceof ErrorEvent) reportFault('error', event.error ?? event.message)
  })
  window.addEventListener('unhandledrejection', (event) => reportFault('rejection', event.reason))
}
