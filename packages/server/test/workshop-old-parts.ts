// Hands of the walk of the workshop send old parts back to their manufacturers.
import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import { oldParts } from '@chepu/contract/warranty/old-part'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { acts, type Hand, rather, type Saved, saves } from './workshop-hand'

/** Steps of a parcel by where it is, and how often each is taken. */
const steps: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  draft: [
    ['pack', 4],
    ['void', 0.5],
  ],
  packed: [
    ['ship', 4],
    ['unpack', 0.7],
    ['void', 0.3],
  ],
  shipped: [
    ['result', 4],
    ['unship', 0.7],
  ],
  done: [['reopen', 1]],
}

/** A parcel goes a step further or back; mostly it is packed anew of what lies in the store. */
export async function moveOldParts(hand: Hand): Promise<void> {
  const { random, client, floor } = hand
  const under = await floor.shop.sql<Saved & { state: string }>(
    `select id, version, state from claim_document where group_id = $1 and kind = 'old_part_return' and state <> 'voided' order by state = 'done', id desc limit 4`,
  )
  if (under.length > 0 && random.chance(0.75)) return move(hand, random.pick(under))
  const { rows } = await client.call(oldParts.list, { query: { state: 'stored', page: 1, rows: 20 } as never })
  const [first] = rows.filter(({ returnNo }) => returnNo === null)
  if (!first) return
  const his = rows.filter(
    ({ returnNo, manufacturerId }) => returnNo === null && manufacturerId === first.manufacturerId,
  )
  await saves(hand, oldPartReturn, {
    header: {
      bizDate: shanghaiDay(),
      partnerId: first.manufacturerId,
      carrierId: floor.shop.carrierId,
      waybillNo: 'SF9',
    },
    tags: his.slice(0, 3).map(({ id }) => ({ oldPartId: id })),
  })
}

async function move(hand: Hand, { state, ...parcel }: Saved & { state: string }): Promise<void> {
  const { random, client } = hand
  const action = rather(hand, oldPartReturn.kind, steps[state] ?? [])
  if (action !== 'result') return void (await acts(hand, oldPartReturn, parcel, action))
  const { tags } = await client.call(oldPartReturn.routes.read, { params: { id: parcel.id } })
  const open = tags.filter(({ result }) => result === null)
  const lines = open.map(({ id: lineId }) => ({
    lineId,
    ...random.pick([
      { result: 'accepted' },
      { result: 'refused', reason: '非原厂件' },
      { result: 'lost', reason: '物流丢失' },
    ]),
  }))
  if (lines.length > 0) await acts(hand, oldPartReturn, parcel, 'result', { lines })
}
