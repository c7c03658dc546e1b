import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../kernel/db/db'
import { Failure } from '../kernel/base/errors'

/** How long running requests and jobs may go on after the word to stop; then they are cut, and may take so long to end. */
const [graceMs, cutMs] = [5000, 4000]
/** When the embedded database must have stopped; the whole takes no longer. */
const longestMs = 14_500
/** How often it looks for connections that have become idle and statements that have not ended. */
const lookEveryMs = 100

const closing = new WeakSet<Server>()

/** Whether the server behind this instance is about to stop. */
export const isClosing = ({ server }: FastifyInstance): boolean => closing.has(server)

/** While the server stops, requests on connections that are still open are refused, but for the paths named. */
export function refuseWhenClosing(http: FastifyInstance, except: readonly string[]): void {
  http.addHook('preClose', async () => void closing.add(http.server))
  http.addHook('onRequest', async (request, reply) => {
    if (!isClosing(http)) return
    reply.header('connection', 'close')
    if (!except.includes(request.routeOptions.url ?? '')) throw new Failure('unavailable', '系统正在停止，请稍后重试')
  })
}

/** Follows the connections and requests of a server. */
class Connections {
  private readonly sockets = new Set<Socket>()
  private readonly running = new Set<ServerResponse>()

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket)
      socket.once('close', () => this.sockets.delete(socket))
    })
    server.on('request', (_request, response) => {
      this.running.add(response)
      // Fastify, its sender of files and the pipe between them take the ten that Node lets pass without a warning.
      response.setMaxListeners(20)
      response.once('close', () => this.running.delete(response))
    })
  }

  /** Ends those on which nothing is under way: browsers open some ahead of need and send nothing. */
  closeIdle(): void {
    this.server.closeIdleConnections()
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  closeAll(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  get left(): [requests: number, sockets: number] {
    return [this.running.size, this.sockets.size]
  }
}

interface Parts {
  http: FastifyInstance
  jobs: { stop(): Promise<void> }
  db: Database
  /** Stops the embedded database, where there is one. */
  postgres: { stop(): Promise<void> } | null
}

/**
 * Prepares the end of the program; to be called before the server listens. What it returns stops all parts within 15 s,
 * whatever clients and database do, and answers what had not ended by then, in words for the log; nothing as a rule.
 */
export function prepareStop({
  http,
  db,
}: Pick<Parts, 'http' | 'db'>): (parts: Omit<Parts, 'http' | 'db'>) => Promise<string[]> {
  const connections = new Connections(http.server)
  return async ({ jobs, postgres }) => {
    const until = performance.now() + longestMs
    const state = { isOver: false }
    const over = Promise.all([http.close(), jobs.stop()])
      .then(() => db.close())
      .finally(() => (state.isOver = true))
    const look = async (everyTime: () => unknown, ms: number) => {
      const end = performance.now() + ms
      while (!state.isOver && performance.now() < end) {
        await everyTime()
        await Promise.race([over, pause(lookEveryMs)])
      }
    }
    await look(() => connections.closeIdle(), graceMs)
    if (!state.isOver) {
      connections.closeAll()
      await look(() => db.cancelRunning(), cutMs)
    }
    const left = state.isOver ? [] : leftOf(connections.left, db.connections.busy)
    const stopped = postgres?.stop().then(() => true)
    const isStopped = await Promise.race([stopped ?? true, pause(until - performance.now(), false)])
    return isStopped ? left : [...left, '内置数据库']
  }
}

function leftOf([requests, sockets]: [number, number], statements: number): string[] {
  const counts = [
    [requests, '个请求'],
    [sockets, '个连接'],
    [statements, '个数据库连接'],
  ] as const
  const told = counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []))
  return told.length > 0 ? told : ['后台任务']
}
