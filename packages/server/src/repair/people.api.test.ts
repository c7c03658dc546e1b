// 工种, 维修工, 工位: who repairs and where, and who sees what people earn (business/repair-masters 1).
import { listBays, listTechnicians } from '@chepu/contract/repair/lookups'
import { bayRoutes } from '@chepu/contract/repair/bay'
import { technicianRoutes } from '@chepu/contract/repair/technician'
import { workerTypeRoutes } from '@chepu/contract/repair/worker-type'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBranch } from '../../test/people'
import { type Client, one, openShop, type Shop } from '../../test/shop'

let shop: Shop
let owner: Client
let branchOwner: Client
let admin: Client
let employees: number[]
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  admin = await shop.signIn('admin')
  const branch = await openBranch(shop)
  branchOwner = await shop.signIn('owner', branch.orgId)
  employees = await shop.db.tenant(shop.groupId, async (tx) => {
    const teamId = await one(tx, 'team', { org_id: shop.orgId, name: '机电一组' })
    const employee = (empNo: string, name: string, orgId = shop.orgId, leftOn: string | null = null) =>
      one(tx, 'employee', {
        org_id: orgId,
        emp_no: empNo,
        name,
        team_id: orgId === shop.orgId ? teamId : null,
        left_on: leftOn,
      })
    return [
      await employee('A1', '赵师傅'),
      await employee('A2', '钱师傅'),
      await employee('A3', '孙师傅', shop.orgId, '2026-01-31'),
      await employee('B1', '李师傅', branch.orgId),
    ]
  })
})
afterAll(() => shop.close())

const types = async (client = owner) => (await client.call(workerTypeRoutes.list)).rows
const typeNamed = async (name: string, client = owner) => (await types(client)).find((row) => row.name === name)
const typeId = async (name: string) => (await typeNamed(name))?.id as number

describe('worker types', () => {
  it('begin as the trade knows them', async () => {
    expect((await types()).map(({ name, hourPrice, commissionRate }) => [name, hourPrice, commissionRate])).toEqual([
      ['机电', '100.0000', '0.1800'],
      ['钣金', '100.0000', '0.1800'],
      ['喷漆', '100.0000', '0.1800'],
      ['美容', '80.0000', '0.1200'],
      ['电工', '100.0000', '0.1800'],
      ['轮胎', '80.0000', '0.1800'],
    ])
  })

  it('have one name however it is written, and the version that is changed', async () => {
    const save = (body: object) => owner.ask(workerTypeRoutes.save, { body: body as never })
    const { data } = await save({ name: 'ECU 维修', hourPrice: '150' })
    expect(await save({ name: 'ｅｃｕ  维修' })).toMatchObject({ status: 400, msg: '工种“ECU 维修”已存在' })
    expect(await save({ ...data, name: 'ecu 维修' })).toMatchObject({ status: 200 })
    expect(await save({ ...data, name: '电控维修' })).toMatchObject({
      status: 409,
      msg: '工种已被他人修改，请刷新后重试',
    })
    expect(await save({ name: '太贵', hourPrice: '-1' })).toMatchObject({ errors: [{ path: 'hourPrice' }] })
    const { id } = data
    expect(await owner.ask(workerTypeRoutes.remove, { params: { id } })).toMatchObject({ status: 200 })
  })

  it('tell and take the rate from those alone who may see and change it', async () => {
    const mine = await typeNamed('美容', admin)
    expect(mine).toBeDefined()
    expect(mine).not.toHaveProperty('commissionRate')
    expect(await admin.ask(workerTypeRoutes.list, { query: { sort: 'commissionRate' } })).toMatchObject({ status: 400 })
    const { id, version, name } = mine as NonNullable<typeof mine>
    // Who does not see it changes it in no way, whatever he sends.
    expect(
      await admin.ask(workerTypeRoutes.save, { body: { id, version, name, hourPrice: '85', commissionRate: '0.9' } }),
    ).toMatchObject({ status: 200 })
    expect(await typeNamed('美容')).toMatchObject({ hourPrice: '85.0000', commissionRate: '0.1200' })

    await shop.sql(`insert into role_field (group_id, role_id, field)
      select group_id, id, 'commission' from role where group_id = $1 and code = 'admin' returning field`)
    await shop.sql(`delete from role_button where group_id = $1 and button_id = 352
      and role_id in (select id from role where group_id = $1 and code = 'admin') returning button_id`)
    await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
    const seen = await typeNamed('美容', admin)
    expect(seen?.commissionRate).toBe('0.1200')
    const body = { id, version: seen?.version as number, name, hourPrice: '85' }
    expect(await admin.ask(workerTypeRoutes.save, { body: { ...body, commissionRate: '0.13' } })).toMatchObject({
      errors: [{ path: 'commissionRate', message: '您没有“改提成率”的权限' }],
    })
    expect(await admin.ask(workerTypeRoutes.save, { body: { ...body, commissionRate: '0.12' } })).toMatchObject({
      status: 200,
    })
    expect(
      await owner.ask(workerTypeRoutes.save, { body: { ...body, version: body.version + 1, commissionRate: '1.2' } }),
    ).toMatchObject({
      status: 400,
      errors: [{ path: 'commissionRate' }],
    })
  })

  it('are closed to who has no page of them', async () => {
    const keeper = await shop.signIn('warehouse_keeper')
    expect(await keeper.ask(workerTypeRoutes.list)).toMatchObject({ status: 403 })
    expect(await keeper.ask(workerTypeRoutes.save, { body: { name: '不行' } })).toMatchObject({ status: 403 })
    expect(await keeper.ask(technicianRoutes.list)).toMatchObject({ status: 403 })
    expect(await keeper.ask(bayRoutes.save, { body: { name: '不行' } })).toMatchObject({ status: 403 })
  })
})

describe('technicians', () => {
  const save = (body: object, client = owner) => client.ask(technicianRoutes.save, { body: body as never })
  const rows = async (client = owner, query = {}) => (await client.call(technicianRoutes.list, { query })).rows
  const refused = { status: 400, errors: [{ path: 'employeeId' }] }

  it('are employees of the organisation, each once', async () => {
    const [zhao, , left, elsewhere] = employees as [number, number, number, number]
    const skills = { workerTypeIds: [await typeId('电工'), await typeId('机电')] }
    expect(await save({ employeeId: left, ...skills })).toMatchObject(refused)
    expect(await save({ employeeId: elsewhere, ...skills })).toMatchObject(refused)
    expect(await save({ employeeId: zhao, workerTypeIds: [] })).toMatchObject({
      errors: [{ path: 'workerTypeIds', message: '请至少选择一个工种' }],
    })
    expect(await save({ employeeId: zhao, workerTypeIds: [99_999_999] })).toMatchObject({
      errors: [{ path: 'workerTypeIds', message: '工种不存在或已停用' }],
    })
    const body = { employeeId: zhao, level: 'senior', monthlyTarget: '20000', commissionRate: '0.2', ...skills }
    expect(await save(body)).toMatchObject({ status: 200 })
    expect(await save(body)).toMatchObject({ status: 400, msg: '该员工已经是维修工' })
    expect(await rows()).toMatchObject([
      {
        empNo: 'A1',
        name: '赵师傅',
        teamName: '机电一组',
        level: 'senior',
        workerTypeNames: '机电、电工',
        commissionRate: '0.2000',
        monthlyTarget: '20000.00',
        hasLeft: false,
      },
    ])
  })

  it('stay who they are, and are nobody in another organisation', async () => {
    const [row] = await rows()
    const { id, version, employeeId, workerTypeIds, level } = row as NonNullable<typeof row>
    const body = { id, version, employeeId, workerTypeIds, level }
    expect(await save({ ...body, employeeId: employees[1] })).toMatchObject({
      errors: [{ path: 'employeeId', message: '维修工不能换成别的员工' }],
    })
    expect(await save(body, branchOwner)).toMatchObject({ status: 404 })
    expect(
      await branchOwner.ask(technicianRoutes.enable, { params: { id }, body: { isActive: false, version } }),
    ).toMatchObject({ status: 404 })
    expect(await branchOwner.ask(technicianRoutes.remove, { params: { id } })).toMatchObject({ status: 404 })
    expect(await rows(branchOwner)).toEqual([])
    // Without a rate in what is sent, the rate stays.
    expect(await save({ ...body, remark: '大众专修' })).toMatchObject({ status: 200 })
    expect(await save(body)).toMatchObject({ status: 409 })
    expect(await rows()).toMatchObject([{ remark: '大众专修', commissionRate: '0.2000' }])
  })

  it('are found by name, level and trade', async () => {
    await save({ employeeId: employees[1], level: 'junior', workerTypeIds: [await typeId('喷漆')] })
    const names = async (query: object) => (await rows(owner, query)).map(({ name }) => name)
    expect(await names({ q: '钱' })).toEqual(['钱师傅'])
    expect(await names({ q: 'a1' })).toEqual(['赵师傅'])
    expect(await names({ level: 'senior' })).toEqual(['赵师傅'])
    expect(await names({ workerTypeId: await typeId('喷漆') })).toEqual(['钱师傅'])
    expect((await owner.call(technicianRoutes.totals)).count).toBe(2)
  })

  it('keep a trade that is switched off, which others cannot take', async () => {
    const paint = (await typeNamed('喷漆')) as NonNullable<Awaited<ReturnType<typeof typeNamed>>>
    const { id, version } = paint
    expect(await owner.ask(workerTypeRoutes.remove, { params: { id } })).toMatchObject({
      msg: '工种“喷漆”已被使用，不能删除，可改为停用',
    })
    await owner.call(workerTypeRoutes.enable, { params: { id }, body: { isActive: false, version } })
    const [zhao, qian] = await rows()
    const kept = { employeeId: qian?.employeeId, workerTypeIds: [id] }
    expect(await save({ id: qian?.id, version: qian?.version, ...kept })).toMatchObject({ status: 200 })
    const taken = { employeeId: zhao?.employeeId, workerTypeIds: [id] }
    expect(await save({ id: zhao?.id, version: zhao?.version, ...taken })).toMatchObject({
      errors: [{ path: 'workerTypeIds' }],
    })
    await owner.call(workerTypeRoutes.enable, { params: { id }, body: { isActive: true, version: version + 1 } })
  })

  it('are offered while they work here, to everybody', async () => {
    const keeper = await shop.signIn('warehouse_keeper')
    const offered = async (client: Client) => (await client.call(listTechnicians)).rows
    expect(await offered(keeper)).toMatchObject([
      { name: '赵师傅', teamName: '机电一组', level: 'senior', workerTypeNames: '机电、电工' },
      { name: '钱师傅', level: 'middle', workerTypeNames: '喷漆' },
    ])
    expect(JSON.stringify(await offered(owner))).not.toContain('commission')
    expect(await offered(branchOwner)).toEqual([])
    await shop.sql(`update employee set left_on = '2026-02-01' where group_id = $1 and id = $2`, employees[1])
    expect((await offered(keeper)).map(({ name }) => name)).toEqual(['赵师傅'])
    expect(await rows(owner, { q: '钱' })).toMatchObject([{ hasLeft: true }])
    const [qian] = await rows(owner, { q: '钱' })
    expect(await owner.ask(technicianRoutes.remove, { params: { id: qian?.id as number } })).toMatchObject({
      status: 200,
    })
  })
})

describe('bays', () => {
  const save = (body: object, client = owner) => client.ask(bayRoutes.save, { body: body as never })

  it('belong to their organisation, by their name', async () => {
    const { data } = await save({ name: '1号举升机', kind: '举升', sortNo: 1 })
    expect(await save({ name: '１号举升机' })).toMatchObject({ status: 400, msg: '工位“1号举升机”已存在' })
    expect(await save({ name: '1号举升机' }, branchOwner)).toMatchObject({ status: 200 })
    expect(await save({ ...data, name: '改名' }, branchOwner)).toMatchObject({ status: 404 })
    const { id, version } = data
    const change = { params: { id }, body: { isActive: false, version } }
    expect(await branchOwner.ask(bayRoutes.enable, change)).toMatchObject({ status: 404 })
    expect(await branchOwner.ask(bayRoutes.remove, { params: { id } })).toMatchObject({ status: 404 })
    expect((await owner.call(listBays)).rows).toEqual([{ id, name: '1号举升机', kind: '举升' }])
    await owner.call(bayRoutes.enable, change)
    expect((await owner.call(listBays)).rows).toEqual([])
    expect((await owner.call(bayRoutes.list)).rows).toMatchObject([{ name: '1号举升机', isActive: false }])
    expect(await owner.ask(bayRoutes.remove, { params: { id } })).toMatchObject({ status: 200 })
  })
})
