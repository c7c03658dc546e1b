// Damages of what cards hold and of their documents, and the invariants that notice them (ADR 0125).
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import { type Invariant, invariants } from '../src/kernel/invariants'
import { repairRefund } from '@chepu/contract/repair/refund'
import { repairSettlement, settlementPreview } from '@chepu/contract/repair/settlement'
import { makeVoucher, newCard, newCardPackage, newCardType } from './cards'
import { act, post } from './desk'
import { newPartner } from './finance'
import { openPlanting } from './planting'
import { settlingAt, stockParts } from './settling'
import { type Client, one, openShop, type Shop } from './shop'
import { openCard } from './spent-cards'
import { workshopOf } from './workshop'

let shop: Shop
let planting: Awaited<ReturnType<typeof openPlanting>>
let all: Invariant[]
const today = shanghaiDay()
const issuedOn = addDays(today, -40)

beforeAll(async () => {
  shop = await openShop()
  await fill()
  all = await invariants()
  planting = await openPlanting(shop)
})
afterAll(async () => {
  await planting.close()
  await shop.close()
})

/** A card that was charged, granted something and sold a package; a sale that was taken back; a coupon of a batch; what was settled and refunded with all of it. */
async function fill(): Promise<void> {
  const owner = await shop.signIn('owner')
  const partnerId = await newPartner(shop, '持卡人')
  await newPartner(shop, '别人')
  const cardTypeId = await newCardType(shop, { valid_days: 365 })
  const cardPackageId = await newCardPackage(shop, {
    salePrice: '400',
    valid_days: 90,
    lines: [
      { partId: shop.parts.filter, times: '3', listPrice: '50', allocPrice: '33.3333', allocTotal: '100' },
      { partId: shop.parts.oil, times: '12', listPrice: '30', allocPrice: '25', allocTotal: '300' },
    ],
  })
  const cash = (amount: string) => [{ storeAccountId: shop.cashId, amount }]
  const cardId = await newCard(shop, owner, { partnerId, bizDate: issuedOn, cardTypeId, principalChange: '1000' })
  const ofCard = { partnerId, cardId }
  await makeVoucher(owner, { ...ofCard, purpose: 'grant', giftChange: '60', pointsChange: '5' })
  await makeVoucher(owner, { ...ofCard, purpose: 'package_sale', cardPackageId }, cash('400'))
  await shop.sql('insert into card_pin_try (group_id, card_id, failures) values ($1, $2, 1) returning card_id', cardId)
  const wrong = await makeVoucher(owner, { ...ofCard, purpose: 'recharge', principalChange: '200' }, cash('200'))
  await act(owner, cardVoucher.routes, wrong, 'reverse', { reason: '录错' })
  await couponOf({ name: '开业', face: '50', qty: 1 }, '100000000001')
  await spend(owner)
}

/** A batch of the shop, and a coupon of it. */
const couponOf = (terms: object, coupon_no: string, partner_id: number | null = null) =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const batch = { org_id: shop.orgId, valid_days: 30, creator_id: 1, ...terms }
    const batch_id = await one(tx, 'coupon_batch', batch)
    const days = { valid_from: today, valid_to: addDays(today, 30) }
    await one(tx, 'coupon', { org_id: shop.orgId, batch_id, coupon_no, partner_id, ...days, issued_by: 1 })
  })

/** An order of a job and of what a package covers is settled with package, coupon and both kinds of money of a card, and a part of it refunded. */
async function spend(owner: Client): Promise<void> {
  const workshop = await workshopOf(shop)
  await stockParts(shop, owner)
  const desk = settlingAt(shop, owner, workshop)
  const { partnerId, vehicleId } = workshop
  const type = { deduct_rule: 'gift_first' }
  const card = await openCard(shop, owner, { partnerId, principal: '100', gift: '50', type })
  const line = { partId: shop.parts.filter, times: '3', listPrice: '1500', allocPrice: '1000', allocTotal: '3000' }
  const cardPackageId = await newCardPackage(shop, { name: '机滤套餐', salePrice: '3000', lines: [line] })
  const paid = [{ storeAccountId: shop.cashId, amount: '3000' }]
  await makeVoucher(owner, { purpose: 'package_sale', partnerId, cardId: card.id, cardPackageId }, paid)
  const couponNo = '100000000002'
  await couponOf({ name: '满减', face: '20', qty: 5 }, couponNo, partnerId)
  const body = desk.plainBody('200')
  const order = await desk.finished({ ...body, materials: [{ partId: shop.parts.filter, qty: '1', price: '1500' }] })
  const { proposedUses: packageUses } = await owner.call(settlementPreview, {
    body: { workOrderId: order.id } as never,
  })
  const draft = await desk.drafted(order, { packageUses, couponNos: [couponNo] })
  const settled = await desk.settle(draft, { cards: [{ cardId: card.id, amount: '120' }] })
  const view = await owner.call(repairSettlement.routes.read, { params: { id: settled.id } })
  const header = {
    bizDate: today,
    partnerId,
    vehicleId,
    settlementId: settled.id,
    reason: '质量问题',
    warehouseId: shop.warehouseId,
  }
  const labour = view.labour.map(({ id }) => ({ sourceLineId: id, qty: '0', refundAmount: '90' }))
  const materials = view.materials.map(({ id }) => ({ sourceLineId: id, qty: '1', isRestocked: true }))
  await post(owner, repairRefund.routes, {
    header: { ...header, storeAccountId: shop.cashId },
    labour,
    materials,
  } as never)
}

/** Who notices the usual change of each column, or another value and who notices that; 'check' or 'unique' is the database itself. */
type Changes = Record<string, string | [to: string, by: string]>
const lineOf = (kind: string, section: string) =>
  `section = '${section}' and exists (select from repair_document d where d.group_id = repair_line.group_id and d.id = repair_line.document_id and d.kind = '${kind}')`
const sale = `kind = 'card_voucher' and purpose = 'package_sale'`

const damages: readonly (readonly [table: string, row: string, changes: Changes])[] = [
  [
    'card',
    'true',
    {
      org_id: 'i57 i99',
      card_no: 'i99',
      card_type_id: 'i99',
      partner_id: 'i99',
      principal: 'i25',
      gift: 'i25',
      points: 'i25',
      issued_on: 'i99',
      state: [`'closed'`, 'i99'],
      removed: 'i57',
      copied: 'unique',
    },
  ],
  [
    'card_item',
    'line_no = 1',
    {
      org_id: 'i57 i99',
      card_id: 'i99',
      slip_id: 'i26 i99',
      card_package_id: 'i99',
      kind: [`'labour'`, 'check'],
      service_item_id: 'check',
      vehicle_id: 'i99',
      times_sold: 'i26 i99',
      value_sold: 'i26 i99',
      times_left: ['times_left - 1', 'i26'],
      value_left: ['value_left - 1', 'i26'],
      alloc_price: 'i99',
      sold_on: 'i99',
      removed: 'i57',
    },
  ],
  [
    'card_ledger',
    'principal = 1000',
    {
      org_id: 'i98',
      card_id: 'i25 i98',
      biz_date: 'i46 i47',
      period: 'i46 i47',
      doc_kind: 'i45 i46 i57 i98',
      doc_id: 'i46 i57 i98',
      principal: 'i25 i57 i98',
      gift: 'i25 i98',
      points: 'i25 i98',
      principal_after: 'i25',
      gift_after: 'i25',
      points_after: 'i25',
      reversal_of: 'i60',
      removed: 'i25 i57 i98',
      copied: 'i25 i57 i98',
    },
  ],
  [
    'card_item_ledger',
    'true',
    {
      org_id: 'i98',
      card_id: 'i26 i98',
      card_item_id: 'i26',
      biz_date: 'i46 i47',
      period: 'i46 i47',
      doc_kind: 'i26 i45 i46 i57 i98',
      doc_id: 'i26 i57 i60 i98',
      doc_line_id: 'i98',
      times: 'i26',
      value: 'i26 i57 i98',
      times_after: 'i26',
      value_after: 'i26',
      reversal_of: 'i60',
      removed: 'i26 i57 i98',
      copied: 'i26 i57 i98',
    },
  ],
  [
    'coupon',
    'true',
    {
      org_id: 'i99',
      batch_id: ['999', 'i99'],
      valid_from: 'i99',
      state: [`'used'`, 'check'],
      used_by: 'check',
      used_on: 'i99',
      copied: 'unique',
    },
  ],
  ['coupon_batch', 'true', { org_id: 'i99', valid_to: 'check', qty: ['0', 'check'], removed: 'i99' }],
  ['coupon_batch', `name = '满减'`, { face: ['1', 'i99'] }],
  [
    'card_type',
    'true',
    { kind: 'check', deduct_rule: 'check', labour_rate: 'check', part_rate: 'check', copied: 'unique' },
  ],
  ['card_package', `name = '机滤套餐'`, { sale_price: 'i99', state: 'check', copied: 'unique' }],
  [
    'card_package_line',
    'line_no = 2',
    {
      package_id: 'i99',
      kind: 'check',
      service_item_id: 'check',
      times: 'i99',
      alloc_price: 'i99',
      alloc_total: 'i99',
      removed: 'i99',
      copied: 'unique',
    },
  ],
  // Wrong codes that were typed are nothing to the books.
  ['card_pin_try', 'true', {}],
  [
    'money_slip',
    sale,
    {
      card_id: 'i98 i99',
      card_no: 'i99',
      card_type_id: 'i99',
      card_package_id: 'i99',
      partner_id: 'i99',
      purpose: [`'open'`, 'i99'],
      amount_due: 'i98',
      principal_change: 'i98',
      gift_change: 'i98',
      points_change: 'i98',
      package_change: 'i98',
      penalty: 'i58 i98',
    },
  ],
  [
    'card',
    `exists (select from card_type t where t.group_id = card.group_id and t.id = card.card_type_id and t.deduct_rule = 'gift_first')`,
    { state: [`'closed'`, 'i99'] },
  ],
  [
    'repair_document',
    `kind = 'repair_settlement'`,
    {
      package_uses: [`'[]'`, 'i30'],
      coupon_ids: [`'{}'`, 'i99'],
      packaged: 'i30',
      coupon_amount: 'i30',
    },
  ],
  [
    'repair_document',
    `kind = 'repair_settlement'`,
    {
      package_uses: [`jsonb_set(package_uses, '{0,times}', '"2"')`, 'i30'],
      coupon_ids: ['coupon_ids || 1::bigint', 'i99'],
    },
  ],
  ['repair_document', `kind = 'repair_refund'`, { packaged: 'i33', coupon_amount: 'i33' }],
  ['repair_line', lineOf('repair_settlement', 'materials'), { package_value: 'i30' }],
  ['repair_line', lineOf('repair_settlement', 'labour'), { coupon_share: 'i30', gift_share: 'i30' }],
  ['repair_line', lineOf('repair_refund', 'materials'), { package_value: 'i30' }],
  ['repair_line', lineOf('repair_refund', 'labour'), { coupon_share: 'i33', gift_share: 'i30' }],
  [
    'coupon',
    `state = 'used'`,
    {
      org_id: 'i99',
      batch_id: ['999', 'i99'],
      state: [`'locked'`, 'i99'],
      used_by: 'i99',
      used_on: 'i99',
      removed: 'i99',
    },
  ],
  [
    'money_slip',
    `purpose = 'card' and maker_kind = 'repair_settlement'`,
    {
      card_id: 'i98',
      principal_change: 'i98',
      gift_change: 'i98',
      made_by: ['made_by + 1000', 'i97'],
      removed: 'i45 i46',
    },
  ],
  [
    'write_off_line',
    `tender = 'card_gift' and amount > 0`,
    { tender: [`'card_principal'`, 'i30 i54'], amount: 'i30 i54' },
  ],
  ['card_ledger', `doc_kind = 'write_off' and gift < 0`, { principal: 'i25 i98', gift: 'i25 i98', removed: 'i25 i98' }],
  [
    'card_item_ledger',
    `doc_kind = 'repair_settlement'`,
    {
      doc_line_id: 'i30',
      card_item_id: 'i26 i30',
      times: 'i26 i30',
      value: 'i26 i30',
      removed: 'i26 i30',
      copied: 'i26 i30',
    },
  ],
  ['card_item_ledger', `doc_kind = 'repair_refund'`, { times: 'i26', value: 'i26 i30', removed: 'i26 i30' }],
]

/** Columns that nothing notices a change of: names, days that terms gave, what a package or batch says by hand, what a car or code is. */
const leftOut: Readonly<Record<string, string>> = {
  card: 'former_nos vehicle_id valid_until pin_hash pin_failures pin_locked_until remark creator_id created_at version',
  card_item: 'package_name line_no part_id car_type_id list_price valid_until',
  card_ledger: 'posted_at',
  card_item_ledger: 'posted_at',
  coupon: 'coupon_no partner_id valid_to issued_at issued_by',
  coupon_batch:
    'name threshold valid_from valid_days scope is_stackable is_cross_org remark is_active creator_id created_at version',
  card_type:
    'code name pinyin initials recharge_rules min_first_recharge valid_days is_cross_org points_per_yuan remark is_active version',
  card_package: 'code name pinyin initials valid_days org_ids is_vehicle_bound remark version',
  card_package_line: 'line_no part_id list_price car_type_id',
  card_pin_try: 'card_id failures locked_until',
  money_slip:
    'vehicle_id payee_name payee_bank payee_account payee_paper payee_id_no payee_reason card_before card_after card_package_version',
}

/** Another value for columns that no value of their type fits. */
const others: Readonly<Record<string, string>> = {
  former_nos: `array['x']`,
  scope: `'part'`,
  recharge_rules: `'[{}]'`,
  org_ids: `array[1::bigint]`,
  payee_paper: `'other'`,
  card_before: `'{}'`,
  card_after: `'{}'`,
}

function usual(name: string, type: string): string {
  if (type === 'date') return `coalesce(${name}, date '${today}') + 40`
  if (type === 'boolean') return `not ${name}`
  if (type.startsWith('timestamp')) return `timestamptz '${addDays(today, 2)}'`
  return type === 'text' ? `coalesce(${name}, '') || 'x'` : `coalesce(${name}, 0) + 1`
}

interface Column {
  table: string
  name: string
  type: string
}
const columnsOf = async (): Promise<Column[]> =>
  (
    await planting.query<Column>(
      `select table_name as table, column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and is_generated = 'NEVER' and column_name not in ('group_id', 'id') order by ordinal_position`,
    )
  ).rows

const oneOf = (table: string, row: string) =>
  `group_id = ${shop.groupId} and ctid = (select ctid from ${table} where group_id = ${shop.groupId} and ${row} order by ctid limit 1)`

it('is noticed by the invariants that watch over it', async () => {
  expect(await planting.naming(all)).toBe('')
  const columns = await columnsOf()
  const wrong: unknown[] = []
  for (const [table, row, changes] of damages) {
    const own = columns.filter((each) => each.table === table)
    const names = own.map(({ name }) => name).join(', ')
    for (const [what, change] of Object.entries(changes)) {
      const [to, by] = Array.isArray(change) ? change : [undefined, change]
      const asked = all.filter(({ name }) => by.split(' ').includes(name.slice(0, 3)))
      const sql = {
        removed: `delete from ${table} where ${oneOf(table, row)}`,
        copied: `insert into ${table} (group_id, ${names}) select group_id, ${names} from ${table} where ${oneOf(table, row)} returning group_id`,
      }[what]
      const type = own.find(({ name }) => name === what)?.type ?? ''
      const set = `update ${table} set ${what} = ${to ?? usual(what, type)} where ${oneOf(table, row)}`
      const named = await planting.plant(sql ?? set, asked)
      if (named !== by) wrong.push({ table, what, by, named })
    }
  }
  expect(wrong).toEqual([])
})

it('is planted in every column, or left out because nothing notices it', async () => {
  const columns = await columnsOf()
  const wrong: unknown[] = []
  for (const [table, left] of Object.entries(leftOut)) {
    const own = columns.filter((each) => each.table === table)
    const [, row] = damages.find(([damaged]) => damaged === table) as (typeof damages)[number]
    const planted = damages.filter(([damaged]) => damaged === table).flatMap(([, , changes]) => Object.keys(changes))
    const names = left.split(' ')
    const sets = own
      .filter(({ name }) => names.includes(name))
      .map(({ name, type }) => `${name} = ${others[name] ?? usual(name, type)}`)
    const named = await planting.plant(`update ${table} set ${sets.join(', ')} where ${oneOf(table, row)}`, all)
    if (named !== '') wrong.push({ table, names, named })
    // Documents of money have the columns of all kinds, which planted-damages knows.
    const unknown = own.filter(({ name }) => !planted.includes(name) && !names.includes(name))
    if (table !== 'money_slip') expect(unknown).toEqual([])
  }
  expect(wrong).toEqual([])
})
