// Items by the thousand, for imports.
import type { PricingMode } from '@chepu/contract/kernel/pricing-modes'
import type { CommissionMode } from '@chepu/contract/repair/service-item'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { auditMany, insertMany, updateMany } from '../../kernel/master/bulk'
import { freshCodes } from '../../kernel/master/master'
import { pinyinOf } from '../../kernel/master/pinyin'
import { labourTaxRate } from './save'

interface Fields {
  code: string
  name: string
  workerTypeId: number
  businessTypeId: number | null
  pricingMode: PricingMode
  stdHours: string
  hourPrice: string | null
  fixedPrice: string | null
  commissionMode: CommissionMode
  commissionValue: string | null
  remark: string
}

/** An item as it stands. */
export interface StandingItem extends Fields {
  id: number
}

/** An item as an import brings it; without an id it is new, and a blank code is given out. */
export interface ServiceItemRowInput extends Fields {
  id?: number | undefined
}

/** Every item of the group, to compare a file with; with `lock` they stay as they are until the commit. */
export const standingItems = (tx: CallerTx, lock: boolean): Promise<StandingItem[]> =>
  tx.query({
    text: `select id, code, name, worker_type_id, business_type_id, pricing_mode, std_hours, hour_price, fixed_price, commission_mode,
        commission_value, remark
      from service_item where group_id = $1 order by id ${lock ? 'for no key update' : ''}`,
    values: [tx.groupId],
  })

const columnTypes = {
  name: 'text',
  pinyin: 'text',
  initials: 'text',
  workerTypeId: 'bigint',
  businessTypeId: 'bigint',
  pricingMode: 'text',
  stdHours: 'numeric',
  hourPrice: 'numeric',
  fixedPrice: 'numeric',
  commissionMode: 'text',
  commissionValue: 'numeric',
  remark: 'text',
}

const race = '项目刚被他人新增或改名，请重新校验'
const raceMessages = {
  service_item_group_id_code_key: race,
  service_item_code_key: race,
  service_item_name_key: race,
}

/** Saves many items; the caller has checked them in this transaction (business/repair-masters 5). */
export async function writeServiceItems(tx: CallerTx, inputs: readonly ServiceItemRowInput[]): Promise<void> {
  await onViolation(raceMessages, async () => {
    const rows = inputs.map((input) => ({ ...input, ...pinyinOf(input.name) }))
    const changed = rows.flatMap(({ id, ...fields }) => (id === undefined ? [] : [{ id, ...fields }]))
    await updateMany(tx, 'service_item', columnTypes, changed)
    const fresh = rows.filter(({ id }) => id === undefined)
    const added = fresh.length === 0 ? [] : await addItems(tx, fresh)
    await auditMany(tx, [...added.map(told('add')), ...changed.map(told('update'))])
  })
}

async function addItems(tx: CallerTx, fresh: readonly ServiceItemRowInput[]): Promise<{ id: number; name: string }[]> {
  const taxRateId = await labourTaxRate(tx)
  const blank = fresh.filter(({ code }) => code === '').length
  const codes = blank === 0 ? [] : await freshCodes(tx, 'service_item', 'FW', 5, blank)
  const rows = fresh.map(({ id: _, code, ...fields }) => ({
    code: code || (codes.shift() as string),
    ...fields,
    taxRateId,
  }))
  return insertMany(tx, 'service_item', rows, 'returning id, name')
}

const told = (action: string) => (row: { id: number; name: string }) => ({
  entity: 'service_item',
  entityId: row.id,
  action,
  detail: { import: true, name: row.name },
})
