import { searchPartners } from '@chepu/contract/basics/lookups'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { payableRoutes } from '@chepu/contract/finance/accounts'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../../test/desk'
import { withdraw, worker } from '../../../test/people'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { fillRegions } from '../../basics/public'
import { savePartnersBulk } from '../public'
import { testCaller } from '../../../test/caller'

let shop: Shop
let owner: Client
let seller: Client
let buyer: Client

beforeAll(async () => {
  shop = await openShop()
  await fillRegions(shop.db)
  owner = await shop.signIn('owner')
  seller = await shop.signIn('salesperson')
  buyer = await shop.signIn('buyer')
})
afterAll(() => shop.close())

const person = { name: '王小明', mobile: '13900001111' }
const read = (client: Client, id: number) => client.call(partnerRoutes.read, { params: { id } })
const list = async (client: Client, query: object) => (await client.call(partnerRoutes.list, { query })).rows

/** What the editor sends back after it has read a partner. */
async function edited(client: Client, id: number, changed: object) {
  const {
    isActive: _a,
    isSystem: _s,
    isUsed: _u,
    creditDays: _d,
    creditPolicy: _p,
    creditLimit: _l,
    ...typed
  } = await read(client, id)
  return { ...typed, ...changed } as never
}

describe('a partner', () => {
  it('gets the code of its first role and keeps all tabs', async () => {
    const saved = await owner.call(partnerRoutes.save, {
      body: {
        name: '重庆单记汽修厂',
        kind: 'unit',
        cusFlag: 3,
        category: '修理厂',
        mobile: '13800138000',
        taxNo: '91500000MA5U0000XX',
        bankAccount: '6222020200112233445',
        contacts: [{ name: '单老板', mobile: '13800138000', isDefault: true }],
        addresses: [{ receiver: '单老板', address: '重庆市渝中区1号' }],
        credit: { creditLimit: '50000', creditDays: 30, creditPolicy: 'block' },
      },
    })
    expect(saved.code).toBe('K00002')
    expect(await read(owner, saved.id)).toMatchObject({
      cusFlag: 3,
      creditLimit: '50000.00',
      creditDays: 30,
      contacts: [{ name: '单老板', isDefault: true }],
      addresses: [{ address: '重庆市渝中区1号' }],
      isUsed: false,
    })
    const supplier = await owner.call(partnerRoutes.save, { body: { name: '某供应商', kind: 'unit', cusFlag: 2 } })
    expect(supplier.code).toBe('G00002')
    expect((await list(owner, { role: 1, q: 'cqsj' })).map((row) => row.name)).toEqual([])
    expect((await list(owner, { role: 2, q: 'cqdj' })).map((row) => row.name)).toEqual(['重庆单记汽修厂'])
  })

  it('offers its delivery addresses as they stand on a parcel, the default first; a mobile that would be masked is left out', async () => {
    const { id } = await owner.call(partnerRoutes.save, {
      body: {
        name: '多处收货汽修厂',
        kind: 'unit',
        cusFlag: 1,
        addresses: [
          { receiver: '老周', address: '解放大道2号' },
          { receiver: '前台', mobile: '13800138001', address: '中南路1号', isDefault: true },
        ],
      },
    })
    const offered = async (client: Client) =>
      (await client.call(searchPartners, { query: { ids: String(id) } })).rows[0]?.addresses
    const second = { text: '解放大道2号 老周', isDefault: false }
    expect(await offered(owner)).toEqual([{ text: '中南路1号 前台 13800138001', isDefault: true }, second])
    const owners = "from role where group_id = $1 and code = 'owner'"
    await shop.sql(
      `delete from role_field where group_id = $1 and field = 'mobile_full' and role_id in (select id ${owners})`,
    )
    expect(await offered(await shop.signIn('owner'))).toEqual([{ text: '中南路1号 前台', isDefault: true }, second])
    await shop.sql(
      `insert into role_field (group_id, role_id, field) select $1, id, 'mobile_full' ${owners} returning role_id`,
    )
  })

  it('is refused with the texts of the specification', async () => {
    const ask = (body: object) => owner.ask(partnerRoutes.save, { body: { ...person, ...body } as never })
    expect(await ask({ mobile: '123' })).toMatchObject({ errors: [{ path: 'mobile', message: '请输入正确的手机号' }] })
    expect(await ask({ mobile: '' })).toMatchObject({ errors: [{ path: 'mobile', message: '个人客户请填写手机号' }] })
    expect(await ask({ tel: '12' })).toMatchObject({ errors: [{ path: 'tel', message: '请输入正确的电话号码!' }] })
    expect(await ask({ bankAccount: '1234' })).toMatchObject({ errors: [{ message: '请输入正确的银行卡号!' }] })
    await owner.call(partnerRoutes.save, { body: person })
    expect(await ask({})).toMatchObject({ status: 400, msg: '“王小明”和该手机号的往来单位已存在' })
    expect(await ask({ kind: 'unit', name: '测试供应商' })).toMatchObject({ msg: '单位“测试供应商”已存在' })
  })

  it('is kept by roles: a seller makes customers, a buyer suppliers, and neither raises credit', async () => {
    const customer = await seller.call(partnerRoutes.save, { body: { ...person, name: '刘先生' } })
    expect(await seller.ask(partnerRoutes.save, { body: { name: '供应', kind: 'unit', cusFlag: 2 } })).toMatchObject({
      status: 403,
    })
    expect(
      await seller.ask(partnerRoutes.save, { body: await edited(seller, customer.id, { cusFlag: 3 }) }),
    ).toMatchObject({
      status: 403,
    })
    expect(
      await seller.ask(partnerRoutes.save, {
        body: await edited(seller, customer.id, { credit: { creditLimit: '9', creditDays: 0, creditPolicy: 'block' } }),
      }),
    ).toMatchObject({ status: 403, msg: '您没有改信用额度的权限' })
    await buyer.call(partnerRoutes.save, { body: { name: '新供应商', kind: 'unit', cusFlag: 2 } })
    expect(await buyer.ask(partnerRoutes.list, { query: { role: 1 } })).toMatchObject({ status: 403 })
    expect(await seller.ask(partnerRoutes.list, { query: { role: 2 } })).toMatchObject({ status: 403 })
    expect(await seller.ask(partnerRoutes.read, { params: { id: shop.supplierId } })).toMatchObject({ status: 404 })
  })

  it('is seen by its own salesperson, and after 转业务员 by the new one', async () => {
    const { id } = await seller.call(partnerRoutes.save, {
      body: { name: '专属汽修', kind: 'unit', category: '修理厂' },
    })
    const other = await shop.signIn('salesperson')
    expect(await list(other, { q: '专属' })).toEqual([])
    expect(await other.ask(partnerRoutes.read, { params: { id } })).toMatchObject({ status: 404 })
    expect(await list(seller, { q: '专属' })).toHaveLength(1)
    const employees = await shop.sql<{ id: number }>(
      'select id from employee where group_id = $1 order by id desc limit 1',
    )
    await owner.call(partnerRoutes.transfer, { body: { ids: [id], salespersonId: employees[0]?.id as number } })
    expect(await list(other, { q: '专属' })).toHaveLength(1)
    expect(await list(seller, { q: '专属' })).toEqual([])
  })

  it('gets another salesperson by who may 转业务员 alone', async () => {
    const { id } = await owner.call(partnerRoutes.save, {
      body: { name: '无主散客', mobile: '13900002222', category: '散客' },
    })
    const [someone] = await shop.sql<{ id: number }>('select max(id) as id from employee where group_id = $1')
    const salespersonId = someone?.id as number
    const take = async (client: Client, changed: object) =>
      client.ask(partnerRoutes.save, { body: await edited(client, id, changed) })
    expect(await take(seller, { salespersonId })).toMatchObject({ status: 403, msg: '您没有「转业务员」的权限' })
    expect((await take(seller, { remark: '常客' })).status).toBe(200)
    expect(await read(owner, id)).toMatchObject({ salespersonId: null, remark: '常客' })
    expect((await take(owner, { salespersonId })).status).toBe(200)
    expect((await take(owner, { remark: '老客户' })).status).toBe(200)
    const trail = await shop.sql(
      `select detail from audit_log where group_id = $1 and entity = 'partner' and entity_id = $2 and action = 'transfer'`,
      id,
    )
    expect(trail).toEqual([{ detail: { salespersonId } }])
  })

  it('of another organisation is seen by nobody here for being 散客 of nobody', async () => {
    const { orgId } = await openBranch(shop, '08', '城南店')
    const there = await shop.signIn('owner', orgId)
    const { id } = await there.call(partnerRoutes.save, {
      body: { name: '城南散客', mobile: '13900003333', category: '散客' },
    })
    await shop.sql(
      `insert into partner_org (group_id, org_id, partner_id) values ($1, $2, $3) on conflict do nothing returning partner_id`,
      orgId,
      id,
    )
    for (const client of [seller, await shop.signIn('manager')]) {
      expect(await list(client, { q: '城南散客' })).toEqual([])
      expect(await client.ask(partnerRoutes.read, { params: { id } })).toMatchObject({ status: 404 })
    }
    expect(await list(await shop.signIn('salesperson', orgId), { q: '城南散客' })).toHaveLength(1)
  })

  it('keeps a masked mobile as it was', async () => {
    const { id } = await owner.call(partnerRoutes.save, { body: { name: '赵六', mobile: '13912345678' } })
    const clerk = await shop.signIn('salesperson')
    await shop.sql(`delete from role_field where group_id = $1 and field = 'mobile_full'`)
    await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
    expect((await read(clerk, id)).mobile).toBe('139****5678')
    await clerk.call(partnerRoutes.save, { body: await edited(clerk, id, { remark: '老客户' }) })
    const [row] = await shop.sql<{ mobile: string; remark: string }>(
      'select mobile, remark from partner where group_id = $1 and id = $2',
      id,
    )
    expect(row).toEqual({ mobile: '13912345678', remark: '老客户' })
  })

  it('with business is disabled, not deleted; its balances stand in the list by permission', async () => {
    await post(owner, goodsReceipt.routes, {
      header: { bizDate: '2026-03-02', partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId: shop.parts.filter, qty: '2', price: '50' }],
    })
    const [row] = await list(owner, { role: 2, q: '测试供应商' })
    expect(row).toMatchObject({ payable: '100.00', receivable: '0.00', lastOn: '2026-03-02' })
    expect((await owner.call(partnerRoutes.totals, { query: { role: 2, owing: 'true' } })).sums['payable']).toBe(
      '100.00',
    )
    // What suppliers are owed is a matter of purchase prices, what customers owe is not.
    const [bought] = await list(buyer, { role: 2, q: '测试供应商', owing: 'true', sort: '-payable' })
    expect(bought).toMatchObject({ payable: '100.00' })
    for (const field of ['receivable', 'creditLimit']) expect(bought).not.toHaveProperty(field)
    const found = async (client: Client) =>
      (await client.call(searchPartners, { query: { q: '测试供应商', cus_flag: 2 } })).rows[0]
    expect(await found(buyer)).toMatchObject({ payable: '100.00' })
    expect(await found(buyer)).not.toHaveProperty('receivable')
    expect(await found(seller)).toMatchObject({ receivable: '0.00' })
    expect(await found(seller)).not.toHaveProperty('payable')
    const { client, ...clerk } = await worker(shop, 'buyer')
    await withdraw(shop, { client, ...clerk }, { fields: ['purchase_price'] })
    const [hidden] = await list(client, { role: 2, q: '测试供应商' })
    expect(hidden).not.toHaveProperty('payable')
    expect(await client.ask(partnerRoutes.list, { query: { role: 2, owing: 'true' } })).toMatchObject({ status: 403 })
    expect((await client.call(partnerRoutes.totals, { query: { role: 2 } })).sums).toEqual({})
    const params = { id: shop.supplierId }
    expect(await owner.ask(partnerRoutes.remove, { params })).toMatchObject({
      msg: '“测试供应商”已有业务往来，不能删除，可改为停用',
    })
    await owner.call(partnerRoutes.enable, { params, body: { isActive: false, version: row?.version as number } })
  })

  it('that stands in the books twice is merged', async () => {
    const kept = await owner.call(partnerRoutes.save, { body: { name: '重复甲', kind: 'unit' } })
    const doubled = await owner.call(partnerRoutes.save, {
      body: { name: '重复乙', kind: 'unit', contacts: [{ name: '张三' }] },
    })
    await owner.call(partnerRoutes.merge, { params: { id: kept.id }, body: { sourceId: doubled.id } })
    expect((await read(owner, kept.id)).contacts.map((contact) => contact.name)).toEqual(['张三'])
    expect(await read(owner, doubled.id)).toMatchObject({ isActive: false, remark: `（已合并到 ${kept.code}）` })
  })

  it('of the system stands as it is', async () => {
    expect(
      await owner.ask(partnerRoutes.save, {
        body: await edited(owner, shop.walkInId, { name: '改名', mobile: '13800000000' }),
      }),
    ).toMatchObject({ status: 400, msg: '“零散客户”是系统往来单位，不能修改' })
  })

  it('stands in a region, which lists are filtered by and addresses on paper begin with', async () => {
    const wuchang = '420106'
    const save = (more: object) =>
      owner.ask(partnerRoutes.save, {
        body: {
          name: '武昌汽修厂',
          kind: 'unit',
          cusFlag: 3,
          regionCode: wuchang,
          address: '中南路1号',
          ...more,
        } as never,
      })
    const { data } = await save({ addresses: [{ receiver: '老周', regionCode: '420100', address: '解放大道2号' }] })
    const names = async (regionCode: string) => (await list(owner, { role: 1, regionCode })).map((row) => row.name)
    expect(await names(wuchang)).toEqual(['武昌汽修厂'])
    expect(await names('420100')).toEqual(['武昌汽修厂'])
    expect(await names('420000')).toEqual(['武昌汽修厂'])
    expect(await names('420102')).toEqual([])
    expect((await list(owner, { role: 1, regionCode: wuchang }))[0]).toMatchObject({ region: '湖北省武汉市武昌区' })
    expect(await read(owner, data.id)).toMatchObject({ regionCode: wuchang, addresses: [{ regionCode: '420100' }] })
    const [found] = (await owner.call(searchPartners, { query: { q: '武昌' } })).rows
    expect(found?.address).toBe('湖北省武汉市武昌区中南路1号')
    expect(await owner.ask(partnerRoutes.list, { query: { regionCode: '武昌' } })).toMatchObject({ status: 400 })

    const other = { name: '别处汽修厂' }
    expect(await save({ ...other, regionCode: '武昌区' })).toMatchObject({
      errors: [{ path: 'regionCode', message: '请选择地区' }],
    })
    expect(await save({ ...other, regionCode: '999999' })).toMatchObject({
      errors: [{ path: 'regionCode', message: '地区不存在或已停用' }],
    })
    const faulty = [{ receiver: '老周', regionCode: '999999', address: '1号' }]
    expect(await save({ ...other, addresses: faulty })).toMatchObject({
      errors: [{ path: 'addresses.0.regionCode', message: '地区不存在或已停用' }],
    })
    // What was chosen before it was stopped stays; it is not chosen anew.
    await shop.db.shared({ text: 'update shared.region set is_active = false where code = $1', values: [wuchang] })
    const kept = await owner.ask(partnerRoutes.save, { body: await edited(owner, data.id, { remark: '老客户' }) })
    expect(kept).toMatchObject({ status: 200 })
    expect(await save(other)).toMatchObject({ status: 400 })
    const cleared = await edited(owner, data.id, { regionCode: '', addresses: [] })
    expect(await owner.ask(partnerRoutes.save, { body: cleared })).toMatchObject({ status: 200 })
    expect(await names('420000')).toEqual([])
  })

  it('comes by the thousand, all or none', async () => {
    const row = (i: number) => ({
      code: '',
      name: `批量客户${i}`,
      kind: 'unit' as const,
      cusFlag: 1,
      mobile: '',
      contactName: '联系人',
      regionCode: '',
      region: '',
      priceLevel: 'retail' as const,
      settlementMethodId: null,
      creditLimit: i % 2 === 0 ? '1000' : null,
      creditDays: 0,
      salespersonId: undefined,
      category: '汽配店',
      level: 'C' as const,
      remark: '',
      taxNo: '',
      bankName: '',
      bankAccount: '',
    })
    const rows = Array.from({ length: 2500 }, (_, i) => row(i))
    const ids = await shop.db.as(await testCaller(shop, 'owner'), (tx) => savePartnersBulk(tx, rows))
    expect(new Set(ids).size).toBe(2500)
    expect(await read(owner, ids[2] as number)).toMatchObject({ name: '批量客户2', creditLimit: '1000.00' })
    await expect(
      shop.db.as(await testCaller(shop, 'owner'), (tx) => savePartnersBulk(tx, [row(9999), row(0), row(9999)])),
    ).rejects.toMatchObject({
      errors: [
        { path: '2.name', message: '“批量客户9999”在文件中重复' },
        { path: '1.name', message: '“批量客户0”已存在' },
      ],
    })
    expect(await list(owner, { q: '批量客户9999' })).toEqual([])
  })
})

describe('the partner search', () => {
  const found = async (q: string, client = owner) =>
    (await client.call(searchPartners, { query: { q, cus_flag: 2 } })).rows.map((row) => row.name)

  it('finds initials, pinyin and characters anywhere in the name, beginnings first', async () => {
    for (const name of ['江城滤洁汽配', '江城绿通轮胎', '滤洁分公司'])
      await owner.call(partnerRoutes.save, { body: { name, kind: 'unit', cusFlag: 2 } })
    expect(await found('lj')).toEqual(['滤洁分公司', '江城滤洁汽配'])
    expect(await found('ljq')).toEqual(['江城滤洁汽配'])
    expect(await found('jclj')).toEqual(['江城滤洁汽配'])
    expect(await found('lvjie')).toEqual(['滤洁分公司', '江城滤洁汽配'])
    expect(await found('lvtong')).toEqual(['江城绿通轮胎'])
    expect(await found('滤洁')).toEqual(['滤洁分公司', '江城滤洁汽配'])
    expect((await list(owner, { role: 2, q: 'ljq' })).map((row) => row.name)).toEqual(['江城滤洁汽配'])
  })
})

describe('a hidden mobile', () => {
  const mobile = '13876543210'
  let boss: Client
  let watcher: Client

  beforeAll(async () => {
    await owner.call(partnerRoutes.save, { body: { name: '猜号配件', kind: 'unit', cusFlag: 2, mobile } })
    await shop.db.tenant(shop.groupId, async (tx) => {
      await tx.query({
        text: `delete from role_field where group_id = $1 and field = 'mobile_full'`,
        values: [tx.groupId],
      })
      await tx.query({
        text: `insert into role_field (group_id, role_id, field)
          select $1, id, 'mobile_full' from role where group_id = $1 and code = 'owner' on conflict do nothing`,
        values: [tx.groupId],
      })
    })
    boss = await shop.signIn('owner')
    watcher = await shop.signIn('cashier_accountant')
  })

  it('cannot be read out by searching, digit after digit', async () => {
    const technician = await shop.signIn('technician')
    const named = async (q: string) =>
      (await technician.call(searchPartners, { query: { q, cus_flag: 2 } })).rows.map((row) => row.name)
    const pieces = new Set<string>()
    for (let from = 0; from < 11; from += 1)
      for (let to = from + 1; to <= 11; to += 1) pieces.add(mobile.slice(from, to))
    for (const piece of pieces)
      expect([piece, await named(piece)]).toEqual([piece, ['3210', mobile].includes(piece) ? ['猜号配件'] : []])
    expect(await named('13876543211')).toEqual([])
    for (const q of ['43210', '876543210', '1387654'])
      expect((await watcher.call(partnerRoutes.totals, { query: { role: 2, q } })).count).toBe(0)
    expect((await list(watcher, { role: 2, q: '3210' })).map((row) => row.mobile)).toEqual(['138****3210'])
    expect((await boss.call(searchPartners, { query: { q: '43210' } })).rows).toHaveLength(1)
  })

  it('stays masked in what is owed', async () => {
    await post(owner, goodsReceipt.routes, {
      header: { bizDate: '2026-03-02', partnerId: await idOf('猜号配件'), warehouseId: shop.warehouseId },
      lines: [{ partId: shop.parts.filter, qty: '1', price: '20', taxRate: '0.13' }],
    })
    const period = { from: '2026-03-01', to: '2026-03-31' }
    const mobiles = async (client: Client) => {
      const partnerId = await idOf('猜号配件')
      const summary = await client.call(payableRoutes.list, { query: { ...period, partnerId } })
      const statement = await client.call(payableRoutes.statement, { query: { ...period, partnerId } })
      return [summary.rows[0]?.mobile, statement.partner.mobile]
    }
    expect(await mobiles(watcher)).toEqual(['138****3210', '138****3210'])
    expect(await mobiles(boss)).toEqual([mobile, mobile])
  })

  it('and terms are not for those who make no document with them', async () => {
    const [short] = (await (await shop.signIn('technician')).call(searchPartners, { query: { q: '猜号' } })).rows
    expect(short).toEqual({
      id: await idOf('猜号配件'),
      code: expect.any(String),
      name: '猜号配件',
      cusFlag: 2,
      mobile: '138****3210',
    })
    const [whole] = (await buyer.call(searchPartners, { query: { q: '猜号' } })).rows
    expect(whole).toMatchObject({ creditDays: 0, priceLevel: 'retail', blacklisted: false })
  })

  const idOf = async (name: string) => (await list(owner, { role: 2, q: name }))[0]?.id as number
})
