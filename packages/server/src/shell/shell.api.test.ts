import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { maxTables, readTableConfig, saveTableConfig } from '@chepu/contract/shell/config'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { allOrgs, basicsInfo, shopBase } from '@chepu/contract/shell/lookups'
import { freshKey, type MenuItem, menuTree, userLogin, userPermission } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../test/desk'
import { type Client, one, openShop, type Shop } from '../../test/shop'
import { addDays, shanghaiDay } from '../kernel/base/calendar'

let shop: Shop
let owner: Client
let buyer: Client
let keeper: Client
const today = shanghaiDay()

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  buyer = await shop.signIn('buyer')
  keeper = await shop.signIn('warehouse_keeper')
})
afterAll(() => shop.close())

const keysOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ jsondata, children }) => (children.length > 0 ? keysOf(children) : [jsondata.component]))

describe('the menu', () => {
  it('shows each desk its own screens', async () => {
    expect(keysOf(await buyer.call(menuTree))).toEqual(expect.arrayContaining(['purchaseOrder', 'purchase', 'parts']))
    expect(keysOf(await buyer.call(menuTree))).not.toContain('collection')
    expect(keysOf(await keeper.call(menuTree))).toContain('purWareHous')
    expect(keysOf(await keeper.call(menuTree))).not.toContain('receivableAccount')
    expect(keysOf(await owner.call(menuTree))).toContain('booksCheck')
  })

  it('has groups with an icon and items with path, name, key and title', async () => {
    const [first] = (await buyer.call(menuTree)).filter((item) => item.jsondata.name === 'purchasing')
    expect(first?.jsondata).toMatchObject({
      component: 'Layout',
      hidden: false,
      meta: { title: '采购', icon: 'purchase' },
    })
    expect(first?.children[0]?.jsondata).toEqual({
      path: '/purchaseOrder',
      name: 'purchaseOrder',
      hidden: false,
      component: 'purchaseOrder',
      meta: { title: '采购订单' },
    })
  })
})

describe('the permissions', () => {
  it('are the buttons held, as a tree and as ids, with the visible fields', async () => {
    const { userpermission, userUniqueIdAll, fields } = await buyer.call(userPermission)
    expect(userUniqueIdAll).toEqual(expect.arrayContaining([390, 23, 26]))
    expect(userUniqueIdAll).not.toContain(270)
    expect(userpermission.find((group) => group.button_id === 390)).toMatchObject({
      name: '采购入库',
      children: expect.arrayContaining([{ name: '审核', button_id: 26 }]),
    })
    expect(fields).toContain('cost_price')
    expect((await keeper.call(userPermission)).fields).not.toContain('cost_price')
  })
})

describe('look-ups of the shell', () => {
  it('give organisation, organisations, enumerations and fresh keys', async () => {
    expect(await buyer.call(shopBase)).toMatchObject({ orgid: shop.orgId, code: '01', config: { backdateDays: 300 } })
    expect((await buyer.call(allOrgs)).map((org) => org.orgname)).toEqual(['测试配件店'])
    const { basics, tree } = await buyer.call(basicsInfo)
    expect(basics.unit?.map((unit) => unit.name)).toEqual(['个', '升'])
    expect(basics.invoiceKind).toContainEqual({ id: 'special', name: '专票' })
    expect(tree.partCategory).toMatchObject([{ name: '机滤', children: [] }])
    const [a, b] = [await buyer.call(freshKey), await buyer.call(freshKey)]
    expect(a.uuid).not.toBe(b.uuid)
  })

  it('tells by what people earn to those only who may see it', async () => {
    const told = async (client: Client) => (await client.call(shopBase)).config
    const [all, some] = [await told(await shop.signIn('owner')), await told(keeper)]
    expect(all).toMatchObject({ commissionRate: '0.18', adviserCommissionRate: '0.02', reworkClawback: '1' })
    const hidden = Object.keys(all).filter((key) => !(key in some))
    expect(hidden).toEqual([
      'commissionRate',
      'commissionHourPrice',
      'adviserCommissionRate',
      'reworkClawback',
      'cardSaleCommissionRate',
    ])
  })

  it('tells tax number and bank account of the company to those only who write them on papers', async () => {
    const company = { name: '顺达汽配', tax_no: '91420100MA4KX3Y11X', address_tel: '解放大道 1 号 027-55500001' }
    const bank = { bank_name: '武汉支行', bank_account: '6222021234567890' }
    await shop.db.tenant(shop.groupId, async (tx) => {
      const id = await one(tx, 'company', { ...company, ...bank })
      await tx.query({
        text: 'update org set company_id = $3 where group_id = $1 and id = $2',
        values: [tx.groupId, shop.orgId, id],
      })
    })
    const told = async (role: string) => {
      const client = await shop.signIn(role)
      const { company: ours } = await client.call(shopBase)
      expect(ours).toMatchObject({ name: company.name, address_tel: company.address_tel })
      const user = await client.call(userLogin, { body: { access_token: client.token } })
      expect(user?.orgInfo.company).toEqual(ours)
      return [ours.tax_no, ours.bank_name, ours.bank_account]
    }
    const all = [company.tax_no, bank.bank_name, bank.bank_account]
    expect(await told('technician')).toEqual(['', '', ''])
    expect(await told('cashier_accountant')).toEqual(all)
    expect(await told('salesperson')).toEqual(all)
    expect(await told('admin')).toEqual(all)
  })
})

describe('column settings', () => {
  it('are kept by user and list', async () => {
    const columns = [
      { key: 'billNo', width: 180, fixed: 'left' as const },
      { key: 'remark', hidden: true },
    ]
    const params = { table_name: 'purchase' }
    expect(await buyer.call(readTableConfig, { params })).toEqual({ columns: [] })
    await buyer.call(saveTableConfig, { params, body: { columns } })
    await buyer.call(saveTableConfig, { params, body: { columns } })
    expect(await buyer.call(readTableConfig, { params })).toEqual({ columns })
    expect(await keeper.call(readTableConfig, { params })).toEqual({ columns: [] })
    expect((await buyer.ask(readTableConfig, { params: { table_name: '..%2Fx' } })).status).toBe(400)
  })

  it('are kept for so many lists of a user and no more', async () => {
    const clerk = await shop.signIn('technician')
    const save = (name: string) =>
      clerk.ask(saveTableConfig, { params: { table_name: name }, body: { columns: [{ key: 'billNo' }] } })
    expect((await save('t_1')).status).toBe(200)
    await shop.db.tenant(shop.groupId, async (tx) => {
      const own = await tx.one<{ userId: number }>({
        text: `select user_id from user_table_config where group_id = $1 and table_name = 't_1'`,
        values: [tx.groupId],
      })
      await tx.insert(
        'user_table_config',
        ['group_id', 'user_id', 'table_name', 'columns'],
        Array.from({ length: maxTables - 1 }, (_, i) => [tx.groupId, own?.userId, `t_${i + 2}`, '[]']),
        'returning table_name',
      )
    })
    expect(await save('junk')).toMatchObject({ status: 400, msg: `列设置最多保存${maxTables}个列表` })
    expect((await save('t_1')).status).toBe(200)
  })
})

describe('the home page', () => {
  /** Posts a receipt of 10 pieces at the price on a day. */
  const receive = (bizDate: string, price: string) =>
    post(owner, goodsReceipt.routes, {
      header: { bizDate, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId: shop.parts.filter, qty: '10', price }],
    })

  it('adds up posted purchases by day and month, and what is owed', async () => {
    await receive(today, '12.34')
    await receive(addDays(today, -29), '100')
    await receive(addDays(today, -40), '7')
    const figures = await owner.call(dashboard)
    const earlier = addDays(today, -29).slice(0, 7) === today.slice(0, 7) ? '1123.40' : '123.40'
    expect(figures).toMatchObject({
      day: today,
      purchases: { today: '123.40', month: earlier },
      sales: { today: '0.00', month: '0.00' },
      margin: { today: '0.00', month: '0.00' },
      payables: { open: '1193.40', partners: 1 },
      receivables: { open: '0.00', overdue: '0.00', partners: 0 },
    })
    expect(figures.trend).toHaveLength(30)
    expect(figures.trend[0]).toMatchObject({ day: addDays(today, -29), purchases: '1000.00' })
    expect(figures.trend[29]).toMatchObject({ day: today, purchases: '123.40', margin: '0.00' })
  })

  it('counts parts below and above their limits', async () => {
    const limit = (partId: number, min: string, max: string | null) =>
      shop.db.tenant(shop.groupId, (tx) =>
        tx.insert(
          'product',
          ['group_id', 'org_id', 'part_id', 'min_stock', 'max_stock'],
          [[shop.groupId, shop.orgId, partId, min, max]],
          'on conflict (group_id, org_id, part_id) do update set min_stock = excluded.min_stock, max_stock = excluded.max_stock',
        ),
      )
    await limit(shop.parts.filter, '1', '20')
    await limit(shop.parts.pad, '4', null)
    expect((await owner.call(dashboard)).stockWarnings).toEqual({ low: 1, high: 1 })
  })

  it('leaves out what a desk may not see', async () => {
    const figures = await keeper.call(dashboard)
    expect(Object.keys(figures)).not.toEqual(expect.arrayContaining(['margin']))
    expect(figures).not.toHaveProperty('purchases')
    expect(figures).not.toHaveProperty('receivables')
    expect(figures.trend[29]).toEqual({ day: today })
    expect(await buyer.call(dashboard)).not.toHaveProperty('margin')
  })
})
