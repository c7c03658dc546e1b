import { createGroup } from '../src/access/provision'
import { bindAreas } from '../src/app/areas'
import { bindDocs } from '../src/app/docs'
import { type App, createApp } from '../src/app/http'
import { bindKept } from '../src/app/kept'
import { undescribed } from '../src/app/openapi/failures'
import { bindPush, type Push } from '../src/app/push/push'
import { Failure } from '../src/kernel/base/errors'
import { Database } from '../src/kernel/db/db'
import { newsWakers } from '../src/kernel/document/document-news'
import { relayNews } from '../src/kernel/document/news-relay'
import type { Integrations } from '../src/kernel/base/integrations'
import { booksOf } from './books'
import { freshDatabase, type TestDatabase } from './database'
import { assertBooks, type Client, signIn as signInTo, stockShop } from './stage'

export { type Answer, type AnyRoute, assertBooks, type CallOptions, Client, one } from './stage'

/** A small shop on a fresh database behind real HTTP: one group, one trading org, its people, parts and partners. */
export async function openShop(
  options: {
    config?: Record<string, unknown>
    now?: () => number
    integrations?: Integrations
    /** Binds what the program itself has not, such as kinds of documents. */
    bind?: (app: App) => void
    /** Instead of a fresh one; it goes with the shop. */
    database?: TestDatabase
  } = {},
) {
  const database = options.database ?? (await freshDatabase())
  const db = new Database(database.appUrl, { max: 12 })
  const app = await createApp(db, {
    checkAnswers: true,
    trustProxy: ['loopback'],
    ...(options.integrations && { integrations: options.integrations }),
  })
  // The answer hides what went wrong from the caller; a test wants to read it.
  app.http.addHook('onError', async (request, _reply, error) => {
    const isForeseen = error instanceof Failure || Number(error.statusCode) < 500
    if (!isForeseen) console.error(request.method, request.url, error)
  })
  // Every failure that a test meets is described at its call; a handshake for a socket is no call.
  const surprises: string[] = []
  app.http.addHook('onSend', async ({ method, routeOptions, ws }, { statusCode }, payload) => {
    if (ws) return payload
    const route = app.routes.find((each) => each.method === method && each.path === routeOptions.url)
    const fault = route && statusCode >= 400 && undescribed(route, statusCode, JSON.parse(String(payload)))
    if (fault) surprises.push(`${method} ${route.path}: ${fault}`)
    return payload
  })
  // What is told right after a commit is told before the answer, so that a test finds it in the bells.
  let told = Promise.resolve()
  const fail = (error: unknown) => void surprises.push(String(error))
  newsWakers.set(db, (groupId) => void (told = told.then(() => relayNews(db, groupId, fail))))
  app.http.addHook('onSend', async () => told)
  const push: Push = await bindPush(app.http, db, options.now)
  bindKept(app.http, db)
  const areas = bindAreas(app)
  options.bind?.(app)
  bindDocs(app, areas)
  // A bug answers 500 with its message hidden; a failing test must still say what it was.
  Object.assign(app.http.log, { error: console.error })
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const groupId = await createGroup(db, '测试集团')
  const shop = await db.tenant(groupId, (tx) => stockShop(tx, options.config ?? {}))

  /** Rows of a statement whose $1 is the group: what no route tells or does. */
  const sql = <Row = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<Row[]> =>
    db.tenant(groupId, (tx) => tx.query<Row>({ text, values: [groupId, ...values] }))

  /** A user of the org with the given roles, signed in. */
  const signIn = (roles: string | readonly string[], orgId = shop.orgId): Promise<Client> =>
    signInTo({ db, origin, groupId }, orgId, roles)

  /** Ends the file: the books must agree after whatever the tests did (business/ledgers 6). */
  const close = async () => {
    await assertBooks(db, groupId)
    if (surprises.length > 0) throw new Error(`answers that are not described: ${surprises.join('\n')}`)
    await app.http.close()
    await db.close()
    await database.drop()
  }
  return {
    ...shop,
    sql,
    books: booksOf(sql),
    db,
    app,
    push,
    origin,
    groupId,
    signIn,
    close,
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>
