// Old parts of the demo's bills: in the store, on their way back, answered, scrapped (business/demo 5.7).
import { type OldPartRow, oldParts, placeOldParts, scrapOldParts, tagOldParts } from '@chepu/contract/warranty/old-part'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import type { Saved } from '../desk'
import { locations } from '../../warehouses'
import { partners } from '../../partners'
import { partnerFlag } from '../../partner-types'
import type { Office } from './bills'

const { routes } = oldPartReturn

/** Labels what came off the cars, and sends what manufacturers want: one parcel is answered for the most part, one is packed. */
export async function sendBack(office: Office, shippedOn: string, today: string): Promise<void> {
  const { clerk } = office
  const { rows } = await clerk.call(oldParts.list, { query: { state: 'stored', page: 1, rows: 200 } as never })
  const all = rows.toSorted((a, b) => a.id - b.id)
  // What came last has no label yet.
  const labelled = all.slice(0, -3)
  await clerk.call(tagOldParts, { body: { ids: labelled.map(({ id }) => id) } })
  const [first] = labelled
  if (!first) return
  const his = labelled.filter(({ manufacturerId }) => manufacturerId === first.manufacturerId)
  const others = labelled.filter(({ manufacturerId }) => manufacturerId !== first.manufacturerId)
  const parcel = await pack(office, his.slice(0, 6), shippedOn)
  const shipped = await clerk.act(routes, parcel, 'ship', {
    input: { carrierId: carrierId(office), waybillNo: 'SLD5520817734' },
  })
  const { tags } = await clerk.call(routes.read, { params: { id: shipped.id } })
  const result = (['accepted', 'accepted', 'refused', 'lost'] as const).flatMap((said, i) =>
    tags[i] ? [{ lineId: tags[i].id, result: said, reason: reasons[said] }] : [],
  )
  await clerk.act(routes, shipped, 'result', { input: { lines: result } })
  const [scrapped, ...rest] = others
  if (scrapped) await clerk.call(scrapOldParts, { body: { ids: [scrapped.id], reason: '厂家书面通知就地报废' } })
  const packed = rest.filter(({ manufacturerId }) => manufacturerId === rest[0]?.manufacturerId).slice(0, 3)
  if (packed.length > 0) await pack(office, packed, today)
  const stays = rest.filter((row) => !packed.includes(row))
  await layOnShelves(office, stays)
}

const reasons = { accepted: '', refused: '铭牌缺失，无法核对', lost: '到货少一件' } as const

const carrierId = ({ shop }: Office): number =>
  shop.book.id('partner', partners.find(({ cusFlag }) => (cusFlag & partnerFlag.logistics) !== 0)?.code ?? '')

async function pack({ clerk, shop }: Office, rows: readonly OldPartRow[], bizDate: string): Promise<Saved> {
  const saved = await clerk.save(routes, {
    header: { bizDate, partnerId: rows[0]?.manufacturerId, carrierId: carrierId({ shop } as Office) },
    tags: rows.map(({ id }) => ({ oldPartId: id })),
  })
  return clerk.act(routes, saved, 'pack')
}

/** The rest lies in the places of the store, one after the other. */
async function layOnShelves({ clerk, shop }: Office, rows: readonly OldPartRow[]): Promise<void> {
  const bins = locations.filter(
    ({ orgCode, warehouseCode, isDefault }) => orgCode === shop.orgCode && warehouseCode === 'JJ' && !isDefault,
  )
  const warehouseId = shop.book.id('warehouse', `${shop.orgCode}/JJ`)
  for (const [i, bin] of bins.entries()) {
    const ids = rows.filter((_, k) => k % bins.length === i).map(({ id }) => id)
    const locationId = shop.book.id('location', `${shop.orgCode}/JJ/${bin.code}`)
    if (ids.length > 0) await clerk.call(placeOldParts, { body: { ids, warehouseId, locationId } })
  }
}
