// 厂家三包政策 and 厂家工时定额: what manufacturers promise over time, and what is in force on a day (business/three-guarantees 1).
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { quotaRoutes } from '@chepu/contract/warranty/labour-quota'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { warrantyPoliciesOf } from '@chepu/contract/warranty/policies-of'
import { addDays, addMonths } from '@chepu/contract/kernel/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { workshopOf } from '../../../test/workshop'
import { withdraw, worker } from '../../../test/people'
import { shanghaiDay } from '../../kernel/base/calendar'
import { createGroup } from '../../access/provision'
import { quotaHoursOf } from '../quota/in-force'

let shop: Shop
let owner: Client
let adviser: Client
let ids: Record<
  'maker' | 'other' | 'brand' | 'series' | 'sedan' | 'category' | 'child' | 'part' | 'item' | 'car',
  number
>
const today = shanghaiDay()
const yesterday = addDays(today, -1)

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  adviser = await shop.signIn('adviser')
  const { partnerId, workerTypeId } = await workshopOf(shop)
  ids = await shop.db.tenant(shop.groupId, async (tx) => {
    const brand = await one(tx, 'brand', { name: '东风', kind: 'car' })
    const series = await one(tx, 'car_series', { brand_id: brand, name: '天龙' })
    const category = await one(tx, 'part_category', { name: '电器', level: 1 })
    const child = await one(tx, 'part_category', {
      name: '蓄电池',
      level: 2,
      parent_id: category,
      path: `/${category}/0/`,
    })
    await tx.query({
      text: 'update part_category set path = $3 where group_id = $1 and id = $2',
      values: [tx.groupId, category, `/${category}/`],
    })
    await tx.query({
      text: 'update part set category_id = $3 where group_id = $1 and id = $2',
      values: [tx.groupId, shop.parts.pad, child],
    })
    const rate = await tx.one<{ id: number }>({
      text: 'select id from tax_rate where group_id = $1 limit 1',
      values: [tx.groupId],
    })
    return {
      maker: await one(tx, 'partner', { code: 'CJ-1', name: '东风商用车', cus_flag: 4 }),
      other: await one(tx, 'partner', { code: 'CJ-2', name: '骆驼蓄电池', cus_flag: 6 }),
      brand,
      series,
      sedan: await one(tx, 'car_series', {
        brand_id: await one(tx, 'brand', { name: '大众', kind: 'car' }),
        name: '朗逸',
      }),
      category,
      child,
      part: shop.parts.pad,
      item: await one(tx, 'service_item', {
        code: 'LH',
        name: '更换离合器',
        pricing_mode: 'hours',
        std_hours: '3',
        worker_type_id: workerTypeId,
        tax_rate_id: rate?.id,
        warranty_hours: '2.5',
      }),
      car: await one(tx, 'vehicle', {
        plate: '鄂A00001',
        partner_id: partnerId,
        series_id: series,
        invoiced_on: addDays(today, -100),
        mileage: '40000',
      }),
    }
  })
})
afterAll(() => shop.close())

const term = (validFrom: string, more: object = {}) => ({
  validFrom,
  months: 12,
  km: '50000',
  labourRate: '80',
  ...more,
})
const ask = (body: object, client = owner) => client.ask(policyRoutes.save, { body: body as never })
const saved = async (body: object) =>
  (await owner.call(policyRoutes.save, { body: body as never })) as { id: number; version: number }
const truck = (name: string, terms: readonly object[], more: object = {}) => ({
  name,
  manufacturerId: ids.maker,
  brandId: ids.brand,
  terms,
  ...more,
})
const read = (id: number) => owner.call(policyRoutes.read, { params: { id } })
const rowOf = async (name: string) => (await owner.call(policyRoutes.list, { query: { q: name } })).rows[0]

describe('a policy', () => {
  it('is listed with the terms of today', async () => {
    const { id } = await saved(
      truck(
        '天龙三包',
        [term('2024-01-01', { labourRate: '60' }), term(yesterday, { claimDays: 15 }), term(addDays(today, 30))],
        {
          seriesId: ids.series,
        },
      ),
    )
    expect(await rowOf('天龙三包')).toMatchObject({
      code: 'ZC0001',
      manufacturerName: '东风商用车',
      scope: 'vehicle',
      objectName: '东风 天龙',
      months: 12,
      km: '50000.0000',
      labourRate: '80.0000',
      claimDays: 15,
      returnsOldParts: false,
      isActive: true,
    })
    const { terms } = await read(id)
    expect(terms.map(({ validFrom, isFixed }) => [validFrom, isFixed])).toEqual([
      [addDays(today, 30), false],
      [yesterday, false],
      ['2024-01-01', true],
    ])
    expect((await owner.call(policyRoutes.totals, { query: { scope: 'vehicle' } })).count).toBe(1)
  })

  it('names what it covers, and terms that limit something', async () => {
    const faults = async (body: object) => (await ask(body)).errors
    expect(await faults({ name: '缺', manufacturerId: ids.maker, terms: [term(today)] })).toMatchObject([
      { path: 'brandId', message: '请选择品牌' },
    ])
    expect(await faults(truck('缺', []))).toMatchObject([{ path: 'terms', message: '请添加条款' }])
    expect(await faults(truck('缺', [term(today, { months: null, km: null })]))).toMatchObject([
      { path: 'terms.0.months', message: '第1行请填写月数或公里' },
    ])
    expect(await faults(truck('缺', [term(today), term(today)]))).toMatchObject([
      { message: '第2行生效日期与前面重复' },
    ])
    expect(await faults(truck('缺', [term(today)], { seriesId: ids.sedan }))).toMatchObject([
      { message: '车系不属于所选品牌' },
    ])
    expect(await faults(truck('缺', [term(today)], { manufacturerId: shop.supplierId }))).toMatchObject([
      { path: 'manufacturerId', message: '厂家不存在或已停用' },
    ])
    expect(await faults(truck('缺', [term(today, { partRate: '0' })]))).toMatchObject([
      { message: '系数应大于0、小于1000' },
    ])
  })

  it('keeps terms that others have followed, and takes new ones after them', async () => {
    const old = term('2025-01-01')
    const now = term('2026-01-01')
    const { id, version } = await saved(truck('改条款', [old, now]))
    const change = (terms: readonly object[], at = version) => ask(truck('改条款', terms, { id, version: at }))
    const kept = '2025-01-01 起的条款已被后面的条款接替，不能改动或删除，请新增一条更晚生效的条款'
    expect((await change([term('2025-01-01', { labourRate: '81' }), now])).errors).toMatchObject([
      { path: 'terms', message: kept },
    ])
    expect((await change([now])).errors).toMatchObject([{ message: kept }])
    expect((await change([term('2024-06-01'), old, now])).errors).toMatchObject([
      { message: '第1行生效日期应晚于 2025-01-01，之前的条款不再改动' },
    ])
    // The newest may still be corrected, and another may follow it.
    expect((await change([old, term('2026-01-01', { labourRate: '90' }), term('2099-01-01')])).status).toBe(200)
    expect((await read(id)).terms.map(({ validFrom, labourRate }) => [validFrom, labourRate])).toEqual([
      ['2099-01-01', '80.0000'],
      ['2026-01-01', '90.0000'],
      ['2025-01-01', '80.0000'],
    ])
    expect((await change([old, now])).status).toBe(409)
  })

  it('that a bill is claimed by keeps its terms, its manufacturer and its object', async () => {
    const { id, version } = await saved(truck('已用', [term('2026-01-01')]))
    const [{ id: termId } = { id: 0 }] = (await read(id)).terms
    await shop.sql(
      `insert into repair_document (group_id, org_id, kind, bill_no, biz_date, period, state, partner_id, policy_term_id, creator_id)
        values ($1, $2, 'warranty_bill', 'SB-TEST', '2026-11-01', 202611, 'draft', $3, $4, $5)`,
      shop.orgId,
      ids.maker,
      termId,
      (await worker(shop, 'owner')).userId,
    )
    const changed = await ask(truck('已用', [term('2026-01-01', { labourRate: '70' })], { id, version }))
    expect(changed.errors).toMatchObject([
      { message: '2026-01-01 起的条款已有三包单使用，不能改动或删除，请新增一条更晚生效的条款' },
    ])
    const moved = await ask(truck('已用', [term('2026-01-01')], { id, version, manufacturerId: ids.other }))
    expect(moved).toMatchObject({ status: 400, msg: '已有三包单使用此政策，不能改厂家和对象，可停用后复制一份新的' })
    expect((await owner.ask(policyRoutes.remove, { params: { id } })).msg).toBe(
      '三包政策“已用”已被使用，不能删除，可改为停用',
    )
    const followed = await ask(truck('已用', [term('2026-01-01'), term(addDays(today, 1))], { id, version }))
    expect(followed.status).toBe(200)
    // One that was voided holds no figures, but it still names its terms.
    await shop.sql(`update repair_document set state = 'voided' where group_id = $1 and bill_no = 'SB-TEST'`)
    const now = { id, version: (await read(id)).version }
    expect((await ask(truck('已用', [term(addDays(today, 1))], now))).msg).toBe(
      '删除的条款已有三包单引用（含已作废的），可以修改，不能删除',
    )
    const mended = [term('2026-01-01', { labourRate: '70' }), term(addDays(today, 1))]
    expect((await ask(truck('已用', mended, now))).status).toBe(200)
    await shop.sql(`delete from repair_document where group_id = $1 and bill_no = 'SB-TEST'`)
    expect((await owner.ask(policyRoutes.remove, { params: { id } })).status).toBe(200)
  })

  it('is read by who sees bills, and changed by who may keep policies', async () => {
    expect((await adviser.ask(policyRoutes.list, {})).status).toBe(200)
    expect((await ask(truck('顾问', [term(today)]), adviser)).status).toBe(403)
    const keeper = await shop.signIn('warehouse_keeper')
    expect((await keeper.ask(policyRoutes.list, {})).status).toBe(403)
    expect((await keeper.ask(policyRoutes.read, { params: { id: 1 } })).status).toBe(403)
    const clerk = await shop.signIn('warranty_clerk')
    expect((await ask(truck('三包员录入', [term(today)]), clerk)).status).toBe(200)
    const row = await rowOf('三包员录入')
    const off = { params: { id: row?.id as number }, body: { isActive: false, version: row?.version as number } }
    expect((await adviser.ask(policyRoutes.enable, off)).status).toBe(403)
    expect((await clerk.ask(policyRoutes.enable, off)).status).toBe(200)
    expect((await rowOf('三包员录入'))?.isActive).toBe(false)
  })

  it('names nothing of another group', async () => {
    const groupId = await createGroup(shop.db, '别的集团')
    const theirs = await shop.db.tenant(groupId, (tx) =>
      one(tx, 'partner', { code: 'CJ-9', name: '别家厂', cus_flag: 4 }),
    )
    expect((await ask(truck('越界', [term(today)], { manufacturerId: theirs }))).errors).toMatchObject([
      { path: 'manufacturerId', message: '厂家不存在或已停用' },
    ])
  })
})

describe('a quota', () => {
  const ofItem = (validFrom: string, hours: string, more: object = {}) => ({
    manufacturerId: ids.maker,
    serviceItemId: ids.item,
    validFrom,
    hours,
    ...more,
  })
  const save = (body: object, client = owner) => client.ask(quotaRoutes.save, { body: body as never })
  const hoursOn = (day: string, manufacturerId = ids.maker) =>
    shop.db.tenant(shop.groupId, (tx) => quotaHoursOf(tx as never, { manufacturerId, serviceItemIds: [ids.item], day }))

  it('counts from its day on; before the first the hours of the item do', async () => {
    expect((await save(ofItem('2026-01-01', '2', { labourCode: 'DF-01' }))).status).toBe(200)
    expect((await save(ofItem('2026-06-01', '1.8'))).status).toBe(200)
    expect((await hoursOn('2025-12-31')).get(ids.item)).toEqual({ hours: '2.500000', labourCode: '' })
    expect((await hoursOn('2026-05-31')).get(ids.item)).toEqual({ hours: '2.000000', labourCode: 'DF-01' })
    expect((await hoursOn('2026-06-01')).get(ids.item)?.hours).toBe('1.800000')
    expect((await hoursOn('2026-06-01', ids.other)).get(ids.item)?.hours).toBe('2.500000')
    const { rows } = await owner.call(quotaRoutes.list, { query: { q: '离合' } })
    expect(rows.map(({ validFrom, hours, isCurrent }) => [validFrom, hours, isCurrent])).toEqual([
      ['2026-06-01', '1.800000', true],
      ['2026-01-01', '2.000000', false],
    ])
  })

  it('that is switched off leaves the field to the one before', async () => {
    const [newest] = (await owner.call(quotaRoutes.list, { query: { current: 'true' } })).rows
    const change = {
      params: { id: newest?.id as number },
      body: { isActive: false, version: newest?.version as number },
    }
    expect((await owner.ask(quotaRoutes.enable, change)).status).toBe(200)
    expect((await hoursOn('2026-06-01')).get(ids.item)?.hours).toBe('2.000000')
  })

  it('is the only one of manufacturer, item and day', async () => {
    expect((await save(ofItem('2026-01-01', '3'))).msg).toBe('此厂家和项目在该生效日期已有定额')
    expect((await save(ofItem('2026-01-02', '0'))).errors).toMatchObject([{ path: 'hours', message: '工时应大于0' }])
    expect((await save(ofItem('2026-01-02', '1'), adviser)).status).toBe(403)
    const keeper = await shop.signIn('warehouse_keeper')
    expect((await keeper.ask(quotaRoutes.list, {})).status).toBe(403)
    expect((await adviser.ask(quotaRoutes.export, { body: { filters: {}, columns: [], format: 'csv' } })).status).toBe(
      403,
    )
  })
})

it('go over with a manufacturer who was there twice', async () => {
  const doubled = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'partner', { code: 'CJ-3', name: '东风商用车厂', kind: 'unit', cus_flag: 4 }),
  )
  const { id } = await saved(truck('厂名重复', [term('2026-01-01')], { manufacturerId: doubled }))
  for (const validFrom of ['2026-01-01', '2026-03-01'])
    await owner.call(quotaRoutes.save, {
      body: { manufacturerId: doubled, serviceItemId: ids.item, validFrom, hours: '9' } as never,
    })
  await owner.call(partnerRoutes.merge, { params: { id: ids.maker }, body: { sourceId: doubled } } as never)
  expect((await read(id)).manufacturerId).toBe(ids.maker)
  const { rows } = await owner.call(quotaRoutes.list, { query: { manufacturerId: ids.maker } as never })
  // What he has himself of a day he keeps.
  expect(
    rows.filter(({ validFrom }) => validFrom < '2026-06-01').map(({ validFrom, hours }) => [validFrom, hours]),
  ).toEqual([
    ['2026-03-01', '9.000000'],
    ['2026-01-01', '2.000000'],
  ])
})

describe('what is in force', () => {
  const of = async (query: object, client = owner) =>
    (await client.call(warrantyPoliciesOf, { query: query as never })).rows

  it('comes with the most specific first: part, category, series, brand', async () => {
    const part = { manufacturerId: ids.other, brandId: null, scope: 'part', partId: ids.part }
    await saved(truck('电瓶三包', [term('2026-01-01', { km: null })], part))
    const category = { manufacturerId: ids.other, brandId: null, scope: 'category', categoryId: ids.category }
    await saved(truck('电器三包', [term('2026-01-01')], category))
    await saved(truck('东风整车', [term('2026-01-01', { months: 24 })]))
    const rows = await of({ vehicleId: ids.car, partIds: `${ids.part}`, day: today })
    const named = rows.filter(({ policyName }) => ['电瓶三包', '电器三包', '天龙三包', '东风整车'].includes(policyName))
    expect(named.map(({ policyName, partId }) => [policyName, partId])).toEqual([
      ['电瓶三包', ids.part],
      ['电器三包', ids.part],
      ['天龙三包', null],
      ['东风整车', null],
    ])
    expect(named[0]?.check).toMatchObject({ isIn: false, text: '缺少换件日期' })
    expect(named[3]).toMatchObject({ from: addDays(today, -100), fromKm: '0', labourRate: '80.0000' })
    expect((await of({ vehicleId: ids.car, partIds: `${ids.part}`, manufacturerId: ids.other })).length).toBe(2)
  })

  it('is judged by the day and by what the meter shows', async () => {
    const check = async (query: object) =>
      (await of({ vehicleId: ids.car, ...query })).find(({ policyName }) => policyName === '天龙三包')?.check
    const until = addMonths(addDays(today, -100), 12)
    expect(await check({})).toMatchObject({ isIn: true, text: `在保：至 ${until} 或 50 000 公里` })
    expect((await check({ mileage: '51350' }))?.text).toBe('超里程 1 350 公里')
    // On a day before the first terms nothing is in force.
    expect(await check({ day: '2023-12-31' })).toBeUndefined()
  })

  it('tells rates to who sees prices alone, and nothing to who sees neither bills nor orders', async () => {
    const blind = await worker(shop, 'adviser')
    await withdraw(shop, blind, { fields: ['doc_price'] })
    expect((await of({ vehicleId: ids.car }, blind.client))[0]).not.toHaveProperty('labourRate')
    const keeper = await shop.signIn('warehouse_keeper')
    expect((await keeper.ask(warrantyPoliciesOf, { query: { vehicleId: ids.car } as never })).status).toBe(403)
  })
})
