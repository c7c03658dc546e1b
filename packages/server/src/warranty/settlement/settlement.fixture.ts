// A station whose bills a manufacturer has answered.
import { collection } from '@chepu/contract/finance/collection'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { act, post, type Saved, save } from '../../../test/desk'
import { today } from '../../../test/finance'
import { settlingAt, stockParts } from '../../../test/settling'
import { openShop } from '../../../test/shop'
import { openWarranty } from '../../../test/warranty'
import { workshopOf } from '../../../test/workshop'

const { routes } = warrantyBill

/** A shop with a workshop and a manufacturer, and bills of 1 120.00 on him. */
export async function openClaims() {
  const shop = await openShop()
  const owner = await shop.signIn('owner')
  const workshop = await workshopOf(shop)
  const warranty = await openWarranty(shop)
  await stockParts(shop, owner)
  const desk = settlingAt(shop, owner, workshop)
  const { makerId } = warranty

  /** A bill of an order: work 600.00, parts 400.00, and 120.00 for the way to the car; approved. */
  async function approved(): Promise<Saved> {
    const paid = { payer: 'warranty' as const, payerPartnerId: makerId, taxRate: '0.13' }
    const order = await desk.finished({
      header: desk.plainBody().header,
      labour: [desk.labour('检查', '80'), desk.labour('更换离合器', '600', paid)],
      materials: [{ partId: shop.parts.pad, qty: '2', price: '200', labourNo: 2, ...paid }],
    })
    const settlement = await desk.settle(await desk.drafted(order), { tenders: [desk.cash('80')] })
    const [draft] = await shop.sql<{ id: number }>(
      `select id from repair_document where group_id = $1 and kind = 'warranty_bill' and settlement_id = $2`,
      settlement.id,
    )
    return approve(await completed(draft?.id as number))
  }
  const approve = async (bill: Saved) => act(owner, routes, await act(owner, routes, bill, 'submit'), 'approve')

  /** The draft of an order as somebody has completed it. */
  async function completed(id: number): Promise<Saved> {
    const { header, labour, materials } = await owner.call(routes.read, { params: { id } })
    const body = {
      id,
      version: header.version,
      header: { ...header, ...warranty.complete },
      labour: labour.map(typed),
      materials: materials.map(typed),
      extras: [{ name: '外出费', qty: '40', price: '3', taxRate: '0.06' }],
    }
    return save(owner, routes, body as never)
  }
  const typed = ({ id, name, serviceItemId, partId, pricingMode, stdHours, qty, price, taxRate, sourceLineId }: Record<string, unknown>) => ({ id, name, serviceItemId, partId, pricingMode, stdHours, qty, price, taxRate, sourceLineId })

  /** A bill of parts alone, which has no order; approved. */
  const ofParts = async (price = '113'): Promise<Saved> =>
    approve(
      await save(owner, routes, {
        header: { bizDate: today, partnerId: workshop.partnerId, manufacturerId: makerId, ...warranty.completePart },
        materials: [{ partId: shop.parts.pad, qty: '1', price, taxRate: '0.13' }],
      } as never),
    )

  return { shop, owner, workshop, makerId, approved, ofParts }
}
