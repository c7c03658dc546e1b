// Policies, quotas and fault codes of the demo's manufacturers (business/demo 5.7).
import { faultCodeRoutes } from '@chepu/contract/repair/fault-code'
import { quotaRoutes } from '@chepu/contract/warranty/labour-quota'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import { partners } from '../../partners'
import { batteryMaker, makerFaults, quotas, terms, truckBrands } from '../../three-guarantees'
import type { DemoShop } from '../shop'

/** The id of a manufacturer by its name. */
export const makerId = ({ book }: DemoShop, name: string): number =>
  book.id('partner', partners.find((partner) => partner.name === name)?.code ?? name)

/** Who has built a truck. */
export function truckMakerId(shop: DemoShop, { seriesName }: { seriesName: string }): number {
  const found = Object.keys(truckBrands).find((maker) =>
    truckBrands[maker]?.some((brand) => seriesName.startsWith(brand)),
  )
  return makerId(shop, found ?? seriesName)
}

/** What the manufacturers promise and pay, from half a year before the demo's months; since five weeks ago it must be claimed within 30 days. */
export async function promise(shop: DemoShop, days: { firstDay: string; today: string }): Promise<void> {
  const { boss } = shop.desks
  for (const [maker, paid] of Object.entries(terms)) {
    const from = (validFrom: string, claimDays: number) => ({ ...paid, validFrom, claimDays, returnsOldParts: true })
    const manufacturerId = makerId(shop, maker)
    const own = [from(addDays(days.firstDay, -180), 130), from(addDays(days.today, -35), 30)]
    for (const object of objectsOf(shop, maker))
      await boss.call(policyRoutes.save, { body: { ...object, manufacturerId, terms: own } })
  }
  for (const [maker, item, labourCode, hours] of quotas)
    await boss.call(quotaRoutes.save, {
      body: {
        manufacturerId: makerId(shop, maker),
        serviceItemId: shop.book.id('serviceItem', item),
        labourCode,
        hours,
        validFrom: addDays(days.firstDay, -180),
      },
    })
  for (const { maker, code, name, system } of makerFaults) {
    const { id } = await boss.call(faultCodeRoutes.save, {
      body: { code, name, system, manufacturerId: makerId(shop, maker) },
    })
    shop.book.set('fault', code, id)
  }
}

/** What a manufacturer answers for: trucks of his brands, or batteries. */
const objectsOf = ({ book }: DemoShop, maker: string) =>
  maker === batteryMaker
    ? [{ name: '蓄电池三包', scope: 'category' as const, categoryId: book.id('category', '电器系/蓄电池') }]
    : (truckBrands[maker] ?? []).map((brand) => ({
        name: `${brand}整车三包`,
        scope: 'vehicle' as const,
        brandId: book.id('brand', brand),
      }))
