import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { passwordInfo, userLogin } from '@chepu/contract/shell/session'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, openShop, type Shop } from '../../../test/shop'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../../..')

let shop: Shop
let nobody: Client
let source: string
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.origin}/api/docs${path}`, { headers: { token: nobody.token, ...headers } })

beforeAll(async () => {
  shop = await openShop()
  nobody = await shop.signIn([])
  source = await (await ask('/openapi.json')).text()
})
afterAll(() => shop.close())

describe('who asks for the description', () => {
  it('must be signed in; the page that anybody may open tells nothing', async () => {
    for (const path of ['/openapi.json', '/calls']) {
      expect((await ask(path, { token: '' })).status).toBe(401)
      expect((await ask(path, { token: 'worthless' })).status).toBe(401)
    }
    expect(await (await ask('', { token: '' })).text()).not.toContain('/api/web')
  })

  it('gets it packed, and is told when he has it already', async () => {
    const first = await ask('/openapi.json', { 'accept-encoding': 'br' })
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(await first.text()).toBe(source)
    const again = await ask('/openapi.json', { 'if-none-match': first.headers.get('etag') as string })
    expect(again.status).toBe(304)
  })

  it('reads on the page who may call what, by the names of the rights', async () => {
    const page = await (await ask('/calls')).text()
    expect(page).toContain('/api/web/goods-receipt/:id/act/:action')
    expect(page).toContain('<td>有以下任一权限的用户：采购入库·新增、采购入库·修改</td>')
    for (const [, rights = ''] of page.matchAll(/任一权限的用户：([^<]*)</g)) {
      const names = rights.split('、')
      expect([...new Set(names)]).toEqual(names)
    }
  })
})

describe('the description of the calls', () => {
  it('is valid and complete by the rules of a linter', async () => {
    const rules = {
      'parameter-description': 'error',
      'operation-description': 'error',
      'operation-tag-defined': 'error',
      // Ids are numbers: /part/{id}/image and /part/image/{id} are not taken for each other.
      'no-ambiguous-paths': 'off',
    } as const
    const config = await createConfig({ extends: ['recommended'], rules })
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    const told = problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
    expect(told).toEqual([])
  })

  it('makes a typed client that compiles, and with which a program buys and receives', async () => {
    const sample = join(root, 'packages/sample-client')
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
    const description = join(folder, 'openapi.json')
    await writeFile(description, source)
    const generator = join(sample, 'node_modules/openapi-typescript/bin/cli.js')
    await run(process.execPath, [generator, description, '-o', join(sample, 'src/description.ts')])
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', sample]).catch(({ stdout }) => expect(stdout).toBe(''))

    const owner = await shop.signIn('owner')
    const { username } = (await owner.call(passwordInfo)).user
    await owner.call(userLogin, { query: { next: 'exit' } })
    // The generated types exist only now, so the compiler of this test does not follow.
    const { buyTen } = (await import(join(sample, 'src/walk.ts'))) as {
      buyTen: (baseUrl: string, day: string, shopping: object) => Promise<string>
    }
    const stock = await buyTen(shop.origin, '2026-05-04', {
      username,
      password: 'Secret_1',
      partCode: '04152-YZZA1',
      supplierName: '测试供应商',
      warehouseName: '主仓',
    })
    expect(stock).toBe('10.0000')
  })
})
