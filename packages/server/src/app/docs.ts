import { expiredMessage } from '@chepu/contract/kernel/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../kernel/base/errors'
import { own } from '../kernel/base/own'
import { pack, type Packed, sendPacked } from '../kernel/base/packed'
import type { Section } from './areas'
import type { App } from './http'
import { describeCalls } from './openapi/document'
import { rightsText } from './openapi/rights-text'
import { sessionOf } from '../shell/sign-in/session'

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => own(entities, sign) ?? sign)

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
  document.querySelector('#description').onclick = async (event) => {
    event.preventDefault()
    const description = await fetch('/api/docs/openapi.json', { headers })
    location.href = URL.createObjectURL(await description.blob())
  }
  document.querySelector('[type=search]').oninput = ({ target }) => {
    const words = target.value.toLowerCase().split(/\\s+/)
    for (const area of document.querySelectorAll('section')) {
      const calls = [...area.querySelectorAll('tbody tr')]
      for (const call of calls) call.hidden = words.some((word) => !call.textContent.toLowerCase().includes(word))
      area.hidden = calls.every((call) => call.hidden)
    }
  }
})
`

/** The calls of the server, for who is signed in: machine-readable at /api/docs/openapi.json, for people at /api/docs (business/frame 10.3). */
export function bindDocs({ http, db }: App, sections: readonly Section[]): void {
  const closed = {
    onRequest: async (request: FastifyRequest) => {
      if (!(await sessionOf(db, request))) throw new Failure('signedOut', expiredMessage)
    },
  }
  const html = 'text/html; charset=utf-8'
  const description = kept('application/json; charset=utf-8', async () => JSON.stringify(await describeCalls(sections)))
  const calls = kept(html, async () => page(sections))
  http.get('/api/docs/openapi.json', closed, description)
  http.get('/api/docs/calls', closed, calls)
  http.get('/api/docs', (_request, reply) => reply.type(html).send(door))
  http.get('/api/docs/open.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(opener))
}

/** Sends what is made and packed once: the calls do not change while the program runs. */
function kept(type: string, make: () => Promise<string>) {
  let ready: Promise<Packed> | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await sendPacked(await (ready ??= make().then((text) => pack(type, text))), request, reply)
    return reply
  }
}

const style = `body{font:14px/1.6 sans-serif;margin:0 24px 24px;color:#1f2937;overflow-wrap:anywhere}
header{position:sticky;top:0;padding:12px 0;background:#fff;border-bottom:1px solid #d0d7de}
h1{display:inline;font-size:20px}input{font:inherit;width:min(100%,320px);margin-left:16px;padding:4px 10px;box-sizing:border-box}
nav a{display:inline-block;margin-right:12px}section{scroll-margin-top:88px}table{border-collapse:collapse}
td,th{border:1px solid #d0d7de;padding:4px 10px;text-align:left;vertical-align:top}code{font-size:13px}
@media(max-width:720px){body{margin:0 12px 12px}input{margin:8px 0}section{scroll-margin-top:132px}thead{display:none}
tr:not([hidden]),td{display:block;border:0;padding:0}tr{margin-bottom:14px}td:nth-child(-n+2){display:inline}}`

function page(sections: readonly Section[]): string {
  const chapters = sections.map(({ name, about, routes }) => {
    const rows = routes.map(
      ({ method, path, summary, access }) =>
        `<tr><td>${method}</td> <td><code>${escaped(path)}</code></td><td>${escaped(summary)}</td><td>${rightsText(access)}</td></tr>`,
    )
    return `<section id="${name}"><h2>${name}</h2><p>${about}</p>
<table><thead><tr><th>方法</th><th>路径</th><th>用途</th><th>谁可以调用</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
  })
  const count = sections.reduce((sum, { routes }) => sum + routes.length, 0)
  const links = sections.map(({ name }) => `<a href="#${name}">${name}</a>`)
  return frame(
    `<meta name="viewport" content="width=device-width"><style>${style}</style>`,
    `<header><h1>车铺接口</h1><input type="search" aria-label="搜索接口" placeholder="路径、用途或权限"><nav>${links.join('')}</nav></header>
<p>共 ${count} 个接口，路径前可加 <code>/api-main</code>。参数与返回的结构、登录与推送的说明见 <a id="description" href="/api/docs/openapi.json">openapi.json</a>。</p>
${chapters.join('\n')}`,
  )
}
