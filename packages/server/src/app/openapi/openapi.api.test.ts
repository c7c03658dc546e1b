import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programKeyRoutes } from '@chepu/contract/access/program-key'
import { userRoutes } from '@chepu/contract/access/user'
import { errorKinds } from '@chepu/contract/kernel/errors'
import { downloads, noBody, route } from '@chepu/contract/kernel/route'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { roleId } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { type Description, templateOf } from './document'
import { examples } from './examples'
import type { Operation } from './operation'
import type { JsonSchema } from './schemas'

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
    expect(page).toContain('<td>有以下任一权限的用户：采购入库·新增（23）、采购入库·修改（24）</td>')
    for (const [, rights = ''] of page.matchAll(/任一权限的用户：([^<]*)</g)) {
      const names = rights.split('、')
      expect([...new Set(names)]).toEqual(names)
    }
  })
})

describe('the description of the calls', () => {
  it('names every call once and says what a document can do', () => {
    const { paths } = JSON.parse(source) as Description
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    const names = operations.map(({ operationId }) => operationId)
    expect(names).toHaveLength(shop.app.routes.length)
    expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([])
    const order = Object.entries(paths).filter(([path]) => path.startsWith('/api/web/purchase-order/{id}'))
    const named = order.flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId))
    expect(named).toEqual([
      'purchaseOrderRead',
      'purchaseOrderAct',
      'purchaseOrderLogRead',
      'purchaseOrderRelatedRead',
      'purchaseOrderPrint',
      'purchaseOrderPrepaymentsList',
    ])
    // Orders have no action that shows its effects first; receipts have two.
    expect(paths['/api/web/goods-receipt/{id}/preview/{action}']?.['get']?.parameters).toContainEqual(
      expect.objectContaining({ name: 'action', schema: { type: 'string', enum: ['unapprove', 'reverse'] } }),
    )
    // The linter holds the examples against their schemas.
    expect(Object.keys(examples).filter((name) => !names.includes(name))).toEqual([])
    const act = paths['/api/web/purchase-order/{id}/act/{action}']?.['post']
    expect(act?.parameters).toContainEqual({
      name: 'action',
      in: 'path',
      required: true,
      description:
        '动作：submit 提交、withdraw 撤回、reject 驳回、void 作废、approve 审核、unapprove 反审核、close 关闭剩余、reopen 反关闭',
      schema: {
        type: 'string',
        enum: ['submit', 'withdraw', 'reject', 'void', 'approve', 'unapprove', 'close', 'reopen'],
      },
    })
  })

  it('describes files and bodies as they travel', async () => {
    const { paths, components } = JSON.parse(source) as Description
    expect(Object.keys((components.responses['429'] as { headers: object }).headers)).toEqual(['Retry-After'])
    const operation = (method: string, path: string) => paths[path]?.[method] as Operation
    const upload = operation('post', '/api/web/import/part')
    expect(upload.requestBody).toMatchObject({ required: true, content: { 'multipart/form-data': {} } })
    const download = operation('get', '/api/web/import/part/template').responses['200'] as { content: object }
    expect(Object.keys(download.content)).toEqual(downloads.xlsx)
    for (const route of shop.app.routes) {
      const { requestBody } = operation(route.method.toLowerCase(), templateOf(route.path))
      const isSilent = route.method === 'GET' || (route.body === noBody && !route.upload)
      expect(`${route.path} ${requestBody === undefined}`).toBe(`${route.path} ${isSilent}`)
    }
  })

  it('offers an Idempotency-Key where a repeat gets the first answer, and says where one is done again', () => {
    const { paths } = JSON.parse(source) as Description
    const changes = shop.app.routes.filter(({ method, access }) => method !== 'GET' && access !== 'public')
    const keyless = changes.flatMap(({ method, path }) => {
      const operation = paths[templateOf(path)]?.[method.toLowerCase()] as Operation
      const { operationId, parameters, description } = operation
      const takesKey = parameters.some((each) => '$ref' in each)
      expect(`${path} ${description.includes('重发即再执行一次')}`).toBe(`${path} ${!takesKey}`)
      return takesKey ? [] : [operationId]
    })
    expect(keyless.toSorted()).toEqual([
      'admShopSave',
      'apiCommonSmsSend',
      'bankCheck',
      'commonUserSave',
      'customerLinkSave',
      'empInfoAccount',
      'importCarModelCheck',
      'importCardCheck',
      'importClaimAnswerCheck',
      'importCountResultCheck',
      'importInvoiceNumberCheck',
      'importLabourQuotaCheck',
      'importOpeningBalanceCheck',
      'importOpeningStockCheck',
      'importPartCheck',
      'importPartnerCheck',
      'importProductCheck',
      'importRegionCheck',
      'importServiceItemCheck',
      'importVehicleCheck',
      'orgApprovalSave',
      'resourceFileSave',
      'userChangePwdSave',
      'userChooseOrgSave',
      'userInfoKeySave',
      'userInfoPassword',
      'userInfoSave',
      'userSessionEnd',
      'userSessionEndOthers',
    ])
    // What is bound otherwise than its route says does not start.
    const said = { method: 'POST', path: '/api/none', access: 'signedIn', summary: '', data: z.object({}) } as const
    const { bind, bindOpen, bindSession } = shop.app
    for (const binding of [bindOpen, bindSession]) expect(() => binding(route(said), () => ({}))).toThrow('repeats')
    expect(() => bind(route({ ...said, repeats: true }), () => ({}))).toThrow('repeats')
  })

  it('says what comes from the door, how a socket ends, and the button of each action', () => {
    const { info, components, paths } = JSON.parse(source) as Description
    const { description } = info as { description: string }
    const statuses = Object.values(errorKinds).map(({ status }) => String(status))
    const untold = statuses.filter(
      (status) => !(status in components.responses) && !description.includes(`${status}（`),
    )
    expect(untold).toEqual([])
    for (const word of ['304', '1007', '1008', '1013', '4401']) expect(description).toContain(word)
    expect(JSON.stringify(components.securitySchemes)).toContain('密钥')
    const rights = (path: string) => paths[`/api/web/${path}/{id}/act/{action}`]?.['post']?.description
    expect(rights('purchase-order')).toMatch(/submit 提交：采购订单·[^；]+（\d+）.*approve 审核：采购订单·审核（\d+）/)
    // The desks of the warehouse need the button of each step, too, and it is that of the documents on them.
    expect(rights('inbound/{kind}')).toMatch(
      /receive 确认入库：[^；]+（\d+）；approve 确认入库：[^；]+；sendBack 差异退回：[^；]+（\d+）/,
    )
    expect(rights('outbound/{kind}')).toMatch(
      /ship 确认出库：[^；]+（\d+）；approve 确认出库：[^；]+；sendBack 缺货退回：[^；]+（\d+）/,
    )
    const buttonsOf = (path: string) =>
      shop.app.routes.find((each) => each.path === `/api/web/${path}/:id/act/:action`)?.actions ?? {}
    for (const [desk, paths] of [
      ['inbound/:kind', ['goods-receipt', 'sales-return', 'other-in']],
      ['outbound/:kind', ['sales-delivery', 'purchase-return', 'other-out']],
    ] as const)
      for (const [action, { button }] of Object.entries(buttonsOf(desk)))
        expect(paths.map((path) => buttonsOf(path)[action]?.button ?? button)).toEqual(paths.map(() => button))
    for (const route of shop.app.routes.filter(({ path }) => path.endsWith('/:id/act/:action')))
      expect(Object.keys(route.actions ?? {})).not.toEqual([])
  })

  it('says what an action takes, of every kind by its definition', () => {
    const { paths } = JSON.parse(source) as Description
    const bodyOf = (path: string) => {
      const body = paths[`/api/web/${path}/act/{action}`]?.['post']?.requestBody
      const { content } = body as { content: Record<string, { schema: JsonSchema }> }
      return content['application/json']?.schema.properties as Record<string, JsonSchema>
    }
    const told = (path: string) =>
      (bodyOf(path)['input']?.anyOf ?? []).map((each) => [each.title, Object.keys(each.properties ?? {})])
    expect(told('sales-order/{id}')).toEqual([
      ['confirm 确认，可不填', ['lines']],
      ['changeWarehouse 换仓', ['warehouseId', 'lineIds']],
      ['substitute 换替换件', ['lineId', 'partId']],
    ])
    expect(told('goods-receipt/{id}')).toEqual([['receive 确认入库，可不填', ['lines']]])
    // The desks of the warehouse take what the documents on them do.
    const counted = (path: string) => bodyOf(path)['input']?.anyOf?.map(({ title: _, ...shape }) => shape)[0]
    for (const [desk, path] of [
      ['inbound', 'goods-receipt'],
      ['inbound', 'sales-return'],
      ['inbound', 'other-in'],
      ['outbound', 'sales-delivery'],
      ['outbound', 'purchase-return'],
      ['outbound', 'other-out'],
    ])
      expect(counted(`${desk}/{kind}/{id}`)).toEqual(counted(`${path}/{id}`))
    expect(bodyOf('collection/{id}')).not.toHaveProperty('input')
    expect(bodyOf('purchase-order/{id}')['reason']?.description).toBe(
      '原因；这些动作必填：reject 驳回、void 作废、unapprove 反审核、close 关闭剩余、reopen 反关闭',
    )
  })

  it('says of everything that is sent or answered what it is', () => {
    const { paths } = JSON.parse(source) as Description
    const untold: string[] = []
    const look = (schema: unknown, at: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      if (!['type', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const'].some((word) => word in schema)) untold.push(at)
      const { properties = {}, items, additionalProperties, anyOf = [] } = schema as JsonSchema
      for (const [name, each] of Object.entries(properties)) look(each, `${at}.${name}`)
      for (const each of [items, additionalProperties, ...anyOf]) look(each, at)
    }
    for (const [path, methods] of Object.entries(paths))
      for (const { operationId, requestBody, responses, parameters } of Object.values(methods)) {
        const sent = Object.entries({ ...responses, body: requestBody ?? {} }) as [string, { content?: object }][]
        for (const [name, { content = {} }] of sent)
          for (const { schema } of Object.values(content) as { schema: unknown }[])
            look(schema, `${operationId} ${name}`)
        for (const each of parameters as { name?: string; schema: unknown }[])
          if (each.name) look(each.schema, `${path} ${each.name}`)
      }
    expect(untold).toEqual([])
  })

  it('is kept to: a call that takes no body refuses one that says something', async () => {
    const owner = await shop.signIn('owner')
    const remove = (body?: string) =>
      fetch(`${shop.origin}/api/web/brand/999999`, {
        method: 'DELETE',
        headers: { token: owner.token, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body }),
      })
    expect(await (await remove('{"ids":[1,2]}')).json()).toMatchObject({
      reason: 'invalid',
      msg: '此接口不接受请求内容',
    })
    for (const body of [undefined, '', '{}']) expect((await remove(body)).status).toBe(404)
  })

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
    await writeFile(join(folder, 'openapi.json'), source)
    await copyFile(join(sample, 'src/walk.ts'), join(folder, 'walk.ts'))
    await copyFile(join(sample, 'tsconfig.json'), join(folder, 'tsconfig.json'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const generator = join(sample, 'node_modules/openapi-typescript/bin/cli.js')
    await run(process.execPath, [generator, join(folder, 'openapi.json'), '-o', join(folder, 'description.ts')])
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(({ stdout, stderr, message }) =>
      expect(stdout || stderr || message).toBe(''),
    )
    await rm(folder, { recursive: true })

    const owner = await shop.signIn('owner')
    const roleIds = [await roleId(shop, 'manager')]
    const account = { username: 'my_web_shop', realName: '网店对接', isProgram: true, roleIds }
    const { id } = await owner.call(userRoutes.save, { body: account })
    const { key } = await owner.call(programKeyRoutes.make, { params: { id }, body: { name: '正式' } })
    // The generated types exist only now, so the compiler of this test does not follow.
    const { buyTen } = (await import(join(sample, 'src/walk.ts'))) as {
      buyTen: (baseUrl: string, day: string, shopping: object) => Promise<string>
    }
    const shopping = { key, partCode: '04152-YZZA1', supplierName: '测试供应商', warehouseName: '主仓' }
    expect(await buyTen(shop.origin, '2026-05-04', shopping)).toBe('10.0000')
    // It goes no further than the call that is refused.
    await shop.sql(`update org set config = config || '{"approveRequired": ["purchase_order"]}' where group_id = $1`)
    const text = 'update shared.login set access_version = access_version + 1 where id = $1'
    await shop.db.shared({ text, values: [id] })
    await expect(buyTen(shop.origin, '2026-05-04', shopping)).rejects.toThrow('refusal: 采购订单需先提交，再审核')
  })
})
