import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../kernel/base/errors'

/** Why a request finds no call: its address is none, or has other methods, which the header Allow then names. */
export type Missing = (request: FastifyRequest, reply: FastifyReply) => Failure

/** Remembers the addresses of a server. To be called before it has any. */
export function rememberAddresses(http: FastifyInstance): Missing {
  const known: { pattern: RegExp; methods: string[] }[] = []
  http.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`)
    known.push({ pattern, methods: [method].flat() })
  })
  return ({ url, method }, reply) => {
    const path = url.split('?')[0] ?? ''
    const methods = new Set(known.flatMap((each) => (each.pattern.test(path) ? each.methods : [])))
    if (methods.size === 0 || methods.has(method)) return new Failure('notFound', '接口不存在')
    reply.header('allow', [...methods].join(', '))
    return new Failure('wrongMethod', `此接口不支持 ${method}，请用 ${[...methods].join('、')}`)
  }
}
