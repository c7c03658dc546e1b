import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import type { ServiceItemInput, ServiceItemView } from '@chepu/contract/repair/service-item'
import { shanghaiDay } from '../../kernel/base/calendar'
import { notFound, refuse } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { defaultOfLabour } from '../../kernel/query/labour-rate'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import {
  enableMaster,
  freshCodes,
  lockMaster,
  type MasterRow,
  removeMaster,
  replaceRows,
} from '../../kernel/master/master'
import { pinyinOf } from '../../kernel/master/pinyin'
import { assertOwnCode } from '../../kernel/master/own-code'
import { assertUnitQuantities } from '../../kernel/goods/unit-quantities'
import { type NamedMaster, saveNamed } from '../../kernel/master/named'
import { assertReferences, type Reference } from '../../kernel/master/references'

const serviceItem: NamedMaster = { table: 'service_item', title: '服务项目' }
/** Tables that hold an item's own rows, with the column that names it. */
const ownTables = [
  ['service_item_price', 'service_item_id'],
  ['service_item_part', 'service_item_id'],
] as const

interface ServiceItem extends MasterRow {
  code: string
  name: string
  workerTypeId: number
  businessTypeId: number | null
  taxRateId: number
}

/** An item with its prices by type of car and its materials. */
export async function readServiceItem(tx: CallerTx, id: number): Promise<ServiceItemView> {
  const rows = <Row>(text: string) => tx.query<Row>({ text, values: [tx.groupId, id] })
  const [item] = await rows<Omit<ServiceItemView, 'prices' | 'parts'>>(
    `select i.id, i.code, i.name, i.worker_type_id, i.business_type_id, i.pricing_mode, i.std_hours, i.hour_price, i.fixed_price,
      i.warranty_hours, i.tax_rate_id, i.allows_discount, i.quality_km, i.quality_days, i.remark, i.is_active, i.version
      ${sees(tx.caller, 'commission') ? ', i.commission_mode, i.commission_value' : ''}
    from service_item i where i.group_id = $1 and i.id = $2`,
  )
  if (!item) notFound(serviceItem.title)
  return {
    ...item,
    prices: await rows(
      `select p.car_type_id, t.name as car_type_name, p.price from service_item_price p
        join car_type t on t.group_id = p.group_id and t.id = p.car_type_id
        where p.group_id = $1 and p.service_item_id = $2 order by t.sort_no, t.id`,
    ),
    parts: await rows(
      `select m.part_id, m.qty, m.is_consumable, p.code as part_code, p.name as part_name, b.name as brand_name
        from service_item_part m
        join part p on p.group_id = m.group_id and p.id = m.part_id
        join brand b on b.group_id = p.group_id and b.id = p.brand_id
        where m.group_id = $1 and m.service_item_id = $2 order by m.id`,
    ),
  }
}

/**
 * Saves an item with its prices by type of car and its materials. A blank code becomes FW and 5 digits, or stays the one it has; who
 * does not see 提成 leaves it as it is (business/repair-masters 1.7).
 */
export async function saveServiceItem(tx: CallerTx, body: ServiceItemInput): Promise<SavedRow> {
  const { prices, parts, commissionMode, commissionValue, ...fields } = body
  const taken = `项目编码 ${body.code} 已存在`
  return onViolation({ service_item_group_id_code_key: taken, service_item_code_key: taken }, async () => {
    const row = { ...fields, ...pinyinOf(fields.name), updatedAt: new Date() }
    const saved = await saveNamed<ServiceItem>(tx, serviceItem, serviceItemButtons, row, async (before) => {
      await assertReferences(tx, namedIn(body), before ? await namedBefore(tx, before) : [])
      await assertUnitQuantities(tx, 'parts', parts)
      const code = body.code || before?.code || ((await freshCodes(tx, 'service_item', 'FW', 5))[0] as string)
      await assertOwnCode(tx, 'service_item', { code, id: body.id })
      const taxRateId = body.taxRateId ?? before?.taxRateId ?? (await labourTaxRate(tx))
      const maySet = sees(tx.caller, 'commission') && commissionMode !== undefined
      return { code, taxRateId, ...(maySet ? { commissionMode, commissionValue: commissionValue ?? null } : {}) }
    })
    const owner = { column: 'service_item_id', id: saved.id }
    await replaceRows(tx, 'service_item_price', owner, prices)
    await replaceRows(tx, 'service_item_part', owner, parts)
    return saved
  })
}

/** The tax rate of labour that is the default today; refused when the group has none. */
export async function labourTaxRate(tx: CallerTx): Promise<number> {
  const rate = await tx.one<{ id: number }>({
    text: `select id from ${defaultOfLabour('id', '$1', '$2')} t`,
    values: [tx.groupId, shanghaiDay()],
  })
  if (!rate) refuse('没有可用的税率，请先在税率设置中新增')
  return rate.id
}

const namedIn = (item: ServiceItemInput): Reference[] => [
  { to: 'workerType', id: item.workerTypeId, path: 'workerTypeId', title: '工种' },
  { to: 'businessType', id: item.businessTypeId, path: 'businessTypeId', title: '业务类型' },
  { to: 'taxRate', id: item.taxRateId, path: 'taxRateId', title: '税率' },
  ...item.prices.map(({ carTypeId }, i): Reference => ({
    to: 'carType',
    id: carTypeId,
    path: `prices.${i}.carTypeId`,
    title: `第${i + 1}行车辆类型`,
  })),
  ...item.parts.map(({ partId }, i): Reference => ({
    to: 'part',
    id: partId,
    path: `parts.${i}.partId`,
    title: `第${i + 1}行材料`,
  })),
]

/** What the item names already: it keeps it, though that is switched off since. */
async function namedBefore(tx: CallerTx, item: ServiceItem): Promise<Pick<Reference, 'to' | 'id'>[]> {
  const own = await tx.query<Pick<Reference, 'to' | 'id'>>({
    text: `select 'carType' as to, car_type_id as id from service_item_price where group_id = $1 and service_item_id = $2
      union all select 'part', part_id from service_item_part where group_id = $1 and service_item_id = $2`,
    values: [tx.groupId, item.id],
  })
  return [
    { to: 'workerType', id: item.workerTypeId },
    { to: 'businessType', id: item.businessTypeId },
    { to: 'taxRate', id: item.taxRateId },
    ...own,
  ]
}

export const enableServiceItem = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, serviceItem, id, change)

/** Deletes an item that no package and no document names. */
export const removeServiceItem = async (tx: CallerTx, id: number) =>
  removeMaster(tx, serviceItem, await lockMaster(tx, serviceItem, id), ownTables)
