import { permissionGroups } from '@chepu/contract/access/catalogue'
import { orgButtons } from '@chepu/contract/access/org'
import { programKeyRoutes } from '@chepu/contract/access/program-key'
import { departmentRoutes, employeeRoutes } from '@chepu/contract/access/staff'
import { userRoutes } from '@chepu/contract/access/user'
import { approvalButtons } from '@chepu/contract/access/registration'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Client, openShop, type Shop } from '../../test/shop'
import type { AnyRoute } from '../kernel/http/bind'

let shop: Shop
let nobody: Client
beforeAll(async () => {
  shop = await openShop()
  nobody = await shop.signIn([])
})
afterAll(() => shop.close())

const buttons = new Set(
  permissionGroups.flatMap((group) => [group.pageId, ...group.actions.map((action) => action.id)]),
)
const filled = (path: string) => path.replace(/:(\w+)/g, '1')

/** The bare status of a call, with whatever body: access is decided before the handler runs. */
async function statusOf(client: Client | null, method: string, path: string): Promise<number> {
  const response = await fetch(`${shop.origin}${filled(path)}`, {
    method,
    headers: {
      ...(client && { token: client.token }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  })
  return response.status
}

describe('the catalogue of permissions', () => {
  it('has unique ids with the ones that the specification fixes', () => {
    const ids = permissionGroups.flatMap((group) => [group.pageId, ...group.actions.map((action) => action.id)])
    expect(ids.every((id) => Number.isInteger(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(permissionGroups[0]).toMatchObject({ key: 'customer', pageId: 387 })
    expect(permissionGroups[0]?.actions.slice(0, 3).map((action) => action.id)).toEqual([1, 2, 3])
    expect(permissionGroups.find((group) => group.key === 'team')?.pageId).toBe(520)
    expect(permissionGroups.find((group) => group.key === 'position')?.pageId).toBe(521)
  })
})

describe('every route', () => {
  it('lets nobody keep its answers, unless it says how', async () => {
    for (const path of ['/api/web/brand', '/api/web/goods-receipt', '/api-base-user/captcha', '/api/nothing']) {
      const { headers } = await fetch(shop.origin + path, { headers: { token: nobody.token } })
      expect(`${path} ${headers.get('cache-control')}`).toBe(`${path} no-store`)
    }
    const pages = await fetch(`${shop.origin}/api/web/region`, { headers: { token: nobody.token } })
    expect(pages.headers.get('cache-control')).not.toBe('no-store')
  })

  it('has an access rule that names existing buttons', () => {
    for (const route of shop.app.routes) {
      const rule = route.access
      const known =
        rule === 'public' ||
        rule === 'signedIn' ||
        rule === 'platform' ||
        [rule].flat().every((id) => buttons.has(id as number))
      expect(`${route.method} ${route.path} ${known}`).toBe(`${route.method} ${route.path} true`)
    }
  })

  it('answers 401 without a session, unless it is public', async () => {
    for (const route of shop.app.routes.filter((each) => each.access !== 'public')) {
      const status = await statusOf(null, route.method, route.path)
      expect(`${route.method} ${route.path} ${status}`).toBe(`${route.method} ${route.path} 401`)
    }
  })

  it('answers 403 to a user without its button', async () => {
    for (const route of shop.app.routes.filter((each) => each.access !== 'public' && each.access !== 'signedIn')) {
      const status = await statusOf(nobody, route.method, route.path)
      expect(`${route.method} ${route.path} ${status}`).toBe(`${route.method} ${route.path} 403`)
    }
  })

  it('is served with and without the main service prefix', async () => {
    const response = await fetch(`${shop.origin}/api-main/api/web/goods-receipt`, { headers: { token: nobody.token } })
    expect(response.status).toBe(403)
  })

  it('that takes or answers a secret is for people, and no answer with one is kept', () => {
    const names = (schema: z.ZodType, io: 'input' | 'output') =>
      JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).match(/(?<=")\w+(?=":)/g) ?? []
    const isSecret = (name: string) => /password|secret|token|^pwd$/i.test(name)
    // Elsewhere a `key` names its row.
    const isKey = (data: z.ZodType) => data instanceof z.ZodObject && 'id' in data.shape && 'key' in data.shape
    const answersSecret = ({ data }: AnyRoute) => isKey(data) || names(data, 'output').some(isSecret)
    const closed = shop.app.routes.filter((route) => route.access !== 'public')
    const nameOf = ({ method, path }: AnyRoute) => `${method} ${path}`
    const shown = closed.filter(answersSecret)
    const taking = closed.filter((route) => names(route.body, 'input').some(isSecret))
    expect(shown).toContain(programKeyRoutes.make)
    expect([...shown, ...taking].filter((route) => !route.forPeople).map(nameOf)).toEqual([])
    expect(shown.filter((route) => !route.shownOnce).map(nameOf)).toEqual([])
  })

  it('that gives somebody access is for people: a key that leaked ends when it is stopped', () => {
    const given = permissionGroups.filter(({ key }) => ['user', 'role', 'data_auth'].includes(key))
    const ids = new Set<unknown>(
      given.flatMap(({ pageId, actions }) => [pageId, ...actions.map((action) => action.id)]),
    )
    for (const right of [orgButtons.abdicate, approvalButtons.approve]) ids.add(right)
    const changes = shop.app.routes.filter(
      ({ method, access }) => method !== 'GET' && [access].flat().some((id) => ids.has(id)),
    )
    // They end access, or keep masters that open nothing.
    const harmless = [
      userRoutes.kick,
      userRoutes.unbind,
      programKeyRoutes.stop,
      employeeRoutes.save,
      employeeRoutes.transfer,
      departmentRoutes.save,
      departmentRoutes.enable,
      departmentRoutes.remove,
    ]
    const open = changes.filter((route) => !route.forPeople)
    const names = (routes: readonly AnyRoute[]) => routes.map(({ method, path }) => `${method} ${path}`).toSorted()
    expect(names(open)).toEqual(names(harmless))
  })
})
