import { priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { priceByFormula } from '@chepu/contract/basics/price-formula'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import type { Saved } from './desk'
import { type DemoShop, sellable } from './shop'

const { routes } = priceAdjustment

type Level = 'retailPrice' | 'wholesalePrice1'
type Header = { bizDate: string; effectiveOn: string; effectiveTime?: string; reason: string }

/** Adjustments of a shop: two in force, one that waits for tomorrow morning, and a draft. They come after the trade, which sells at the prices before. */
export async function adjustPrices(shop: DemoShop, today: string): Promise<void> {
  const { boss } = shop.desks
  // From the end: those at the beginning are what everybody tries first.
  const products = [...sellable(shop)].toReversed()
  const draft = (at: number, count: number, level: Level, factor: string, header: Header): Promise<Saved> =>
    boss.save(routes, {
      header,
      lines: products.slice(at, at + count).flatMap(([partId, { product }]) => {
        const formula = { factor, plus: '0', unit: 'jiao', way: 'up', tail: 'any' } as const
        const price = priceByFormula(product[level], formula)
        return price === null ? [] : [{ partId, [level]: price }]
      }),
    })
  const inForce = async (saved: Saved) => boss.act(routes, saved, 'approve')
  const [before, lately, tomorrow] = [addDays(today, -12), addDays(today, -3), addDays(today, 1)]
  await inForce(
    await draft(0, 8, 'retailPrice', '1.05', { bizDate: before, effectiveOn: before, reason: '厂家调价，零售价上调' }),
  )
  await inForce(
    await draft(8, 5, 'wholesalePrice1', '1.02', { bizDate: lately, effectiveOn: lately, reason: '批发价随进价上调' }),
  )
  await inForce(
    await draft(13, 6, 'retailPrice', '1.03', {
      bizDate: today,
      effectiveOn: tomorrow,
      effectiveTime: '08:00',
      reason: '换季调价',
    }),
  )
  await draft(19, 4, 'retailPrice', '1.1', {
    bizDate: today,
    effectiveOn: addDays(today, 7),
    reason: '下周促销结束恢复原价',
  })
}
