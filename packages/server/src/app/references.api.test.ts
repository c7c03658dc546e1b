// No call keeps an id that nobody checked: every id in the body of every call is set to that of a row of another group, and
// to one of no row at all, and must be refused by name. A new field is found by its form: a whole number from 1 without end.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repairRefund } from '@chepu/contract/repair/refund'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type NumberField, numbersOf } from '@chepu/contract/kernel/references'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSql } from '../../test/database'
import { act } from '../../test/desk'
import { type Body, makerOf, plainly } from '../../test/makers'
import { offerLink, orderLinkOf, orderOf, receptionLinkOf, statementLinkOf } from '../../test/customer-links'
import { oldPartOf } from '../../test/old-parts'
import { openBranch, worker } from '../../test/people'
import { picture } from '../../test/attached'
import { type AnyRoute, type Client, one, openShop, type Shop } from '../../test/shop'
import { signIn, stockShop } from '../../test/stage'
import { createGroup } from '../access/provision'
import { shanghaiDay } from '../kernel/base/calendar'
import { keepFilesIn } from '../kernel/base/file-folder'
import type { Tx } from '../kernel/db/tx'
import { example } from '../../test/example'

let shop: Shop
let keeper: Client
let folder: string
/** Rows and words of the shop's own group by the names that fields have for them. */
let own: Record<string, unknown>
/** In every table, the first row of another group, and no row. */
const strangers = [5_000_000, 99_999_999]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop()
  keeper = await shop.signIn(['owner', 'admin'])
  await shop.db.shared({ text: 'update shared.login set is_platform = true, access_version = access_version + 1' })
  const rows = await rowsOf(shop.orgId, shop.groupId, shop)
  const branch = await openBranch(shop)
  const clerk = await worker(shop, 'technician')
  own = {
    ...rows,
    refund: await makerOf(repairRefund.kind).body({ shop, client: keeper, dice: plainly }, []),
    branchId: branch.orgId,
    userId: clerk.userId,
    orgType: 'repair',
    mobile: '13800138000',
    contactMobile: '13800138000',
    expectedAt: '2026-03-02T02:00:00Z',
    arrivedAt: '2026-03-02T02:00:00Z',
    docKind: 'sales_order',
    key: 'partCode',
    ...(await offerLink(shop, keeper, rows.customerId as number)),
    ...(await orderLinkOf(keeper, rows)),
    ...(await receptionLinkOf(keeper, rows)),
    ...(await statementLinkOf(shop, keeper, rows.customerId as number)),
  }
  await countFrom(strangers[0] as number)
  const groupId = await createGroup(shop.db, '别的集团')
  const other = await shop.db.tenant(groupId, (tx) => stockShop(tx, {}))
  const client = await signIn({ db: shop.db, origin: shop.origin, groupId }, other.orgId, 'owner')
  await rowsOf(other.orgId, groupId, other, client)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

/** Lets every table's ids go on from here. */
const countFrom = (id: number): Promise<void> =>
  runSql(
    shop.ownerUrl,
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, ${id}, false)
      from pg_sequences where schemaname in ('public', 'shared')`,
  )

type Stage = Awaited<ReturnType<typeof stockShop>>

const batch = { name: '测试券', face: '1', valid_days: 1, qty: 9, creator_id: 1 }

/** A row of each table that bodies refer to. */
async function rowsOf(orgId: number, groupId: number, stage: Stage, client = keeper): Promise<Record<string, number>> {
  const { supplierId, customerId, warehouseId, locationId, cashId, carrierId, parts } = stage
  const header = { bizDate: shanghaiDay(), warehouseId }
  const lines = [{ partId: parts.filter, qty: '2', price: '30' }]
  const receipt = await client.call(goodsReceipt.routes.save, {
    body: { header: { ...header, partnerId: supplierId }, lines },
  })
  const order = await client.call(salesOrder.routes.save, {
    body: { header: { ...header, partnerId: customerId }, lines },
  })
  const [line] = (await client.call(salesOrder.routes.read, { params: { id: order.id } })).lines
  const [bought] = (await client.call(goodsReceipt.routes.read, { params: { id: receipt.id } })).lines
  const delivery = await client.call(salesDelivery.routes.save, {
    body: { header: { ...header, partnerId: customerId }, lines },
  })
  const made = await shop.db.tenant(groupId, async (tx) => ({
    departmentId: await one(tx, 'department', { org_id: orgId, name: '销售部' }),
    employeeId: await one(tx, 'employee', { org_id: orgId, emp_no: '9', name: '小工' }),
    batchId: await one(tx, 'coupon_batch', { org_id: orgId, ...batch }),
    cardTypeId: await one(tx, 'card_type', { code: 'JK', name: '测试金卡', kind: 'stored' }),
    teamId: await one(tx, 'team', { org_id: orgId, name: '一组' }),
    positionId: await one(tx, 'position', { name: '测试职位' }),
    companyId: await one(tx, 'company', { name: '主体', tax_no: '91' }),
    storeTypeId: await one(tx, 'store_type', { name: '测试旗舰' }),
    areaId: await one(tx, 'large_area', { name: '测试大区' }),
    productId: await one(tx, 'product', { org_id: orgId, part_id: parts.filter }),
    toWarehouseId: await one(tx, 'warehouse', { org_id: orgId, code: 'DC', name: '另一仓' }),
    toLocationId: await one(tx, 'location', { warehouse_id: warehouseId, code: 'B-1' }),
    settlementMethodId: await one(tx, 'settlement_method', { name: '测试月结', kind: 'monthly' }),
    roleId: await one(tx, 'role', { code: 'some_role', name: '某角色', org_id: orgId }),
    ...(await carOf(tx)),
    ...(await vehicleOf(tx, customerId)),
    ...(await makerOfParts(tx)),
  }))
  const car = { ...made, customerId, warehouseId, partId: parts.filter }
  const repaired = await act(
    client,
    workOrder.routes,
    await client.call(workOrder.routes.save, { body: orderOf(car) }),
    'confirm',
    {
      input: { method: 'phone', by: '车主', phone: '13800138000' },
    },
  )
  const { labour, materials } = await client.call(workOrder.routes.read, { params: { id: repaired.id } })
  await shop.db.tenant(groupId, async (tx) => {
    await one(tx, 'technician', { employee_id: made.employeeId })
    await one(tx, 'dispatch', {
      org_id: orgId,
      work_order_id: repaired.id,
      line_id: labour[1]?.id,
      employee_id: made.employeeId,
      share: '1',
    })
  })
  return {
    ...made,
    ...(await oldPartOf(client, car)),
    workOrderId: repaired.id,
    workOrderVersion: repaired.version,
    workOrderLineId: materials[0]?.id as number,
    labourId: labour[0]?.id as number,
    dispatchedId: labour[1]?.id as number,
    orgId,
    supplierId,
    warehouseId,
    locationId,
    carrierId,
    storeAccountId: cashId,
    partId: parts.filter,
    otherPartId: parts.oil,
    partnerId: supplierId,
    customerId,
    orderId: order.id,
    lineId: line?.id as number,
    boughtLineId: bought?.id as number,
    deliveryId: delivery.id,
  }
}

async function makerOfParts(tx: Tx) {
  const makerId = await one(tx, 'partner', { code: 'CJ1', name: '测试制造厂', kind: 'unit', cus_flag: 4 })
  return { makerId, faultCodeId: await one(tx, 'fault_code', { code: 'GZ1', name: '异响', manufacturer_id: makerId }) }
}

async function carOf(tx: Tx) {
  const brandId = await one(tx, 'brand', { name: '测试车牌', kind: 'car' })
  const seriesId = await one(tx, 'car_series', { brand_id: brandId, name: '测试车系' })
  return {
    carBrandId: brandId,
    seriesId,
    modelId: await one(tx, 'car_model', { series_id: seriesId, name: '测试年款', year: 2020 }),
  }
}

/** A car of a customer, and what is done to it by whom. */
async function vehicleOf(tx: Tx, partnerId: number) {
  const workerTypeId = await one(tx, 'worker_type', { name: '测试工种' })
  const rate = await tx.one<{ id: number }>({
    text: 'select id from tax_rate where group_id = $1 limit 1',
    values: [tx.groupId],
  })
  return {
    vehicleId: await one(tx, 'vehicle', { plate: '鄂A99999', partner_id: partnerId }),
    businessTypeId: await one(tx, 'business_type', { code: 'some', name: '测试业务', default_payer: 'customer' }),
    workerTypeId,
    serviceItemId: await one(tx, 'service_item', {
      code: 'some',
      name: '测试项目',
      worker_type_id: workerTypeId,
      pricing_mode: 'fixed',
      tax_rate_id: rate?.id,
    }),
  }
}

/** Documents of customers, which need nothing else. */
const trade = 'sales-quotation sales-order sales-delivery direct-trade'
const repair = 'work-order reception repair-settlement insurance-case picking picking-return'
const ofCustomer = `${trade} ${repair}`.split(' ')

const ofGuarantees = () => ({
  '/api/web/warranty-bill': { body: { header: { partnerId: own.customerId, manufacturerId: own.makerId } } },
  '/api/web/warranty-bill-of-order': { body: { settlementId: (own.refund as Body).header['settlementId'] } },
  '/api/web/old-part/place': { body: { ids: [own.oldPartId], warehouseId: own.warehouseId } },
  '/api/web/old-part/:id': {
    params: { id: own.oldPartId },
    body: { version: own.oldPartVersion, warehouseId: own.warehouseId },
  },
  '/api/web/old-part-return': { body: { header: { partnerId: own.makerId } } },
})

const ofValuation = () => ({
  '/api/web/mat-valuation/orders/:id': {
    params: { id: own.workOrderId },
    body: { version: own.workOrderVersion, lines: [{ lineId: own.workOrderLineId }] },
  },
})

/** What else a body needs to come to the point where its ids are read; and rows that a path names. */
const more = (path: string): { body?: object; params?: object } => {
  const sale = { header: { partnerId: own.customerId } }
  const washed = { header: { ...sale.header, vehicleId: own.vehicleId }, labour: [{ name: '洗车', price: '1' }] }
  const signature = picture.toString('base64')
  const kit = { lines: [{ isKit: true }, { partId: own.otherPartId, qty: '1' }] }
  const because = (reason: string) => ({ body: { header: { reason } } })
  const known: Record<string, { body?: object; params?: object }> = {
    ...Object.fromEntries(ofCustomer.map((name) => [`/api/web/${name}`, { body: sale }])),
    '/api/web/adm/shop': { body: { parentId: own.orgId } },
    '/api/web/user_org': { body: { userId: own.userId, orgId: own.branchId } },
    '/api/web/basics/location': { body: { code: 'A-9' } },
    '/api/web/car-model': { body: { year: 2021 } },
    '/api/web/vehicle': { body: { plate: '鄂A12345', partnerId: own.customerId } },
    '/api/web/vehicle/quick': { body: { plate: '鄂A12345', partnerId: own.customerId } },
    '/api/web/vin-rule': { body: { prefix: 'LSVFA' } },
    '/api/web/manufacturer-policy': { body: { brandId: own.carBrandId, terms: [{ months: 12 }] } },
    '/api/web/stock/ask-for-transfer': { body: { fromWarehouseId: own.toWarehouseId } },
    '/api/web/product/batch': { body: { set: { leadDays: 1 } } },
    '/api/web/emp/info/:id/account': { params: { id: own.employeeId } },
    '/api/web/emp/info/:id/transfer': { params: { id: own.employeeId } },
    '/api/web/partner': { body: { mobile: own.mobile } },
    '/api/web/partner/:id/merge': { params: { id: own.customerId } },
    '/api/web/quality-rule': { body: { days: 10 } },
    '/api/web/repair/service-item': { body: { stdHours: '1' } },
    '/api/web/service-package': { body: { lines: [{ partId: own.partId }] } },
    '/api/web/coupon-batch': { body: { validDays: 1 } },
    '/api/web/card-voucher': { body: { header: { ...sale.header, purpose: 'open', cardTypeId: own.cardTypeId } } },
    '/api/web/card-package': { body: { lines: [{ partId: own.partId }] } },
    '/api/web/part/:id/merge': { params: { id: own.partId } },
    '/api/web/purchase-return': because('其他'),
    '/api/web/sales-return': { body: { header: { ...sale.header, reason: '其他' } } },
    '/api/web/other-in': because('盘盈外其他'),
    '/api/web/other-out': because('自用'),
    '/api/web/price-adjustment': { body: { lines: [{ partId: own.partId, retailPrice: '1' }] } },
    '/api/web/stock-count': { body: { header: { scope: 'parts' }, lines: [{ partId: own.partId, countedQty: '1' }] } },
    ...Object.fromEntries(['assembly', 'disassembly'].map((name) => [`/api/web/${name}`, { body: kit }])),
    '/api/web/purchase-to-sale/convert': {
      body: { partnerId: own.customerId, lines: [{ lineId: own.boughtLineId, qty: '1' }] },
    },
    '/api/web/repair-reservation': {
      body: { header: { ...sale.header, contactMobile: own.mobile, contactName: '车主' } },
    },
    '/api/web/repair-refund': { body: own.refund as object },
    '/api/web/link/:token/order_confirm': {
      params: { token: own.orderToken },
      body: { version: own.shownVersion, signature, by: '车主' },
    },
    '/api/web/link/:token/reception_report': {
      params: { token: own.receptionToken },
      body: { version: own.reportVersion, signature, by: '车主' },
    },
    '/api/web/link/:token/statement': {
      params: { token: own.statementToken },
      body: { version: own.statementVersion, signature },
    },
    ...ofGuarantees(),
    ...ofValuation(),
    '/api/web/recurring-money': { body: { storeAccountId: own.storeAccountId } },
    '/api/web/inspection/begin': { body: { workOrderId: own.workOrderId } },
    '/api/web/line-photo': { body: { orderId: own.workOrderId, lineId: own.dispatchedId } },
    '/api/web/link/:token/quotation': {
      params: { token: own.linkToken },
      body: { version: own.offerVersion, signature },
    },
    '/api/web/order-confirm/:id/purchase': { params: { id: own.orderId } },
    '/api/web/outbound/:kind/:id/waybill': { params: { kind: 'sales_delivery', id: own.deliveryId } },
  }
  if (path.startsWith('/api/web/dispatch/'))
    return {
      body: {
        orderId: own.workOrderId,
        lineIds: [own.labourId],
        lineId: own.dispatchedId,
        technicians: [{ employeeId: own.employeeId }],
      },
    }
  return known[path] ?? (path.includes('/fast-order/') ? { body: washed } : {})
}

/** The second's values, but never over one that the first has for the field under test, which stands in the first element of lists. */
function joined(body: unknown, extra: unknown, path: readonly string[] | undefined): unknown {
  if (path?.length === 0) return body
  if (typeof extra !== 'object' || extra === null) return extra
  const below = (key: string) => (path?.[0] === key ? path.slice(1) : undefined)
  if (Array.isArray(extra)) {
    const [first, ...others] = extra as unknown[]
    return [joined((body as unknown[] | undefined)?.[0], first, below('*')), ...others]
  }
  const filled = { ...(body as Record<string, unknown>) }
  for (const [name, value] of Object.entries(extra)) filled[name] = joined(filled[name], value, below(name))
  return filled
}

/** Ids of every body. Filters of an export only choose rows; numbers of buttons and of months are no rows. */
const cases = () =>
  shop.app.routes
    .filter((route) => route.method !== 'GET' && !lookUps.has(route.path))
    .flatMap((route) =>
      numbersOf(route.body)
        .filter((field) => field.isId && field.path[0] !== 'filters' && !noRows.test(field.path.join('.')))
        .filter((field) => !isOfOrder(route.path, field.path.join('.')))
        .map((field) => ({ route, field })),
    )
const noRows = /^(buttonIds|buttons|granted|withdrawn)\.\*$|^warrantyMonths$/
/** What pickings take and never keep: customer and car are those of the order. */
const isOfOrder = (path: string, field: string) => /picking/.test(path) && /^header\.(partnerId|vehicleId)$/.test(field)
/** Ask by POST and keep nothing: of rows that are not the caller's they tell nothing. */
const lookUps = new Set([
  '/api/web/mat-valuation/propose',
  '/api/web/repair-settlement-preview',
  '/api/web/repair-refund-preview',
  '/api/web/sale/add/product',
  '/api/web/sale/add/product/hints',
  '/api/web/sale/add/product/parts',
  '/api/web/price/current',
  '/api/web/inventory-warning/surplus',
  '/api/web/all/ware/info',
  '/api/web/reservation/msg',
])

interface Refusal {
  msg: string
  errors?: { path: string }[]
}

/** A refusal of this very field: at it, at the list or at the line in which it stands, or in words that say so. */
function names({ msg, errors }: Refusal, at: string): boolean {
  if (!errors) return /不存在|不属于/.test(msg)
  const line = /^(.*\.\d+)\./.exec(at)?.[1]
  return errors.some(({ path }) => path === at || at.startsWith(`${path}.`) || (line && path.startsWith(`${line}.`)))
}

async function answerTo(route: AnyRoute, field: NumberField, stranger: number) {
  const { body = {}, params = {} } = more(route.path)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    String((params as Record<string, unknown>)[name] ?? 1),
  )
  const filled = joined(example(route.body, { path: field.path, value: stranger }, own), body, field.path)
  const response = await fetch(shop.origin + path, {
    method: route.method,
    headers: { token: keeper.token, 'content-type': 'application/json' },
    body: JSON.stringify(filled),
  })
  return { status: response.status, answer: (await response.json()) as Refusal, filled }
}

it('refuses by name every id of another group and of no row, in every body', async () => {
  const accepted: string[] = []
  for (const { route, field } of cases())
    for (const stranger of strangers) {
      const { status, answer, filled } = await answerTo(route, field, stranger)
      const at = field.path.map((key) => (key === '*' ? '0' : key)).join('.')
      const isUnknown = status === 404 && !route.path.includes(':')
      if (isUnknown || ([400, 404].includes(status) && names(answer, at))) continue
      accepted.push(
        `${route.method} ${route.path} ${at}: ${status} ${JSON.stringify(answer)} ${JSON.stringify(filled)}`,
      )
    }
  expect(accepted).toEqual([])
}, 120_000)

it('names the field of a draft whose salesperson has left since, and still shows the draft', async () => {
  const { employeeId } = own as { employeeId: number }
  const header = {
    bizDate: shanghaiDay(),
    partnerId: shop.customerId,
    warehouseId: shop.warehouseId,
    salespersonId: employeeId,
  }
  const lines = [{ partId: shop.parts.filter, qty: '1', price: '10' }]
  const draft = await keeper.call(salesOrder.routes.save, { body: { header, lines } })
  const leave = (day: string | null) =>
    shop.sql('update employee set left_on = $3 where group_id = $1 and id = $2', employeeId, day)
  await leave(shanghaiDay())
  const shown = await keeper.call(salesOrder.routes.read, { params: { id: draft.id } })
  expect(shown.header).toMatchObject({ salespersonId: employeeId, salespersonName: '小工' })
  const again = { id: draft.id, version: draft.version, header, lines }
  expect(await keeper.ask(salesOrder.routes.save, { body: again })).toMatchObject({
    status: 400,
    errors: [{ path: 'header.salespersonId', message: '业务员不存在或已停用' }],
  })
  const branch = own.branchId as number
  const elsewhere = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'employee', { org_id: branch, emp_no: '7', name: '别店' }),
  )
  const other = { header: { ...header, salespersonId: null, handlerId: elsewhere }, lines }
  expect(await keeper.ask(salesOrder.routes.save, { body: other })).toMatchObject({
    errors: [{ path: 'header.handlerId', message: '经手人不存在或已停用' }],
  })
  await leave(null)
  expect((await keeper.ask(salesOrder.routes.save, { body: again })).status).toBe(200)
})
