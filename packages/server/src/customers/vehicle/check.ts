import type { VehicleInput } from '@chepu/contract/customers/vehicle'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { anyRole, partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, notFound } from '../../kernel/base/errors'
import { partnerScope, vehicleScope } from '../../kernel/caller/partner-scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { MasterRow } from '../../kernel/master/master'

/** A car as it is stored. */
export interface StoredVehicle extends MasterRow {
  plate: string
  vin: string
  partnerId: number
  seriesId: number | null
  modelId: number | null
  carTypeId: number | null
  colorId: number | null
  insurerId: number | null
  driverMobile: string
}

/** Refuses a car of a customer outside the caller's scope, as one that does not exist (business/customers 6.3). */
export async function assertVehicleVisible(tx: CallerTx, id: number): Promise<void> {
  const [row] = await tx.select(
    sql<{ id: number }>`select v.id from vehicle v join partner p on p.group_id = v.group_id and p.id = v.partner_id
      where v.group_id = ${tx.groupId} and v.id = ${id} and ${vehicleScope(tx.caller)}`,
  )
  if (!row) notFound('车辆')
}

/**
 * Refuses an owner whom the caller does not see, who is none of the customers, or who is switched off. He is held until the
 * commit, so that none is merged away under his new car; he is locked before the car is.
 */
export async function assertOwner(tx: CallerTx, partnerId: number): Promise<void> {
  const [owner] = await tx.select(
    sql<{ name: string; cusFlag: number; isActive: boolean }>`select p.name, p.cus_flag, p.is_active from partner p
      where p.group_id = ${tx.groupId} and p.id = ${partnerId} and ${partnerScope(tx.caller, anyRole)} for key share of p`,
  )
  const fault = (message: string) => invalid([{ path: 'partnerId', message }])
  if (!owner) fault('车主不存在或无权查看')
  else if ((owner.cusFlag & partnerRoles.customer) === 0) fault(`“${owner.name}”不是客户`)
  else if (!owner.isActive) fault(`车主“${owner.name}”已停用`)
}

interface Taken {
  plate: string
  vin: string
  isActive: boolean
  owner: string | null
}

const whose = ({ owner, isActive }: Taken) =>
  `已登记在${owner === null ? '其他客户' : `“${owner}”`}名下${isActive ? '' : '，并已停用'}`

/** Who has the plate, among cars in use, or the VIN already; an owner is named to who may see him. */
export async function takenErrors(
  tx: CallerTx,
  { plate, vin }: { plate: string; vin: string },
  own: number | undefined,
): Promise<FieldError[]> {
  const rows = await tx.select(sql<Taken>`select v.plate, v.vin, v.is_active,
      case when ${vehicleScope(tx.caller)} then p.name end as owner
    from vehicle v join partner p on p.group_id = v.group_id and p.id = v.partner_id
    where v.group_id = ${tx.groupId} and v.id <> ${own ?? 0}
      and (v.plate <> '' and v.plate = ${plate} and v.is_active or v.vin <> '' and v.vin = ${vin})`)
  return [
    ...rows
      .filter((row) => plate !== '' && row.plate === plate && row.isActive)
      .map((row) => ({ path: 'plate', message: `车牌 ${plate} ${whose(row)}` })),
    ...rows
      .filter((row) => vin !== '' && row.vin === vin)
      .map((row) => ({ path: 'vin', message: `VIN ${vin} ${whose(row)}` })),
  ]
}

/** What whoever comes past the check in the same moment is refused with. */
export const takenMeanwhile = {
  vehicle_plate: '车牌刚被他人登记，请重新查询',
  vehicle_vin: 'VIN刚被他人登记，请重新查询',
}

type References = Pick<VehicleInput, 'carTypeId' | 'colorId' | 'insurerId' | 'purchasedOn' | 'invoicedOn'>

/** Faults of type, colour and insurer, which are none of the group's or newly chosen while switched off, and of days to come. */
export async function referenceErrors(
  tx: CallerTx,
  typed: References,
  before: StoredVehicle | undefined,
): Promise<FieldError[]> {
  const found = await tx.one<{ type: boolean | null; color: boolean | null; insurer: boolean | null }>({
    name: 'vehicle-references',
    text: `select (select is_active from car_type where group_id = $1 and id = $2) as type,
      (select is_active from car_color where group_id = $1 and id = $3) as color,
      (select is_active from partner where group_id = $1 and id = $4 and cus_flag & $5 <> 0) as insurer`,
    values: [tx.groupId, typed.carTypeId, typed.colorId, typed.insurerId, partnerRoles.insurer],
  })
  const isFault = (id: number | null, was: number | null | undefined, isActive: boolean | null | undefined) =>
    id !== null && id !== was && isActive !== true
  const today = shanghaiDay()
  return [
    ...(isFault(typed.carTypeId, before?.carTypeId, found?.type)
      ? [{ path: 'carTypeId', message: '车辆类型不存在或已停用' }]
      : []),
    ...(isFault(typed.colorId, before?.colorId, found?.color)
      ? [{ path: 'colorId', message: '车身颜色不存在或已停用' }]
      : []),
    ...(isFault(typed.insurerId, before?.insurerId, found?.insurer)
      ? [{ path: 'insurerId', message: '保险公司不存在或已停用' }]
      : []),
    ...((typed.purchasedOn ?? '') > today ? [{ path: 'purchasedOn', message: '购车日期不能晚于今天' }] : []),
    ...((typed.invoicedOn ?? '') > today ? [{ path: 'invoicedOn', message: '发票日期不能晚于今天' }] : []),
  ]
}
