// 会员卡 out of a sheet (business/cards 11).
import { button } from '@chepu/contract/access/catalogue'
import { cardList, cardRoutes } from '@chepu/contract/cards/card'
import { cardLiability } from '@chepu/contract/cards/card-report'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCard, newCardType } from '../../test/cards'
import { act } from '../../test/desk'
import { newPartner } from '../../test/finance'
import { withdraw, worker } from '../../test/people'
import type { Client, Shop } from '../../test/shop'
import { type Workshop, workshopOf } from '../../test/workshop'
import { addDays, shanghaiDay } from '../kernel/base/calendar'
import { type Imports, openImports, xlsx } from './importing.fixture'

let imports: Imports
let owner: Client
let shop: Shop
let workshop: Workshop
const today = shanghaiDay()

beforeAll(async () => {
  imports = await openImports()
  owner = imports.owner
  shop = imports.shop
  workshop = await workshopOf(shop)
  await shop.sql(
    `insert into service_item (group_id, code, name, worker_type_id, pricing_mode, tax_rate_id)
      select $1::bigint, 'XC', '洗车', $2, 'hours', min(id) from tax_rate where group_id = $1 returning id`,
    workshop.workerTypeId,
  )
  await newCardType(shop, { name: '金卡', valid_days: 365 })
  await newCardType(shop, { name: '次卡', kind: 'package' })
  await newCardType(shop, { name: '会员', kind: 'member' })
})
afterAll(() => imports.close())

const header = [
  '卡号*',
  '卡类型',
  '客户名',
  '手机',
  '车牌',
  '本金',
  '赠金',
  '积分',
  '发卡日',
  '有效期',
  '套餐',
  '套餐项目',
  '剩余次数',
  '剩余金额',
  '套餐有效期',
]
type Row = Partial<Record<(typeof header)[number], string>>
const file = (...rows: Row[]) =>
  xlsx(header, ...rows.map((row) => header.map((title) => row[title.replace('*', '')] ?? row[title] ?? null)))
const cards = async (query = {}) => (await owner.call(cardList.list, { query })).rows
const leftOil = { 套餐项目: '5w-30', 剩余次数: '4.5', 剩余金额: '90' }

it('names every fault by row and column and writes nothing', async () => {
  const partnerId = await newPartner(shop, '张先')
  const [gold] = await shop.sql<{ id: number }>(`select id from card_type where group_id = $1 and name = '金卡'`)
  await newCard(shop, owner, { partnerId, cardTypeId: gold?.id as number, cardNo: 'TAKEN' })
  const { data } = await imports.run(
    'card',
    await file(
      { 卡号: 'taken', 卡类型: '金卡', 客户名: '张先' },
      { 卡号: 'A1', 卡类型: '银卡', 客户名: '张先', 本金: '1.234' },
      { 卡号: 'A2', 客户名: '测试供应商' },
      { 卡号: 'A3', 卡类型: '会员', 客户名: '张先', 本金: '5', 套餐项目: '没有的项目', 剩余次数: '1', 剩余金额: '0' },
      { 卡号: 'A4', 卡类型: '金卡', 发卡日: addDays(today, 1), 套餐: '洗车' },
      { 卡号: 'A5', 卡类型: '次卡', 手机: '13700000000' },
      { 卡号: 'A6', 卡类型: '金卡', 客户名: '张先', 车牌: '京A88888', 赠金: '5', 有效期: addDays(today, -1) },
      { 卡号: 'A6', 本金: '6', 套餐项目: '没有的项目' },
      { 卡号: 'a6' },
      { 卡号: '卡 11', 卡类型: '金卡', 客户名: '张先' },
    ),
  )
  expect(data.imported).toBe(false)
  expect(data.faults.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
    '2 卡号 卡号 TAKEN 已被使用或曾被使用',
    '3 本金 金额应不小于0，且最多2位小数',
    '4 卡类型 请填写卡类型',
    '4 客户名 “测试供应商”不是客户',
    '5 本金 卡类型“会员”不能储值',
    '5 套餐项目 没有叫“没有的项目”的服务项目；配件“没有的项目”不存在',
    '6 发卡日 发卡日不能晚于今天',
    '6 客户名 请填写客户名或手机',
    '6 套餐项目 请填写套餐项目',
    '7 手机 没有手机为 13700000000 的客户，请填写客户名',
    '8 有效期 有效期已过，赠金应为0',
    '8 车牌 车辆“京A88888”不是该客户的，或已停用；没有登记的请先导入车辆',
    '9 本金 与第8行的同一张卡不一致，请留空',
    '9 剩余次数 请填写剩余次数',
    '9 剩余金额 请填写剩余金额，赠送的填0',
    '9 套餐项目 没有叫“没有的项目”的服务项目；配件“没有的项目”不存在',
    '10 卡号 卡号 A6 与第8行重复',
    '11 卡号 卡号只能由字母、数字和短横线组成',
  ])
  const member = { 卡号: 'A7', 卡类型: '会员', 客户名: '张先', 套餐项目: 'F-001', 剩余次数: '1', 剩余金额: '0' }
  const past = { 卡号: 'A8', 卡类型: '次卡', 客户名: '张先', ...leftOil, 套餐有效期: addDays(today, -1) }
  const { data: more } = await imports.run('card', await file({ ...member, ...leftOil }, past))
  expect(more.faults.map(({ row, message }) => `${row} ${message}`)).toEqual([
    '2 卡类型“会员”不能有套餐',
    '3 套餐已过期，请删除这一项',
  ])
  expect((await cards()).map(({ cardNo }) => cardNo)).toEqual(['TAKEN'])
})

it('issues cards with what is left on them, which stands in the books as brought in, and takes each back whole', async () => {
  const service = { 套餐: '洗车卡', 套餐项目: '洗车', 剩余次数: '3', 剩余金额: '100' }
  const sheet = await file(
    {
      卡号: 'vip-9',
      卡类型: '金卡',
      手机: '13900000088',
      车牌: '京a·88888',
      本金: '6000',
      赠金: '50.5',
      积分: '12',
      发卡日: '2024/3/1',
      有效期: addDays(today, 90),
      ...leftOil,
    },
    { 卡号: 'VIP-9', ...service, 套餐有效期: addDays(today, 30) },
    { 卡号: 'N1', 卡类型: '次卡', 客户名: '新来的', 手机: '13911112222', ...service },
    { 卡号: 'N2', 卡类型: '金卡', 客户名: 'K00088' },
  )
  expect((await imports.check('card', sheet)).data).toMatchObject({ imported: false, added: 3, faults: [] })
  expect((await imports.run('card', sheet)).data).toMatchObject({ imported: true, added: 3, rows: 4 })
  const [second, first] = await cards({ partnerId: workshop.partnerId })
  expect(second).toMatchObject({ cardNo: 'N2', issuedOn: today, validUntil: addDays(today, 365) })
  expect(first).toMatchObject({
    cardNo: 'VIP-9',
    plate: '京A88888',
    principal: '6000.00',
    gift: '50.50',
    points: '12.00',
    issuedOn: '2024-03-01',
    validUntil: addDays(today, 90),
    packages: '机油×4.5、洗车×3',
  })
  const view = await owner.call(cardRoutes.read, { params: { id: first?.id as number } })
  expect(view.items).toMatchObject([
    { name: '洗车', packageName: '洗车卡', timesLeft: '3.0000', valueLeft: '100.00', allocPrice: '33.3333' },
    { name: '机油', packageName: '期初套餐', timesLeft: '4.5000', valueLeft: '90.00', validUntil: null },
  ])
  const fresh = (await owner.call(partnerRoutes.list, { query: { q: '新来的' } })).rows
  expect(fresh.map(({ mobile }) => mobile)).toEqual(['13911112222'])
  const brought = async () => {
    const { sums } = await owner.call(cardLiability.totals, { query: {} })
    return [sums['principalBrought'], sums['giftBrought'], sums['packageBrought'], sums['opened']]
  }
  expect(await brought()).toEqual(['6000.00', '50.50', '290.00', '1'])
  expect((await imports.run('card', sheet, { overwrite: true })).data.faultCount).toBe(3)

  const slips = (await owner.call(cardVoucher.routes.list, { query: { cardNo: 'VIP-9' } })).rows
  expect(slips).toMatchObject([
    { purpose: 'opening', principalChange: '6000.00', packageChange: '190.00', total: '0.00' },
  ])
  const slip = slips[0] as { id: number; version: number }
  await act(owner, cardVoucher.routes, slip, 'reverse', { reason: '导错' })
  expect(await owner.call(cardRoutes.read, { params: { id: view.id } })).toMatchObject({
    state: 'closed',
    principal: '0.00',
    points: '0.00',
    items: [],
  })
  expect(await brought()).toEqual(['0.00', '0.00', '100.00', '1'])
})

it('takes no figure that is a slip of the finger', async () => {
  const card = { 卡号: 'HIGH', 卡类型: '金卡', 客户名: '张先' }
  const { data } = await imports.check(
    'card',
    await file({ ...card, 本金: '1000000.01', 赠金: '99999999', 积分: '1000001' }),
  )
  expect(data.faults.map(({ column, message }) => `${column} ${message}`)).toEqual(
    ['本金', '赠金', '积分'].map((title) => `${title} ${title}不能大于 1,000,000.00，请核对`),
  )
  const most = { ...card, 本金: '1000000', 积分: '1000000' }
  expect((await imports.check('card', await file(most))).data.faults).toEqual([])
})

it('takes so many cards at once, and no more, and is refused to who may not give away', async () => {
  const many = (count: number) =>
    file(...Array.from({ length: count }, (_, i) => ({ 卡号: `M${i}`, 卡类型: '次卡', 客户名: '张先', ...leftOil })))
  expect((await imports.run('card', await many(501))).msg).toBe(
    '一次最多导入500张会员卡，文件有501张，请分几个文件导入',
  )
  expect((await imports.run('card', await many(25))).data).toMatchObject({ imported: true, added: 25 })
  const clerk = await worker(shop, 'owner')
  await withdraw(shop, clerk, { buttons: [button('card', 'open')] })
  expect((await imports.check('card', await many(1), clerk.client)).msg).toBe('您没有会员卡「开卡」的权限')
  await withdraw(shop, clerk, { buttons: [button('card', 'grant')] })
  expect((await imports.check('card', await many(1), clerk.client)).status).toBe(403)
})
