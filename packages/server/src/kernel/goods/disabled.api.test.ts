// What was disabled between the save of a draft and its approval is not posted.
import { partRoutes } from '@chepu/contract/basics/part'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shanghaiDay } from '../base/calendar'
import { save, tryAct } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const body = (header: object, partId: number) => ({
  header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId, ...header },
  lines: [{ partId, qty: '1', price: '10', taxRate: '0.13' }],
})

async function newPart(name: string) {
  const like = await owner.call(partRoutes.read, { params: { id: shop.parts.filter } })
  const { brandId, categoryId, unitId, taxRateId } = like
  return owner.call(partRoutes.save, { body: { name, brandId, categoryId, unitId, taxRateId } })
}

it('a bin is refused by line at the approval', async () => {
  const typed = body({}, shop.parts.filter)
  const lines = typed.lines.map((line) => ({ ...line, locationId: shop.locationId }))
  const draft = await save(owner, goodsReceipt.routes, { ...typed, lines })
  await shop.db.tenant(shop.groupId, (tx) =>
    tx.query({
      text: 'update location set is_active = false where group_id = $1 and id = $2',
      values: [tx.groupId, shop.locationId],
    }),
  )
  expect(await tryAct(owner, goodsReceipt.routes, draft, 'approve')).toMatchObject({
    status: 400,
    msg: '第1行 货位不属于该仓库或已停用',
  })
})

it('a part is refused by line at the approval', async () => {
  const fresh = await newPart('将停用')
  const draft = await save(owner, goodsReceipt.routes, body({}, fresh.id))
  const { version } = await owner.call(partRoutes.read, { params: { id: fresh.id } })
  await owner.call(partRoutes.enable, { params: { id: fresh.id }, body: { isActive: false, version } })
  expect(await tryAct(owner, goodsReceipt.routes, draft, 'approve')).toMatchObject({
    status: 400,
    msg: `第1行 [${fresh.code}] 已停用`,
  })
})
