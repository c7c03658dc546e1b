import { expiredMessage } from '@chepu/contract/kernel/errors'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../kernel/errors'
import { compressed } from './compress'
import type { App } from './http'
import { sessionOf } from './session'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string)

const accessText = (access: App['routes'][number]['access']): string => {
  if (access === 'public') return '公开'
  if (access === 'signedIn') return '登录用户'
  if (access === 'platform') return '平台管理员'
  return `权限 ${[access].flat().join('、')}`
}

const frame = (
  head: string,
  body: string,
) => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>车铺接口</title>
${head}</head><body>${body}</body></html>`

/** The page that everybody may open; it knows nothing and asks with the token of the tab that it is opened in. */
const door = frame(
  '<script src="/api/docs/open.js" defer></script>',
  '<p>接口文档仅供登录用户查看：请先登录，再在同一标签页打开本页。</p>',
)

const opener = `const headers = { token: sessionStorage.getItem('token') ?? '' }
fetch('/api/docs/calls', { headers }).then(async (answer) => {
  if (!answer.ok) return
  document.documentElement.innerHTML = await answer.text()
  document.querySelector('a').onclick = async (event) => {
    event.preventDefault()
    const description = await fetch('/api/docs/openapi.json', { headers })
    location.href = URL.createObjectURL(await description.blob())
  }
})
`

/** The calls of the server, for who is signed in: machine-readable at /api/docs/openapi.json, for people at /api/docs (DESIGN 5). */
export function bindDocs({ http, db, routes }: App): void {
  const open = { schema: { hide: true } }
  const closed = {
    ...open,
    onSend: compressed,
    onRequest: async (request: FastifyRequest) => {
      if (!(await sessionOf(db, request))) throw new Failure('signedOut', expiredMessage)
    },
  }
  // Made once: the calls do not change while the program runs.
  const description = once(() => JSON.stringify(http.swagger()))
  const calls = once(() => page(routes))
  const html = 'text/html; charset=utf-8'
  http.get('/api/docs/openapi.json', closed, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description()),
  )
  http.get('/api/docs/calls', closed, (_request, reply) => reply.type(html).send(calls()))
  http.get('/api/docs', open, (_request, reply) => reply.type(html).send(door))
  http.get('/api/docs/open.js', open, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(opener))
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}

function page(routes: App['routes']): string {
  const rows = routes
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(
      ({ method, path, summary, access }) =>
        `<tr><td>${method}</td><td><code>${escaped(path)}</code></td><td>${escaped(summary)}</td><td>${accessText(access)}</td></tr>`,
    )
  return frame(
    `<style>body{font:14px/1.6 sans-serif;margin:24px;color:#1f2937}table{border-collapse:collapse}td,th{border:1px solid #d0d7de;padding:4px 10px;text-align:left}code{font-size:13px}</style>`,
    `<h1>车铺接口</h1>
<p>共 ${routes.length} 个接口，路径前可加 <code>/api-main</code>。参数与返回的结构见 <a href="/api/docs/openapi.json">openapi.json</a>。</p>
<table><thead><tr><th>方法</th><th>路径</th><th>用途</th><th>权限</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  )
}
