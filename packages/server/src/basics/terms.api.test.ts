// 税率设置, 结算方式, 收支类别: what stands once it is used, and what follows from it (business/basics 7.2 to 7.4).
import { expenseCategoryRoutes } from '@chepu/contract/basics/expense-category'
import { listSettlements } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { settlementRoutes } from '@chepu/contract/basics/settlement-method'
import { taxRateRoutes, type TaxRateRow } from '@chepu/contract/basics/tax-rate'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openItem } from '../../test/finance'
import { type Client, openShop, type Shop } from '../../test/shop'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

describe('tax rates', () => {
  const rates = async () => (await owner.call(taxRateRoutes.list)).rows
  const named = async (name: string) => (await rates()).find((row) => row.name === name) as TaxRateRow
  const save = (body: object) => owner.ask(taxRateRoutes.save, { body: { validFrom: '2019-04-01', ...body } as never })
  const change = async (name: string, fields: object) => {
    const { partCount: _, isActive: _a, ...row } = await named(name)
    return save({ ...row, ...fields })
  }
  const enable = async (name: string, isActive: boolean) => {
    const { id, version } = await named(name)
    return owner.ask(taxRateRoutes.enable, { params: { id }, body: { isActive, version } })
  }

  it('are kept once by name; 免税 is 0', async () => {
    expect(await save({ name: '9%', rate: '0.09' })).toMatchObject({ status: 200 })
    expect(await save({ name: '9%', rate: '0.09' })).toMatchObject({ status: 400, msg: '税率“9%”已存在' })
    expect(await save({ name: '免税', rate: '0.01', kind: 'exempt' })).toMatchObject({
      errors: [{ path: 'rate', message: '免税的税率应为0' }],
    })
    expect(await save({ name: '太高', rate: '1.5' })).toMatchObject({ status: 400 })
    expect(await save({ name: '没有日期', rate: '0.05', validFrom: '' })).toMatchObject({
      errors: [{ path: 'validFrom', message: '请填写' }],
    })
    expect(await named('9%')).toMatchObject({ rate: '0.0900', kind: 'general', validFrom: '2019-04-01', partCount: 0 })
  })

  it('keep their figure while parts have them, whoever asks', async () => {
    expect((await named('13%')).partCount).toBeGreaterThan(0)
    expect(await change('13%', { rate: '0.12' })).toMatchObject({
      status: 400,
      errors: [
        { path: 'rate', message: expect.stringMatching(/^税率已被\d个配件使用，不能修改；税率调整请新增一个税率$/) },
      ],
    })
    expect(await change('13%', { kind: 'simple' })).toMatchObject({ errors: [{ path: 'kind' }] })
    expect(await change('13%', { remark: '2019年4月起' })).toMatchObject({ status: 200 })
    const { id } = await named('13%')
    expect(await owner.ask(taxRateRoutes.remove, { params: { id } })).toMatchObject({
      msg: '税率“13%”已被使用，不能删除，可改为停用',
    })
    expect(await change('9%', { rate: '0.1' })).toMatchObject({ status: 200 })
    expect(await change('9%', { rate: '0.09', version: 1 })).toMatchObject({ status: 409 })
  })

  it('have one default of goods and one of labour, in force and switched on', async () => {
    expect(await change('13%', { isGoodsDefault: true })).toMatchObject({ status: 200 })
    expect(await save({ name: '6%', rate: '0.06', isLabourDefault: true, isGoodsDefault: true })).toMatchObject({
      status: 200,
    })
    expect((await rates()).filter((row) => row.isGoodsDefault).map((row) => row.name)).toEqual(['6%'])
    expect((await owner.call(basicsInfo)).basics['taxRate']?.[0]).toMatchObject({ name: '6%' })
    expect(await change('6%', { isLabourDefault: false })).toMatchObject({
      errors: [{ path: 'isLabourDefault', message: '请到另一个税率上设为劳务默认，它会代替本税率' }],
    })
    expect(await enable('6%', false)).toMatchObject({ status: 400, msg: '税率“6%”是货物的默认税率，不能停用' })
    expect(await save({ name: '将来', rate: '0.1', validFrom: '2999-01-01', isGoodsDefault: true })).toMatchObject({
      errors: [{ path: 'isGoodsDefault', message: '2999-01-01 起才生效，现在不能设为货物默认' }],
    })
    expect(await change('13%', { isGoodsDefault: true })).toMatchObject({ status: 200 })
    expect((await rates()).filter((row) => row.isGoodsDefault).map((row) => row.name)).toEqual(['13%'])
  })

  it('are given to parts from their day on, and not once they are switched off', async () => {
    expect(
      await save({ name: '明年起', rate: '0.11', validFrom: '2999-01-01', taxClassCode: '1090246990000000000' }),
    ).toMatchObject({ status: 200 })
    const pad = await owner.call(partRoutes.read, { params: { id: shop.parts.pad } })
    const { brandId, categoryId, unitId } = pad
    const part = (name: string, taxRateId: number) =>
      owner.ask(partRoutes.save, { body: { name, brandId, categoryId, unitId, taxRateId } })
    const future = await named('明年起')
    const refused = { errors: [{ path: 'taxRateId', message: '税率已停用或还未到生效日期' }] }
    expect(await part('早了', future.id)).toMatchObject(refused)
    expect((await owner.call(basicsInfo)).basics['taxRate']?.map(({ name }) => name)).not.toContain('明年起')
    expect(await change('明年起', { validFrom: '2020-01-01' })).toMatchObject({ status: 200 })
    const { data } = await part('到了', future.id)
    expect(await owner.call(partRoutes.read, { params: { id: data.id } })).toMatchObject({
      taxClassCode: '1090246990000000000',
    })
    expect(await enable('明年起', false)).toMatchObject({ status: 200 })
    expect(await part('晚了', future.id)).toMatchObject(refused)
    const { version, code } = data
    const again = { id: data.id, version, code, name: '还在用', brandId, categoryId, unitId, taxRateId: future.id }
    expect(await owner.ask(partRoutes.save, { body: again })).toMatchObject({ status: 200 })
  })

  it('may be changed by who has the button', async () => {
    const keeper = await shop.signIn('keeper')
    expect(await keeper.ask(taxRateRoutes.list)).toMatchObject({ status: 403 })
    const body = { name: '不行', rate: '0.1', validFrom: '2020-01-01' }
    expect(await keeper.ask(taxRateRoutes.save, { body })).toMatchObject({ status: 403 })
  })
})

describe('settlement methods', () => {
  const methods = async () => (await owner.call(settlementRoutes.list)).rows
  const save = (body: object) => owner.ask(settlementRoutes.save, { body: body as never })
  const named = async (name: string) => (await methods()).find((row) => row.name === name)

  it('have the days of their kind', async () => {
    const faults = async (body: object) => (await save({ name: '新', ...body })).errors
    expect(await faults({ kind: 'monthly' })).toMatchObject([{ path: 'monthDay', message: '月结请填写次月付款日' }])
    expect(await faults({ kind: 'monthly', monthDay: 32 })).toMatchObject([{ path: 'monthDay', message: '应为1-31日' }])
    expect(await faults({ kind: 'monthly', monthDay: 25, termDays: 5 })).toMatchObject([
      { path: 'termDays', message: '月结没有账期天数' },
    ])
    expect(await faults({ kind: 'cash', termDays: 30 })).toMatchObject([{ message: '现结没有账期天数' }])
    expect(await faults({ kind: 'on_credit', monthDay: 5 })).toMatchObject([{ message: '只有月结填写次月付款日' }])
    expect(await faults({ kind: 'barter' })).toMatchObject([{ path: 'kind' }])
    expect(await save({ name: '挂账60天', kind: 'on_credit', termDays: 60, sortNo: 9 })).toMatchObject({ status: 200 })
    expect(await save({ name: '挂账60天', kind: 'cash' })).toMatchObject({ msg: '结算方式“挂账60天”已存在' })
  })

  it('stand in the look-up in their order and leave it when they are switched off', async () => {
    await save({ name: '先', kind: 'cash', sortNo: 1 })
    await save({ name: '后', kind: 'monthly', monthDay: 10, sortNo: 9999 })
    const offered = async () => (await owner.call(listSettlements)).rows.map(({ name }) => name)
    const names = await offered()
    expect(names.indexOf('先')).toBeLessThan(names.indexOf('挂账60天'))
    expect(names.at(-1)).toBe('后')
    const { id, version } = (await named('后')) as { id: number; version: number }
    await owner.call(settlementRoutes.enable, { params: { id }, body: { isActive: false, version } })
    expect(await offered()).not.toContain('后')
    expect(await owner.call(settlementRoutes.remove, { params: { id } })).toEqual({ id })
  })

  it('keep their kind once a partner has them, and other days change nothing that is open', async () => {
    const { data: method } = await save({ name: '挂账15天', kind: 'on_credit', termDays: 15 })
    const body = { name: '挂账汽修厂', kind: 'unit', cusFlag: 1, settlementMethodId: method.id } as const
    const partner = await owner.call(partnerRoutes.save, { body: body as never })
    const before = await openItem(shop, owner, {
      partnerId: partner.id,
      side: 'AR',
      total: '100.00',
      dueOn: '2026-12-31',
    })
    const changed = { id: method.id, version: method.version, name: '挂账15天' }
    expect(await save({ ...changed, kind: 'cash' })).toMatchObject({
      errors: [{ path: 'kind', message: '结算方式已被往来单位或单据使用，不能改类型' }],
    })
    expect(await save({ ...changed, kind: 'on_credit', termDays: 20 })).toMatchObject({ status: 200 })
    const [open] = await shop.sql<{ dueOn: string }>(
      'select due_on from open_item where group_id = $1 and id = $2',
      before.id,
    )
    expect(open?.dueOn).toBe('2026-12-31')
    expect(await named('挂账15天')).toMatchObject({ termDays: 20, partnerCount: 1 })
    expect(await owner.ask(settlementRoutes.remove, { params: { id: method.id } })).toMatchObject({
      msg: '结算方式“挂账15天”已被使用，不能删除，可改为停用',
    })
  })
})

describe('categories of income and expense', () => {
  const rows = async () => (await owner.call(expenseCategoryRoutes.list)).rows
  const save = (body: object) => owner.ask(expenseCategoryRoutes.save, { body: body as never })
  const add = async (name: string, parentId: number | null = null, direction = 'out') =>
    (await save({ name, parentId, direction })).data.id

  it('stand in three levels, in the direction of what is above them', async () => {
    const a = await add('车间费用')
    const b = await add('工具', a)
    const c = await add('量具', b)
    expect(await save({ name: '第四级', parentId: c, direction: 'out' })).toMatchObject({
      errors: [{ path: 'parentId', message: '类别最多3级' }],
    })
    expect(await save({ name: '收入', parentId: a, direction: 'in' })).toMatchObject({
      errors: [{ path: 'direction', message: '上级“车间费用”是支出类别' }],
    })
    expect(await save({ id: a, version: 1, name: '车间费用', direction: 'in' })).toMatchObject({
      errors: [{ path: 'direction', message: '下级“工具”是支出类别，不能改方向' }],
    })
    expect(await save({ id: a, version: 1, name: '车间费用', parentId: c, direction: 'out' })).toMatchObject({
      errors: [{ path: 'parentId', message: '不能移到自己的下级' }],
    })
    expect(await save({ name: '工具', parentId: a, direction: 'out' })).toMatchObject({
      msg: '同一上级下已有支出类别“工具”',
    })
    expect(await owner.ask(expenseCategoryRoutes.remove, { params: { id: a } })).toMatchObject({
      msg: '收支类别“车间费用”已被使用，不能删除，可改为停用',
    })
    expect(await owner.ask(expenseCategoryRoutes.remove, { params: { id: c } })).toMatchObject({ status: 200 })
  })

  it('that the program writes stay as they are', async () => {
    const { id, version } = (await rows()).find((row) => row.name === '短款') as { id: number; version: number }
    expect(await save({ id, version, name: '亏空', direction: 'out' })).toMatchObject({
      msg: '“短款”由系统使用，不能改名',
    })
    expect(await save({ id, version, name: '短款', direction: 'out', remark: '日结' })).toMatchObject({ status: 200 })
    const off = { params: { id }, body: { isActive: false, version: version + 1 } }
    expect(await owner.ask(expenseCategoryRoutes.enable, off)).toMatchObject({ msg: '“短款”由系统使用，不能停用' })
    expect(await owner.ask(expenseCategoryRoutes.remove, { params: { id } })).toMatchObject({
      msg: '“短款”由系统使用，不能删除',
    })
  })

  it('are read by all and changed by few', async () => {
    const technician = await shop.signIn('technician')
    expect((await technician.call(expenseCategoryRoutes.list)).rows.length).toBeGreaterThan(0)
    const body = { name: '不行', direction: 'out' } as const
    expect(await technician.ask(expenseCategoryRoutes.save, { body })).toMatchObject({ status: 403 })
    expect(await technician.ask(settlementRoutes.list)).toMatchObject({ status: 403 })
  })
})
