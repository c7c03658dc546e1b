import type { BodyOf, DataOf, ParamsOf, QueryOf, Route } from '@chepu/contract/kernel/route'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>

interface Call<R extends AnyRoute> {
  params?: ParamsOf<R>
  query?: QueryOf<R>
  body?: BodyOf<R>
}

export interface Saved {
  id: number
  billNo: string
  version: number
  state: string
}

/** Routes that every document has: save and act. */
interface DocumentDesk {
  save: AnyRoute
  act: AnyRoute
}

/** The call was refused, as it would be for a user; `message` says why. */
export class Refused extends Error {}

/** The path of a call with what it names. */
const pathOf = ({ path }: AnyRoute, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name: string) => String((params as Record<string, unknown>)[name]))

/** A signed-in demo user at his desk: everything he does goes through the same calls as on the screen. */
export class Desk {
  constructor(
    private readonly http: FastifyInstance,
    private readonly token: string,
  ) {}

  async call<R extends AnyRoute>(route: R, { params, query, body }: Call<R> = {}): Promise<DataOf<R>> {
    return this.send(route, pathOf(route, params), { query, ...(body !== undefined && { payload: body as object }) })
  }

  /** Sends a file with a call that takes one. */
  upload<R extends AnyRoute>(
    route: R,
    { params, query }: Pick<Call<R>, 'params' | 'query'>,
    file: { name: string; content: Buffer },
  ): Promise<DataOf<R>> {
    const boundary = 'demo-of-chepu'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return this.send(route, pathOf(route, params), { query, payload, headers })
  }

  private async send<R extends AnyRoute>(
    { method }: R,
    path: string,
    { query, payload, headers }: { query?: unknown; payload?: object | Buffer; headers?: Record<string, string> },
  ): Promise<DataOf<R>> {
    const answer = await this.http.inject({
      method,
      url: path,
      headers: { ...headers, ...(this.token !== '' && { token: this.token }) },
      ...(query !== undefined && {
        query: Object.fromEntries(Object.entries(query as object).map(([key, value]) => [key, String(value)])),
      }),
      ...(payload !== undefined && { payload }),
    })
    const { msg, data } = answer.json<{ msg: string; data: DataOf<R> }>()
    if (answer.statusCode !== 200) throw new Refused(`${method} ${path}: ${answer.statusCode} ${msg}`)
    return data
  }

  /** Saves a new document. */
  async save(routes: DocumentDesk, body: object): Promise<Saved> {
    return (await this.call(routes.save, { body })) as Saved
  }

  /** Takes an action on a document as it was last answered. */
  async act(
    routes: DocumentDesk,
    doc: Saved,
    action: string,
    extra: { reason?: string; input?: unknown } = {},
  ): Promise<Saved> {
    return (await this.call(routes.act, {
      params: { id: doc.id, action },
      body: { version: doc.version, ...extra },
    })) as Saved
  }
}
