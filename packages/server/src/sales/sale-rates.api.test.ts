// What a small-scale taxpayer may sell at, and what he may buy at (business/basics 7.3).
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { searchServiceItems } from '@chepu/contract/repair/lookups'
import { workOrder } from '@chepu/contract/repair/work-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approve, post, save } from '../../test/desk'
import { today } from '../../test/finance'
import { maintenanceItem } from '../../test/settling'
import { type Client, openShop, type Shop } from '../../test/shop'
import { orderBody, type Workshop, workshopOf } from '../../test/workshop'

let shop: Shop
let owner: Client
let workshop: Workshop
/** An order that was confirmed at 13 % before the group had levy rates. */
let ordered: { id: number }
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  await maintenanceItem(shop, workshop)
  ordered = await save(owner, salesOrder.routes, goods('0.13'))
  await approve(owner, salesOrder, ordered as never)
  await shop.sql(
    `insert into tax_rate (group_id, name, rate, kind, valid_from)
      values ($1, '1%', 0.01, 'simple', '2020-03-01'), ($1, '3%', 0.03, 'simple', '2016-05-01') returning id`,
  )
})
afterAll(() => shop.close())

const goods = (...taxRates: string[]) => ({
  header: { bizDate: today, partnerId: shop.customerId, warehouseId: shop.warehouseId, allowBackorder: true },
  lines: taxRates.map((taxRate) => ({ partId: shop.parts.filter, qty: '1', price: '113', taxRate })),
})
const faultsOf = (answer: { errors?: { path: string; message: string }[] | undefined }) =>
  answer.errors?.map(({ path, message }) => [path, message])

it('he buys at 13 %, and sells at the levy rates alone: every line that differs is told', async () => {
  const { header, lines } = goods('0.13')
  await post(owner, goodsReceipt.routes, { header: { ...header, partnerId: shop.supplierId }, lines })
  const refused = await owner.ask(salesDelivery.routes.save, { body: goods('0.01', '0.13', '0', '0.06') as never })
  expect(refused.status).toBe(400)
  expect(faultsOf(refused)).toEqual([
    ['lines.1.taxRate', '第2行 [04152-YZZA1] 小规模纳税人销售不能用税率 13%，请改为征收率 1%、3%'],
    ['lines.3.taxRate', '第4行 [04152-YZZA1] 小规模纳税人销售不能用税率 6%，请改为征收率 1%、3%'],
  ])
  await save(owner, salesDelivery.routes, goods('0.01', '0.03', '0'))
})

it('what is drawn from an earlier document keeps its rate', async () => {
  const { lines } = await owner.call(salesOrder.routes.read, { params: { id: ordered.id } })
  const { header, lines: [line] = [] } = goods('0.13')
  const drawn = { header, lines: [{ ...line, sourceLineId: lines[0]?.id } as never] }
  const { id } = await save(owner, salesDelivery.routes, drawn)
  const delivery = await owner.call(salesDelivery.routes.read, { params: { id } })
  expect(delivery.lines).toMatchObject([{ taxRate: '0.1300' }])
})

it('work and material are offered at the levy rate, and refused at another one', async () => {
  const { rows } = await owner.call(searchServiceItems, { query: { q: '保养', page: 1, rows: 5 } })
  expect(rows.map(({ taxRate }) => taxRate)).toEqual(['0.0100'])
  const { header } = orderBody(shop, workshop)
  const work = { name: '钣金', price: '100', workerTypeId: workshop.workerTypeId }
  const refused = await owner.ask(workOrder.routes.save, {
    body: {
      header,
      labour: [
        { ...work, taxRate: '0.01' },
        { ...work, taxRate: '0.06' },
      ],
      materials: [{ partId: shop.parts.pad, qty: '1', price: '10', taxRate: '0.13' }],
    } as never,
  })
  expect(refused.status).toBe(400)
  expect(faultsOf(refused)).toEqual([
    ['labour.1.taxRate', '项目第2行 小规模纳税人销售不能用税率 6%，请改为征收率 1%、3%'],
    ['materials.0.taxRate', '材料第1行 小规模纳税人销售不能用税率 13%，请改为征收率 1%、3%'],
  ])
  await save(owner, workOrder.routes, { header, labour: [{ ...work, taxRate: '0.01' }] })
})
