import { workOrder } from '@chepu/contract/repair/work-order'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, save, tryAct, trySave } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { confirmedOrder, orderBody, type Workshop, workshopOf } from '../../../test/workshop'

const { routes } = workOrder
let shop: Shop
let owner: Client
let workshop: Workshop
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
})
afterAll(() => shop.close())

const body = () => orderBody(shop, workshop)
const read = (id: number, client = owner) => client.call(routes.read, { params: { id } })

it('works out its lines and sums, and shows them with the names beside', async () => {
  const { id, billNo, state } = await save(owner, routes, body())
  expect([billNo.slice(0, 2), state]).toEqual(['WX', 'estimating'])
  const { header, ...lines } = await read(id)
  expect(header).toMatchObject({
    plate: '京A88888',
    partnerName: '车主甲',
    businessTypeName: '一般维修',
    labourAmount: '50.00',
    materialAmount: '319.00',
    totalAmount: '369.00',
  })
  expect(lines.labour).toMatchObject([{ name: '更换机油机滤', workerTypeName: '机电', netAmount: '50.00' }])
  expect(lines.materials).toMatchObject([
    { partCode: '04152-YZZA1', netAmount: '45.00', labourNo: 1 },
    { partCode: '5W-30', netAmount: '274.00' },
  ])
  const { rows } = await owner.call(routes.list, { query: { car: '88888' } })
  expect(rows.map((row) => row.id)).toContain(id)
  const away = await owner.call(routes.list, { query: { car: '88888', inShop: 'false' } })
  expect(away.rows).toEqual([])
})

it('keeps the ids of its lines, and drops those that are gone', async () => {
  const saved = await save(owner, routes, body())
  const before = await read(saved.id)
  const [filter, oil] = before.materials
  const changed = await save(owner, routes, {
    ...body(),
    id: saved.id,
    version: saved.version,
    labour: [{ ...body().labour?.[0], id: before.labour[0]?.id, name: '小保养' }],
    materials: [
      { partId: shop.parts.pad, qty: '2', price: '10' },
      { ...body().materials?.[1], id: oil?.id as number },
    ],
  } as never)
  const after = await read(changed.id)
  expect(after.labour).toMatchObject([{ id: before.labour[0]?.id, name: '小保养' }])
  expect(after.materials.map(({ id, partCode }) => [id === oil?.id, partCode])).toEqual([
    [false, '04465-02220'],
    [true, '5W-30'],
  ])
  expect(after.materials.map(({ id }) => id)).not.toContain(filter?.id)
  expect(after.header.totalAmount).toBe('344.00')
})

it('is confirmed but for what the customer declines, which stays with its reason and counts for nothing', async () => {
  const saved = await save(owner, routes, body())
  const lines = await read(saved.id)
  const declined = [{ lineId: lines.materials[1]?.id as number, reason: '价格' }]
  const sure = await act(owner, routes, saved, 'confirm', { input: { method: 'phone', by: '车主甲', declined } })
  expect(sure.state).toBe('confirmed')
  const after = await read(saved.id)
  expect(after.header.totalAmount).toBe('95.00')
  expect(after.materials.map(({ agreement, declinedReason }) => [agreement, declinedReason])).toEqual([
    ['agreed', ''],
    ['declined', '价格'],
  ])
  const again = await tryAct(owner, routes, sure, 'confirmAdded', { input: { method: 'phone', by: '车主甲' } })
  expect(again).toMatchObject({ status: 400, msg: '没有待确认的项目和材料' })
})

it('is confirmed at the desk by signature or phone alone: a link is answered by the customer', async () => {
  const saved = await save(owner, routes, body())
  const claimed = await tryAct(owner, routes, saved, 'confirm', { input: { method: 'link', by: '车主甲' } })
  expect(claimed).toMatchObject({ status: 400, errors: [{ path: 'input.method' }] })
  expect((await read(saved.id)).header.state).toBe('estimating')
})

it('is added to while the work goes on, and asks the customer again', async () => {
  const order = await confirmedOrder(owner, body())
  const lines = await read(order.id)
  const kept = {
    labour: lines.labour.map(({ id, name, workerTypeId }) => ({
      id,
      name,
      workerTypeId,
      pricingMode: 'hours' as const,
      stdHours: '0.5',
      price: '100',
    })),
    materials: lines.materials.map(({ id, partId, qty, price }) => ({ id, partId, qty, price, labourNo: 1 })),
  }
  const added = await save(owner, routes, {
    ...body(),
    id: order.id,
    version: order.version,
    ...kept,
    extras: [{ name: '拖车费', price: '200' }],
  })
  expect((await read(order.id)).extras).toMatchObject([{ isAdded: true, agreement: 'open', netAmount: '200.00' }])
  const sure = await act(owner, routes, added, 'confirmAdded', { input: { method: 'phone', by: '车主甲' } })
  expect(sure.state).toBe('confirmed')
  // A dearer line is a new question; a cheaper one is none.
  const dearer = {
    ...kept,
    materials: [
      { ...kept.materials[0], price: '46' },
      { ...kept.materials[1], price: '60' },
    ],
  }
  const { version } = await save(owner, routes, { ...body(), id: order.id, version: sure.version, ...dearer } as never)
  expect((await read(order.id)).materials.map(({ agreement }) => agreement)).toEqual(['open', 'agreed'])
  // What changed and his word come in one request, though the order is a draft no more.
  const action = { name: 'confirmAdded', input: { method: 'phone', by: '车主甲' } }
  const agreed = await save(owner, routes, { ...body(), id: order.id, version, ...dearer, action } as never)
  expect(agreed.state).toBe('confirmed')
  expect((await read(order.id)).materials.map(({ agreement }) => agreement)).toEqual(['agreed', 'agreed'])
})

it('says which line comes to more than can be kept, and what the meter cannot show', async () => {
  const { header } = body()
  const materials = [{ partId: shop.parts.filter, qty: '999999', price: '999999999' }]
  expect((await trySave(owner, routes, { header, materials } as never)).errors).toEqual([
    { path: 'materials.0.price', message: '材料第1行 金额超出允许范围' },
  ])
  expect((await trySave(owner, routes, { ...body(), header: { ...header, mileage: '99999999' } })).errors).toEqual([
    { path: 'header.mileage', message: '里程最多7位整数' },
  ])
})

it('names as payers who pays such lines', async () => {
  const { header } = body()
  const labour = (payer: string, payerPartnerId: number) => ({ name: '钣金', price: '10', payer, payerPartnerId })
  const wrong = [
    labour('insurance', shop.supplierId),
    labour('warranty', workshop.insurerId),
    labour('internal', shop.supplierId),
    labour('internal', workshop.partnerId),
  ]
  expect((await trySave(owner, routes, { header, labour: wrong } as never)).errors).toEqual([
    { path: 'labour.0.payerPartnerId', message: '项目第1行 付费单位不是保险公司' },
    { path: 'labour.1.payerPartnerId', message: '项目第2行 付费单位不是生产厂家' },
    { path: 'labour.2.payerPartnerId', message: '项目第3行 付费单位不是兄弟企业' },
    { path: 'labour.3.payerPartnerId', message: '项目第4行 付费单位就是本单客户，请改为自费' },
  ])
  // Who pays for himself is the customer of the order, whoever somebody names.
  const own = await save(owner, routes, { header, labour: [labour('customer', workshop.insurerId)] } as never)
  expect((await read(own.id)).labour[0]?.payerPartnerId).toBeNull()
  const free = { name: '重做', price: '0', payer: 'rework' as const }
  const materials = [{ partId: shop.parts.filter, qty: '1', price: '0', payer: 'rework' as const }]
  const message = '返工要引用原工单的项目，请用「返工」带出原项目'
  expect((await trySave(owner, routes, { header, labour: [free], materials } as never)).errors).toEqual([
    { path: 'labour.0.payer', message: `项目第1行 ${message}` },
    { path: 'materials.0.payer', message: `材料第1行 ${message}` },
  ])
})

it('asks him again when what an insurer was to pay is his now, and not when another pays more', async () => {
  const [filter, oil] = body().materials as [object, object]
  const insured = { payer: 'insurance', payerPartnerId: workshop.insurerId }
  const order = await confirmedOrder(owner, { ...body(), materials: [{ ...filter, ...insured }, oil] } as never)
  const { labour, materials } = await read(order.id)
  const [first, second] = materials
  const changed = {
    ...body(),
    id: order.id,
    version: order.version,
    labour: [{ ...body().labour?.[0], id: labour[0]?.id }],
    materials: [
      { ...filter, id: first?.id, payer: 'customer' },
      { ...oil, id: second?.id, price: '70', ...insured },
    ],
  }
  await save(owner, routes, changed as never)
  const after = await read(order.id)
  expect(after.materials.map(({ payer, netAmount, agreement }) => [payer, netAmount, agreement])).toEqual([
    ['customer', '45.00', 'open'],
    ['insurance', '280.00', 'agreed'],
  ])
})

/** The body that saves an order again with its lines as they stand, but for what is said of its material. */
async function again(id: number, changes: readonly object[] = [], more: object = {}) {
  const { header, labour, materials } = await read(id)
  return {
    ...body(),
    id,
    version: header.version,
    labour: labour.map((line) => ({ ...body().labour?.[0], id: line.id })),
    materials: [
      ...materials.map((line, i) => {
        const { partId, qty, price, payer, isConsumable, isCustomerSupplied } = line
        return { id: line.id, partId, qty, price, payer, isConsumable, isCustomerSupplied, labourNo: 1, ...changes[i] }
      }),
      ...changes.slice(materials.length),
    ],
    ...more,
  } as never
}
const states = async (id: number) => (await read(id)).materials.map(({ agreement }) => agreement)

it('makes no consumable of what he has agreed to pay, and nothing his own that came out of the stock', async () => {
  const order = await confirmedOrder(owner, body())
  const message = '材料第1行 客户已同意付费，不能改为辅料；不收费的请改付费方为「赠送」，或删除此行'
  const free = await trySave(owner, routes, await again(order.id, [{ isConsumable: true }]))
  expect(free).toMatchObject({ status: 400, errors: [{ path: 'materials.0.isConsumable', message }] })
  const [filter] = (await read(order.id)).materials
  await shop.sql('update repair_line set issued_qty = 1 where group_id = $1 and id = $2', filter?.id)
  // He is asked about it anew, which makes it no gift either.
  await save(owner, routes, await again(order.id, [{ price: '46' }]))
  expect(await trySave(owner, routes, await again(order.id, [{ isConsumable: true }]))).toMatchObject({ status: 400 })
  const own = await trySave(owner, routes, await again(order.id, [{ isCustomerSupplied: true }]))
  expect(own.errors).toEqual([
    { path: 'materials.0.isCustomerSupplied', message: '材料第1行 已领 1，不是自带件，请先退料' },
  ])
  await shop.sql('update repair_line set issued_qty = 0 where group_id = $1 and id = $2', filter?.id)
})

it('asks him about a consumable that he is to pay now', async () => {
  const [filter, oil] = body().materials as [object, object]
  const order = await confirmedOrder(owner, { ...body(), materials: [filter, { ...oil, isConsumable: true }] } as never)
  expect((await read(order.id)).header.totalAmount).toBe('95.00')
  await save(owner, routes, await again(order.id, [{}, { isConsumable: false }]))
  expect(await states(order.id)).toEqual(['agreed', 'open'])
})

it('asks him about no consumable by itself: it waits as long as the work does that it goes with', async () => {
  const order = await confirmedOrder(owner, body())
  const grease = { partId: shop.parts.pad, qty: '1', price: '7', isConsumable: true }
  await save(owner, routes, await again(order.id, [{}, {}, { ...grease, labourNo: 1 }]))
  expect(await states(order.id)).toEqual(['agreed', 'agreed', 'agreed'])
  expect((await read(order.id)).header).toMatchObject({ totalAmount: '369.00', state: 'confirmed' })
  const [work] = (await read(order.id)).labour
  const labour = [
    { ...body().labour?.[0], id: work?.id },
    { name: '四轮定位', price: '180' },
  ]
  const { version } = await save(
    owner,
    routes,
    await again(order.id, [{}, {}, {}, { ...grease, labourNo: 2 }], { labour }),
  )
  expect(await states(order.id)).toEqual(['agreed', 'agreed', 'agreed', 'open'])
  // The work is not wanted after all; what was to be used with it stands by itself.
  await save(
    owner,
    routes,
    await again(order.id, [{}, {}, {}, { labourNo: null }], { labour: labour.slice(0, 1), version }),
  )
  expect(await states(order.id)).toEqual(['agreed', 'agreed', 'agreed', 'agreed'])
})

it('names the field and the line of what is wrong', async () => {
  const wrong = async (lines: object, header: object = {}) => {
    const { status, errors } = await trySave(owner, routes, {
      header: { ...body().header, ...header },
      ...lines,
    } as never)
    return [status, ...(errors ?? []).map(({ path, message }) => `${path} ${message}`)]
  }
  expect(await wrong({ materials: [{ partId: 999_999, qty: '1' }] })).toEqual([
    400,
    'materials.0.partId 材料第1行 配件不存在或已停用',
  ])
  expect(await wrong({ labour: [{ name: '钣金', price: '1', payer: 'insurance' }] })).toEqual([
    400,
    'labour.0.payerPartnerId 项目第1行 请选择保险公司',
  ])
  expect(await wrong({ materials: [{ partId: shop.parts.filter, qty: '1', labourNo: 2 }] })).toEqual([
    400,
    'materials.0.labourNo 材料第1行 所属项目不存在',
  ])
  expect(await wrong({}, { vehicleId: 999_999 })).toEqual([400, 'header.vehicleId 车辆不存在'])
})
