import { mul } from '@chepu/contract/kernel/decimal'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { assembly } from '@chepu/contract/warehouse/assembly'
import { disassembly } from '@chepu/contract/warehouse/disassembly'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import { boms } from '../parts'
import type { DemoPartBom } from '../parts/types'
import { groupBy } from '../../../packages/server/src/kernel/base/group-by'
import { createRandom } from '../random'
import { arrivalBatch, buyable, type DemoShop, suppliersOf, tradedPart } from './shop'

/** How many kits an org puts together, and how many of these it takes apart again (business/demo 5.1). */
const volumes: Record<string, { made: number; apart: number }> = {
  '01': { made: 6, apart: 2 },
  '02': { made: 2, apart: 1 },
}

/** What a shop does with kits on the days of its months: their components are bought and put together, and some are taken apart again. */
export function planKits(shop: DemoShop, firstDay: string, today: string): (day: string) => Promise<void> {
  const { made, apart } = volumes[shop.orgCode] ?? { made: 0, apart: 0 }
  // Dice of its own: the rest of the trade stays what it is.
  const random = createRandom(`kits ${shop.orgCode}`)
  const kits = kitsOf(shop)
  const days: string[] = []
  for (let day = firstDay; day <= today; day = addDays(day, 1)) days.push(day)
  const works = Array.from({ length: kits.length === 0 ? 0 : made }, (_, i) => {
    const on = random.pick(days)
    return { kit: random.pick(kits), qty: String(random.int(2, 5)), on, isApart: i < apart }
  })
  return async (day) => {
    for (const { kit, qty, isApart } of works.filter(({ on }) => on === day)) {
      await assemble(shop, day, kit, qty)
      // One of them is wanted in pieces before somebody buys it.
      if (isApart) await takeApart(shop, day, kit)
    }
  }
}

/** Kits of which the shop may buy every component. */
function kitsOf(shop: DemoShop): DemoPartBom[][] {
  const codes = new Set(buyable(shop).map(({ part }) => part.code))
  return [...groupBy(boms, ({ parentCode }) => parentCode).values()].filter((kit) =>
    kit.every(({ componentCode }) => codes.has(componentCode)),
  )
}

const warehouseOf = ({ book, orgCode }: DemoShop, warehouseCode: string) =>
  book.id('warehouse', `${orgCode}/${warehouseCode}`)

/** Kits lie where the first of their components usually does. */
function placeOf(shop: DemoShop, [first]: readonly DemoPartBom[]): number {
  const found = buyable(shop).find(({ part }) => part.code === first?.componentCode)
  return warehouseOf(shop, found?.product.defaultWarehouseCode as string)
}

async function assemble(shop: DemoShop, day: string, kit: readonly DemoPartBom[], qty: string): Promise<void> {
  const { boss, buyer } = shop.desks
  const warehouseId = placeOf(shop, kit)
  const lines = linesOf(shop, kit, qty)
  const [supplier] = suppliersOf(shop)
  const prices = new Map(buyable(shop).map(({ part, product }) => [shop.book.id('part', part.code), product]))
  const receipt = await buyer.save(goodsReceipt.routes, {
    header: { bizDate: day, warehouseId, partnerId: shop.book.id('partner', supplier?.code as string) },
    lines: lines.map((line) => ({
      ...line,
      price: prices.get(line.partId)?.purchasePrice ?? '10',
      batchNo: arrivalBatch(tradedPart(shop, line.partId), day),
    })),
  })
  await boss.act(goodsReceipt.routes, receipt, 'approve')
  const draft = await boss.save(assembly.routes, {
    header: { bizDate: day, warehouseId, remark: '备货保养套件' },
    lines: [kitLine(shop, kit, qty), ...lines],
  })
  await boss.act(assembly.routes, draft, 'approve')
}

async function takeApart(shop: DemoShop, day: string, kit: readonly DemoPartBom[]): Promise<void> {
  const { boss } = shop.desks
  const ratios = new Map(kit.map(({ componentCode, costRatio }) => [shop.book.id('part', componentCode), costRatio]))
  const draft = await boss.save(disassembly.routes, {
    header: { bizDate: day, warehouseId: placeOf(shop, kit), remark: '套件拆零' },
    lines: [
      kitLine(shop, kit, '1'),
      ...linesOf(shop, kit, '1').map((line) => ({
        ...line,
        costRatio: ratios.get(line.partId) ?? null,
        batchNo: arrivalBatch(tradedPart(shop, line.partId), day),
      })),
    ],
  })
  await boss.act(disassembly.routes, draft, 'approve')
}

const kitLine = ({ book }: DemoShop, [first]: readonly DemoPartBom[], qty: string) => ({
  partId: book.id('part', first?.parentCode as string),
  qty,
  isKit: true,
})

const linesOf = ({ book }: DemoShop, kit: readonly DemoPartBom[], kits: string) =>
  kit.map(({ componentCode, qty }) => ({ partId: book.id('part', componentCode), qty: mul(qty, kits) }))
