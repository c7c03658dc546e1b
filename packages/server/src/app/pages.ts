import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Failure } from '../kernel/base/errors'
import type { App } from './http'

/** Protections of a page, which its scripts, styles and pictures need not repeat. */
const pageHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Addresses of files, which are there or not: what stands below the assets, and names with an ending. */
const isFile = (path: string): boolean => /^\/assets\/|\.[^/]*$/.test(path)

/** Addresses of signed links, whatever their token (business/links 2). */
const isLink = /^\/l\/[^/]+\/?$/

/**
 * Whether a browser asks for a page. The keeper of the installation may give pages any address, so whoever wants a page gets the one
 * that knows them all, and says itself that there is none. A probe or a program that asks for an address by chance gets 404.
 */
const isPage = (path: string, accept = ''): boolean => path === '/login' || accept.includes('text/html')

/** The built web application: hashed assets for ever, the page itself always fresh; unknown addresses of people get the page. */
export async function servePages({ http, missing }: Pick<App, 'http' | 'missing'>, folder: string): Promise<void> {
  await http.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (isHashed) for (const name of pageHeaders) reply.removeHeader(name)
    },
  })
  // Nothing here is for search engines.
  http.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'),
  )
  http.get('/favicon.ico', (_request, reply) => reply.sendFile('logo.svg'))
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    // Uptime checks ask for the head of a page alone.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || path.startsWith('/api')) throw missing(request, reply)
    if (isLink.test(path)) return reply.header('x-robots-tag', 'noindex, nofollow').sendFile('link.html')
    if (isFile(path)) throw new Failure('notFound', '文件不存在')
    if (!isPage(path, request.headers.accept)) throw new Failure('notFound', '页面不存在')
    return reply.sendFile('index.html')
  })
}
