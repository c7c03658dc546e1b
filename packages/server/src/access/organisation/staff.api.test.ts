import {
  departmentEmployees,
  departmentRoutes,
  employeeRoutes,
  positionRoutes,
  teamRoutes,
} from '@chepu/contract/access/staff'
import { shopRoutes } from '@chepu/contract/access/org'
import { freeEmployees, userRoutes } from '@chepu/contract/access/user'
import { listDepartments, listEmployees } from '@chepu/contract/basics/lookups'
import { pwdLogin } from '@chepu/contract/shell/session'
import { shopBase } from '@chepu/contract/shell/lookups'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, openShop, type Shop } from '../../../test/shop'
import { openSession } from '../../shell/sign-in/session'

let shop: Shop
let owner: Client

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const departments = async () => (await owner.call(departmentRoutes.list)).rows
const departmentOf = async (id: number) =>
  (await departments()).find((row) => row.id === id) as never as { version: number }
const addDepartment = async (name: string, parentId: number | null = null) =>
  (await owner.call(departmentRoutes.save, { body: { name, parentId } })).id
const employees = async (query = {}) => (await owner.call(employeeRoutes.list, { query })).rows
const hire = async (name: string, more = {}) => (await owner.call(employeeRoutes.save, { body: { name, ...more } })).id
const employee = async (id: number) => {
  const found = (await employees({ rows: 200 })).find((row) => row.id === id)
  if (!found) throw new Error('no such employee')
  return found
}

describe('departments', () => {
  it('stand in a tree without circles, each name once below its parent', async () => {
    const a = await addDepartment('维修车间')
    const b = await addDepartment('机电组', a)
    const move = async (id: number, name: string, parentId: number | null) =>
      owner.ask(departmentRoutes.save, { body: { id, version: (await departmentOf(id)).version, name, parentId } })
    expect(await move(a, '维修车间', b)).toMatchObject({
      errors: [{ path: 'parentId', message: '不能移到自己的下级' }],
    })
    expect(await owner.ask(departmentRoutes.save, { body: { name: '机电组', parentId: a } })).toMatchObject({
      msg: '同一上级下已有部门“机电组”',
    })
    expect(await move(b, '机电班', null)).toMatchObject({ status: 200 })
    expect(await owner.ask(departmentRoutes.save, { body: { id: b, version: 1, name: '旧' } })).toMatchObject({
      status: 409,
      msg: '部门已被他人修改，请刷新后重试',
    })
    expect(await owner.ask(departmentRoutes.save, { body: { name: '孤儿', parentId: 999_999 } })).toMatchObject({
      errors: [{ message: '上级部门不存在' }],
    })
  })

  it('with people or parts stay; a disabled one cannot be chosen any more', async () => {
    const id = await addDepartment('钣喷组')
    const person = await hire('王钣金', { departmentId: id })
    expect(await owner.ask(departmentRoutes.remove, { params: { id } })).toMatchObject({
      msg: '部门“钣喷组”还有在职员工，请先调岗',
    })
    const { version } = await employee(person)
    await owner.call(employeeRoutes.transfer, {
      params: { id: person },
      body: { version, departmentId: null, positionId: null, teamId: null, reason: '组织调整' },
    })
    await owner.call(departmentRoutes.enable, { params: { id }, body: { isActive: false, version: 1 } })
    expect((await owner.call(listDepartments)).rows.map((row) => row.id)).not.toContain(id)
    expect(await owner.ask(employeeRoutes.save, { body: { name: '李钣金', departmentId: id } })).toMatchObject({
      errors: [{ path: 'departmentId', message: '部门不存在或已停用' }],
    })
    await owner.call(departmentRoutes.remove, { params: { id } })
    expect(await owner.ask(departmentRoutes.remove, { params: { id } })).toMatchObject({ status: 404 })
  })
})

describe('employees', () => {
  it('get a number, and are found by name, number, mobile and department with all below it', async () => {
    const top = await addDepartment('前台')
    const below = await addDepartment('接待组', top)
    const { rows: posts } = await owner.call(positionRoutes.list, { query: { q: '服务顾问' } })
    await hire('赵接待', {
      departmentId: below,
      positionId: posts[0]?.id,
      gender: 'female',
      mobile: '13900001111',
      hiredOn: '2024-03-01',
    })
    const [row] = await employees({ departmentId: top })
    expect(row).toMatchObject({
      name: '赵接待',
      gender: 'female',
      departmentName: '接待组',
      positionName: '服务顾问',
      hiredOn: '2024-03-01',
      isActive: true,
    })
    expect(row?.empNo).toMatch(/^01\d\d$/)
    expect((await employees({ q: '0000111' })).map((each) => each.name)).toEqual(['赵接待'])
    expect((await owner.call(departmentEmployees, { query: { departmentId: below } })).rows).toHaveLength(1)
    expect(await owner.ask(employeeRoutes.save, { body: { name: '钱', empNo: 'x' } })).toMatchObject({
      errors: [{ path: 'name' }],
    })
    expect(await owner.ask(employeeRoutes.save, { body: { name: '钱重号', empNo: row?.empNo } })).toMatchObject({
      msg: `工号“${row?.empNo}”已存在`,
    })
    expect(await owner.ask(employeeRoutes.save, { body: { name: '孙手机', mobile: '123' } })).toMatchObject({
      errors: [{ path: 'mobile', message: '请输入正确的手机号' }],
    })
  })

  it('and users tell no hidden mobile, neither in a list nor by searching digit after digit', async () => {
    const mobile = '13876540123'
    await hire('郑无号', { mobile, empNo: 'ZWH' })
    const [buyer] = (await owner.call(employeeRoutes.roles)).rows.filter((role) => role.name === '采购员')
    await owner.call(userRoutes.save, {
      body: { username: 'zheng_user', realName: '郑有号', mobile, roleIds: [buyer?.id as number] },
    })
    await shop.sql(`delete from role_field where group_id = $1 and field = 'mobile_full'
      and role_id = (select id from role where group_id = $1 and code = 'admin')`)
    const watcher = await shop.signIn('admin')
    const found = async (client: Client, q: string) => [
      ...(await client.call(employeeRoutes.list, { query: { q } })).rows.map((row) => row.name),
      ...(await client.call(userRoutes.list, { query: { q } })).rows.map((row) => row.realName),
    ]
    for (let from = 0; from < 11; from += 1)
      for (let to = from + 1; to <= 11; to += 1) {
        const piece = mobile.slice(from, to)
        const both = ['0123', mobile].includes(piece) ? ['郑无号', '郑有号'] : []
        const named = (await found(watcher, piece)).filter((name) => name.startsWith('郑'))
        expect([piece, named]).toEqual([piece, both])
      }
    expect(await found(owner, '76540')).toEqual(['郑无号', '郑有号'])
    const free = (await watcher.call(freeEmployees, { query: { orgId: shop.orgId } })).rows
    expect(free.find((row) => row.name === '郑无号')?.mobile).toBe('138****0123')
  })

  it('get a login with roles and a password that is shown once', async () => {
    const id = await hire('周新人', { mobile: '13900002222' })
    const { rows: roles } = await owner.call(employeeRoutes.roles)
    const seller = roles.find((role) => role.name === '销售员')?.id as number
    const body = { username: 'zhouxinren', roleIds: [seller] }
    const { password } = await owner.call(employeeRoutes.account, { params: { id }, body })
    expect(password).toMatch(/^\w{12}$/)
    expect(await employee(id)).toMatchObject({ username: 'zhouxinren' })
    const signedIn = await owner.ask(pwdLogin, { body: { username: 'zhouxinren', password } })
    expect(signedIn.data).toMatchObject({ status: 0, realname: '周新人' })
    expect(await owner.ask(employeeRoutes.account, { params: { id }, body })).toMatchObject({ msg: '周新人已有账号' })
    const other = await hire('吴另人')
    expect(await owner.ask(employeeRoutes.account, { params: { id: other }, body })).toMatchObject({
      msg: '用户名“zhouxinren”已被使用，请换一个',
    })
    expect(
      await owner.ask(employeeRoutes.account, {
        params: { id: other },
        body: { username: 'wulingren', roleIds: [999_999] },
      }),
    ).toMatchObject({ errors: [{ path: 'roleIds', message: '角色不存在或已停用' }] })
  })

  it('get no role beyond what their maker may give, and nobody above him loses a login', async () => {
    const admin = await shop.signIn('admin')
    const { rows: roles } = await admin.call(employeeRoutes.roles)
    const boss = roles.find((role) => role.name === '老板')?.id as number
    const id = await hire('王越权')
    const body = { username: 'wangyuequan', roleIds: [boss] }
    expect(await admin.ask(employeeRoutes.account, { params: { id }, body })).toMatchObject({
      status: 403,
      msg: '只有老板可以授予老板角色',
    })
    expect((await employee(id)).userId).toBeNull()
    await owner.call(employeeRoutes.account, { params: { id }, body })
    const { version } = await employee(id)
    const leave = { version, leftOn: '2026-03-31', disableAccount: true }
    expect(await admin.ask(employeeRoutes.leave, { params: { id }, body: leave })).toMatchObject({
      status: 403,
      msg: '老板的账号只能由老板操作',
    })
    expect((await employee(id)).leftOn).toBeNull()
  })

  it('who leave lose their login or keep it, as asked, and may come back', async () => {
    const id = await hire('郑离职')
    const { rows: roles } = await owner.call(employeeRoutes.roles)
    const account = await owner.call(employeeRoutes.account, {
      params: { id },
      body: { username: 'zhenglizhi', roleIds: [roles[0]?.id as number] },
    })
    const { userId } = await employee(id)
    const token = await openSession(shop.db, {
      loginId: userId as number,
      groupId: shop.groupId,
      orgId: shop.orgId,
      deviceId: 'test',
      ip: '127.0.0.1',
    })
    const leaver = new Client(shop.origin, token)
    expect((await leaver.ask(shopBase)).status).toBe(200)
    const leave = async (leftOn: string | null, disableAccount = true) =>
      owner.ask(employeeRoutes.leave, {
        params: { id },
        body: { version: (await employee(id)).version, leftOn, disableAccount },
      })
    expect(await leave('2099-01-01')).toMatchObject({ errors: [{ path: 'leftOn', message: '离职日期不能晚于今天' }] })
    expect(await leave('2026-03-31')).toMatchObject({ status: 200 })
    expect((await leaver.ask(shopBase)).status).toBeGreaterThanOrEqual(400)
    expect((await owner.call(listEmployees)).rows.map((row) => row.name)).not.toContain('郑离职')
    expect((await owner.ask(pwdLogin, { body: { username: 'zhenglizhi', password: account.password } })).status).toBe(
      400,
    )
    expect(await leave('2026-03-31')).toMatchObject({ msg: '郑离职已离职，无需再操作' })
    expect(await leave(null)).toMatchObject({ status: 200 })
    expect(await leave('2026-03-31', false)).toMatchObject({ status: 200 })
    const kept = await owner.ask(pwdLogin, { body: { username: 'zhenglizhi', password: account.password } })
    expect(kept.data.status).toBe(0)
  })

  it('of another organisation do not exist, and clerks may not change them', async () => {
    const { id: orgId } = await owner.call(shopRoutes.save, {
      body: { code: 'S2', name: '二店', orgType: 'repair', parentId: shop.orgId, startMonth: 202601 },
    })
    const other = await shop.signIn('owner', orgId)
    const id = await hire('冯本店')
    const department = await addDepartment('本店部门')
    const { version } = await employee(id)
    expect(
      await other.ask(employeeRoutes.leave, { params: { id }, body: { version, leftOn: '2026-03-31' } }),
    ).toMatchObject({ status: 404 })
    expect(await other.ask(departmentRoutes.remove, { params: { id: department } })).toMatchObject({ status: 404 })
    expect(await other.ask(employeeRoutes.save, { body: { name: '陈二店', departmentId: department } })).toMatchObject({
      errors: [{ path: 'departmentId' }],
    })
    const clerk = await shop.signIn('salesperson')
    expect(await clerk.ask(employeeRoutes.save, { body: { name: '褚不行' } })).toMatchObject({ status: 403 })
  })
})

describe('teams and positions', () => {
  it('keep each person in one team, with the leader among its people', async () => {
    const leader = await hire('组长甲')
    const member = await hire('组员乙')
    const { id } = await owner.call(teamRoutes.save, {
      body: { name: '机电一组', leaderId: leader, memberIds: [member] },
    })
    const { rows } = await owner.call(teamRoutes.list)
    expect(rows).toMatchObject([{ id, leaderName: '组长甲', memberNames: '组长甲、组员乙', memberCount: 2 }])
    expect(await owner.ask(teamRoutes.save, { body: { name: '机电二组', memberIds: [member] } })).toMatchObject({
      errors: [{ path: 'memberIds', message: '组员乙已在班组“机电一组”，请先从该班组移出' }],
    })
    expect(await owner.ask(teamRoutes.save, { body: { name: '机电一组' } })).toMatchObject({
      msg: '班组“机电一组”已存在',
    })
    expect(await owner.ask(teamRoutes.remove, { params: { id } })).toMatchObject({
      msg: '班组“机电一组”还有成员，不能删除，可改为停用',
    })
    await owner.call(teamRoutes.save, { body: { id, version: 1, name: '机电一组' } })
    await owner.call(teamRoutes.remove, { params: { id } })
  })

  it('keep positions once by name, and those in use', async () => {
    const { id } = await owner.call(positionRoutes.save, { body: { name: '美容技师', level: 5 } })
    expect(await owner.ask(positionRoutes.save, { body: { name: '美容技师' } })).toMatchObject({
      msg: '职位“美容技师”已存在',
    })
    expect(await owner.ask(positionRoutes.save, { body: { name: '总管', level: 0 } })).toMatchObject({
      errors: [{ path: 'level', message: '级别应为1-99' }],
    })
    await hire('卫美容', { positionId: id })
    expect(await owner.ask(positionRoutes.remove, { params: { id } })).toMatchObject({
      msg: '职位“美容技师”已被使用，不能删除，可改为停用',
    })
  })
})
