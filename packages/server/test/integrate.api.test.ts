import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programKeyRoutes } from '@chepu/contract/access/program-key'
import { userRoutes } from '@chepu/contract/access/user'
import { errorKinds } from '@chepu/contract/kernel/errors'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { startExports } from '../src/kernel/export/worker'
import { keepFilesIn } from '../src/kernel/base/file-folder'
import { roleId } from './people'
import { openShop, type Shop } from './shop'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/integrate.md'), 'utf8')

/** A fenced block of the guide with the heading above it. */
interface Block {
  heading: string
  language: string
  text: string
}

function blocksOf(markdown: string): Block[] {
  let heading = ''
  return [...markdown.matchAll(/^## (.+)$|^```(\w.*)\n([\s\S]*?)^```$/gm)].flatMap(([, title, language, text]) => {
    if (title !== undefined) heading = title
    return language === undefined ? [] : [{ heading, language, text: text as string }]
  })
}

const folder = mkdtempSync(join(tmpdir(), 'chepu-integrate-'))
let shop: Shop
let exports: ReturnType<typeof startExports>
/** What $names stand for so far. */
const known = new Map<string, unknown>()
beforeAll(async () => {
  keepFilesIn(folder)
  shop = await openShop()
  const owner = await shop.signIn('owner')
  const body = {
    username: 'my_web_shop',
    realName: '网店对接',
    isProgram: true,
    roleIds: [await roleId(shop, 'buyer')],
  }
  const { id } = await owner.call(userRoutes.save, { body })
  await shop.sql(
    `insert into user_warehouse (group_id, user_id, warehouse_id, can_in) values ($1, $2, $3, true) returning user_id`,
    id,
    shop.warehouseId,
  )
  const made = await owner.call(programKeyRoutes.make, { params: { id }, body: { name: '正式' } })
  exports = startExports(shop.db, (error) => console.error(error), { everyMs: 50 })
  known.set('key', made.key).set('today', shanghaiDay())
})
afterAll(async () => {
  await exports.stop()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const names = /\$(\w+)/g

/** Text of a request with its names replaced. */
const filled = (text: string, show: (value: unknown) => string = String): string =>
  text.replace(names, (whole, name: string) => (known.has(name) ? show(known.get(name)) : whole))

/** A name in JSON: within quotes its text, else its value. */
const filledJson = (text: string): string =>
  text
    .replace(/"([^"]*)"/g, (quoted) => filled(quoted))
    .replace(names, (whole, name: string) => (known.has(name) ? JSON.stringify(known.get(name)) : whole))

/** The answer has all that is printed, lists from their first element on; names are learnt, or must be what they were. */
function compare(printed: unknown, answer: unknown, path: string): void {
  if (typeof printed === 'string' && printed.startsWith('$')) {
    const name = printed.slice(1)
    if (!known.has(name)) known.set(name, answer)
    expect(answer, `${path} exists`).toBeDefined()
    expect(`${path}: ${String(answer)}`).toBe(`${path}: ${String(known.get(name))}`)
  } else if (typeof printed === 'object' && printed !== null) {
    if (Array.isArray(printed) && printed.length === 0) expect(answer, path).toEqual([])
    for (const [key, value] of Object.entries(printed))
      compare(value, (answer as Record<string, unknown> | undefined)?.[key], `${path}.${key}`)
  } else expect(`${path}: ${String(answer)}`).toBe(`${path}: ${String(printed)}`)
}

const printedJson = (text: string): unknown => JSON.parse(text.replace(/(?<!["\w])\$\w+/g, '"$&"'))

/** First line and headers of a request; the rest is its body. */
function requestOf(text: string) {
  const [head = '', ...rest] = text.split('\n\n')
  const [line = '', ...headers] = head.split('\n')
  const [method = '', path = ''] = line.split(' ')
  const named = Object.fromEntries(headers.map((header) => header.split(': ') as [string, string]))
  return { method, path, headers: named, body: rest.join('\n\n') }
}

/** Sends a request of the guide. */
async function ask(text: string): Promise<Response> {
  const { method, path, headers, body } = requestOf(text)
  const isJson = headers['Content-Type'] === undefined
  return fetch(shop.origin + filled(path), {
    method,
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
      ...(isJson && body !== '' && { 'content-type': 'application/json' }),
    },
    ...(body !== '' && { body: isJson ? filledJson(body) : body.replaceAll('\n', '\r\n') }),
  })
}

/** Sends a request and compares its answer. */
async function runHttp(text: string): Promise<void> {
  const [asked = '', printed = ''] = text.split(/\n*^HTTP\/1\.1 /m)
  const [status = '', ...lines] = printed.split('\n')
  const excerpt = lines.join('\n')
  const response = await ask(asked)
  const body = await response.text()
  expect(`${response.status} ${body.slice(0, 300)}`).toMatch(new RegExp(`^${status} `))
  // A file comes as it is.
  if (!excerpt.startsWith('{')) {
    expect(body.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')).toBe(excerpt)
    return
  }
  compare(printedJson(excerpt), JSON.parse(body), '')
}

async function runSocket(text: string): Promise<void> {
  const { path, headers, body } = requestOf(text)
  const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]))
  const socket = new WebSocket(shop.origin.replace(/^http/, 'ws') + path, { headers: named })
  const heard: unknown[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    wake()
  })
  for (const line of body.trim().split('\n')) {
    if (line.startsWith('>')) socket.send(line.slice(2))
    else {
      while (heard.length === 0) await new Promise<void>((go) => (wake = go))
      compare(JSON.parse(line.slice(2)), heard.shift(), '')
    }
  }
  socket.close()
}

const blocks = blocksOf(guide)

it('has requests under every heading that promises some', () => {
  const headings = new Set(blocks.map((block) => block.heading))
  for (const heading of ['An account of its own', 'Answers', 'Parts', 'An order', 'Stock', 'Changes', 'Files'])
    expect(headings).toContain(heading)
  expect(blocks.map(({ language }) => language).filter((language) => !(language in runs))).toEqual([])
})

it('names every reason of a failure with its status and code', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) \| \S/gm)]
  const told = Object.fromEntries(
    rows.map(([, reason = '', status, code]) => [reason, { code: Number(code), status: Number(status) }]),
  )
  expect(told).toEqual(errorKinds)
})

const runs: Record<string, (text: string) => Promise<void>> = {
  http: runHttp,
  // Work of the server that is asked for again and again.
  'http until done': (text) => vi.waitFor(() => runHttp(text), { timeout: 30_000, interval: 100 }),
  ws: runSocket,
}

for (const [index, { heading, language, text }] of blocks.entries())
  it(`${index + 1} ${heading}: ${text.split('\n')[0]}`, () => expect(runs[language]?.(text)).resolves.toBeUndefined())
