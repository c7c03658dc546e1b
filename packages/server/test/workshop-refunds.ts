// Hands of the walk of the workshop take settled orders back, whole or in part.
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { acts, type Hand, type Order, passes, type Saved, settlementOf } from './workshop-hand'

/** All that may still go back of a settled order, or a part of one line; with its material into stock or without. */
export async function refund(hand: Hand, { header }: Order): Promise<void> {
  const { random, client, floor } = hand
  const { id: workOrderId, partnerId, vehicleId } = header
  const settlement = await settlementOf(hand, workOrderId)
  if (settlement?.state !== 'done') return
  const preview = await client.ask(refundPreview, { body: { settlementId: settlement.id } })
  if (preview.status !== 200) return
  const open = preview.data.lines.filter(({ openQty, openAmount }) => openQty !== '0.0000' || openAmount !== '0.00')
  if (open.length === 0) return
  const named = random.chance(0.4) ? open : [random.pick(open)]
  const lines = named.map(({ id, section, openQty, openAmount, mayRestock }) => {
    const isPart = random.chance(0.2) && openAmount !== '0.00'
    const back = isPart ? { qty: '0', refundAmount: '0.01' } : { qty: openQty }
    return { section, line: { sourceLineId: id, ...back, isRestocked: !isPart && mayRestock && random.chance(0.7) } }
  })
  const of = (name: string) => lines.filter(({ section }) => section === name).map(({ line }) => line)
  const account = random.chance(0.6) ? { storeAccountId: floor.shop.cashId } : {}
  const given = { settlementId: settlement.id, reason: '客户不满意', warehouseId: floor.shop.warehouseId, ...account }
  const body = {
    header: { bizDate: shanghaiDay(), partnerId, vehicleId, ...given },
    labour: of('labour'),
    materials: of('materials'),
    extras: of('extras'),
    outsourced: of('outsourced'),
  }
  await passes(hand, repairRefund, body)
}

/** Undoes the latest of all refunds. */
export async function undoRefund(hand: Hand): Promise<void> {
  const [latest] = await hand.floor.shop.sql<Saved>(
    `select id, version from repair_document where group_id = $1 and kind = 'repair_refund' and state = 'done' and not is_red order by id desc limit 1`,
  )
  if (latest) await acts(hand, repairRefund, latest, hand.random.chance(0.5) ? 'unapprove' : 'reverse')
}
