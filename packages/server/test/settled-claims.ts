// A station whose bills a manufacturer has answered.
import { collection } from '@chepu/contract/finance/collection'
import { writeOff, type WriteOffPurpose } from '@chepu/contract/finance/write-off'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { claimingAt, type Word } from './claims'
import { act, post, type Saved, save } from './desk'
import { today } from './finance'
import { settlingAt, stockParts } from './settling'
import { type Client, openShop, type Shop } from './shop'
import { warrantyOf } from './warranty'
import { workshopOf } from './workshop'

const { routes } = warrantyBill

/** Of 600.00, 400.00 and 120.00 the first is agreed to, of the second 250.00, and nothing of the third. */
const partly: readonly Word[] = [
  { amount: '600' },
  { amount: '250', reason: '按厂家价' },
  { amount: '0', reason: '无外出依据' },
]

/** A shop with a workshop and a manufacturer, and bills of 1 120.00 on him. */
export async function openClaims() {
  const shop = await openShop()
  const owner = await shop.signIn('owner')
  const workshop = await workshopOf(shop)
  const warranty = await warrantyOf(shop)
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
  const claims = claimingAt(owner, warranty, workshop.partnerId)
  /** The bill as the manufacturer has answered it: 850.00, unless other words are said. */
  const answered = async (bill: Saved, words: readonly Word[] = partly) => {
    const claim = await claims.sent([bill.id])
    return { claim, answer: await claims.confirmed(claim.id, words) }
  }
  /** A bill of an order of which he agrees to 850.00. */
  async function agreed(): Promise<Saved> {
    const bill = await approved()
    await answered(bill)
    return bill
  }
  /** A bill without an order, of one work at this amount, of which he agrees to all. */
  async function free(amount: string, partId = shop.parts.pad): Promise<Saved> {
    const bill = await claims.bill(['', amount], partId)
    await answered(bill, [])
    return bill
  }

  return {
    shop,
    owner,
    workshop,
    desk,
    makerId,
    claims,
    approved,
    completed,
    agreed,
    answered,
    free,
    ...billsOf({
      shop,
      owner,
      makerId,
      customerId: workshop.partnerId,
      completePart: warranty.completePart,
      approve,
      answered,
    }),
    ...moneyOf({ shop, owner, desk, makerId }),
  }
}

interface Desk {
  shop: Shop
  owner: Client
  makerId: number
  customerId: number
  completePart: object
  approve(bill: Saved): Promise<Saved>
  answered(bill: Saved, words: readonly Word[]): Promise<object>
}

/** Bills without an order, of which he agrees to all. */
function billsOf({ shop, owner, makerId, customerId, completePart, approve, answered }: Desk) {
  const agreedTo = async (lines: object): Promise<Saved> => {
    const header = { bizDate: today, partnerId: customerId, manufacturerId: makerId, ...completePart }
    const bill = await approve(await save(owner, routes, { header, ...lines } as never))
    await answered(bill, [])
    return bill
  }
  /** Of work, part and way at these amounts with tax and their rates. */
  const rated = ([work, part, way]: readonly (readonly [price: string, taxRate: string])[]): Promise<Saved> => {
    const of = ([price, taxRate]: readonly [string, string]) => ({ price, taxRate })
    return agreedTo({
      labour: work ? [{ name: '更换离合器', pricingMode: 'fixed', ...of(work) }] : [],
      materials: part ? [{ partId: shop.parts.pad, qty: '1', ...of(part) }] : [],
      extras: way ? [{ name: '外出费', qty: '1', ...of(way) }] : [],
    })
  }
  /** One whose part he wants back, which nobody has sent. */
  const withOldPart = (price: string): Promise<Saved> =>
    agreedTo({ materials: [{ partId: shop.parts.pad, qty: '1', price, returnsOldPart: true }] })
  return { rated, withOldPart }
}

interface Station {
  shop: Shop
  owner: Client
  desk: ReturnType<typeof settlingAt>
  makerId: number
}

function moneyOf({ shop, owner, desk, makerId }: Station) {
  /** What is open of all that a bill has opened on the manufacturer. */
  const openItems = async ({ id }: { id: number }) =>
    (
      await shop.sql<{ balance: string }>(
        `select i.balance from open_item i join repair_document b on b.group_id = i.group_id and b.id = $2
        where i.group_id = $1 and i.tab = 'warranty' and i.original <> 0
          and (i.warranty_bill_id = b.id or (i.source_kind, i.source_id) in ((b.kind, b.id), ('repair_settlement', b.settlement_id)))
        order by i.id`,
        id,
      )
    ).map(({ balance }) => balance)

  const itemOf = async (settlementId: number): Promise<number> => {
    const [item] = await shop.sql<{ id: number }>(
      `select id from open_item where group_id = $1 and source_kind = 'warranty_settlement' and source_id = $2 and original <> 0`,
      settlementId,
    )
    return item?.id as number
  }

  /** What settles a settlement of claims: money with 优惠, and what brings no money. */
  function clearing(settlementId: number) {
    const collected = async (amount: string, discount = '0'): Promise<Saved> =>
      post(owner, collection.routes, {
        header: { bizDate: today, partnerId: makerId },
        tenders: [desk.cash(amount)],
        items: [{ openItemId: await itemOf(settlementId), amount, discount }],
      } as never)
    const moved = async (purpose: WriteOffPurpose, amount: string, more: object = {}): Promise<Saved> =>
      post(owner, writeOff.routes, {
        header: { bizDate: today, partnerId: makerId, purpose, remark: '三方协议', ...more },
        items: [{ openItemId: await itemOf(settlementId), amount }],
      } as never)
    return { collected, moved }
  }

  /** The manufacturer pays so much of a settlement. */
  const collect = (settlementId: number, amount: string): Promise<Saved> => clearing(settlementId).collected(amount)
  return { openItems, collect, clearing }
}

/** A line as it is typed again. */
export const typed = ({
  id,
  name,
  serviceItemId,
  partId,
  pricingMode,
  stdHours,
  qty,
  price,
  taxRate,
  sourceLineId,
}: Record<string, unknown>) => ({
  id,
  name,
  serviceItemId,
  partId,
  pricingMode,
  stdHours,
  qty,
  price,
  taxRate,
  sourceLineId,
})
