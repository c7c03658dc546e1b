// Documents of every kind made of each other, for the tests of what is carried over.
import { lineShape } from '@chepu/contract/kernel/goods-document'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { passwordInfo } from '@chepu/contract/shell/session'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { openCounter } from '../../../test/counter'
import { post } from '../../../test/desk'
import { type Client, one } from '../../../test/shop'
import { shanghaiDay } from '../base/calendar'
import { boundKinds } from './registry'
import type { GoodsKind } from './types'

export type Header = Record<string, unknown>

/** The registered kind of a definition. */
export const kindOf = (def: DocumentDef): GoodsKind =>
  boundKinds().find((kind) => kind.def.kind === def.kind) as GoodsKind

/** The members of an object that a shape names. */
export const picked = (values: object, shape: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in shape))

/** Words that kinds choose from their dictionaries. */
export const reasons: Readonly<Record<string, string>> = { other_in: '盘盈外其他', other_out: '报损' }

/** A counter with a second warehouse and its people, and the gestures by which one document is made of another. */
export async function openConversion() {
  const ground = await openGround()
  const gestures = gesturesOf(ground)
  return { ...ground, ...contentsOf(ground), ...gestures, ...conversionsOf(ground, gestures) }
}
export type Conversion = Awaited<ReturnType<typeof openConversion>>
type Ground = Awaited<ReturnType<typeof openGround>>

async function openGround() {
  const shop = await openCounter({ requireConfirmOrder: false })
  const place = await shop.db.tenant(shop.groupId, async (tx) => {
    const org = { org_id: shop.orgId }
    const warehouseId = await one(tx, 'warehouse', { ...org, code: 'LT', name: '轮胎仓' })
    const departmentId = await one(tx, 'department', { ...org, name: '外销部' })
    return {
      warehouseId,
      locationId: await one(tx, 'location', { warehouse_id: warehouseId, code: '默认', is_default: true }),
      departmentId,
      employeeId: await one(tx, 'employee', { ...org, emp_no: 'W01', name: '陈若谷', department_id: departmentId }),
      settlementMethodId: await one(tx, 'settlement_method', { name: '月结', kind: 'monthly', month_day: 25 }),
    }
  })

  /** Makes everybody's rights be read anew. */
  const rightsChanged = () =>
    shop.sql('update shared.login set access_version = access_version + 1 where group_id = $1 returning id')
  await shop.sql(
    `insert into user_warehouse (group_id, user_id, warehouse_id, can_in, can_out, can_count, can_transfer, can_cost)
      select distinct u.group_id, u.user_id, w.id, true, true, true, true, true
      from user_warehouse u join warehouse w on w.group_id = u.group_id where w.group_id = $1 and w.id = $2 returning user_id`,
    place.warehouseId,
  )
  await rightsChanged()

  /** An owner who may not see the fields. */
  async function withoutSight(...fields: string[]): Promise<Client> {
    const client = await shop.signIn('owner')
    await shop.sql(
      `insert into user_field (group_id, user_id, org_id, field, is_visible)
        select $1, $2, $3, f, false from unnest($4::text[]) as f returning user_id`,
      (await client.call(passwordInfo)).user.userid,
      shop.orgId,
      fields,
    )
    await rightsChanged()
    return client
  }

  return { shop, place, withoutSight }
}

/** What is typed into documents. */
function contentsOf({ shop, place }: Ground) {
  /** A header with everything that changes what a document comes to or whom it belongs to. */
  const fullHeader = ({ def, partnerRole }: GoodsKind): Header => ({
    bizDate: shanghaiDay(),
    partnerId: partnerRole === 2 ? shop.supplierId : shop.customerId,
    warehouseId: place.warehouseId,
    departmentId: place.departmentId,
    handlerId: place.employeeId,
    salespersonId: place.employeeId,
    settlementMethodId: place.settlementMethodId,
    invoiceKind: 'special',
    taxIncluded: false,
    orderDiscount: '10',
    freight: '7.5',
    freightPayer: 'partner',
    carrierId: shop.carrierId,
    supplierId: shop.supplierId,
    purchaseInvoiceKind: 'special',
    purchaseTaxIncluded: false,
    address: '江城区长江路8号',
    shipTo: '江城区长江路8号',
    expectedOn: shanghaiDay(),
    deliveryOn: shanghaiDay(),
    allowBackorder: true,
    vehicleText: '帕萨特 1.8T 2014',
    reason: reasons[def.kind] ?? '质量问题',
    remark: '送到后门',
  })

  /** A typed amount, a price with four decimals and a discount, and a gift. */
  const fullLines = () => {
    const bought = { purchasePrice: '2.5', purchaseTaxRate: '0.13' }
    return [
      {
        ...bought,
        partId: shop.parts.filter,
        qty: '3',
        price: '0',
        netAmount: '100.00',
        taxRate: '0.13',
        remark: '原厂',
      },
      { ...bought, partId: shop.parts.pad, qty: '4', price: '12.3456', discountRate: '0.95', taxRate: '0.13' },
      { ...bought, partId: shop.parts.oil, qty: '2.5', price: '1', discountRate: '0', taxRate: '0.13' },
    ]
  }

  const goods = (qty: string, price: string, more: object = {}) => ({
    partId: shop.parts.filter,
    qty,
    price,
    taxRate: '0.13',
    ...more,
  })

  return { fullHeader, fullLines, goods }
}

/** What is done with documents of any kind, by the owner unless another is named. */
function gesturesOf({ shop, place }: Ground) {
  async function saved(kind: GoodsKind, header: Header, lines: readonly object[], client: Client = shop.owner) {
    const { def } = kind
    return client.call(kind.def.routes.save, {
      body: {
        header: picked(header, def.header.shape),
        lines: lines.map((line) => picked(line, lineShape(def))),
      } as never,
    })
  }

  const approved = (kind: GoodsKind, doc: { id: number; version: number }) =>
    shop.owner.call(kind.def.routes.act, { params: { id: doc.id, action: 'approve' }, body: { version: doc.version } })

  const read = (kind: GoodsKind, id: number) => shop.owner.call(kind.def.routes.read, { params: { id } })

  /** Enough of every part in the second warehouse. */
  const stockUp = () =>
    post(shop.owner, otherIn.routes, {
      header: { bizDate: shanghaiDay(), warehouseId: place.warehouseId, reason: '盘盈外其他' },
      lines: Object.values(shop.parts).map((partId) => ({ partId, qty: '100', price: '8' })),
    })

  /** 引单: the header and the lines that remain of a whole document, or of some of its lines. */
  const draw = (target: string, source: string, documentId: number, client: Client = shop.owner) =>
    client.call(drawSource, { params: { target }, body: { source, documentId } })

  const drawLines = (target: DocumentDef, source: DocumentDef, lineIds: number[], client: Client = shop.owner) =>
    client.call(drawSource, { params: { target: target.kind }, body: { source: source.kind, lineIds } })

  return { saved, approved, read, stockUp, draw, drawLines }
}

function conversionsOf({ shop }: Ground, { saved, approved, read }: ReturnType<typeof gesturesOf>) {
  const plainHeader = (kind: GoodsKind): Header => ({
    bizDate: shanghaiDay(),
    partnerId: kind.partnerRole === 2 ? shop.supplierId : shop.customerId,
    warehouseId: shop.warehouseId,
    reason: '质量问题',
  })

  /** An approved or posted document of the kind; supplier and warehouse are the shop's. */
  async function made(def: DocumentDef, lines: readonly object[], header: Header = {}) {
    const kind = kindOf(def)
    const doc = await saved(kind, { ...plainHeader(kind), ...header }, lines)
    return { ...(await approved(kind, doc)), billNo: doc.billNo }
  }

  /** Saves and approves what is drawn, with changes to its lines; answers the header as it then stands. */
  async function converted(
    target: DocumentDef,
    drawn: { header: Header; lines: object[] },
    change: { header?: Header; line?: (line: object, at: number) => object } = {},
  ) {
    const kind = kindOf(target)
    const lines = drawn.lines.map((line, i) => change.line?.(line, i) ?? line)
    const doc = await saved(kind, { reason: '质量问题', ...drawn.header, ...change.header }, lines)
    await approved(kind, doc)
    return { id: doc.id, header: (await read(kind, doc.id)).header }
  }

  const lineIdsOf = async (def: DocumentDef, id: number) => (await read(kindOf(def), id)).lines.map((line) => line.id)

  return { plainHeader, made, converted, lineIdsOf }
}
