// 三包单 through HTTP: what a settlement makes of the lines of a manufacturer, what is entered freely, and what both do to the books.
import { button } from '@chepu/contract/access/catalogue'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { billSlip, makeBill, ordersToBill, warrantyBill, warrantyFaults } from '@chepu/contract/warranty/warranty-bill'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { act, type Saved, save, tryAct, trySave, undo } from '../../../test/desk'
import { type Warranty, warrantyOf } from '../../../test/warranty'
import { attached, keepFiles } from '../../../test/attached'
import { withdraw, worker } from '../../../test/people'
import { settledBooks } from '../../../test/settled-books'
import { typed as typedLine } from '../../../test/settled-claims'
import { settlingAt, stockParts } from '../../../test/settling'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { type Workshop, workshopOf } from '../../../test/workshop'
import { addMonths } from '@chepu/contract/kernel/calendar'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'

const { routes } = warrantyBill
let shop: Shop
let owner: Client
let workshop: Workshop
let desk: ReturnType<typeof settlingAt>
let books: ReturnType<typeof settledBooks>
let warranty: Warranty
let forget: () => void
beforeAll(async () => {
  forget = keepFiles()
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  warranty = await warrantyOf(shop)
  books = settledBooks(shop, warrantyBill.kind)
  await stockParts(shop, owner)
  desk = settlingAt(shop, owner, workshop)
})
afterAll(async () => {
  await shop.close()
  forget()
})

const read = (id: number) => owner.call(routes.read, { params: { id } })
const billsOf = async (settlementId: number) =>
  shop.sql<{ id: number; state: string; totalAmount: string }>(
    `select id, state, total_amount from repair_document where group_id = $1 and kind = 'warranty_bill' and settlement_id = $2 order by id`,
    settlementId,
  )
const known = async (id: number) => ({ id, version: (await read(id)).header.version })

/** An order whose work of 600.00 and part of 400.00 a manufacturer pays, settled; answers the settlement. */
async function settled(): Promise<Saved> {
  const paid = { payer: 'warranty' as const, payerPartnerId: warranty.makerId, taxRate: '0.13' }
  const order = await desk.finished({
    header: desk.plainBody().header,
    labour: [desk.labour('检查', '80'), desk.labour('更换离合器', '600', paid)],
    materials: [{ partId: shop.parts.pad, qty: '2', price: '200', labourNo: 2, ...paid }],
  })
  return desk.settle(await desk.drafted(order), { tenders: [desk.cash('80')] })
}

/** The body of a draft that the program has made, to be saved again as somebody has typed more into it. */
async function typed(id: number, header: object = {}, more: object = {}) {
  const { header: had, labour, materials, extras } = await read(id)
  return {
    id,
    version: had.version,
    header: { ...had, ...warranty.complete, ...header },
    labour: labour.map(typedLine),
    materials: materials.map(typedLine),
    extras: extras.map(typedLine),
    ...more,
  } as never
}

it('is made a draft by the settlement of its order, and posts what it comes to beyond that', async () => {
  const settlement = await settled()
  const [draft] = await billsOf(settlement.id)
  expect(draft).toMatchObject({ state: 'draft', totalAmount: '1000.00' })
  const { id } = draft as { id: number }
  const { header, labour, materials } = await read(id)
  expect(header).toMatchObject({
    manufacturerId: warranty.makerId,
    labourAmount: '600.00',
    materialAmount: '400.00',
    handling: 'replace',
    causePartId: shop.parts.pad,
    mileage: '31000.0000',
    settlementId: settlement.id,
  })
  expect([labour, materials].map((lines) => lines.map(({ netAmount }) => netAmount))).toEqual([['600.00'], ['400.00']])
  await save(
    owner,
    routes,
    await typed(id, {}, { extras: [{ name: '外出费', qty: '40', price: '3', taxRate: '0.06' }] }),
  )
  const approved = await act(owner, routes, await act(owner, routes, await known(id), 'submit'), 'approve')
  expect(approved.state).toBe('approved')
  expect(await books.itemsOf(id)).toEqual(['测试厂家 AR warranty 120.00 120.00'])
  expect(await books.pnlOf(id)).toEqual(['warranty_revenue warranty 113.21'])
  const again = await undo(owner, routes, approved)
  expect([again.state, await books.itemsOf(id), await books.pnlOf(id)]).toEqual(['draft', [], []])
})

it('of a draft nothing is left when its order is not settled any more; what is further stands in the way', async () => {
  const settlement = await settled()
  const [draft] = await billsOf(settlement.id)
  const { id } = draft as { id: number }
  await save(owner, routes, await typed(id))
  const submitted = await act(owner, routes, await known(id), 'submit')
  const refused = await tryAct(owner, repairSettlement.routes, settlement, 'unapprove')
  expect(refused.msg).toMatch(/^三包单 SB\S+ 当前为「待审核」，结算单 WJ\S+ 不能反结算/)
  await act(owner, routes, submitted, 'withdraw')
  await undo(owner, repairSettlement.routes, settlement)
  expect((await billsOf(settlement.id)).map(({ state }) => state)).toEqual(['voided'])
})

it('stands in the way of a refund of its lines until it is void, and is made anew of what is left', async () => {
  const settlement = await settled()
  const [draft] = await billsOf(settlement.id)
  const { id } = draft as { id: number }
  const { materials } = await owner.call(repairSettlement.routes.read, { params: { id: settlement.id } })
  const [part] = materials
  const { partnerId, vehicleId } = workshop
  const body = {
    header: { bizDate: shanghaiDay(), partnerId, vehicleId, settlementId: settlement.id, reason: '少换一件' },
    materials: [{ sourceLineId: part?.id as number, qty: '1', isRestocked: true }],
  }
  const refund = await save(owner, repairRefund.routes, body)
  const refused = await tryAct(owner, repairRefund.routes, refund, 'approve')
  expect(refused.msg).toMatch(/^三包单 SB\S+ 已存在，请先作废$/)
  const problems = async () => {
    const asked = { settlementId: settlement.id, lines: [{ sourceLineId: part?.id as number, qty: '1' }] }
    return (await owner.call(refundPreview, { body: asked })).problems.map(({ message }) => message)
  }
  expect(await problems()).toEqual([refused.msg])
  const fresh = { bizDate: shanghaiDay(), partnerId, manufacturerId: warranty.makerId, settlementId: settlement.id }
  expect((await trySave(owner, routes, { header: fresh })).msg).toMatch(/^三包单 SB\S+ 已存在，请先作废$/)
  await act(owner, routes, await known(id), 'void')
  expect(await problems()).toEqual([])
  const waiting = async () =>
    (await owner.call(ordersToBill, { query: {} })).rows
      .filter(({ settlementId }) => settlementId === settlement.id)
      .map(({ manufacturerName, amount }) => [manufacturerName, amount])
  expect(await waiting()).toEqual([['测试厂家', '1000.00']])
  // 200.00 of 1 000.00 are off what the settlement has billed at once, and on it again when the refund is undone.
  const owedOf = async () =>
    shop.sql(
      `select source_kind || ' ' || original || ' ' || balance as owed from open_item
      where group_id = $1 and payer_type = 'warranty' and original <> 0
        and (source_kind, source_id) in (('repair_settlement', $2), ('repair_refund', $3)) order by id`,
      settlement.id,
      refund.id,
    )
  const undone = await undo(owner, repairRefund.routes, await act(owner, repairRefund.routes, refund, 'approve'))
  expect(await owedOf()).toEqual([{ owed: 'repair_settlement 1000.00 1000.00' }])
  await act(owner, repairRefund.routes, undone, 'approve')
  expect(await owedOf()).toEqual([{ owed: 'repair_settlement 1000.00 800.00' }, { owed: 'repair_refund -200.00 0.00' }])
  expect(await waiting()).toEqual([['测试厂家', '800.00']])
  const anew = await save(owner, routes, {
    header: { ...fresh, ...warranty.complete },
    materials: [{ partId: shop.parts.pad, qty: '1', price: '200', taxRate: '0.13', sourceLineId: part?.id as number }],
  })
  await act(owner, routes, await act(owner, routes, anew, 'submit'), 'approve')
  expect([await books.itemsOf(anew.id), await books.pnlOf(anew.id)]).toEqual([[], []])
})

it('is entered freely of a trade customer without a car, and given up as a whole on a later day', async () => {
  const { partnerId } = workshop
  const bizDate = addDays(shanghaiDay(), -1)
  const bill = await save(owner, routes, {
    header: { bizDate, partnerId, manufacturerId: warranty.makerId, ...warranty.completePart, repairedOn: bizDate },
    materials: [{ partId: shop.parts.pad, qty: '3', price: '113', taxRate: '0.13' }],
  })
  const approved = await act(owner, routes, await act(owner, routes, bill, 'submit'), 'approve')
  expect(await books.itemsOf(bill.id)).toEqual(['测试厂家 AR warranty 339.00 339.00'])
  const closed = await act(owner, routes, approved, 'close')
  expect(closed.state).toBe('closed')
  expect(await books.itemsOf(bill.id)).toEqual([
    '测试厂家 AR warranty -339.00 0.00',
    '测试厂家 AR warranty 339.00 0.00',
  ])
  expect(await books.pnlOf(bill.id)).toEqual(['warranty_diff warranty -300.00', 'warranty_revenue warranty 300.00'])
})

/** A policy of the manufacturer for the part, in force since the year began. */
const policyOf = (terms: object) =>
  owner.call(policyRoutes.save, {
    body: {
      name: '测试三包政策',
      manufacturerId: warranty.makerId,
      scope: 'part',
      partId: shop.parts.oil,
      terms: [{ validFrom: '2026-01-01', labourRate: '100', partPriceRule: 'retail', ...terms }],
    },
  })

it('tells all that is missing at once, by field, and takes late ones with a reason alone', async () => {
  await policyOf({ months: 12, km: '50000', claimDays: 30, photos: ['铭牌', '故障件'], returnsOldParts: true })
  const { partnerId, vehicleId } = workshop
  const header = { bizDate: shanghaiDay(), partnerId, vehicleId, manufacturerId: warranty.makerId }
  const line = { partId: shop.parts.oil, qty: '1', price: null, taxRate: '0.13' }
  const bare = await save(owner, routes, { header: { ...header, handling: 'replace' }, materials: [line] })
  const refused = await tryAct(owner, routes, bare, 'submit')
  expect(refused.errors).toEqual([
    { path: 'header.checkedVin', message: '请填写核对VIN' },
    { path: 'header.invoicedOn', message: '请填写购车日期' },
    { path: 'header.mileage', message: '请填写里程' },
    { path: 'header.faultCodeId', message: '请选择故障代码或填写故障描述' },
    { path: 'header.causePartId', message: '更换的三包单请选择主因件' },
    { path: 'header.repairedOn', message: '请填写修理日期' },
    { path: 'header.termReason', message: '缺少购车日期、本次里程，请填写申报说明' },
    { path: 'materials.0.price', message: '材料第1行 请填写索赔价' },
    { path: 'header.photos', message: '还缺照片：铭牌、故障件' },
  ])
  const late = {
    ...header,
    ...warranty.complete,
    termReason: '',
    causePartId: shop.parts.oil,
    checkedVin: 'lsvaa4187c2184840',
    invoicedOn: addDays(shanghaiDay(), -500),
    repairedOn: addDays(shanghaiDay(), -40),
    mileage: '51350',
  }
  const saved = await save(owner, routes, {
    ...(await known(bare.id)),
    header: late,
    materials: [{ ...line, price: '100' }],
  })
  const { header: told } = await read(saved.id)
  expect(told).toMatchObject({ isInTerm: false, claimBy: addDays(shanghaiDay(), -10) })
  expect(told.termText).toMatch(/^超期 9[3-6] 天，超里程 1 350 公里$/)
  for (const name of ['铭牌', '故障件'])
    await attached(shop, owner, { kind: warrantyBill.kind, ownerId: saved.id }, `${name}.png`)
  expect((await tryAct(owner, routes, saved, 'submit')).errors).toEqual([
    { path: 'header.checkedVin', message: '核对VIN LSVAA4187C2184840 与车辆车架号 LSVAA4187C2184847 不一致' },
    {
      path: 'header.termReason',
      message: `已过申报期限 ${told.claimBy}，${told.termText}，里程 51 350 公里 大于 ${shanghaiDay()} 的读数 31 000 公里，请填写申报说明`,
    },
  ])
  const proven = await save(owner, routes, {
    ...(await known(saved.id)),
    header: { ...late, checkedVin: 'LSVAA4187C2184847', termReason: '厂家特批' },
    materials: [{ ...line, price: '100' }],
  })
  expect((await act(owner, routes, proven, 'submit')).state).toBe('submitted')
})

it('asks why where others have read the meter otherwise, the same was claimed within a week, or a part is claimed at nothing', async () => {
  const { partnerId, vehicleId } = workshop
  const day = addDays(shanghaiDay(), -3)
  for (const [mileage, ago] of [
    ['33000', 5],
    ['34000', 2],
  ] as const)
    await shop.sql(
      `insert into vehicle_mileage (group_id, vehicle_id, mileage, read_on, user_id) select $1, $2, $3, $4, u.id from app_user u
        where u.group_id = $1 limit 1 on conflict do nothing`,
      vehicleId,
      mileage,
      addDays(shanghaiDay(), -ago),
    )
  const own = { ...warranty.complete, faultCodeId: null, complaint: '异响', termReason: '' }
  Object.assign(own, { repairedOn: day, causePartId: shop.parts.filter })
  const header = { bizDate: shanghaiDay(), partnerId, vehicleId, manufacturerId: warranty.makerId, ...own }
  const materials = [{ partId: shop.parts.filter, qty: '1', price: '113', taxRate: '0.13' }]
  const told = async (more: object, price = '113') => {
    const saved = await save(owner, routes, {
      header: { ...header, ...more },
      materials: materials.map((line) => ({ ...line, price })),
    })
    const { errors } = await tryAct(owner, routes, saved, 'submit')
    return errors?.map(({ message }) => message)
  }
  const low = `里程 10 公里 小于 ${addDays(shanghaiDay(), -5)} 的读数 33 000 公里`
  expect(await told({ mileage: '10' })).toEqual([`${low}，请填写申报说明`])
  expect(await told({ mileage: '34001' })).toEqual([
    `里程 34 001 公里 大于 ${addDays(shanghaiDay(), -2)} 的读数 34 000 公里，请填写申报说明`,
  ])
  expect(await told({ mileage: '33000' }, '0')).toEqual(['材料第1行 索赔价须大于0'])
  expect(await told({ mileage: '10', termReason: '换过仪表' })).toBeUndefined()
  const [twice] = (await told({ mileage: '33500' })) ?? []
  expect(twice).toMatch(new RegExp(`^同车 ${day} 已有三包单 SB\\d+（配件 .+），请填写申报说明$`))
  expect(await told({ mileage: '33000', repairedOn: addDays(day, -7) })).toEqual([twice])
  expect(await told({ mileage: '33000', repairedOn: addDays(day, -8) })).toBeUndefined()
  const { faultCodeId } = warranty.complete
  const [fault] = (await told({ mileage: '33500', repairedOn: shanghaiDay(), faultCodeId })) ?? []
  expect(fault).toMatch(/同车 \d{4}-\d\d-\d\d 已有三包单 SB\d+（故障 离合器打滑）/)
  const query = { manufacturerId: warranty.makerId, vehicleId, day, mileage: '10', partIds: `${shop.parts.filter}` }
  const { doubts } = await owner.call(warrantyBillPrices, { query: query as never })
  expect(doubts).toEqual([low, twice?.replace('，请填写申报说明', '')])
})

it('keeps its photos once it is submitted, and is not sent without them', async () => {
  const { partnerId, vehicleId } = workshop
  const bill = await save(owner, routes, {
    header: {
      bizDate: shanghaiDay(),
      partnerId,
      vehicleId,
      manufacturerId: warranty.makerId,
      ...warranty.complete,
      causePartId: shop.parts.oil,
    },
    materials: [{ partId: shop.parts.oil, qty: '1', price: '100', taxRate: '0.13' }],
  })
  const of = { kind: warrantyBill.kind, ownerId: bill.id }
  const files = () => owner.call(resourceRoutes.list, { query: of })
  const remove = (id: number) => owner.ask(resourceRoutes.remove, { params: { id } })
  const spare = await attached(shop, owner, of, '多余.png')
  const [plate] = [await attached(shop, owner, of, '铭牌.png'), await attached(shop, owner, of, '故障件.png')]
  expect([(await files()).mayRemove, (await remove(spare)).status]).toEqual([true, 200])
  const submitted = await act(owner, routes, bill, 'submit')
  const state = (label: string) => `三包单 ${bill.billNo} 当前为「${label}」，照片和附件不能删除`
  expect((await remove(plate)).msg).toBe(state('待审核'))
  const approved = await act(owner, routes, submitted, 'approve')
  expect((await remove(plate)).msg).toBe(state('已审核'))
  expect(await files()).toMatchObject({ mayChange: true, mayRemove: false })
  const claim = await save(owner, warrantyClaim.routes, {
    header: { bizDate: shanghaiDay(), partnerId: warranty.makerId },
    bills: [{ billId: approved.id }],
  })
  await shop.sql('update attachment set file_name = $2 where group_id = $1 and id = $3', '照片.png', plate)
  const refused = await tryAct(owner, warrantyClaim.routes, claim, 'send')
  expect(refused.errors).toEqual([{ path: 'bills.0.billId', message: `第1行 三包单 ${bill.billNo} 还缺照片：铭牌` }])
  await attached(shop, owner, of, '铭牌.png')
  expect((await act(owner, warrantyClaim.routes, claim, 'send')).state).toBe('sent')
})

it('knows by its terms what is paid for items and parts', async () => {
  const { makerId: manufacturerId } = warranty
  const query = {
    manufacturerId,
    vehicleId: workshop.vehicleId,
    partIds: `${shop.parts.oil}`,
  }
  const invoicedOn = addDays(shanghaiDay(), -90)
  const prices = await owner.call(warrantyBillPrices, { query: { ...query, invoicedOn, mileage: '31000' } as never })
  expect(prices).toMatchObject({
    termText: `在保：至 ${addMonths(invoicedOn, 12)} 或 50 000 公里`,
    photos: ['铭牌', '故障件'],
    returnsOldParts: true,
    outingRate: '0.0000',
  })
})

it('refuses what is not there, is not his, or was made of another settlement', async () => {
  const { partnerId, vehicleId, insurerId } = workshop
  const header = { bizDate: shanghaiDay(), partnerId, vehicleId, manufacturerId: warranty.makerId }
  const told = async (more: object, lines: object = {}) =>
    (await trySave(owner, routes, { header: { ...header, ...more }, ...lines } as never)).msg
  expect(await told({ manufacturerId: insurerId })).toBe('责任厂家不存在、已停用或不是厂家')
  expect(await told({ manufacturerId: 999_999 })).toBe('责任厂家不存在、已停用或不是厂家')
  expect(await told({ faultCodeId: 999_999 })).toBe('故障代码不存在、已停用或不是该厂家的')
  expect(await told({ causePartId: 999_999 })).toBe('主因件不存在')
  expect(await told({ policyTermId: 999_999 })).toBe('三包政策不存在或不是该厂家的')
  expect(await told({ settlementId: 999_999 })).toBe('结算单不存在')
  expect(await told({ repairedOn: '2099-01-01' })).toBe('修理日期 2099-01-01 晚于业务日期')
  const settlement = await settled()
  const { labour } = await owner.call(repairSettlement.routes.read, { params: { id: settlement.id } })
  const lines = { labour: [{ name: '工时', stdHours: '1', price: '600', sourceLineId: labour[1]?.id }] }
  expect(await told({}, lines)).toBe('工时第1行 结算明细不属于该厂家的三包项目，或已有三包单')
})

it("is nobody's without the rights to it", async () => {
  const { partnerId } = workshop
  const header = { bizDate: shanghaiDay(), partnerId, manufacturerId: warranty.makerId, ...warranty.completePart }
  const body = { header, materials: [{ partId: shop.parts.pad, qty: '1', price: '113', taxRate: '0.13' }] }
  const clerk = await worker(shop, 'owner')
  await withdraw(shop, clerk, { buttons: ['approve', 'close'].map((name) => button('warranty_bill', name)) })
  const saved = await save(clerk.client, routes, body)
  expect(await tryAct(clerk.client, routes, saved, 'approve')).toMatchObject({ status: 403 })
  const approved = await act(owner, routes, saved, 'approve')
  expect(await tryAct(clerk.client, routes, approved, 'close')).toMatchObject({ status: 403 })
  const keeper = await shop.signIn('store_keeper')
  const calls = [
    keeper.ask(routes.list, { query: {} }),
    keeper.ask(ordersToBill, { query: {} }),
    keeper.ask(warrantyFaults, { query: {} }),
    keeper.ask(billSlip, { params: { id: saved.id } }),
    keeper.ask(warrantyBillPrices, { query: { manufacturerId: warranty.makerId } }),
    keeper.ask(makeBill, { body: { settlementId: 1, manufacturerId: warranty.makerId } }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
})

it('goes to nobody who changed it since', async () => {
  const { partnerId } = workshop
  const header = { bizDate: shanghaiDay(), partnerId, manufacturerId: warranty.makerId, ...warranty.completePart }
  const saved = await save(owner, routes, { header })
  await save(owner, routes, { id: saved.id, version: saved.version, header: { ...header, remark: '改' } })
  expect(await trySave(owner, routes, { id: saved.id, version: saved.version, header })).toMatchObject({ status: 409 })
})

it('keeps its manufacturer from being merged away until it is settled', async () => {
  const other = await owner.call(partnerRoutes.save, { body: { kind: 'unit', cusFlag: 4, name: '另一厂家' } as never })
  const params = { id: other.id }
  const refused = await owner.ask(partnerRoutes.merge, { params, body: { sourceId: warranty.makerId } as never })
  expect(refused.msg).toMatch(/^“测试厂家”有未完成的单据 SB/)
})

it('is still to be made of what its manufacturer was billed: until then he is not merged away', async () => {
  const maker = async (name: string) =>
    (await owner.call(partnerRoutes.save, { body: { kind: 'unit', cusFlag: 4, name } as never })).id
  const [heirId, sourceId] = [await maker('接手厂家'), await maker('被并厂家')]
  const paid = { payer: 'warranty' as const, payerPartnerId: sourceId }
  const order = await desk.finished({ header: desk.plainBody().header, labour: [desk.labour('换件', '70', paid)] })
  const settlement = await desk.settle(await desk.drafted(order))
  const [draft] = await billsOf(settlement.id)
  await act(owner, routes, await known(draft?.id as number), 'void')
  const merge = () => owner.ask(partnerRoutes.merge, { params: { id: heirId }, body: { sourceId } as never })
  expect((await merge()).msg).toBe(`“被并厂家”有未完成的单据 ${settlement.billNo}，请先处理这些单据`)
  await undo(owner, repairSettlement.routes, settlement)
  expect((await merge()).msg).toMatch(/^“被并厂家”有未完成的单据/)
})
