import { compressed } from './compress'
import type { App } from './http'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string)

const accessText = (access: App['routes'][number]['access']): string => {
  if (access === 'public') return '公开'
  if (access === 'signedIn') return '登录用户'
  if (access === 'platform') return '平台管理员'
  return `权限 ${[access].flat().join('、')}`
}

/** The calls of the server: machine-readable at /api/docs/openapi.json, for people at /api/docs (DESIGN 5). */
export function bindDocs({ http, routes }: App): void {
  const options = { schema: { hide: true }, onSend: compressed }
  http.get('/api/docs/openapi.json', options, () => http.swagger())
  http.get('/api/docs', options, (_request, reply) => reply.type('text/html; charset=utf-8').send(page(routes)))
}

function page(routes: App['routes']): string {
  const rows = routes
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(
      ({ method, path, summary, access }) =>
        `<tr><td>${method}</td><td><code>${escaped(path)}</code></td><td>${escaped(summary)}</td><td>${accessText(access)}</td></tr>`,
    )
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>车铺接口</title>
<style>body{font:14px/1.6 sans-serif;margin:24px;color:#1f2937}table{border-collapse:collapse}td,th{border:1px solid #d0d7de;padding:4px 10px;text-align:left}code{font-size:13px}</style>
</head><body><h1>车铺接口</h1>
<p>共 ${routes.length} 个接口，路径前可加 <code>/api-main</code>。参数与返回的结构见 <a href="/api/docs/openapi.json">openapi.json</a>。</p>
<table><thead><tr><th>方法</th><th>路径</th><th>用途</th><th>权限</th></tr></thead><tbody>${rows.join('')}</tbody></table></body></html>`
}
