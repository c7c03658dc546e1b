// 车辆类型 and 车身颜色 (business/basics 5.3).
import { brandRoutes } from '@chepu/contract/basics/brand'
import { carColorRoutes, carTypeRoutes } from '@chepu/contract/basics/car-kinds'
import { carSeriesRoutes } from '@chepu/contract/basics/car-model'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGroup } from '../../access/provision'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const types = async () => (await owner.call(carTypeRoutes.list, { query: {} })).rows

describe('types of cars', () => {
  it('begin with the usual ones and cost what an hour of work on them costs', async () => {
    expect((await types()).map(({ name }) => name).join(' ')).toBe('轿车 SUV MPV 微面 轻客 轻卡 重卡 新能源')
    await owner.call(carTypeRoutes.save, { body: { name: '皮卡', hourPrice: '120.5', sortNo: 9 } })
    expect((await types()).at(-1)).toMatchObject({ name: '皮卡', hourPrice: '120.5000' })
    expect(await owner.ask(carTypeRoutes.save, { body: { name: '皮卡' } })).toMatchObject({
      status: 400,
      msg: '车辆类型“皮卡”已存在',
    })
    expect((await owner.call(carTypeRoutes.totals, { query: {} })).count).toBe(9)
  })

  it('are what a series is of: by a name of the list, which the series follows', async () => {
    const { id: brandId } = await owner.call(brandRoutes.save, { body: { name: '福特', kind: 'car' } })
    const series = (body: object) =>
      owner.ask(carSeriesRoutes.save, { body: { brandId, name: '游骑侠', ...body } as never })
    expect(await series({ carType: '飞机' })).toMatchObject({
      errors: [{ path: 'carType', message: '车辆类型“飞机”不存在' }],
    })
    const { data } = await series({ carType: '皮卡' })
    const pickup = (await types()).find(({ name }) => name === '皮卡')
    await owner.call(carTypeRoutes.save, { body: { ...pickup, name: '皮卡车' } as never })
    const stored = (await owner.call(carSeriesRoutes.list)).series.find(({ id }) => id === data.id)
    expect(stored).toMatchObject({ carType: '皮卡车', version: 2 })
    const id = pickup?.id as number
    expect(await owner.ask(carTypeRoutes.remove, { params: { id } })).toMatchObject({
      msg: '车系“游骑侠”是“皮卡车”，不能删除，可改为停用',
    })
    await owner.call(carTypeRoutes.enable, { params: { id }, body: { isActive: false, version: 2 } })
    expect(await series({ name: '另一款', carType: '皮卡车' })).toMatchObject({ msg: '车辆类型“皮卡车”已停用' })
    expect(await series({ id: data.id, version: 2, carType: '皮卡车', remark: '不变' })).toMatchObject({ status: 200 })
    expect((await owner.call(basicsInfo)).basics['carType']?.map(({ name }) => name)).not.toContain('皮卡车')
  })

  it('are kept by who has the buttons of the library, each group its own', async () => {
    const seller = await shop.signIn('salesperson')
    expect(await seller.ask(carTypeRoutes.save, { body: { name: '房车' } })).toMatchObject({ status: 403 })
    expect(await seller.ask(carColorRoutes.list, { query: {} })).toMatchObject({ status: 403 })
    const strangers = await createGroup(shop.db, '别家')
    const [foreign] = await shop.db.tenant(strangers, (tx) =>
      tx.query<{ id: number }>({ text: 'select id from car_type where group_id = $1 limit 1', values: [strangers] }),
    )
    expect(await owner.ask(carTypeRoutes.remove, { params: { id: foreign?.id as number } })).toMatchObject({
      status: 404,
    })
  })
})

describe('colours', () => {
  it('stand in their order, and go by version', async () => {
    const { rows } = await owner.call(carColorRoutes.list, { query: {} })
    expect(rows.map(({ name }) => name).join(' ')).toBe('白色 黑色 银色 灰色 红色 蓝色 棕色 绿色 黄色 橙色 紫色 其他')
    const white = rows[0] as (typeof rows)[number]
    await owner.call(carColorRoutes.save, { body: { ...white, name: '珍珠白', sortNo: 20 } })
    expect(await owner.ask(carColorRoutes.save, { body: { ...white, name: '白' } })).toMatchObject({ status: 409 })
    expect((await owner.call(basicsInfo)).basics['carColor']?.at(-1)?.name).toBe('珍珠白')
    await owner.call(carColorRoutes.remove, { params: { id: white.id } })
    expect((await owner.call(carColorRoutes.totals, { query: {} })).count).toBe(11)
  })
})
