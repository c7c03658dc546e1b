// What stands outside the page in component tests: the server behind `fetch`. It answers the routes of the contract and no others,
// and holds both sides to them: what the page sends, and what a test lets the server say.
import { type ErrorKind, errorKinds, type FieldError } from '@chepu/contract/kernel/errors'
import type { Override } from '@chepu/contract/kernel/override'
import type { BodyOf, DataOf, ParamsOf, QueryOf, Route } from '@chepu/contract/kernel/route'
import type { z } from 'zod'

/** One call as the page made it. */
interface Asked<R extends Route = Route> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** The Idempotency-Key of a change. */
  key: string | null
}

/** Why the server refuses. */
export class Refused extends Error {
  constructor(
    readonly reason: ErrorKind,
    message: string,
    readonly errors: FieldError[] = [],
    readonly override?: Override,
  ) {
    super(message)
  }
}

/** The connection breaks before the answer comes. */
export class Broken extends Error {}

interface Bound {
  route: Route
  pattern: RegExp
  answer: (asked: Asked) => unknown
  calls: Asked[]
}

/** A server that knows what a test tells it. A call that nobody answers, or that its route does not allow, is a fault. */
export class Server {
  /** What was wrong with the calls and answers so far. */
  readonly faults: string[] = []
  private readonly bound = new Map<Route, Bound>()
  /** Answers to changes, by their keys. */
  private readonly kept = new Map<string, Promise<unknown>>()

  /** Answers a route from now on; a second time replaces the answer and keeps what was asked. Throw `Refused` or `Broken` to fail. */
  on<R extends Route>(route: R, answer: (asked: Asked<R>) => DataOf<R> | Promise<DataOf<R>>): void {
    const pattern = new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    const calls = this.bound.get(route)?.calls ?? []
    this.bound.set(route, { route, pattern, answer: answer as Bound['answer'], calls })
  }

  /** Every call of a route so far. */
  asked<R extends Route>(route: R): readonly Asked<R>[] {
    return (this.bound.get(route)?.calls ?? []) as unknown as readonly Asked<R>[]
  }

  /** Stands in the place of the browser's `fetch`. */
  fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    // As in a browser: what was given up before it was sent asks nobody.
    init.signal?.throwIfAborted()
    const url = new URL(String(input), location.href)
    const method = init.method ?? 'GET'
    const found = this.find(method, url.pathname.replace('/api-main', ''))
    if (!found) return this.fault(`nobody answers ${method} ${url.pathname}`)
    const { bound, params } = found
    const { route } = bound
    try {
      const asked: Asked = {
        params: this.checked(route.params, params, `params of ${route.path}`),
        query: this.checked(route.query, Object.fromEntries(url.searchParams), `query of ${route.path}`),
        body: this.checked(route.body, init.body == null ? undefined : JSON.parse(String(init.body)), route.path),
        key: new Headers(init.headers).get('Idempotency-Key'),
      }
      bound.calls.push(asked)
      const data = await Promise.race([this.answerOnce(bound, asked), aborted(init.signal)])
      return Response.json({ code: 0, msg: '', data: this.checked(route.data, data, `answer of ${route.path}`) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { code, status } = errorKinds[error.reason]
      const { reason, message, errors, override } = error
      return Response.json({ code, msg: message, reason, errors, override }, { status })
    }
  }

  /** The answer to a call; a repeat with the key of one that was answered is not done again, and gets the same. */
  private async answerOnce({ answer }: Bound, asked: Asked): Promise<unknown> {
    if (asked.key === null) return answer(asked)
    const data = this.kept.get(asked.key) ?? Promise.resolve(asked).then(answer)
    this.kept.set(asked.key, data)
    data.catch(() => this.kept.delete(asked.key ?? ''))
    return data
  }

  private find(method: string, path: string) {
    for (const bound of this.bound.values()) {
      const match = bound.route.method === method ? bound.pattern.exec(path) : null
      if (match) return { bound, params: { ...match.groups } }
    }
    return undefined
  }

  /** What came, as its schema reads it. */
  private checked(schema: z.ZodType, value: unknown, what: string): never {
    const parsed = schema.safeParse(value)
    if (!parsed.success) this.faults.push(`${what}: ${parsed.error.message}`)
    return (parsed.success ? parsed.data : value) as never
  }

  private fault(what: string): Response {
    this.faults.push(what)
    return Response.json({ code: 500, msg: what, reason: 'bug' }, { status: 500 })
  }
}

/** Fails once the page gives a call up. */
const aborted = (signal?: AbortSignal | null): Promise<never> =>
  new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))

/** An answer that a test gives when it is time for it. */
export function later<Data>(): { answer: Promise<Data>; give: (data: Data) => void } {
  let give: (data: Data) => void = () => undefined
  const answer = new Promise<Data>((resolve) => (give = resolve))
  return { answer, give }
}
