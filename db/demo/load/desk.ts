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

/** A signed-in demo user at his desk: everything he does goes through the same calls as on the screen. */
export class Desk {
  constructor(
    private readonly http: FastifyInstance,
    private readonly token: string,
  ) {}

  async call<R extends AnyRoute>(route: R, { params, query, body }: Call<R> = {}): Promise<DataOf<R>> {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => String((params as Record<string, unknown>)[name]))
    const answer = await this.http.inject({
      method: route.method,
      url: path,
      headers: this.token === '' ? {} : { token: this.token },
      ...(query !== undefined && {
        query: Object.fromEntries(Object.entries(query as object).map(([key, value]) => [key, String(value)])),
      }),
      ...(body !== undefined && { payload: body as object }),
    })
    const { msg, data } = answer.json<{ msg: string; data: DataOf<R> }>()
    if (answer.statusCode !== 200) throw new Refused(`${route.method} ${path}: ${answer.statusCode} ${msg}`)
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
