import { cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { cardTypeRoutes } from '@chepu/contract/cards/card-type'
import { cardPackages, cardTypes } from '../../member-cards'
import type { DemoShop } from '../shop'

/** Types of cards, and packages that are sold from now on (business/demo 4.2). */
export async function offerCards({ desks: { boss }, book }: DemoShop): Promise<void> {
  for (const [code, type] of Object.entries(cardTypes)) {
    const { id } = await boss.call(cardTypeRoutes.save, { body: { ...type, code } })
    book.set('cardType', code, id)
  }
  for (const [code, { lines, ...pack }] of Object.entries(cardPackages)) {
    const body = {
      ...pack,
      code,
      activate: true,
      lines: lines.map(({ times, listPrice, ...what }) => ({
        times,
        listPrice,
        ...('item' in what
          ? { serviceItemId: book.id('serviceItem', what.item) }
          : { partId: book.id('part', what.part) }),
      })),
    }
    book.set('cardPackage', code, (await boss.call(cardPackageRoutes.save, { body })).id)
  }
}
