import { listOrgWarehouses } from '@chepu/contract/basics/warehouse-lookups'
import { payment } from '@chepu/contract/finance/payment'
import type { Route } from '@chepu/contract/kernel/route'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openBranch } from '../../test/people'
import { type Client, openShop, type Shop } from '../../test/shop'
import { shanghaiDay } from '../kernel/base/calendar'

// Names that come from outside: of columns to sort by, of actions, of parameters and of fields.

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  // The lists of the platform's keeper are asked, too.
  await shop.db.shared({ text: 'update shared.login set is_platform = true' })
})
afterAll(() => shop.close())

/** What every object inherits, and what nobody knows. */
const strangers = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'codee']

const namesOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
/** What a list must be told to answer at all. */
const needed: Record<string, (field: unknown) => string> = {
  partId: () => String(shop.parts.filter),
  partnerId: () => String(shop.customerId),
  accountId: () => String(shop.cashId),
  orgId: () => String(shop.orgId),
  tab: (tab) => String((tab as z.ZodEnum).options[0]),
  month: () => '202611',
}

async function ask(method: string, path: string, body?: unknown) {
  const headers = { token: owner.token, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const answer = await fetch(shop.origin + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { reason, msg, errors } = (await answer.json()) as { reason?: string; msg: string; errors?: { path: string }[] }
  return { status: answer.status, reason, msg, paths: errors?.map(({ path: at }) => at) }
}

const lists = () => shop.app.routes.filter((route) => route.method === 'GET' && namesOf(route.query).includes('sort'))
/** A list with what it must be told. */
function asked(route: Route, more: Record<string, string>): string {
  const known = Object.entries(needed).filter(([name]) => namesOf(route.query).includes(name))
  const query = new URLSearchParams({
    ...Object.fromEntries(known.map(([name, value]) => [name, value((route.query as z.ZodObject).shape[name])])),
    ...more,
  })
  return `${route.path}?${query}`
}

describe('a list', () => {
  it('is sorted by its own columns, and says by which it is not', async () => {
    expect(lists().length).toBeGreaterThan(40)
    const faults: string[] = []
    for (const route of lists()) {
      for (const name of strangers) {
        const { status, reason, msg, paths } = await ask('GET', asked(route, { sort: `-${name}` }))
        const said = `${status} ${reason} ${paths?.join(' ')} ${msg}`
        if (said !== `400 invalid sort 不能按“${name}”排序`) faults.push(`${route.path} ${said}`)
      }
    }
    expect(faults).toEqual([])
  })
})

/** A path whose parameters fit. */
const pathOf = ({ path, params }: Route) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const kinds = params instanceof z.ZodObject ? (params.shape as Record<string, z.ZodType>)[name] : undefined
    return kinds instanceof z.ZodEnum ? String(kinds.options[0]) : name === 'month' ? '202611' : '1'
  })

describe('a call', () => {
  it('names the parameter that it does not know', async () => {
    const faults: string[] = []
    for (const route of shop.app.routes.filter(({ method }) => method === 'GET')) {
      for (const name of ['brandid', 'constructor']) {
        const answer = await ask('GET', `${pathOf(route)}?${name}=9`)
        const said = `${answer.status} ${answer.reason} ${answer.msg}`
        if (said !== `400 invalid 不认识的参数“${name}”`) faults.push(`${route.path} ${said}`)
      }
    }
    expect(faults).toEqual([])
  })

  it('names the filter of an export that it does not know, and its column', async () => {
    const body = { filters: { brandid: 9 }, columns: [] }
    const answer = await ask('POST', purchaseOrder.routes.export.path, body)
    expect(answer).toMatchObject({
      status: 400,
      reason: 'invalid',
      msg: '不认识的参数“brandid”',
      paths: ['filters.brandid'],
    })
    const columns = ['constructor', 'codee']
    expect(await ask('POST', purchaseOrder.routes.export.path, { filters: {}, columns })).toMatchObject({
      status: 400,
      reason: 'invalid',
      msg: '没有“constructor”这一列可以导出',
    })
  })
})

describe('another organisation in a body', () => {
  const told = /^请求中的 org(Id|_id) 不是当前登录的企业，请切换企业后再操作$/
  const header = () => ({ bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId })
  const lines = () => [{ partId: shop.parts.filter, qty: '1', price: '30' }]

  it('is refused by every call with a right of its own that does not ask for one', async () => {
    const { orgId } = await openBranch(shop)
    const changes = shop.app.routes.filter(
      ({ method, access, upload }) => method !== 'GET' && access !== 'public' && access !== 'signedIn' && !upload,
    )
    expect(changes.length).toBeGreaterThan(200)
    const faults: string[] = []
    for (const route of changes) {
      const { status, msg } = await ask(route.method, pathOf(route), { orgId })
      const forms = route.body instanceof z.ZodUnion ? (route.body.options as z.ZodType[]) : [route.body]
      const isDeclared = forms.some((form) => namesOf(form).includes('orgId'))
      const isRight = isDeclared ? !told.test(msg) : status === 403
      if (!isRight) faults.push(`${route.method} ${route.path} ${status} ${msg}`)
    }
    expect(faults).toEqual([])
  })

  it('is refused in the header too, however it is written, and one’s own is none', async () => {
    const { path } = goodsReceipt.routes.save
    const [other, mine] = [shop.orgId + 1, shop.orgId]
    for (const named of [{ orgId: other }, { org_id: other }, { orgId: String(other) }]) {
      const answer = await ask('POST', path, { header: { ...header(), ...named }, lines: lines() })
      expect([answer.status, told.test(answer.msg)]).toEqual([403, true])
    }
    for (const named of [{ orgId: mine }, { org_id: String(mine) }, { orgId: null }])
      expect(await ask('POST', path, { header: { ...header(), ...named }, lines: lines() })).toMatchObject({
        status: 200,
      })
    // Calls that ask for an organisation take another one.
    const branch = await openBranch(shop, '03', '又一分店')
    expect(await ask('POST', listOrgWarehouses.path, { orgId: branch.orgId })).toMatchObject({ status: 200 })
  })
})

describe('a number in an address', () => {
  const wrong = async (method: string, path: string) => {
    const { status, reason } = await ask(method, path, method === 'GET' ? undefined : {})
    return `${status} ${reason}` === '400 invalid' ? [] : [`${method} ${path} ${status} ${reason}`]
  }

  it('is digits and nothing else, on every call', async () => {
    const faults: string[] = []
    for (const { method, path, query } of shop.app.routes) {
      const named = path.replace(/:(id|keyId)\b/g, '0x1')
      if (named !== path) faults.push(...(await wrong(method, named.replace(/:\w+/g, 'x'))))
      for (const name of namesOf(query).filter((each) => /^(page|rows|\w+Id)$/.test(each)))
        faults.push(...(await wrong(method, `${path.replace(/:\w+/g, '1')}?${name}=1e0`)))
    }
    expect(faults).toEqual([])
  })

  it('is written in one way', async () => {
    const faults: string[] = []
    for (const odd of ['0x1', '1e0', '%201', '%2B1', '01', '1.0', '-1', '0', '1,5', '９', '9007199254740993', ''])
      for (const path of [...(odd ? [`/api/web/part/${odd}`] : []), `/api/web/part?page=${odd}`])
        faults.push(...(await wrong('GET', path)))
    expect(faults).toEqual([])
    expect(await ask('GET', `/api/web/part/${shop.parts.filter}`)).toMatchObject({ status: 200 })
    expect(await ask('GET', '/api/web/part?page=10')).toMatchObject({ status: 200 })
  })
})

describe('a document', () => {
  const header = () => ({ bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId })

  it('has its own actions and no others', async () => {
    const lines = [{ partId: shop.parts.filter, qty: '1', price: '30' }]
    const { id, version } = await owner.call(goodsReceipt.routes.save, { body: { header: header(), lines } })
    const tender = { storeAccountId: shop.cashId, amount: '5.00' }
    const slip = { bizDate: shanghaiDay(), partnerId: shop.supplierId }
    const paid = await owner.call(payment.routes.save, { body: { header: slip, tenders: [tender] } as never })
    for (const [routes, doc] of [
      [goodsReceipt.routes, { id, version }],
      [payment.routes, paid],
    ] as const) {
      for (const name of strangers) {
        const path = `${routes.list.path}/${doc.id}`
        expect(await ask('POST', `${path}/act/${name}`, { version: doc.version })).toMatchObject({ status: 404 })
        expect(await ask('GET', `${path}/preview/${name}`)).toMatchObject({ status: 404, reason: 'notFound' })
      }
    }
  })
})
