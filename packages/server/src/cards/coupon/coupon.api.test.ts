// 代金券: batches keep what they promised and their number, coupons are issued, voided, held, used, given back, and expire (business/cards 6).
import {
  couponBatches,
  coupons,
  enableCouponBatch,
  issueCoupons,
  saveCouponBatch,
  voidCoupons,
} from '@chepu/contract/cards/coupon'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { workOrder } from '@chepu/contract/repair/work-order'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportEnded } from '../../../test/export-file'
import { newPartner } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { orderBody, workshopOf } from '../../../test/workshop'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { keepFilesIn } from '../../kernel/base/file-folder'
import type { Tx } from '../../kernel/db/tx'
import { startExports } from '../../kernel/export/worker'
import { startCouponExpiry } from './expiry'
import { couponsById, couponsOfCustomer, giveBackCoupons, holdCoupons, useCoupons } from './use'

let shop: Shop
let owner: Client
let branchOwner: Client
let branchId: number
let customerId: number
let otherId: number
let folder: string
const today = shanghaiDay()
const report = (error: unknown) => console.error(error)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop()
  owner = await shop.signIn('owner')
  branchId = (await openBranch(shop)).orgId
  branchOwner = await shop.signIn('owner', branchId)
  customerId = await newPartner(shop, '领券客户')
  otherId = await newPartner(shop, '另一客户')
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const bodyOf = (more: Partial<BodyOf<typeof saveCouponBatch>> = {}) => ({
  name: '满200减30',
  face: '30',
  threshold: '200',
  validDays: 30,
  qty: 10,
  ...more,
})
const newBatch = (more: Partial<BodyOf<typeof saveCouponBatch>> = {}) =>
  owner.call(saveCouponBatch, { body: bodyOf(more) })
/** A batch that ended yesterday. */
const endedBatch = async (name: string) => {
  const { id, version } = await newBatch({ name, validDays: null, validTo: today })
  const text = 'update coupon_batch set valid_to = $3 where group_id = $1 and id = $2'
  await inTx((tx) => tx.query({ text, values: [shop.groupId, id, addDays(today, -1)] }))
  return { id, version }
}
const batchNamed = async (batch: string, client = owner) =>
  (await client.call(couponBatches.list, { query: { batch } })).rows[0]
const issue = (batchId: number, qty = 1, partnerIds: number[] = []) =>
  owner.call(issueCoupons, { body: { batchId, qty, partnerIds } })
const stateOf = async (id: number) => {
  const [coupon] = await shop.db.tenant(shop.groupId, (tx) => couponsById(tx, [id]))
  return coupon?.state
}
const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => shop.db.tenant(shop.groupId, work)

describe('批次', () => {
  it('has a last day or days from the issue, a face above zero, and is found by name and state', async () => {
    const save = (more: object) => owner.ask(saveCouponBatch, { body: bodyOf(more) })
    expect(await save({ validDays: null })).toMatchObject({ status: 400, errors: [{ path: 'validTo' }] })
    expect(await save({ validTo: today })).toMatchObject({ status: 400, errors: [{ path: 'validDays' }] })
    expect(await save({ face: '0' })).toMatchObject({ status: 400, msg: '面值必须大于0' })
    const dated = { validDays: null, validFrom: today, validTo: addDays(today, -1) }
    expect(await save(dated)).toMatchObject({ errors: [{ path: 'validTo', message: '截止日期不能早于开始日期' }] })
    const yesterday = { validDays: null, validTo: addDays(today, -1) }
    const past = { status: 400, errors: [{ path: 'validTo', message: '截止日期已过' }] }
    expect(await save(yesterday)).toMatchObject(past)
    const ending = await endedBatch('去年的')
    const saved = await owner.call(saveCouponBatch, {
      body: bodyOf({ ...ending, ...yesterday, name: '去年的', remark: '已结束' }),
    })
    const again = { id: ending.id, version: saved.version, validDays: null, validTo: addDays(today, -2) }
    expect(await save(again)).toMatchObject(past)
    await newBatch({ name: '今年的', validDays: null, validFrom: today, validTo: addDays(today, 9) })
    expect(await batchNamed('去年')).toMatchObject({ state: 'ended', validity: `${addDays(today, -1)} 止`, issued: 0 })
    expect(await batchNamed('今年')).toMatchObject({ state: 'active', validity: `${today} 至 ${addDays(today, 9)}` })
    const ended = await owner.call(couponBatches.list, { query: { batchState: 'ended' } })
    expect(ended.rows.map(({ name }) => name)).toEqual(['去年的'])
    expect(await owner.call(couponBatches.totals)).toMatchObject({ count: 2 })
  })

  it('keeps what it promised once a coupon is issued; name, days and number may change', async () => {
    const { id, version } = await newBatch({ name: '承诺' })
    const second = await owner.call(saveCouponBatch, { body: bodyOf({ id, version, name: '承诺', face: '40' }) })
    await issue(id, 3)
    const save = (more: object) =>
      owner.ask(saveCouponBatch, { body: bodyOf({ ...second, name: '承诺', face: '40.00', ...more }) })
    expect(
      await save({ face: '50', scope: 'part', isStackable: true, isCrossOrg: true, threshold: '1' }),
    ).toMatchObject({
      status: 400,
      errors: ['face', 'threshold', 'scope', 'isStackable', 'isCrossOrg'].map((path) => ({ path })),
    })
    expect(await save({ qty: 2 })).toMatchObject({
      errors: [{ path: 'qty', message: '已发 3 张，发行数不能小于已发数' }],
    })
    expect(await save({ qty: 3, name: '承诺二', validDays: 60 })).toMatchObject({ status: 200 })
    expect(await save({ qty: 3 })).toMatchObject({ status: 409 })
  })

  it('is seen and changed in its own organisation alone, by who issues coupons', async () => {
    const { id, version } = await newBatch({ name: '本店的' })
    expect(await batchNamed('本店', branchOwner)).toBeUndefined()
    const change = { body: bodyOf({ id, version }) }
    expect(await branchOwner.ask(saveCouponBatch, change)).toMatchObject({ status: 404 })
    const off = { params: { id }, body: { isActive: false, version } }
    expect(await branchOwner.ask(enableCouponBatch, off)).toMatchObject({ status: 404 })
    expect(await branchOwner.ask(issueCoupons, { body: { batchId: id, qty: 1 } })).toMatchObject({ status: 404 })
    const technician = await shop.signIn('technician')
    expect(await technician.ask(issueCoupons, { body: { batchId: id, qty: 1 } })).toMatchObject({ status: 403 })
    expect(await technician.ask(couponBatches.list)).toMatchObject({ status: 403 })
    await owner.call(enableCouponBatch, off)
    expect(await owner.ask(issueCoupons, { body: { batchId: id, qty: 1 } })).toMatchObject({
      msg: '批次“本店的”已停用，不能发券',
    })
  })
})

describe('发券', () => {
  it('gives each customer so many, or the bearer, with numbers of 12 digits and days of their own', async () => {
    const { id } = await newBatch({ name: '多人' })
    const mine = await issue(id, 2, [customerId, otherId])
    expect(mine.left).toBe(6)
    expect(mine.coupons.map(({ partnerName }) => partnerName)).toEqual(['领券客户', '领券客户', '另一客户', '另一客户'])
    expect(new Set(mine.coupons.map(({ couponNo }) => couponNo)).size).toBe(4)
    for (const coupon of mine.coupons) {
      expect(coupon.couponNo).toMatch(/^[1-9]\d{11}$/)
      expect(coupon).toMatchObject({ validFrom: today, validTo: addDays(today, 30) })
    }
    const [bearer] = (await issue(id)).coupons
    expect(bearer).toMatchObject({ partnerName: null })
    const { rows } = await owner.call(coupons.list, { query: { batchId: id, partnerId: otherId } })
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      partnerName: '另一客户',
      face: '30.00',
      state: 'unused',
      usedBillNo: null,
      issuedOn: today,
    })
    const found = await owner.call(coupons.list, { query: { couponNo: bearer?.couponNo ?? '' } })
    expect(found.rows.map(({ couponNo }) => couponNo)).toEqual([bearer?.couponNo])
    expect(await owner.call(coupons.totals, { query: { batch: '多人' } })).toMatchObject({
      count: 5,
      sums: { face: '150.00' },
    })
    expect((await branchOwner.call(coupons.list)).rows).toEqual([])
  })

  it('begins with the batch where that begins later, and ends with it', async () => {
    const from = addDays(today, 5)
    const { id } = await newBatch({ name: '以后', validFrom: from })
    expect((await issue(id)).coupons[0]).toMatchObject({ validFrom: from, validTo: addDays(from, 30) })
    const dated = await newBatch({ name: '到年底', validDays: null, validTo: addDays(today, 90) })
    expect((await issue(dated.id)).coupons[0]).toMatchObject({ validFrom: today, validTo: addDays(today, 90) })
    const past = await endedBatch('过期批次')
    expect(await owner.ask(issueCoupons, { body: { batchId: past.id, qty: 1 } })).toMatchObject({
      status: 400,
      msg: `批次“过期批次”已于 ${addDays(today, -1)} 到期，不能发券`,
    })
  })

  it('is never more than the batch holds, by two at once neither, and once for one click', async () => {
    const { id } = await newBatch({ name: '限量', qty: 5 })
    const ask = (qty: number, idempotencyKey?: string) =>
      owner.ask(issueCoupons, { body: { batchId: id, qty }, ...(idempotencyKey && { idempotencyKey }) })
    expect(await ask(6)).toMatchObject({ msg: '批次“限量”还可发 5 张，本次要发 6 张' })
    const both = await Promise.all([ask(3), ask(3)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    const [first, again] = await Promise.all([ask(2, 'click-1'), ask(2, 'click-1')])
    expect(first?.data.coupons).toHaveLength(2)
    expect(again?.data).toEqual(first?.data)
    expect(await batchNamed('限量')).toMatchObject({ qty: 5, issued: 5 })
  })

  it('refuses by name who is no active customer, is named twice, or too many', async () => {
    const { id } = await newBatch({ name: '给谁' })
    const ask = (partnerIds: number[], qty = 1) => owner.ask(issueCoupons, { body: { batchId: id, qty, partnerIds } })
    expect(await ask([customerId, shop.supplierId])).toMatchObject({ errors: [{ path: 'partnerIds.1' }] })
    expect(await ask([99_999_999])).toMatchObject({ errors: [{ path: 'partnerIds.0' }] })
    expect(await ask([customerId, customerId])).toMatchObject({ msg: '客户重复' })
    expect(await ask([customerId, otherId], 501)).toMatchObject({ msg: '一次最多发1000张' })
  })
})

describe('作废', () => {
  it('takes unused coupons with a reason, all or none, and is logged', async () => {
    const { id } = await newBatch({ name: '作废' })
    const ids = (await issue(id, 3)).coupons.map((coupon) => coupon.id)
    const ask = (couponIds: number[], client = owner) =>
      client.ask(voidCoupons, { body: { couponIds, reason: '印错' } })
    expect(await ask(ids, branchOwner)).toMatchObject({ errors: [{ path: 'couponIds.0' }, {}, {}] })
    expect(await ask(ids.slice(0, 1))).toMatchObject({ status: 200, data: { count: 1 } })
    const refused = await ask(ids)
    expect(refused.msg).toMatch(/^代金券 \d{12} 已作废，不能作废$/)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['void', 'unused', 'unused'])
    const logged = await shop.sql(
      `select from_state, to_state, reason from audit_log where group_id = $1 and entity = 'coupon' and entity_id = $2`,
      ids[0],
    )
    expect(logged).toEqual([{ fromState: 'unused', toState: 'void', reason: '印错' }])
    expect(await batchNamed('作废')).toMatchObject({ issued: 3 })
  })
})

describe('使用', () => {
  let settlements: number[]
  beforeAll(async () => {
    const workshop = await workshopOf(shop)
    settlements = []
    for (let i = 0; i < 2; i += 1) {
      settlements.push((await owner.call(workOrder.routes.save, { body: orderBody(shop, workshop) })).id)
    }
  })
  const useBy = (i: number, more: object = {}) => ({
    settlementId: settlements[i] as number,
    partnerId: customerId,
    orgId: shop.orgId,
    day: today,
    ...more,
  })

  it('of two drafts with one coupon one has it; a draft that names others lets it go', async () => {
    const { id } = await newBatch({ name: '两个柜台' })
    const [one, two] = (await issue(id, 2, [customerId])).coupons.map((coupon) => coupon.id) as [number, number]
    const both = await Promise.allSettled([0, 1].map((i) => inTx((tx) => holdCoupons(tx, useBy(i), [one]))))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const loser = both.find((each) => each.status === 'rejected')
    expect(String(loser?.reason)).toMatch(/代金券 \d{12} 已被其他结算单占用/)
    const winner = both.findIndex(({ status }) => status === 'fulfilled')
    await inTx((tx) => holdCoupons(tx, useBy(winner), [two]))
    expect([await stateOf(one), await stateOf(two)]).toEqual(['unused', 'locked'])
    await inTx((tx) => holdCoupons(tx, useBy(1 - winner), [one]))
    await inTx((tx) => giveBackCoupons(tx, { settlementId: settlements[winner] as number, today }))
    await inTx((tx) => giveBackCoupons(tx, { settlementId: settlements[1 - winner] as number, today }))
    expect([await stateOf(one), await stateOf(two)]).toEqual(['unused', 'unused'])
  })

  it('is used once, told of in the list, and given back as it was', async () => {
    const { id } = await newBatch({ name: '用一次' })
    const [coupon] = (await issue(id, 1, [customerId])).coupons
    const couponId = coupon?.id as number
    await inTx((tx) => holdCoupons(tx, useBy(0), [couponId]))
    await inTx((tx) => useCoupons(tx, useBy(0), [couponId]))
    await expect(inTx((tx) => useCoupons(tx, useBy(1), [couponId]))).rejects.toThrow(/已使用/)
    const refused = await owner.ask(voidCoupons, { body: { couponIds: [couponId], reason: '错' } })
    expect(refused.msg).toBe(`代金券 ${coupon?.couponNo} 已使用，不能作废`)
    const [row] = (await owner.call(coupons.list, { query: { batchId: id, state: 'used' } })).rows
    expect(row).toMatchObject({ usedById: settlements[0], usedOn: today, usedBillNo: expect.stringMatching(/^WX/) })
    expect(await batchNamed('用一次')).toMatchObject({ used: 1 })
    // Another settlement gives nothing back of it.
    await inTx((tx) => giveBackCoupons(tx, { settlementId: settlements[1] as number, today }))
    expect(await stateOf(couponId)).toBe('used')
    await inTx((tx) => giveBackCoupons(tx, { settlementId: settlements[0] as number, today }, [couponId]))
    const [back] = await inTx((tx) => couponsById(tx, [couponId]))
    expect(back).toMatchObject({ state: 'unused', usedBy: null })
    // Past its last day it comes back expired.
    await inTx((tx) => useCoupons(tx, useBy(0), [couponId]))
    await inTx((tx) => giveBackCoupons(tx, { settlementId: settlements[0] as number, today: addDays(today, 31) }))
    expect(await stateOf(couponId)).toBe('expired')
  })

  it('says why a coupon is not good: whose it is, where, and when', async () => {
    const { id } = await newBatch({ name: '不合适', validFrom: addDays(today, 1) })
    const [mine] = (await issue(id, 1, [customerId])).coupons
    const hold = (more: object, ids = [mine?.id as number]) => inTx((tx) => holdCoupons(tx, useBy(0, more), ids))
    const no = mine?.couponNo
    await expect(hold({ partnerId: otherId })).rejects.toThrow(`代金券 ${no} 不属于该客户`)
    await expect(hold({ orgId: branchId })).rejects.toThrow(`代金券 ${no} 是其他门店发放的，不能在本店使用`)
    await expect(hold({})).rejects.toThrow(`代金券 ${no} 从 ${addDays(today, 1)} 起才能使用`)
    await expect(hold({ day: addDays(today, 32) })).rejects.toThrow(`代金券 ${no} 已于 ${addDays(today, 31)} 到期`)
    await expect(hold({}, [99_999_999])).rejects.toThrow('代金券不存在')
    await owner.call(voidCoupons, { body: { couponIds: [mine?.id as number], reason: '错' } })
    await expect(hold({ day: addDays(today, 1) })).rejects.toThrow(`代金券 ${no} 已作废`)
  })

  it('is found, of a customer, where it is good', async () => {
    const here = await newBatch({ name: '本店用' })
    const anywhere = await newBatch({ name: '到处用', isCrossOrg: true, validDays: 5 })
    await issue(here.id, 1, [otherId])
    const [wide] = (await issue(anywhere.id, 1, [otherId])).coupons
    await issue(anywhere.id)
    const of = (orgId: number, day = today) => inTx((tx) => couponsOfCustomer(tx, { partnerId: otherId, orgId, day }))
    const names = (found: { batchName: string }[]) => found.map(({ batchName }) => batchName)
    expect(names(await of(branchId))).toContain('到处用')
    expect(names(await of(branchId))).not.toContain('本店用')
    expect(names(await of(shop.orgId))[0]).toBe('到处用')
    expect(names(await of(shop.orgId, addDays(today, 6)))).not.toContain('到处用')
    const use = useBy(0, { partnerId: otherId, orgId: branchId })
    expect(await inTx((tx) => holdCoupons(tx, use, [wide?.id as number]))).toHaveLength(1)
    await inTx((tx) => holdCoupons(tx, use, []))
    expect(await stateOf(wide?.id as number)).toBe('unused')
  })
})

it('past its last day a coupon expires at night, once, and a held one stays with its draft', async () => {
  const { id } = await newBatch({ name: '夜里', validDays: 1 })
  const [free, held] = (await issue(id, 2, [customerId])).coupons.map((coupon) => coupon.id) as [number, number]
  const workshop = await workshopOf(shop)
  const order = await owner.call(workOrder.routes.save, { body: orderBody(shop, workshop) })
  const use = { settlementId: order.id, partnerId: customerId, orgId: shop.orgId, day: today }
  await inTx((tx) => holdCoupons(tx, use, [held]))
  const night = async (day: string) => {
    const job = startCouponExpiry(shop.db, report, { now: () => new Date(`${day}T00:10:00+08:00`) })
    await job.look()
    await job.stop()
  }
  await night(addDays(today, 1))
  expect(await stateOf(free)).toBe('unused')
  await night(addDays(today, 2))
  expect([await stateOf(free), await stateOf(held)]).toEqual(['expired', 'locked'])
  await inTx((tx) => giveBackCoupons(tx, { settlementId: order.id, today: addDays(today, 2) }))
  expect(await stateOf(held)).toBe('expired')
  expect(await batchNamed('夜里')).toMatchObject({ expired: 2 })
})

it('goes with its customer where he is merged into another', async () => {
  const doubled = await newPartner(shop, '重复客户')
  const { id } = await newBatch({ name: '合并' })
  const [coupon] = (await issue(id, 1, [doubled])).coupons
  const query = { sourceId: doubled }
  const { moves } = await owner.call(partnerRoutes.mergePreview, { params: { id: otherId }, query })
  expect(moves).toContainEqual({ what: '代金券', detail: '1张' })
  await owner.call(partnerRoutes.merge, { params: { id: otherId }, body: query })
  const [row] = await inTx((tx) => couponsById(tx, [coupon?.id as number]))
  expect(row).toMatchObject({ partnerId: otherId, state: 'unused' })
  const again = await owner.ask(issueCoupons, { body: { batchId: id, qty: 1, partnerIds: [doubled] } })
  expect(again).toMatchObject({ errors: [{ path: 'partnerIds.0', message: '第1个客户不存在或已停用' }] })
})

it('both lists are exported in words', async () => {
  const worker = startExports(shop.db, report, { everyMs: 50 })
  for (const { export: route } of [couponBatches, coupons]) {
    const { jobId } = await owner.call(route, { body: { filters: {}, columns: [] } })
    expect(await exportEnded(owner, jobId)).toMatchObject({ state: 'done', error: '' })
  }
  await worker.stop()
})
