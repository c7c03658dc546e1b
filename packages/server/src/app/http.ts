import { createHash } from 'node:crypto'
import { type Envelope, expiredMessage } from '@chepu/contract/kernel/errors'
import { bodyLimit, maxUpload } from '@chepu/contract/kernel/route'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type {
  AnyRoute,
  App as Binding,
  Bind,
  BindKeyed,
  BindOnce,
  BindOpen,
  BindSession,
  Input,
} from '../kernel/http/bind'
import type { SessionRow } from '../kernel/http/session-row'
import { type Caller, mayPress } from '../kernel/caller/caller'
import type { Database } from '../kernel/db/db'
import type { CallerTx } from '../kernel/db/tx'
import { statementSeconds } from '../kernel/db/db'
import { isAway, isReferenceBroken, sqlState } from '../kernel/db/failures'
import { Failure } from '../kernel/base/errors'
import { keyOf, once } from '../kernel/http/idempotency'
import { noIntegrations, type Integrations } from '../kernel/base/integrations'
import { checkingReferences } from '../kernel/http/references'
import { type Upload, uploadOf } from '../kernel/http/upload'
import { checkAnswer } from './check-answer'
import { type Missing, rememberAddresses } from './missing'
import { compressed } from './compress'
import { watchPaths } from './health'
import { Intake, tooLarge } from './intake'
import { KeyUsage } from './key-usage'
import { assertKeepable, readJsonBodies } from './json-body'
import { logRequests } from './log'
import { callerOfSession, oneTimePassword, sessionOf } from '../shell/sign-in/session'
import { isClosing, refuseWhenClosing } from './stop'
import { validated } from './validated'
import { assertNamedOrg } from './named-org'
import { answerMalformed, guardWire, watchBody } from './wire'

/** The edge as the program itself sees it. */
export interface App extends Binding {
  /** Why a request finds no call. */
  missing: Missing
}

/** The main service's prefix; every path is served with and without it (business/frame 7.1). */
const mainPrefix = '/api-main'

/** A file over a slow line must have come within this time; nobody holds connections longer by sending slowly. */
const requestTimeout = 300_000

interface Options {
  logger?: FastifyBaseLogger | false
  checkAnswers?: boolean
  integrations?: Integrations
  /** Proxies in front whose X-Forwarded-For is believed: addresses, networks, or words such as loopback. */
  trustProxy?: string[]
  isOpenDemo?: boolean
}

/** The HTTP edge: validation, sessions, access, idempotency, envelope and the one error table. */
export async function createApp(db: Database, options: Options = {}): Promise<App> {
  const { integrations = noIntegrations, isOpenDemo = false } = options
  const { http, missing, intake } = await openEdge(options, integrations)
  const keyUsage = new KeyUsage(db, http)
  const routes: AnyRoute[] = []
  const admissions = admissionsOf(db, intake)
  const add: Add = (route, admit, run) => {
    routes.push(route)
    http.route({
      method: route.method,
      url: route.path,
      schema: schemaOf(route),
      bodyLimit: bodyLimit(route),
      onRequest: async (request) => {
        await admit?.(request)
        intake.admit(request, route)
        assertKeepable({ ...(request.params as object), ...(request.query as object) })
      },
      preValidation: async (request) => {
        const caller = admissions.callerOf(request)
        if (caller && route.method !== 'GET') assertNamedOrg(route.body, request.body, caller)
      },
      // Among the public calls are those of the sign-in, which answer tokens.
      ...(route.access !== 'public' && { onSend: compressed }),
      handler: async (request, reply) => {
        const data = await run(request, reply)
        // A file that the handler has sent, also one whose reader went away half-way.
        if (reply.sent || reply.raw.headersSent) return reply
        if (options.checkAnswers) checkAnswer(route, data)
        reply
          .header('content-type', 'application/json; charset=utf-8')
          .serializer((payload: unknown) => JSON.stringify(payload))
        return { code: 0, msg: 'ok', data } satisfies Envelope
      },
    })
  }

  return {
    http,
    missing,
    db,
    ...bindings(db, admissions, add),
    integrations,
    isOpenDemo,
    keyUsage,
    routes,
  }
}

/** The server before it has a route: what it reads, logs, refuses and says with every answer. */
async function openEdge(options: Options, integrations: Integrations) {
  const http = fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    // logRequests writes one line a request instead.
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout,
    // refuseWhenClosing answers in the shape of all answers.
    return503OnClosing: false,
    // Node's own answer to a request without a host is empty.
    http: { requireHostHeader: false },
    clientErrorHandler: answerMalformed,
    // Addresses that cannot be read at all never reach a route.
    frameworkErrors: answerFailure,
    trustProxy: options.trustProxy ?? [],
    genReqId: () => crypto.randomUUID(),
    rewriteUrl: (request) => withoutPrefix(request.url ?? '/'),
    // Clients send /api/config/favorite/ with a slash at the end (business/frame 7.3); every path is served with and without one.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  http.setValidatorCompiler(validated)
  await http.register(helmet, { contentSecurityPolicy: { directives: contentPolicy(integrations) }, hsts: false })
  await http.register(multipart, { limits: { fileSize: maxUpload, files: 1, fields: 10 } })
  await http.register(rateLimit, { global: false })
  http.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))
  // Answers belong to who asked. What a route lets a browser keep, such as the regions, says so itself.
  http.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  logRequests(http)
  const missing = rememberAddresses(http)
  guardWire(http)
  refuseWhenClosing(http, watchPaths)
  readJsonBodies(http)
  const intake = new Intake(http)
  // Nobody reads what is sent to an address that is none.
  http.addHook('onRequest', async (request, reply) => {
    if (!intake.brings(request)) return
    if (request.is404) throw missing(request, reply)
    watchBody(request.raw, reply.raw)
  })
  if (!options.trustProxy?.length) warnOfProxy(http)
  return { http, missing, intake }
}

/** Settles who calls, or leaves it open; refuses who may not. */
type Admit = (request: FastifyRequest) => Promise<void>

type Admissions = ReturnType<typeof admissionsOf>

/** Who calls is settled before a body is read, so that bad input tells a stranger nothing and costs nothing. */
function admissionsOf(db: Database, intake: Intake) {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const sessions = new WeakMap<FastifyRequest, SessionRow>()
  const admitCaller =
    (route: AnyRoute): Admit =>
    async (request) => {
      const session = await sessionOf(db, request)
      if (!session) throw new Failure('signedOut', expiredMessage)
      request.userId = session.loginId
      const caller = await callerOfSession(db, session, request)
      intake.charge(request, caller.userId)
      assertAccess(caller, route, request)
      assertOwnPassword(session, route)
      assertPerson(session, route)
      callers.set(request, caller)
    }
  const admitSession =
    (route: AnyRoute): Admit =>
    async (request) => {
      const session = await sessionOf(db, request)
      if (!session) throw new Failure('signedOut', expiredMessage)
      request.userId = session.loginId
      intake.charge(request, session.loginId)
      assertOwnPassword(session, route)
      assertPerson(session, route)
      sessions.set(request, session)
    }
  return {
    admitCaller,
    admitSession,
    /** The admitted caller; undefined on a public call. */
    callerOf: (request: FastifyRequest) => callers.get(request),
    sessionRowOf: (request: FastifyRequest) => sessions.get(request) as SessionRow,
  }
}

/** Serves a route: what admits the request, and what answers it. */
type Add = (
  route: AnyRoute,
  admit: Admit | undefined,
  run: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => void

/** The ways in which an area binds its calls. */
function bindings(db: Database, { admitCaller, admitSession, callerOf, sessionRowOf }: Admissions, add: Add) {
  const bindOnce: BindOnce = (route, handler, complete) => {
    assertOnce(route)
    const work = checkingReferences(route.body, handler as (tx: CallerTx, input: { body: unknown }) => unknown)
    add(route, admitCaller(route), async (request, reply) => {
      const key = route.method === 'GET' ? undefined : keyOf(request.headers)
      const input = await inputOf(route, request, reply)
      const caller = callerOf(request) as Caller
      const handled = async (tx: CallerTx) => work(tx, input)
      const completed = async (tx: CallerTx, kept: unknown) =>
        complete ? complete(tx, input as never, kept as never) : kept
      if (key === undefined) return db.asThenRead(caller, handled, completed)
      const asked = { key, request: askedBy(request, input.upload), shownOnce: route.shownOnce }
      return once(db, caller, asked, handled, completed)
    })
  }

  const reads: Bind['reads'] = (route, handler) => {
    if (route.method !== 'GET') throw new Error(`${route.method} ${route.path} is not a call that only reads`)
    add(route, admitCaller(route), async (request, reply) => {
      const input = (await inputOf(route, request, reply)) as never as Input<typeof route>
      return db.reads(callerOf(request) as Caller, async (tx) => handler(tx, input))
    })
  }

  // A public call does not depend on a session, not even on an expired one.
  const bindOpen: BindOpen = (route, handler) => {
    assertRepeats(route)
    add(route, route.access === 'public' ? undefined : admitCaller(route), async (request, reply) => {
      const input = (await inputOf(route, request, reply)) as never as Input<typeof route>
      return handler({ ...input, db, caller: callerOf(request) ?? null })
    })
  }

  const bindKeyed: BindKeyed = (route, handler) => {
    assertOnce(route)
    add(route, admitCaller(route), async (request, reply) => {
      const key = keyOf(request.headers)
      const input = (await inputOf(route, request, reply)) as never as Input<typeof route>
      return handler({ ...input, db, caller: callerOf(request) as Caller, key })
    })
  }

  const bindSession: BindSession = (route, handler) => {
    assertRepeats(route)
    add(route, admitSession(route), async (request, reply) => {
      const input = (await inputOf(route, request, reply)) as never as Input<typeof route>
      return handler({ ...input, db, session: sessionRowOf(request) })
    })
  }
  return { bind: Object.assign(bindOnce, { reads }), bindOpen, bindKeyed, bindSession }
}

/** Behind a proxy that is not named, all visitors share its address, and with it the limits of one. Said once. */
function warnOfProxy(http: FastifyInstance): void {
  let isSaid = false
  http.addHook('onRequest', async (request) => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return
    isSaid = true
    request.log.warn(
      '收到 X-Forwarded-For，但没有设置 TRUST_PROXY：所有访问者按同一个地址计算登录次数限制，请设置 TRUST_PROXY',
    )
  })
}

/** What the description says of repeats is what the binding does; a server that would say otherwise does not start. */
function assertOnce({ repeats, method, path }: AnyRoute): void {
  if (repeats) throw new Error(`${method} ${path} says repeats, but its binding gives a repeat the first answer`)
}

function assertRepeats({ repeats, method, path, access }: AnyRoute): void {
  if (method !== 'GET' && access !== 'public' && !repeats)
    throw new Error(`${method} ${path} must say repeats: its binding does it again`)
}

/** Validation of a route's input. Answers are not validated here: `checkAnswers` does it in tests. */
const schemaOf = (route: AnyRoute) => ({
  params: route.params,
  querystring: route.query,
  ...(route.method !== 'GET' && { body: route.body }),
})

const contentPolicy = ({ gateways, wechat, wecom }: Integrations) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // antd writes its styles at run time.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  // 'self' covers the push socket of the own address. A gateway's pushes come from its origin, too (ADR 0060).
  connectSrc: ["'self'", ...gateways.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])],
  // The QR pages of the sign-in stand in frames.
  frameSrc: ["'self'", 'blob:', ...[wechat, wecom].flatMap((app) => (app ? [new URL(app.openUrl).origin] : []))],
  upgradeInsecureRequests: null,
})

const withoutPrefix = (url: string): string => (url.startsWith(`${mainPrefix}/`) ? url.slice(mainPrefix.length) : url)

/** What a handler gets. A file is read to its end first, so that a slow line holds no connection of the database. */
const inputOf = async ({ upload }: AnyRoute, request: FastifyRequest, reply: FastifyReply) => ({
  params: request.params,
  query: request.query,
  body: request.body,
  upload: upload === undefined ? undefined : await uploadOf(request, upload),
  request,
  reply,
})

/** What a repeat under the same idempotency key must ask again. */
const askedBy = ({ method, url, body }: FastifyRequest, upload: Upload | undefined) => ({
  method,
  path: url,
  body,
  ...(upload && { file: createHash('sha256').update(upload.content).digest('hex') }),
})

function assertAccess(caller: Caller, route: AnyRoute, request: FastifyRequest): void {
  if (route.access === 'public' || route.access === 'signedIn') return
  if (route.access === 'platform' ? caller.isPlatform : mayPress(caller, route.access)) return
  // Refused calls are kept with who and what (business/access 9 rule 4).
  request.log.warn({ userId: caller.userId, access: route.access, path: route.path }, 'refused: no button')
  throw new Failure('forbidden', `您没有「${route.summary}」的权限`)
}

function assertOwnPassword({ mustChangePassword }: SessionRow, { beforeOwnPassword }: AnyRoute): void {
  if (mustChangePassword && !beforeOwnPassword) throw new Failure('forbidden', oneTimePassword)
}

function assertPerson(session: SessionRow, { forPeople, summary }: AnyRoute): void {
  if (session.id === null && forPeople) throw new Failure('forbidden', `接口账号不能使用「${summary}」`)
}

/** Answers what went wrong in the shape of all answers (business/frame 10.1). */
function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error, request)
  request.refusal = failure.message
  if (failure.retryAfter) reply.header('retry-after', failure.retryAfter)
  const isFault = failure.status === 500 || failure.status === 503
  if (isFault && isClosing(request.server)) request.log.info(`cut short by the stop: ${failure.message}`)
  else if (isFault) request.log.error({ err: error }, 'unexpected')
  // The user is told little of what an outside service did wrong; who runs the installation must find it.
  else if (failure.cause) request.log.warn({ err: failure.cause }, failure.message)
  return reply
    .status(failure.status)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(failure.envelope)
}

/** The one table from errors to failures. */
function failureOf(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  const known = knownFailure(error, request)
  if (known) return known
  if (sqlState(error) === '57014') {
    if (isClosing(request.server)) return new Failure('unavailable', '系统正在停止，请稍后重试')
    return new Failure('tooLong', tooLongMessage)
  }
  if (isAway(error)) return new Failure('unavailable', '数据库暂时连接不上，请稍后重试')
  return new Failure('bug', `系统出错，请稍后重试（编号 ${request.id.slice(0, 8)}）`)
}

function knownFailure(error: unknown, request: FastifyRequest): Failure | null {
  const state = sqlState(error)
  if (state === '23505') return new Failure('refusal', '数据已存在，请勿重复提交')
  if (isReferenceBroken(error)) return new Failure('refusal', '引用的数据不存在，或仍被其他数据引用')
  if (state === '22003') return new Failure('invalid', '数值超出允许范围')
  if (state === '22021' || state === '22P05') return new Failure('invalid', '内容含有不允许的字符')
  if (state === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit)
  if (state === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxUpload)
  if (state === 'FST_STATIC_FORBIDDEN_PATH' || state === 'FST_ERR_BAD_URL') return new Failure('notFound', '页面不存在')
  // The HTTP library and its plugins tell faults of a request by their status, bodies that end too early among them.
  if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500)
    return new Failure('malformed', '请求格式不正确')
  return null
}

const tooLongMessage = `处理用时过长（超过 ${statementSeconds} 秒），已停止，没有改动数据；请缩小查询范围，或稍后再试`
