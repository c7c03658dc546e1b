// Old parts of the demo's bills: in the store, on their way back, answered, scrapped (business/demo 5.7).
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import { type OldPartRow, oldParts, placeOldParts, scrapOldParts, tagOldParts } from '@chepu/contract/warranty/old-part'
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import type { Saved } from '../desk'
import { locations } from '../../warehouses'
import { partners } from '../../partners'
import { partnerFlag } from '../../partner-types'
import type { DemoShop } from '../shop'
import type { Office } from './bills'

/** Whom old parts are sent to. */
type Makers = readonly [first: number, second: number, third: number]

const { routes } = oldPartReturn

/** Old parts that the manufacturers want, by the day on which they come off the cars. */
export async function keepOldParts(office: Office, makers: Makers, today: string): Promise<void> {
  const { clerk, shop } = office
  await inTime(shop, [arrives])
  const { rows } = await clerk.call(oldParts.list, { query: { state: 'stored', page: 1, rows: 200 } as never })
  const all = rows.toSorted((a, b) => a.id - b.id)
  // What came last has no label yet.
  const labelled = all.slice(0, -3)
  await clerk.call(tagOldParts, { body: { ids: labelled.map(({ id }) => id) } })
  await sendBack(office, labelled, { makers, today })
}

/**
 * One parcel is answered for the most part, one whole; one is packed and one is being filled, after another that was dropped. One old part was scrapped, the rest
 * lies in the store.
 */
async function sendBack(
  office: Office,
  parts: OldPartRow[],
  { makers: [first, second, third], today }: { makers: Makers; today: string },
): Promise<void> {
  const { clerk } = office
  const take = (most: number, of: (row: OldPartRow) => boolean) => {
    const taken = parts.filter(of).slice(0, most)
    for (const row of taken) parts.splice(parts.indexOf(row), 1)
    return taken
  }
  const of = (maker: number, day: string) => (row: OldPartRow) => row.manufacturerId === maker && row.storedOn <= day
  const [longAgo, lately] = [addDays(today, -30), addDays(today, -22)]
  await answered(office, await ship(office, take(6, of(first, longAgo)), longAgo), ['accepted', 'refused', 'lost'])
  const whole = take(2, of(second, lately))
  await answered(
    office,
    await ship(office, whole, lately),
    whole.map(() => 'accepted'),
  )
  const scrapped = take(1, () => true)
  const reason = '厂家书面通知就地报废'
  await clerk.call(scrapOldParts, { body: { ids: scrapped.map(({ id }) => id), reason } })
  await pack(office, take(3, of(first, today)), today)
  const begun = take(2, of(third, today))
  const dropped = await fill(office, begun, today)
  await clerk.act(routes, dropped, 'void', { reason: '厂家改为月底统一回收' })
  await fill(office, begun, today)
  await layOnShelves(office, parts)
}

const reasons = { accepted: '', refused: '铭牌缺失，无法核对', lost: '到货少一件' } as const

/** The manufacturer says to the first pieces of a parcel what became of them. */
async function answered({ clerk }: Office, shipped: Saved, results: readonly (keyof typeof reasons)[]): Promise<void> {
  const { tags } = await clerk.call(routes.read, { params: { id: shipped.id } })
  const lines = results.flatMap((result, i) =>
    tags[i] ? [{ lineId: tags[i].id, result, reason: reasons[result] }] : [],
  )
  await clerk.act(routes, shipped, 'result', { input: { lines } })
}

const carrierId = ({ shop }: Office): number =>
  shop.book.id('partner', partners.find(({ cusFlag }) => (cusFlag & partnerFlag.logistics) !== 0)?.code ?? '')

/** A parcel of old parts of one manufacturer. */
const fill = (office: Office, rows: readonly OldPartRow[], bizDate: string): Promise<Saved> =>
  office.clerk.save(routes, {
    header: { bizDate, partnerId: rows[0]?.manufacturerId, carrierId: carrierId(office) },
    tags: rows.map(({ id }) => ({ oldPartId: id })),
  })

const pack = async (office: Office, rows: readonly OldPartRow[], bizDate: string): Promise<Saved> =>
  office.clerk.act(routes, await fill(office, rows, bizDate), 'pack')

const ship = async (office: Office, rows: readonly OldPartRow[], bizDate: string): Promise<Saved> =>
  office.clerk.act(routes, await pack(office, rows, bizDate), 'ship', {
    input: { carrierId: carrierId(office), waybillNo: `SLD5520${bizDate.slice(5).replace('-', '')}` },
  })

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

/** Gives the steps of a shop's old parts the moments that they would have had, by the days of bills and parcels. */
export const spreadSteps = (shop: DemoShop): Promise<void> => inTime(shop, [arrives, isLabelled, moves, parcels])

async function inTime({ db, groupId, orgId }: DemoShop, statements: readonly string[]): Promise<void> {
  const now = new Date().toISOString()
  await db.tenant(groupId, async (tx) => {
    for (const text of statements) await tx.query({ text, values: [tx.groupId, orgId, now] })
  })
}

/** A day of a document at some minutes past eight in the morning, but not ahead of now. */
const at = (day: string, minutes: string) =>
  `least($3::timestamptz, (${day} + time '08:00' + (${minutes}) * interval '1 minute') at time zone 'Asia/Shanghai')`

const arrives = `update old_part o set created_at = ${at('d.biz_date', '480 + o.id % 60')}
  from repair_document d where o.group_id = $1 and o.org_id = $2 and d.group_id = o.group_id and d.id = o.bill_id`
const isLabelled = `update old_part set tagged_at = least($3::timestamptz, created_at + interval '20 minutes')
  where group_id = $1 and org_id = $2 and tagged_at is not null`
/** Packed and sent on the day of the parcel, answered five days after; scrapped nine days after it came. What was undone was undone today. */
const moves = `update old_part_step s set at = case
    when s.state = 'dropped' then s.at
    when s.state = 'scrapped' then least($3::timestamptz, o.created_at + interval '9 days')
    when c.id is null then least($3::timestamptz, o.created_at + case when s.doc_id is null then interval '1 hour' else interval '0' end)
    else ${at(`c.biz_date`, `case s.state when 'packed' then 545 when 'shipped' then 570 else 7380 end`)} end
  from old_part o, old_part_step own
  left join claim_document c on c.group_id = own.group_id and c.kind = own.doc_kind and c.id = own.doc_id
  where s.group_id = $1 and own.group_id = s.group_id and own.id = s.id and o.group_id = s.group_id and o.id = s.old_part_id and o.org_id = $2`
const parcels = `update claim_document set created_at = ${at('biz_date', '540')}, submitted_at = case when submitted_at is not null then ${at('biz_date', '545')} end,
    approved_at = case when approved_at is not null then ${at('biz_date', '570')} end, shipped_at = case when shipped_at is not null then ${at('biz_date', '570')} end
  where group_id = $1 and org_id = $2 and kind = 'old_part_return'`
