// Orders on their way to a settlement, as the tests of settling and refunding take them.
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { act, post, type Saved, save } from './desk'
import { issueAll } from './issuing'
import { type Client, one, type Shop } from './shop'
import { checked, confirmedOrder, orderBody, type Workshop } from './workshop'

export type Order = Parameters<typeof confirmedOrder>[1]

/** A stock of the parts of the worked settlement: 制动片 at 210.00, 保险杠 at 900.00. */
export async function stockParts(shop: Shop, owner: Client, bizDate = shanghaiDay()): Promise<void> {
  const stock = (partId: number, price: string) => ({ partId, qty: '20', price })
  const lines = [stock(shop.parts.pad, '210'), stock(shop.parts.filter, '900')]
  const header = { bizDate, warehouseId: shop.warehouseId, reason: '盘盈外其他' }
  await post(owner, otherIn.routes, { header, lines } as never)
}

/** 保养, a service that packages are sold of; answers its id. */
export const maintenanceItem = (shop: Pick<Shop, 'db' | 'groupId'>, { workerTypeId }: Workshop): Promise<number> =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const rate = await tx.one<{ id: number }>({
      text: 'select id from tax_rate where group_id = $1 limit 1',
      values: [tx.groupId],
    })
    const terms = { pricing_mode: 'fixed', worker_type_id: workerTypeId, tax_rate_id: rate?.id }
    return one(tx, 'service_item', { code: 'BY', name: '保养', ...terms })
  })

/** What a desk that settles does, by the owner unless it says who. */
export function settlingAt(
  shop: Pick<Shop, 'sql' | 'warehouseId' | 'parts' | 'cashId'>,
  owner: Client,
  workshop: Workshop,
) {
  const { routes } = repairSettlement
  const insured = () => ({ payer: 'insurance' as const, payerPartnerId: workshop.insurerId })
  const labour = (name: string, price: string, more: object = {}) => ({
    name,
    price,
    workerTypeId: workshop.workerTypeId,
    ...more,
  })
  const header = () => orderBody(shop, workshop).header
  /** L1 120.00, L2 200.00, M1 380.00 of the customer; L3 600.00, M2 1 500.00 of the insurer. */
  const workedBody = (): Order => ({
    header: header(),
    labour: [labour('保养', '120'), labour('换制动片', '200'), labour('钣金', '600', insured())],
    materials: [
      { partId: shop.parts.pad, qty: '1', price: '380', labourNo: 2 },
      { partId: shop.parts.filter, qty: '1', price: '1500', labourNo: 3, ...insured() },
    ],
  })
  const plainBody = (price = '100', lines = 1): Order => ({
    header: header(),
    labour: Array.from({ length: lines }, (_, i) => labour(`项目${i + 1}`, price)),
  })
  /** A completed order with its material issued. */
  async function finished(body: Order): Promise<Saved> {
    const order = await confirmedOrder(owner, body)
    await issueAll(shop, owner, order.id)
    await checked(shop, order.id)
    return act(owner, workOrder.routes, order, 'complete', { input: {} })
  }
  /** A completed order of 保养 at 120.00, behind other work of so much. */
  const covered = (serviceItemId: number, other: string) => {
    const body = plainBody(other)
    return finished({ ...body, labour: [...(body.labour ?? []), labour('保养', '120', { serviceItemId })] } as never)
  }
  const draftBody = (workOrderId: number, given: object = {}) => ({
    header: {
      bizDate: shanghaiDay(),
      partnerId: workshop.partnerId,
      vehicleId: workshop.vehicleId,
      workOrderId,
      ...given,
    },
  })
  const drafted = (order: { id: number }, given: object = {}, client = owner) =>
    save(client, routes, draftBody(order.id, given))
  const cash = (amount: string) => ({ storeAccountId: shop.cashId, amount })
  const settle = (draft: Saved, input: object = {}, client = owner) => act(client, routes, draft, 'settle', { input })
  const order = (id: number) => owner.call(workOrder.routes.read, { params: { id } })
  /** The line of an order that is of a service. */
  const serviceLine = async (orderId: number, serviceItemId: number) =>
    (await order(orderId)).labour.find((line) => line.serviceItemId === serviceItemId)?.id as number
  /** A refund of lines of a settlement, in cash where money goes back. */
  const refund = async (
    settlementId: number,
    lines: readonly object[],
    more: object = {},
    bizDate: string = shanghaiDay(),
  ) => {
    const { partnerId, vehicleId } = workshop
    const of = { bizDate, partnerId, vehicleId, settlementId }
    const body = { header: { ...of, reason: '质量问题', storeAccountId: shop.cashId }, labour: lines, ...more }
    const draft = await save(owner, repairRefund.routes, body as never)
    return act(owner, repairRefund.routes, await act(owner, repairRefund.routes, draft, 'submit'), 'approve')
  }
  return {
    labour,
    workedBody,
    plainBody,
    finished,
    covered,
    draftBody,
    drafted,
    cash,
    settle,
    order,
    serviceLine,
    refund,
  }
}
