// What a caller may not see stays on the server, whichever call he tries: figures without the field permission, and
// everything of another group or another organisation.
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignUser, createGroup, createOrg, createUser } from '../src/access/provision'
import { openSession } from '../src/shell/sign-in/session'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { post } from './desk'
import { Client, openShop, type Shop } from './shop'

let shop: Shop
let documents: { id: number; billNo: string }[]
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  const owner = await shop.signIn('owner')
  const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId }
  documents = [
    await post(owner, goodsReceipt.routes, {
      header: { ...header, partnerId: shop.supplierId },
      lines: [{ partId: shop.parts.filter, qty: '10', price: '77.77' }],
    }),
    await post(owner, salesDelivery.routes, {
      header: { ...header, partnerId: shop.customerId },
      lines: [{ partId: shop.parts.filter, qty: '3', price: '133.33' }],
    }),
  ]
})
afterAll(() => shop.close())

/** Every GET route with `id` where it wants one; the answers as text. */
async function readEverything(
  client: Client,
  ids: readonly number[],
): Promise<{ path: string; status: number; text: string }[]> {
  const answers = []
  for (const route of shop.app.routes.filter((each) => each.method === 'GET')) {
    const paths = route.path.includes(':') ? ids.map((id) => route.path.replace(/:\w+/g, String(id))) : [route.path]
    for (const path of paths) {
      const response = await fetch(`${shop.origin}${path}`, { headers: { token: client.token } })
      answers.push({ path, status: response.status, text: await response.text() })
    }
  }
  return answers
}

const ids = () => documents.map((doc) => doc.id)

/** Names of fields that carry a figure, as they appear in an answer. */
const carries = (text: string, fields: readonly string[]): string[] =>
  fields.filter((field) => text.includes(`"${field}":"`))

describe('field permissions', () => {
  const cost = [
    'unitCost',
    'costAmount',
    'costPrice',
    'avgCost',
    'stockValue',
    'value',
    'valueAfter',
    'grossProfit',
    'grossRate',
    'poolValueAfter',
  ]

  it('shows costs and margins to the owner, so that their absence means something', async () => {
    const owner = await shop.signIn('owner')
    const answers = await readEverything(owner, ids())
    const seen = new Set(answers.flatMap((answer) => carries(answer.text, cost)))
    expect([...seen].sort()).toEqual(expect.arrayContaining(['costAmount', 'grossProfit', 'unitCost']) as string[])
  })

  it.each(['salesperson', 'warehouse_keeper', 'adviser', 'technician', 'admin'])(
    'never answers a cost or a margin to %s',
    async (role) => {
      const answers = await readEverything(await shop.signIn(role), ids())
      const leaks = answers
        .map((answer) => `${answer.path}: ${carries(answer.text, cost).join(', ')}`)
        .filter((leak) => !leak.endsWith(': '))
      expect(leaks).toEqual([])
    },
  )

  it.each(['warehouse_keeper', 'technician', 'admin'])('never answers a price to %s', async (role) => {
    const answers = await readEverything(await shop.signIn(role), ids())
    const leaks = answers
      .filter((answer) => /77\.77|777\.70|133\.33|399\.99/.test(answer.text))
      .map((answer) => answer.path)
    expect(leaks).toEqual([])
  })

  it('never answers a margin or a sale to the buyer', async () => {
    const answers = await readEverything(await shop.signIn('buyer'), ids())
    const leaks = answers
      .filter((answer) => carries(answer.text, ['grossProfit', 'grossRate']).length > 0)
      .map((answer) => answer.path)
    expect(leaks).toEqual([])
  })
})

describe('another group', () => {
  it('sees nothing and opens nothing', async () => {
    const groupId = await createGroup(shop.db, '别的集团')
    const userId = await createUser(shop.db, groupId, { username: 'stranger', realName: '外人', password: 'Secret_1' })
    const orgId = await shop.db.tenant(groupId, async (tx) => {
      const id = await createOrg(tx, {
        code: '01',
        name: '别的企业',
        shortName: '别的',
        orgType: 'parts_trade',
        taxpayerKind: 'small',
        startMonth: 202601,
      })
      await assignUser(tx, { userId, orgId: id, roles: ['owner'], isDefault: true })
      return id
    })
    const token = await openSession(shop.db, { loginId: userId, groupId, orgId, deviceId: 'test', ip: '127.0.0.1' })
    const answers = await readEverything(new Client(shop.origin, token), ids())
    const names = ['测试配件店', '测试供应商', '测试修理厂', '04152-YZZA1', ...documents.map((doc) => doc.billNo)]
    expect(
      answers.filter((answer) => names.some((name) => answer.text.includes(name))).map((answer) => answer.path),
    ).toEqual([])
    expect(answers.filter((answer) => answer.status >= 500).map((answer) => answer.path)).toEqual([])
    const client = new Client(shop.origin, token)
    for (const [i, routes] of [goodsReceipt.routes, salesDelivery.routes].entries()) {
      const id = documents[i]?.id as number
      expect((await client.ask(routes.read, { params: { id } })).status).toBe(404)
      expect((await client.ask(routes.print, { params: { id } })).status).toBe(404)
      const act = await client.ask(routes.act, {
        params: { id, action: 'unapprove' },
        body: { version: 2, reason: '试探' },
      })
      expect(act.status).toBe(404)
    }
  })
})

describe('another organisation of the group', () => {
  it('finds none of this one’s documents, by id or in lists', async () => {
    const orgId = await shop.db.tenant(shop.groupId, (tx) =>
      createOrg(tx, {
        code: '02',
        name: '第二家店',
        shortName: '二店',
        orgType: 'parts_trade',
        taxpayerKind: 'small',
        startMonth: 202601,
      }),
    )
    const manager = await shop.signIn('manager', orgId)
    const answers = await readEverything(manager, ids())
    expect(
      answers
        .filter((answer) => documents.some((doc) => answer.text.includes(doc.billNo)))
        .map((answer) => answer.path),
    ).toEqual([])
  })
})
