import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScopeArea } from '@chepu/contract/kernel/scope-areas'
import { worker } from '../../../test/people'
import { openShop, type Shop } from '../../../test/shop'
import { holdersOf } from './holders'
import { loadRights } from './rights'
import { inScope, type ScopedRow } from './scope'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** A small generator of the same numbers in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}

const buttons = [25, 26, 27, 390]
const areas: ScopeArea[] = ['purchase', 'sales']

it('finds whom rights and scope of each user find, whatever they are made of', async () => {
  const { groupId, orgId } = shop
  const random = numbers(7)
  const some = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
  const roles = ['buyer', 'owner', 'warehouse_keeper', 'salesperson', 'cashier_accountant']
  const users: number[] = []
  for (let i = 0; i < 14; i += 1)
    users.push((await worker(shop, i % 5 === 4 ? [some(roles), some(roles)] : some(roles))).userId)
  await shop.db.tenant(groupId, async (tx) => {
    const insert = async (table: string, row: Record<string, unknown>) =>
      tx.insert(table, ['group_id', ...Object.keys(row)], [[groupId, ...Object.values(row)]])
    const departments: number[] = []
    for (let i = 0; i < 6; i += 1) {
      const row = await tx.one<{ id: number }>({
        text: `insert into department (group_id, org_id, parent_id, code, name) values ($1, $2, $3, $4, $4) returning id`,
        values: [groupId, orgId, i < 2 ? null : some(departments), `部门${i}`],
      })
      departments.push(row?.id as number)
    }
    for (const userId of users) {
      await tx.query({
        text: 'update employee set department_id = $3 where group_id = $1 and user_id = $2 returning id',
        values: [groupId, userId, random(4) === 0 ? null : some(departments)],
      })
      for (const area of areas) {
        const scope = random(5)
        if (scope > 0)
          await insert('user_scope', {
            user_id: userId,
            org_id: orgId,
            area,
            scope,
            department_ids: scope === 2 && random(2) ? [some(departments), some(departments)] : null,
          })
      }
      for (const id of buttons)
        if (random(3) === 0)
          await insert('user_button', { user_id: userId, org_id: orgId, button_id: id, is_granted: random(2) === 0 })
      await tx.query({
        text: `update user_warehouse set can_view = $3, can_out = $4, can_transfer = $5 where group_id = $1 and user_id = $2 returning user_id`,
        values: [groupId, userId, random(3) > 0, random(2) === 0, random(2) === 0],
      })
    }
    const employees = (
      await tx.query<{ id: number }>({ text: 'select id from employee where group_id = $1', values: [groupId] })
    ).map(({ id }) => id)
    const rightsOf = new Map(await Promise.all(users.map(async (id) => [id, await loadRights(tx, id, orgId)] as const)))
    let found = 0
    for (let i = 0; i < 40; i += 1) {
      const doc: ScopedRow = {
        orgId,
        creatorId: some(users),
        handlerId: random(2) ? some(employees) : null,
        salespersonId: random(2) ? some(employees) : null,
        ...(random(3) > 0 && { warehouseId: shop.warehouseId }),
      }
      const area = some(areas)
      const wanted: [number, number[], string[]][] = []
      for (const id of users) {
        const rights = rightsOf.get(id)
        if (!rights || !inScope({ ...rights, deviceId: '', ip: '', requestId: '' }, area, doc)) continue
        const held = buttons.filter((button) => rights.buttons.has(button))
        const flags = [...(rights.warehouses.get(doc.warehouseId ?? 0) ?? [])]
        if (held.length > 0) wanted.push([id, held, flags])
      }
      const answer = (await holdersOf(tx, area, doc, buttons)).filter(({ userId }) => users.includes(userId))
      const known = (flags: ReadonlySet<string>) => (doc.warehouseId === undefined ? [] : [...flags])
      expect(answer.map(({ userId, buttons: held, flags }) => [userId, [...held].sort(), known(flags)])).toEqual(
        wanted.sort((a, b) => a[0] - b[0]),
      )
      found += wanted.length
    }
    expect(found).toBeGreaterThan(40)
  })
})
