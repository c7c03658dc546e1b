// 返工 through HTTP: who first did a line gives half of his commission back, once (business/repair-settlement 8).
import { repairRefund, refundPreview } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post, tryAct, undo } from '../../../test/desk'
import { settledBooks } from '../../../test/settled-books'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { dispatched, type Workshop, workshopOf } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
beforeAll(async () => {
  shop = await openShop({ config: { reworkClawback: '0.5' } })
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  desk = settlingAt(shop, owner, workshop)
  await stockParts(shop, owner)
})
afterAll(() => shop.close())

/** The first line of an order that is done again at the shop's cost, with a new part. */
async function redone(former: { id: number }, lineId: number) {
  const { header } = desk.plainBody()
  const again = { payer: 'rework', reworkOfLineId: lineId }
  const order = await desk.finished({
    header: { ...header, reworkOfId: former.id },
    labour: [desk.labour('换机油', '0', again)],
    materials: [{ partId: shop.parts.pad, qty: '1', price: '0', payer: 'rework' }],
  } as never)
  return desk.settle(await desk.drafted(order))
}

it('takes back what was earned by a line that is done again, once, and gives it back when that is undone', async () => {
  const { commissionOf, pnlOf } = settledBooks(shop)
  const order = await desk.finished(desk.plainBody())
  const lineId = (await desk.order(order.id)).labour[0]?.id as number
  await dispatched(shop, { workOrderId: order.id, lineId }, [
    { employeeId: workshop.technicianId, share: '0.6' },
    { employeeId: workshop.helperId, share: '0.4' },
  ])
  const settled = await desk.settle(await desk.drafted(order), { tenders: [desk.cash('100')] })
  expect(await commissionOf(settled.id)).toEqual([
    'technician 100.0000 0.6000 0.1800 10.80',
    'technician 100.0000 0.4000 0.1800 7.20',
  ])
  const first = await redone(order, lineId)
  const half = ['technician -50.0000 0.6000 0.1800 -5.40', 'technician -50.0000 0.4000 0.1800 -3.60']
  expect(await commissionOf(first.id)).toEqual(half)
  expect(await pnlOf(first.id)).toEqual(['cogs_part rework 210.00'])
  const second = await redone(order, lineId)
  expect(await commissionOf(second.id)).toEqual([])
  expect(await tryAct(owner, repairSettlement.routes, settled, 'unapprove')).toMatchObject({
    status: 400,
    msg: `结算单 ${settled.billNo} 的提成已由返工结算单 ${first.billNo} 追回，不能反结算`,
  })
  await undo(owner, repairSettlement.routes, first)
  const third = await redone(order, lineId)
  expect(await commissionOf(third.id)).toEqual(half)

  // A refund takes no more than is left: 10.80 less 5.40, 7.20 less 3.60.
  const { lines } = await owner.call(refundPreview, { body: { settlementId: settled.id } })
  const refund = await post(owner, repairRefund.routes, {
    header: {
      bizDate: shanghaiDay(),
      partnerId: workshop.partnerId,
      vehicleId: workshop.vehicleId,
      settlementId: settled.id,
      reason: '返工不成',
    },
    labour: [{ sourceLineId: lines[0]?.id as number, qty: '1' }],
  })
  expect(await settledBooks(shop, repairRefund.kind).commissionOf(refund.id)).toEqual(half)
  // What the rework took would come back to whom the refund could take nothing more of.
  expect(await tryAct(owner, repairSettlement.routes, third, 'unapprove')).toMatchObject({
    status: 400,
    msg: `返工的原单已由维修退单 ${refund.billNo} 退过，结算单 ${third.billNo} 不能反结算，请先反审核该退单`,
  })
  await undo(owner, repairRefund.routes, refund)
  await undo(owner, repairSettlement.routes, third)
})

it('takes back what was earned by lines of several orders that one order does again', async () => {
  const { commissionOf } = settledBooks(shop)
  const formers: { id: number; lineId: number }[] = []
  for (const _ of [1, 2]) {
    const { id } = await desk.finished(desk.plainBody())
    const lineId = (await desk.order(id)).labour[0]?.id as number
    await dispatched(shop, { workOrderId: id, lineId }, [{ employeeId: workshop.technicianId, share: '1' }])
    await desk.settle(await desk.drafted({ id } as never), { tenders: [desk.cash('100')] })
    formers.push({ id, lineId })
  }
  const again = await desk.finished({
    header: { ...desk.plainBody().header, reworkOfId: formers[0]?.id },
    labour: formers.map(({ lineId }) => desk.labour('换机油', '0', { payer: 'rework', reworkOfLineId: lineId })),
  } as never)
  const settled = await desk.settle(await desk.drafted(again))
  const half = 'technician -50.0000 1.0000 0.1800 -9.00'
  expect(await commissionOf(settled.id)).toEqual([half, half])
})

it('lets nobody give away by a rework what it does not repeat, but who may give gifts', async () => {
  const { header } = desk.plainBody()
  const wash = await desk.finished(desk.plainBody('10'))
  await desk.settle(await desk.drafted(wash))
  const sold = await desk.finished({
    header,
    labour: [desk.labour('换制动片', '50')],
    materials: [{ partId: shop.parts.pad, qty: '1', price: '300', labourNo: 1 }],
  } as never)
  await desk.settle(await desk.drafted(sold))
  const [pad] = (await desk.order(sold.id)).materials
  const [washed] = (await desk.order(wash.id)).labour
  const manager = await shop.signIn('manager')
  const free = { partId: shop.parts.pad, qty: '1', price: '0', payer: 'rework' }
  /** What a manager is told who settles an order that repeats these lines. */
  const told = async (lines: { labour?: object[]; materials?: object[] }, reworkOfId: number) => {
    const order = await desk.finished({ header: { ...header, reworkOfId }, ...lines } as never)
    const draft = await desk.drafted(order)
    const { status, msg } = await tryAct(manager, repairSettlement.routes, draft, 'settle', { input: {} })
    return status === 200 ? 'settled' : msg
  }
  const paid = desk.labour('换制动片', '50')
  const beside = '第1行 [前制动片（返工原单没有）] 赠送，您最多7折'
  // A car wash gives no part away, be it under the wash or beside it.
  expect(await told({ labour: [paid], materials: [free] }, wash.id)).toBe(beside)
  const again = { payer: 'rework', reworkOfLineId: washed?.id }
  const under = { ...free, labourNo: 1 }
  expect(await told({ labour: [desk.labour('项目1', '0', again)], materials: [under] }, wash.id)).toBe(beside)
  // Nor is it another job.
  expect(await told({ labour: [desk.labour('喷漆', '0', again)] }, wash.id)).toBe(
    '第1行 [喷漆（返工原单没有）] 赠送，您最多7折',
  )
  const same = { ...free, sourceLineId: pad?.id }
  expect(await told({ materials: [same, same] }, sold.id)).toContain('第2行 [前制动片（返工原单没有）]')
  // What was sold then may fail once.
  expect(await told({ labour: [paid], materials: [same] }, sold.id)).toBe('settled')
})
