import { customerButtons, partnerButtons, partnerRoutes } from '@chepu/contract/customers/partner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { one } from '../../test/shop'
import { fillRegions } from '../basics/region/fill'
import { startExports } from '../kernel/export/worker'
import { type Imports, openImports, retyped, xlsx } from './importing.fixture'
import { exportedFile } from '../../test/export-file'

let importing: Imports
let shop: Imports['shop']
let owner: Imports['owner']
let check: Imports['check']
let run: Imports['run']
let catalogue: Imports['catalogue']
beforeAll(async () => {
  importing = await openImports()
  ;({ shop, owner, check, run, catalogue } = importing)
})
afterAll(() => importing.close())

const employee = (tx: Parameters<typeof one>[0], empNo: string, name: string, leftOn: string | null = null) =>
  one(tx, 'employee', { org_id: shop.orgId, emp_no: empNo, name, left_on: leftOn })

describe('导入往来单位', () => {
  const header = ['名称*', '角色*', '性质', '手机', '联系人', '价格级别', '结算方式', '信用额度', '税号']

  it('adds customers and suppliers with codes of their first role, terms and contact', async () => {
    await shop.db.tenant(shop.groupId, (tx) => one(tx, 'settlement_method', { name: '月结', kind: 'monthly' }))
    const file = await xlsx(
      header,
      ['白云汽配', '客户;供应商', '单位', '13800138000', '李经理', '批发价2', '月结', '5000', '91440101MA5XXXXX0X'],
      ['张三丰', '客户', null, '13900139000'],
    )
    expect((await run('partner', file)).data).toMatchObject({ imported: true, added: 2 })
    const rows = await shop.sql(
      `select p.code, p.name, p.kind, p.cus_flag, p.initials, p.price_level, o.credit_limit, c.name as contact from partner p
        join partner_org o on o.group_id = p.group_id and o.partner_id = p.id and o.org_id = $2
        left join partner_contact c on c.group_id = p.group_id and c.partner_id = p.id
        where p.group_id = $1 and p.name in ('白云汽配', '张三丰') order by p.id`,
      shop.orgId,
    )
    expect(rows).toEqual([
      {
        code: expect.stringMatching(/^K\d{5}$/) as string,
        name: '白云汽配',
        kind: 'unit',
        cusFlag: 3,
        initials: 'byqp',
        priceLevel: 'wholesale2',
        creditLimit: '5000.00',
        contact: '李经理',
      },
      {
        code: expect.stringMatching(/^K\d{5}$/) as string,
        name: '张三丰',
        kind: 'person',
        cusFlag: 1,
        initials: 'zsf',
        priceLevel: 'retail',
        creditLimit: '0.00',
        contact: null,
      },
    ])
    const changed = await xlsx(header, ['白云汽配', '供应商', null, '13800138001'])
    expect((await check('partner', changed)).data.faults[0]?.message).toContain('已存在，如需更新请勾选“覆盖”')
    expect((await run('partner', changed, { overwrite: true })).data.updated).toBe(1)
    const [row] = await shop.sql(
      `select cus_flag, mobile, tax_no from partner where group_id = $1 and name = '白云汽配'`,
    )
    expect(row).toEqual({ cusFlag: 3, mobile: '13800138001', taxNo: '91440101MA5XXXXX0X' })
  })

  it('finds the region by its name, and says which it does not know', async () => {
    await fillRegions(shop.db)
    const of = (...names: string[]) =>
      xlsx(['名称*', '角色*', '地区'], ...names.map((name, i) => [`地区单位${i}`, '供应商', name]))
    const wrong = await check('partner', await of('广东省广州市白云区', '白云', '三明市三元区'))
    expect(wrong.data.faults).toMatchObject([
      { row: 3, column: '地区', message: '地区“白云”不存在，应为省市区全称' },
      { row: 4, column: '地区' },
    ])
    const file = await of('广东省广州市白云区', '广东省/广州市', '武汉市武昌区', '北京市 朝阳区')
    expect((await run('partner', file)).data).toMatchObject({ imported: true, added: 4 })
    expect(
      await shop.sql(
        `select region_code, region from partner where group_id = $1 and name like '地区单位%' order by name`,
      ),
    ).toEqual([
      { regionCode: '440111', region: '广东省广州市白云区' },
      { regionCode: '440100', region: '广东省广州市' },
      { regionCode: '420106', region: '湖北省武汉市武昌区' },
      { regionCode: '110105', region: '北京市朝阳区' },
    ])
  })

  it('takes what the form has of a customer; blank leaves it, and who may not change it by form may not here', async () => {
    const [first] = await shop.db.tenant(shop.groupId, async (tx) => [
      await employee(tx, 'E-01', '王小明'),
      await employee(tx, 'E-02', '王小明'),
      await employee(tx, 'E-03', '李离职', '2026-01-31'),
    ])
    const titles = ['编码', '名称', '角色', '类别', '等级', '业务员', '账期(天)', '价格级别', '信用额度', '备注']
    const row = (...cells: (string | null)[]) => xlsx(titles, ['TK-1', '条款客户', '客户', ...cells])
    const stored = async () => {
      const { rows } = await owner.call(partnerRoutes.list, { query: { q: '条款客户' } })
      return rows.map((each) => [
        each.category,
        each.level,
        each.salespersonName,
        each.creditDays,
        each.priceLevel,
        each.creditLimit,
        each.remark,
      ])
    }
    const faults = async (file: Buffer, client = owner) =>
      (await run('partner', file, { overwrite: true, client })).data.faults.map(
        ({ column, message }) => `${column} ${message}`,
      )
    expect(await faults(await row('路人', 'E', '王小明', '30.5', null, null, '长'.repeat(256)))).toEqual([
      '等级 应为A、B、C、D',
      '账期 账期应为整数天数',
      '备注 最多255个字符',
    ])
    expect(await faults(await row('路人', 'A', '王小明', '4'))).toEqual([
      '类别 “客户类别”中没有“路人”，或已停用',
      '业务员 业务员“王小明”有多人，请填写工号：E-01、E-02',
    ])
    expect(await faults(await row('4s', 'A', '李离职'))).toEqual(['业务员 业务员“李离职”已离职'])
    expect(await faults(await row('4s', 'A', '没有的人'))).toEqual(['业务员 业务员“没有的人”不是本企业员工'])
    expect(await faults(await row('4s', 'a', 'e-01', '30', '批发价2', '800', '老客户'))).toEqual([])
    const whole = [['4S', 'A', '王小明', 30, 'wholesale2', '800.00', '老客户']]
    expect(await stored()).toEqual(whole)
    expect(await faults(await row(null, null, null, null, null, null, null))).toEqual([])
    expect(await faults(await xlsx(['编码', '名称'], ['TK-1', '条款客户']))).toEqual([])
    expect(await stored()).toEqual(whole)
    // The name that two have stays whoever of them it is.
    expect(await faults(await row('4S', 'A', '王小明', '0'))).toEqual([])
    expect(await stored()).toEqual([['4S', 'A', '王小明', 0, 'wholesale2', '800.00', '老客户']])
    const kept = await shop.sql(
      `select salesperson_id from partner_org where group_id = $1
        and partner_id = (select id from partner where group_id = $1 and code = 'TK-1')`,
    )
    expect(kept).toEqual([{ salespersonId: first }])
    expect(await faults(await row(null, null, 'E-02'))).toEqual([])
    const handed = await shop.sql(
      `select detail from audit_log where group_id = $1 and entity = 'partner' and action = 'transfer'
        and entity_id = (select id from partner where group_id = $1 and code = 'TK-1')`,
    )
    expect(handed).toHaveLength(1)
    const clerk = await shop.signIn('manager')
    await shop.sql(
      `delete from role_button where group_id = $1 and button_id = any ($2::int[])
        and role_id = (select id from role where group_id = $1 and code = 'manager')`,
      [partnerButtons.credit, customerButtons.transfer],
    )
    expect(await faults(await row('4S', 'B', 'E-01', '60', null, '900'), clerk)).toEqual([
      '业务员 您没有「转业务员」的权限',
    ])
    expect(await faults(await row('4S', 'B', 'E-02', '60', null, '900'), clerk)).toEqual([])
    expect(await stored()).toEqual([['4S', 'B', '王小明', 0, 'wholesale2', '800.00', '老客户']])
  })

  it('refuses what does not fit and who may not', async () => {
    const file = await xlsx(
      header,
      ['甲', '客户', '个人'],
      ['乙', '朋友'],
      ['丙公司', '供应商', '单位', '123'],
      ['零散客户', '客户', '个人', '13900139001', null, null, '没有的方式'],
    )
    const { data } = await run('partner', file)
    expect(data.imported).toBe(false)
    expect(data.faults.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 手机',
      '3 角色',
      '4 手机',
      '5 结算方式',
    ])
    const buyer = await shop.signIn('buyer')
    const customers = await xlsx(header, ['丁公司', '客户', '单位'], ['戊公司', '供应商', '单位'])
    expect((await run('partner', customers, { client: buyer })).data.faults).toEqual([
      { row: 2, column: '角色', message: '您没有导入客户的权限' },
    ])
  })
})

describe('what was exported', () => {
  let worker: ReturnType<typeof startExports>
  beforeAll(() => {
    worker = startExports(shop.db, (error) => console.error(error), { everyMs: 50 })
  })
  afterAll(() => worker.stop())

  it('of partners is imported again; those of the system are passed over', async () => {
    const body = { filters: { role: 63 }, columns: [] }
    const file = await retyped(await exportedFile(owner, await owner.call(partnerRoutes.export, { body })), (row) =>
      row.set('联系人', '周经理'),
    )
    const count = async () => (await shop.sql('select count(*) as count from partner where group_id = $1'))[0]?.count
    const before = await count()
    const { data } = await run('partner', file, { overwrite: true })
    expect(data).toMatchObject({ imported: true, added: 0, faults: [] })
    expect(data.notes.join()).toContain('是系统往来单位，保持不变')
    expect(await count()).toBe(before)
    const contacts = await shop.sql(
      `select count(*) as count from partner_contact where group_id = $1 and name = '周经理'`,
    )
    expect(contacts[0]?.count).toBe(data.updated)
    const titles = ['名称', '手机', '联系人']
    const known = await xlsx(titles, ['白云汽配', '138 0013 8009', '周经理'])
    expect((await run('partner', known, { overwrite: true })).data).toMatchObject({ imported: true, updated: 1 })
    const fresh = await check('partner', await xlsx(titles, ['新来的汽配', '13800138010', '']))
    expect(fresh.data.faults).toEqual([{ row: 2, column: '角色', message: '角色不能为空' }])
  })

  it.each(['xlsx', 'csv'] as const)('of partners leaves who has no limit without one: %s', async (format) => {
    const header = ['编码', '名称', '角色', '信用额度']
    const name = `额度客户${format}`
    await run('partner', await xlsx(header, [`LIM-${format}`, name, '客户', '0']))
    const [{ id }] = (await shop.sql('select id from partner where group_id = $1 and name = $2', name)) as [
      { id: number },
    ]
    // A customer of another org of the group: this one has agreed nothing with it.
    await shop.sql('delete from partner_org where group_id = $1 and partner_id = $2', id)
    const limit = async () =>
      (await owner.call(partnerRoutes.list, { query: { q: name } })).rows.map(({ creditLimit }) => creditLimit)
    expect(await limit()).toEqual([null])
    const body = { filters: { role: 1, q: name }, columns: [], format }
    const file = await exportedFile(owner, await owner.call(partnerRoutes.export, { body }))
    expect((await run('partner', file, { overwrite: true })).data).toMatchObject({ imported: true, updated: 1 })
    expect(await limit()).toEqual([null])
    const whole = await owner.call(partnerRoutes.read, { params: { id } })
    await owner.call(partnerRoutes.transfer, { body: { ids: [id], salespersonId: null } as never })
    expect(await limit()).toEqual([null])
    await shop.sql('delete from partner_org where group_id = $1 and partner_id = $2', id)
    const { credit: _, ...typed } = whole as typeof whole & { credit?: unknown }
    await owner.call(partnerRoutes.save, { body: typed as never })
    expect(await limit()).toEqual([null])
  })

  it('of partners by somebody who sees no whole mobiles leaves them as they are', async () => {
    await run('partner', await xlsx(['编码', '名称', '角色', '手机'], ['MB-1', '隐号客户', '客户', '13700137001']))
    await shop.sql(`delete from role_field where group_id = $1 and field = 'mobile_full'`)
    const client = await shop.signIn('owner')
    const body = { filters: { role: 1 }, columns: [], format: 'csv' as const }
    const file = await exportedFile(client, await client.call(partnerRoutes.export, { body }))
    expect(file.toString()).toContain('137****7001')
    const before = await catalogue()
    expect((await run('partner', file, { overwrite: true, client })).data).toMatchObject({ imported: true, faults: [] })
    expect(await catalogue()).toEqual(before)
    const changed = await xlsx(
      ['编码', '名称', '角色', '手机'],
      ['MB-1', '隐号客户', '客户', '139****7001'],
      ['MB-2', '新隐号客户', '客户', '137****7001'],
    )
    expect(
      (await check('partner', changed, client)).data.faults.map(
        ({ row, column, message }) => `${row} ${column} ${message}`,
      ),
    ).toEqual([
      '2 手机 手机“139****7001”与原号码不符，要修改请填写完整的手机号',
      '2 编码 “隐号客户”(MB-1)已存在，如需更新请勾选“覆盖”',
      '3 手机 手机“137****7001”不完整，新增请填写完整的手机号，更新已有的请同时填写编码',
    ])
  })
})
